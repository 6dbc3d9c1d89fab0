/** Bringing back what was in an emptied cart, as commands of the outbox, and what paid for it. */
import { ApiError } from '#api/api-error.ts';
import type { Shop } from '#api/shop.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { Chosen } from '#contract/orders/order-choices.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order } from '#contract/orders/orders.ts';
import { callsFor, choosingAll } from '#domain/waiting/cart-choices.ts';
import { cartScope, guest, isUnsent, lineName, type NewCommand } from '#domain/waiting/waiting-command.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { askShop } from './ask-shop.ts';
import { beginning, ofCart } from './cart-change.ts';
import { bundleBody, isOfLine, setsIn } from '#domain/waiting/waiting-sets.ts';
import { frontCart } from '#offline/outbox/front-cart.ts';
import { whoIsHere } from '#offline/outbox/page-session.ts';
import { follow, tokenNow } from '#offline/outbox/recreate-cart.ts';
import { writeCartToken } from './cart-token.ts';
import { clearedCart, type ClearedCart } from './cleared-cart.ts';
import { beginAtShop, sendFirst, sentCart } from './fill-cart.ts';
import { isStillCleared, keepCleared, withCleared } from './kept-cleared.ts';
import { cartForGoods } from './kept-token.ts';

const isSoldCard = ({ marker }: OrderItem): boolean => marker === soldCardMarker;

/** Of what is put in again by its first line: pressed once more after a lost answer it is the same card, goods or set. */
const keyOf = ({ key }: ClearedCart, { id }: OrderItem): string => `${key}-${String(id)}`;

/** The shop's word on what it does not sell: the rest comes back without it. @throws any other error */
const refusalIn = (error: unknown): string => {
  if (!(error instanceof ApiError && error.kind === 'refused' && error.status === 422)) throw error;
  return error.detail || error.message;
};

/**
 * Puts gift cards in again that were bought: they never wait on the device, the shop itself takes them (decision 50). What it
 * refuses to sell is left out.
 * @returns the shop's word on what it refused. @throws what else came between: the cards that are not there stand as cleared
 */
async function putCards(outbox: Outbox, shop: Shop, cleared: ClearedCart): Promise<string | undefined> {
  let refusal: string | undefined;
  let { items } = cleared;
  for (const card of items.filter(isSoldCard)) {
    const token = (await sentCart(outbox)) ?? (await beginAtShop(shop, outbox));
    try {
      const order = await shop.call('addItem', {
        params: { token },
        body: bodyOf(card),
        idempotencyKey: keyOf(cleared, card),
      });
      await outbox.keepCart(order, true);
      writeCartToken(order.tokenValue);
    } catch (error) {
      const said = refusalIn(error);
      refusal ??= said;
    }
    items = items.filter((item) => item !== card);
    await keepCleared(outbox, { ...cleared, items });
  }
  return refusal;
}

const bodyOf = ({ variant, quantity, giftCard }: OrderItem) => ({
  productVariantCode: variant.code,
  quantity,
  ...(giftCard === undefined ? {} : { giftCard }),
});

/** What puts the goods and sets in again that may wait. */
function goodsAgain(shop: Shop, token: string, items: readonly OrderItem[]): NewCommand[] {
  const common = { ...ofCart(shop, token), params: { token } };
  const goods = items
    .filter((item) => item.bundle === undefined && !isSoldCard(item))
    .map((item): NewCommand => ({
      ...common,
      kind: 'addItem',
      line: lineName(item),
      body: bodyOf(item),
      shown: item,
    }));
  const sets = setsIn(items).map(({ line, sets: count, shown }): NewCommand => ({
    ...common,
    kind: 'addBundle',
    line,
    body: bundleBody(line, shown, count),
    shown,
  }));
  return [...goods, ...sets];
}

/**
 * Chooses again what never waits, gift cards and points: what they have the shop alone knows, so the goods are sent first (CART-10,
 * CART-15). A card whose money is gone keeps nobody from the others.
 * @param token of the cart that has the goods again
 * @returns the shop's word on the first that it refused, '' where it gave none or could not be asked; undefined = all are there;
 * null = the customer has left meanwhile: nothing more is asked, and nobody is told
 */
export async function payAgain(
  outbox: Outbox,
  shop: Shop,
  token: string,
  chosen: Chosen,
): Promise<string | null | undefined> {
  const payer = whoIsHere();
  const asks = callsFor(chosen).filter(({ line }) => line === null);
  if (asks.length === 0) return undefined;
  let refusal: string | undefined;
  // What a guest chose stays theirs when they sign in.
  const hasLeft = () => payer !== guest && whoIsHere() !== payer;
  try {
    // As many goods as there are, each an answer of its own: on a slow link that is longer than a press would wait.
    await sendFirst(outbox, token, true);
  } catch {
    // The shop could not be asked: the caller says that something is not there again.
    return hasLeft() ? null : '';
  }
  for (const ask of asks) {
    if (hasLeft()) return null;
    try {
      await outbox.keepCart(
        await askShop(shop, tokenNow(outbox.state().carts, token), ask, crypto.randomUUID()),
        true,
      );
    } catch (error) {
      refusal ??= error instanceof ApiError && error.kind === 'refused' ? (error.detail ?? '') : '';
    }
  }
  return refusal;
}

