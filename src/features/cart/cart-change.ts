/** What a person does to the cart, and the command of the outbox that it becomes. */
import type { ShopAndCache } from '#api/services.ts';
import type { Shop } from '#api/shop.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { choosing, wantedOn, type Choosing } from '#domain/waiting/cart-choices.ts';
import { bundleBody, inOneSet, itemOfLine, setsIn, type ShownSet } from '#domain/waiting/waiting-sets.ts';
import { cartScope, lineName, setLine, type NewCommand } from '#domain/waiting/waiting-command.ts';
import type { ClearedCart } from './cleared-cart.ts';
import { goodsInCache } from './goods-in-cache.ts';
import { lineBefore } from './shown-lines.ts';

/** A change of the cart as a person makes it. */
export type CartChange =
  | {
      kind: 'add';
      variantCode: string;
      quantity: number;
      productName: string;
      /** Of a set: the code of its product, and what is in it (`with-set.ts`). */
      setOf?: string | undefined;
      set?: ShownSet | undefined;
      /** Told at the goods when the shop refuses them without a sentence. */
      sorry?: string;
    }
  | { kind: 'change'; itemId: number; line?: string | undefined; quantity: number }
  | { kind: 'delete'; itemId: number; line?: string | undefined }
  | { kind: 'restore'; itemId: number; line?: string | undefined }
  | { kind: 'clear' }
  | {
      kind: 'bring back';
      cleared: ClearedCart;
      /** Said when all of it is there again, and where what paid for it is not and the shop gave no sentence. */
      done: string;
      sorry: string;
    }
  | ({ kind: 'choose' } & Choosing);

/** What every command of this cart says of itself. */
export const ofCart = (shop: Shop, token: string) => ({
  scope: cartScope(token),
  locale: shop.locale,
  channel: shop.channel,
});

/** Begins the cart of this token at the shop (CART-01). */
export const beginning = (shop: Shop, token: string): NewCommand => ({
  ...ofCart(shop, token),
  kind: 'pickUpCart',
  line: null,
  params: {},
  body: { localeCode: shop.locale, tokenValue: token },
});

type Common = Pick<NewCommand, 'scope' | 'locale' | 'channel'>;

/** So many sets, said by the part that every change of the set is said by. */
function changeOfSet(
  item: OrderItem,
  sets: number,
  common: Common,
  token: string,
  lines: readonly OrderItem[],
): NewCommand {
  const line = setLine(item.bundle?.groupId ?? '');
  const lead = itemOfLine(lines, line) ?? item;
  return {
    ...common,
    kind: 'changeQuantity',
    line,
    params: { token, id: lead.id > 0 ? lead.id : null },
    body: { quantity: sets * inOneSet(lead) },
    shown: lead,
  };
}

/** More of a set that is there whole, else a set of its own, named here: it is one line until the shop has seen it (CART-04). */
function addOfSet(
  set: ShownSet,
  quantity: number,
  common: Common,
  token: string,
  cart: ShownCart | null,
): NewCommand {
  const items = cart?.items ?? [];
  const there = setsIn(items).find(
    ({ shown }) => shown.code === set.code && shown.parts.length === set.parts.length,
  );
  const lead = there && itemOfLine(items, there.line);
  if (there !== undefined && lead !== undefined)
    return changeOfSet(lead, there.sets + quantity, common, token, items);
  const line = setLine(newCartToken());
  return {
    ...common,
    kind: 'addBundle',
    line,
    params: { token },
    body: bundleBody(line, set, quantity),
    shown: set,
  };
}

/** The call that makes this change, as it waits: for the cart of this token, as the page shows it. */
export function toCommand(
  change: Exclude<CartChange, { kind: 'clear' | 'bring back' }>,
  { shop, queryClient }: ShopAndCache,
  token: string,
  cart: ShownCart | null,
): NewCommand {
  const common = ofCart(shop, token);
  if (change.kind === 'add') {
    const { variantCode, quantity, productName, set } = change;
    if (set !== undefined) return addOfSet(set, quantity, common, token, cart);
    const line = cart?.items.find((item) => lineName(item) === variantCode);
    const shown = line === undefined ? goodsInCache(queryClient, variantCode, productName) : undefined;
    return {
      ...common,
      kind: 'addItem',
      line: variantCode,
      params: { token },
      body: { productVariantCode: variantCode, quantity },
      ...(shown === undefined ? {} : { shown }),
    };
  }
  if (change.kind === 'choose')
    return choosing(change, { ...common, params: { token } }, cart ? wantedOn(cart)[change.what] : undefined);
  const pressed = change.itemId;
  const lines = [...(cart?.items ?? []), ...(cart?.waiting?.refusedLines ?? [])];
  // The shop may have given the line an id of its own since the button was drawn: its name stays.
  const item =
    lines.find((one) => one.id === pressed) ??
    lines.find((one) => change.kind !== 'restore' && lineName(one) === change.line);
  const itemId = item?.id ?? pressed;
  const removed = cart?.deletedItems.find((one) => one.id === itemId);
  const line = item === undefined ? (removed?.variantCode ?? `#${itemId}`) : lineName(item);
  const params = { token, id: itemId > 0 ? itemId : null };
  if (change.kind === 'change')
    return item?.bundle
      ? changeOfSet(item, Math.floor(change.quantity / inOneSet(item)), common, token, lines)
      : {
          ...common,
          kind: 'changeQuantity',
          line,
          params,
          body: { quantity: change.quantity },
          ...(item === undefined ? {} : { shown: item }),
        };
  if (change.kind === 'delete')
    return {
      ...common,
      kind: 'deleteItem',
      line,
      params,
      body: {},
      ...(item === undefined ? {} : { shown: item }),
    };
  const before = removed && lineBefore(removed);
  return {
    ...common,
    kind: 'restoreItem',
    line: change.line ?? line,
    params,
    body: {},
    // How much of a set comes back the shop knows.
    ...(before === undefined || before.bundle ? {} : { shown: before }),
  };
}
