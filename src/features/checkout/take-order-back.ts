/** An order that waits on this device, or that the shop refused, becomes a cart again. */
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import type { CartPieces, OrderIntentBody } from '#contract/orders/order-intents.ts';
import { goodsBack, goodsGone } from '#domain/waiting/taken-back-order.ts';
import { begunBeside, orderOfCart } from '#domain/waiting/waiting-orders.ts';
import {
  cartScope,
  isOfClaimedCart,
  isStopped,
  isUnknownUntilSignIn,
  isUnsent,
  tokenOf,
} from '#domain/waiting/waiting-command.ts';
import { readCartToken, writeCartToken } from '#features/cart/cart-token.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { whoIsHere } from '#offline/outbox/page-session.ts';
import { tokenNow } from '#offline/outbox/recreate-cart.ts';
import { readDraft, writeDraft } from './device-cells.ts';
import { draftOfIntent } from './intent-draft.ts';
import { readIntent, type IntentShown } from './intent-shown.ts';

/**
 * Takes an order back into the cart. With an empty cart it becomes the cart again as it was; else its lines are added to
 * the one that was begun since.
 * @returns token of that cart; null when the order may have reached the shop
 */
export async function takeIntentBack(key: string): Promise<string | null> {
  const outbox = theOutbox();
  const before = readCartToken();
  const back = await outbox.change<{ token: string; body: OrderIntentBody | null } | null>(
    ({ entries, carts }) => {
      const entry = entries.find((one) => one.id === key);
      const isFree = entry && (isUnsent(entry) || (isStopped(entry) && !isUnknownUntilSignIn(entry)));
      if (entry === undefined || !isFree) return { changes: {}, result: null };
      const own = tokenOf(entry.scope);
      // Of a checkout at the shop the goods lie in the cart, and go where that goes.
      const token = entry.kind === 'completeOrder' ? tokenNow(carts, own) : own;
      const { body = null, shown } = readIntent(entry) ?? {};
      const current = before === null ? token : tokenNow(carts, before);
      const there = carts.get(current)?.order?.items.length;
      const isFilled = (there ?? 0) > 0 || entries.some((one) => one.scope === cartScope(current));
      // Into one that is on its way as an order itself nothing may go.
      const keepsOther = current !== token && isFilled && orderOfCart(entries, current) === undefined;
      const target = keepsOther ? current : token;
      const { locale, channel, dropped = [] } = entry;
      const common = { scope: cartScope(target), params: { token: target }, locale, channel };
      const lines = orderedPieces(body, shown);
      const known = carts.get(token)?.order?.items ?? [];
      const commands = keepsOther
        ? goodsBack({ lines, sets: shown?.sets ?? [], dropped, known }, common, newCartToken)
        : dropped;
      const left = [...lines, ...beside(body)];
      const gone =
        keepsOther && !isOfClaimedCart(entry)
          ? goodsGone(known, left, { ...common, scope: cartScope(token), params: { token } })
          : [];
      const append = [
        // First: where the shop brings both carts into one, these pieces go before they come.
        ...gone.map((command) => ({ ...command, owner: token === own ? entry.owner : whoIsHere() })),
        ...commands.map((command) => ({ ...command, owner: whoIsHere() })),
      ].map((command) => ({ ...command, id: crypto.randomUUID(), at: Date.now() }));
      const update = gone.length > 0 ? begunBeside(entries, target, token) : [];
      const kept = keepsOther ? undefined : carts.get(token);
      const changes = {
        remove: [entry],
        append,
        update,
        carts: kept === undefined ? [] : [{ ...kept, isTakenBack: true as const }],
        cart: target,
      };
      return { changes, result: { token: target, body } };
    },
  );
  if (back === null) return null;
  writeCartToken(back.token);
  // Before anything draws the checkout: it begins with what the order said, where nothing was typed for this cart since.
  if (back.body !== null) writeDraft({ ...draftOfIntent(back.token, back.body), ...readDraft(back.token) });
  void outbox.list();
  void outbox.wake();
  return back.token;
}

const pieces = ({ productVariantCode: code, quantity }: CartPieces) => ({ code, quantity });

/** What of the cart at the shop was taken out before the order, on this device alone, without what was only put in here. */
const beside = (body: OrderIntentBody | null) => [
  ...(body?.takenOut ?? []).map(pieces),
  ...(body?.addedHere ?? []).map(pieces).map(({ code, quantity }) => ({ code, quantity: -quantity })),
];

/** What was bought, without gifts: they follow from the rest of a cart. */
const orderedPieces = (body: OrderIntentBody | null, shown: IntentShown | undefined) =>
  body?.lines.map(pieces) ?? shown?.lines.filter(({ isGift }) => !isGift) ?? [];