type BroughtBack = { token: string; chosen: Chosen; refusal?: string | undefined };

/** A command of whoever is here, under a key of its own. */
const pressedNow = (command: NewCommand) => ({
  ...command,
  id: crypto.randomUUID(),
  owner: whoIsHere(),
  at: Date.now(),
});

/** Takes back an emptying that has not left the device. @returns `elsewhere` where another tab has brought the goods back */
const takeBack = (outbox: Outbox, cleared: ClearedCart) =>
  outbox.change<'taken back' | 'sent' | 'elsewhere'>(({ entries, carts }) => {
    if (!isStillCleared(carts, cleared)) return { changes: {}, result: 'elsewhere' };
    const waiting = entries.find(
      (one) => one.kind === 'clearCart' && one.scope === cartScope(cleared.token) && isUnsent(one),
    );
    if (waiting === undefined) return { changes: {}, result: 'sent' };
    const append = (waiting.dropped ?? []).map((one) => ({ ...pressedNow(one), owner: waiting.owner }));
    return { changes: { remove: [waiting], append, carts: withCleared(carts, null) }, result: 'taken back' };
  });

/**
 * Undoes the emptying: takes it back while it waits, else puts the same goods in once more. The way back goes in the same transaction:
 * pressed in two tabs it brings the goods once.
 * @returns the token of the cart that has them, what is still to be chosen for it again (`payAgain`), and what the shop said of cards that it
 * sells no more; null where another tab was first
 * @throws where cards could not be put in: then the goods are not either, and the way back stands
 */
export async function bringBack(
  outbox: Outbox,
  shop: Shop,
  cleared: ClearedCart,
): Promise<BroughtBack | null> {
  const { token: old, items, chosen } = cleared;
  const fate = await takeBack(outbox, cleared);
  if (fate === 'elsewhere') return null;
  if (fate === 'taken back') {
    clearedCart.set(null);
    return { token: old, chosen: {} };
  }
  const refusal = await putCards(outbox, shop, cleared);
  const known = cartForGoods(outbox);
  const fresh = newCartToken();
  const token = await outbox.change<string | null>((now) => {
    const { carts } = now;
    if (!isStillCleared(carts, cleared)) return { changes: {}, result: null };
    // As the disk knows it: another tab may have ordered it, or begun one, since this page looked.
    const there = frontCart({ ...now, cart: known }) ?? frontCart(now);
    const token = there ?? fresh;
    const commands = [
      ...(there === null ? [beginning(shop, token)] : []),
      ...goodsAgain(shop, token, items),
      // Behind the goods, which earn a gift.
      ...choosingAll(chosen, { ...ofCart(shop, token), params: { token } }),
    ];
    const append = commands.map((one) => follow(pressedNow(one), carts));
    const front = there === null ? { cart: token } : {};
    return { changes: { append, carts: withCleared(carts, null), ...front }, result: token };
  });
  if (token === null) return null;
  clearedCart.set(null);
  return { token, chosen, refusal };
}

/**
 * The same where the browser keeps nothing: the shop is asked for each at once. What it refuses to sell is left out.
 * @returns the cart as it is then, and the shop's word on the first that is not there again, '' where it gave none
 * @throws the refusal where the shop sells nothing of it any more; else what came between: then what is not there stands as
 * cleared, and the next press asks for it under the same keys
 */
export async function bringBackAtShop(
  shop: Shop,
  token: string,
  cleared: ClearedCart,
): Promise<{ order: Order; missing: string | undefined }> {
  let { items } = cleared;
  const cards = items
    .filter(isSoldCard)
    .map((card) => ({ kind: 'addItem' as const, params: {}, body: bodyOf(card), line: lineName(card) }));
  let missing: string | undefined;
  let refusal: unknown;
  let isSomeThere = false;
  let order = await shop.call('order', { params: { token } });
  for (const { kind: call, params, body, line } of [...goodsAgain(shop, token, items), ...cards]) {
    const lines = items.filter((item) => line !== null && isOfLine(item, line));
    const key = lines[0] === undefined ? crypto.randomUUID() : keyOf(cleared, lines[0]);
    try {
      order = await askShop(shop, token, { call, params, body }, key);
      isSomeThere = true;
    } catch (error) {
      const said = refusalIn(error);
      missing ??= said;
      refusal ??= error;
    }
    items = items.filter((item) => !lines.includes(item));
    clearedCart.set({ ...cleared, items });
  }
  if (refusal !== undefined && !isSomeThere) {
    clearedCart.set(null);
    throw refusal;
  }
  for (const choice of callsFor(cleared.chosen))
    try {
      order = await askShop(shop, token, choice, crypto.randomUUID());
    } catch {
      // Said once, when all has been tried.
      missing ??= '';
    }
  clearedCart.set(null);
  return { order, missing };
}
