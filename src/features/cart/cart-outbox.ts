/**
 * The cart on this device (journey 3): changes go into the outbox first, the screen shows the shop's last word with what
 * waits laid over it, and every tab shows the same. Fetched after the page is usable, or with the first change.
 */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { channelQuery } from '#api/channel-queries.ts';
import type { Shop } from '#api/shop.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import { waitingCart, type ShownCart } from '#domain/waiting-cart.ts';
import { asNew, cartScope, isUnsent, lineName, wrapLine, type NewCommand } from '#domain/waiting-command.ts';
import { tokenNow } from '#offline/begin-anew.ts';
import { startOutbox, theOutbox, type Outbox } from '#offline/outbox.ts';
import { renewWith } from '#offline/page-session.ts';
import { showToast } from '#ui/toast-state.ts';
import { cartKey } from './cart-queries.ts';
import { clearedCart, type ClearedCart } from './cleared-cart.ts';
import { findGoods } from './seen-goods.ts';
import { newCartToken, readCartToken, writeCartToken } from './cart-token.ts';
import { isOrdered, keepCartToken } from './kept-token.ts';

/** A change of the cart as a person makes it. */
export type CartChange =
  | { kind: 'add'; variantCode: string; quantity: number; productName: string }
  | { kind: 'change'; itemId: number; line?: string | undefined; quantity: number }
  | { kind: 'delete'; itemId: number; line?: string | undefined }
  | { kind: 'restore'; itemId: number }
  | { kind: 'clear' }
  | { kind: 'bring back'; cleared: ClearedCart }
  | { kind: 'wrap'; selected: boolean };

interface Place {
  shop: Shop;
  queryClient: QueryClient;
}

let place: Place | undefined;
let ready: Promise<Outbox | null> | undefined;

/** Follows the outbox from now on; called once the page is usable, and before the first change or question. */
export function openCart(here: Place): Promise<Outbox | null> {
  place = here;
  renewWith(here.shop.call);
  ready ??= (async () => {
    if (typeof indexedDB === 'undefined') return null;
    const outbox = startOutbox();
    const { isReady, isReadOnly } = await outbox.list();
    if (!isReady || isReadOnly) {
      // Asked again at the next change: a disk that was busy once may answer then. Until then changes go to the shop itself.
      ready = undefined;
      return null;
    }
    keepCartToken(outbox);
    outbox.subscribe(() => show(outbox));
    keepAnswers(outbox, here.queryClient);
    show(outbox);
    return outbox;
  })();
  return ready;
}

/** What the checkout is answered goes into the page: the next start shall find it on the device too. */
function keepAnswers(outbox: Outbox, queryClient: QueryClient): void {
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const [area, name] = query.queryKey;
    if (type !== 'updated' || area !== 'cart' || name !== 'current') return;
    const order = query.state.data as ShownCart | null | undefined;
    if (!order || order.waiting !== undefined || order.state !== 'cart' || order.id === 0) return;
    const known = outbox.state().carts.get(order.tokenValue)?.order;
    if (known && known.version < order.version) void outbox.keepCart(order, true);
  });
}

const blank = ({ shop, queryClient }: Place, token: string) => ({
  token,
  locale: shop.locale,
  channel: shop.channel,
  currencyCode: queryClient.getQueryData(channelQuery(shop).queryKey)?.currencyCode ?? 'EUR',
  giftWrap: queryClient.getQueryData(channelQuery(shop).queryKey)?.giftWrap,
});

/** Puts the cart as it is now into the page; goes along when the shop made it move to another token. */
function show(outbox: Outbox): void {
  const before = readCartToken();
  if (place === undefined || before === null) return;
  const { entries, carts } = outbox.state();
  const token = tokenNow(carts, before);
  const waits = entries.some((one) => one.scope === cartScope(token) && one.state !== 'confirmed');
  const isGone = carts.get(token)?.movedTo === '' && !waits;
  if (isGone || token !== before) writeCartToken(isGone ? null : token);
  if (isGone) return;
  // It has become an order that waits: the screen that made it leaves it.
  if (isOrdered(outbox, token)) return;
  const record = carts.get(token);
  if (record === undefined && !waits) return;
  const base = record?.order ?? null;
  if (base !== null && base.state !== 'cart') return;
  // What the checkout was answered stands in the page before it stands here.
  const shown = place.queryClient.getQueryData<ShownCart | null>(cartKey(place.shop, token)) ?? null;
  if (
    base !== null &&
    shown !== null &&
    shown.id === base.id &&
    shown.version > base.version &&
    shown.waiting === undefined
  ) {
    void outbox.keepCart(shown, true);
    return;
  }
  const key = cartKey(place.shop, token);
  // What lies on the device is as old as the shop's last word: the page still asks.
  const updatedAt = place.queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
  place.queryClient.setQueryData<ShownCart | null>(key, layOver(base, entries, blank(place, token)), {
    updatedAt,
  });
}

/** The one way from the shop's word to what is shown. */
const layOver = (...given: Parameters<typeof waitingCart>): ShownCart => withTakenBack(waitingCart(...given));

/** Lines that were taken out again before the shop had heard of them: they can be brought back until the page is left (R4.10). */
const takenBack = new Map<string, { item: OrderItem; at: number; commands: NewCommand[] }>();

function withTakenBack(cart: ShownCart): ShownCart {
  const gone = [...takenBack].filter(([line]) => !cart.items.some((item) => lineName(item) === line));
  if (gone.length === 0) return cart;
  const deletedItems = gone.map(([variantCode, { item, at }]) => ({
    id: item.id,
    productName: item.productName,
    variantCode,
    quantity: item.quantity,
    deletedAt: new Date(at).toISOString(),
    restorableUntil: new Date(at + 30 * 60_000).toISOString(),
  }));
  return { ...cart, deletedItems: [...cart.deletedItems, ...deletedItems] };
}

/** The cart as the page asks for it (CART-02), what waits laid over it; null when there is none any more. */
export async function readCart(here: Place, token: string, signal: AbortSignal): Promise<ShownCart | null> {
  const outbox = await openCart(here);
  const { shop } = here;
  // What waits goes first, so that the answer holds it; a shop that is slow to take it is not waited for.
  if (outbox !== null)
    await Promise.race([outbox.wake(), new Promise((resolve) => setTimeout(resolve, 1_500))]);
  const hasWaiting = () =>
    outbox?.state().entries.some((one) => one.scope === cartScope(token) && one.state !== 'confirmed') ??
    false;
  if (outbox?.state().carts.get(token)?.movedTo !== undefined) return null;
  if (outbox !== null && isOrdered(outbox, token)) {
    if (readCartToken() === token) writeCartToken(null);
    return null;
  }
  let order: Order | null = null;
  try {
    order = await shop.call('order', { params: { token }, signal });
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404 && error.kind === 'refused';
    if (!isGone) {
      // Without a connection the device's own copy is the cart: as it is now, what waited may have come to the shop meanwhile.
      const kept = outbox?.state().carts.get(token)?.order ?? null;
      if (
        outbox !== null &&
        error instanceof ApiError &&
        error.kind === 'unreachable' &&
        (hasWaiting() || kept?.state === 'cart')
      )
        return layOver(kept, outbox.state().entries, blank(here, token));
      throw error;
    }
    if (outbox !== null && (await outbox.beginAnew(token, shop))) {
      const now = readCartToken();
      return now === token ? layOver(null, outbox.state().entries, blank(here, token)) : null;
    }
  }
  if (order === null || order.state !== 'cart') {
    if (readCartToken() === token) writeCartToken(null);
    return null;
  }
  if (outbox === null) return order;
  await outbox.keepCart(order);
  return layOver(newest(outbox, here, token, order), outbox.state().entries, blank(here, token));
}

/** An answer that was asked for before a step of the checkout was saved is older than what the page has. */
function newest(outbox: Outbox, { shop, queryClient }: Place, token: string, order: Order): Order {
  const kept = outbox.state().carts.get(token)?.order ?? order;
  const shown = queryClient.getQueryData<ShownCart | null>(cartKey(shop, token)) ?? null;
  return shown !== null && shown.waiting === undefined && shown.id === kept.id && shown.version > kept.version
    ? shown
    : kept;
}

/** Saves a change; resolves with the cart as it is shown once the change is on the disk. Null where nothing can be saved. */
export async function changeCart(
  here: Place,
  change: CartChange,
): Promise<{ cart: ShownCart; id: string | null } | null> {
  const outbox = await openCart(here);
  if (outbox === null) return null;
  const { shop, queryClient } = here;
  if (change.kind === 'bring back') return bringBack(outbox, here, change.cleared);
  let token = readCartToken();
  const isNew = token === null;
  if (token === null) {
    if (change.kind !== 'add') throw new Error('No cart');
    token = newCartToken();
  }
  const shown = queryClient.getQueryData<ShownCart | null>(cartKey(shop, token)) ?? null;
  const common = { scope: cartScope(token), locale: shop.locale, channel: shop.channel };
  if (change.kind === 'clear') return clearCart(outbox, here, token, shown);
  const command = toCommand(change, token, shown, common, queryClient);
  const line = command.line ?? '';
  const back = change.kind === 'restore' && change.itemId < 0 ? takenBack.get(line) : undefined;
  const waited = outbox.state().entries.filter((one) => one.scope === common.scope && one.line === line);
  let id: string | null;
  if (back !== undefined) {
    takenBack.delete(line);
    id = (await outbox.putAll(back.commands)).at(-1) ?? null;
  } else if (isNew) {
    const begin: NewCommand = {
      ...common,
      kind: 'pickUpCart',
      line: null,
      params: {},
      body: { localeCode: shop.locale, tokenValue: token },
    };
    id = (await outbox.putAll([begin, command], { cart: token })).at(-1) ?? null;
    // Only now: a token whose cart was not saved would name nothing.
    writeCartToken(token);
    show(outbox);
  } else {
    id = await outbox.put(command);
    const item = command.shown as OrderItem | undefined;
    if (change.kind === 'delete' && id === null && item !== undefined) {
      takenBack.set(line, { item, at: Date.now(), commands: waited.map(asNew) });
      show(outbox);
    } else takenBack.delete(line);
  }
  if (change.kind === 'add' && id !== null) void tellRefusal(outbox, id);
  const { carts, entries } = outbox.state();
  // It may have moved, or been let go, while this was written.
  const now = tokenNow(carts, token);
  if (change.kind === 'add' && readCartToken() !== now) writeCartToken(now);
  return { cart: layOver(carts.get(now)?.order ?? null, entries, blank(here, now)), id };
}

/** Empties the cart (CART-18); what was in it can be brought back until the page is left. */
async function clearCart(outbox: Outbox, here: Place, token: string, shown: ShownCart | null) {
  const { shop } = here;
  const id = await outbox.put({
    kind: 'clearCart',
    scope: cartScope(token),
    line: null,
    params: { token },
    body: {},
    locale: shop.locale,
    channel: shop.channel,
  });
  takenBack.clear();
  if (shown !== null)
    clearedCart.set({
      token,
      items: shown.items.filter((item) => item.marker === undefined && item.bundle === undefined),
      isWrapped: shown.giftWrap.selected,
    });
  // The shop had never heard of it: there is no cart any more.
  if (id === null) writeCartToken(null);
  else show(outbox);
  return { cart: layOver(null, [], blank(here, token)), id };
}

/** Undoes the emptying: takes it back while it waits, else puts the same goods in once more. */
async function bringBack(outbox: Outbox, here: Place, { token: old, items, isWrapped }: ClearedCart) {
  const { shop } = here;
  const isBack = await outbox.change<boolean>(({ entries }) => {
    const waiting = entries.find(
      (one) => one.kind === 'clearCart' && one.scope === cartScope(old) && isUnsent(one),
    );
    if (waiting === undefined) return { changes: {}, result: false };
    const append = (waiting.dropped ?? []).map((command) => ({
      ...command,
      id: crypto.randomUUID(),
      owner: waiting.owner,
      at: Date.now(),
    }));
    return { changes: { remove: [waiting], append }, result: true };
  });
  const token = isBack ? old : (readCartToken() ?? newCartToken());
  if (!isBack) {
    const common = { scope: cartScope(token), params: { token }, locale: shop.locale, channel: shop.channel };
    const begin: NewCommand[] =
      token === readCartToken()
        ? []
        : [
            {
              ...common,
              kind: 'pickUpCart',
              line: null,
              params: {},
              body: { localeCode: shop.locale, tokenValue: token },
            },
          ];
    const goods = items.map((item): NewCommand => ({
      ...common,
      kind: 'addItem',
      line: lineName(item),
      body: { productVariantCode: item.variant.code, quantity: item.quantity },
      shown: item,
    }));
    const wrap: NewCommand[] = isWrapped
      ? [{ ...common, kind: 'chooseGiftWrap', line: wrapLine, body: { selected: true } }]
      : [];
    await outbox.putAll([...begin, ...goods, ...wrap]);
  }
  if (readCartToken() !== token) writeCartToken(token);
  clearedCart.set(null);
  show(outbox);
  void outbox.wake();
  return {
    cart: layOver(outbox.state().carts.get(token)?.order ?? null, outbox.state().entries, blank(here, token)),
    id: null,
  };
}

/** Whoever adds goods looks at the goods: a refusal is said there too, not on its line alone. */
async function tellRefusal(outbox: Outbox, id: string): Promise<void> {
  if ((await outbox.fate(id, 15_000)) !== 'refused') return;
  const answer = outbox.state().entries.find((one) => one.id === id)?.answer;
  if (answer !== undefined) showToast(answer.message, 'error');
}

function toCommand(
  change: Exclude<CartChange, { kind: 'clear' | 'bring back' }>,
  token: string,
  cart: ShownCart | null,
  common: Pick<NewCommand, 'scope' | 'locale' | 'channel'>,
  queryClient: QueryClient,
): NewCommand {
  if (change.kind === 'add') {
    const { variantCode, quantity, productName } = change;
    const line = cart?.items.find((item) => lineName(item) === variantCode);
    const shown = line === undefined ? findGoods(queryClient, variantCode, productName) : undefined;
    return {
      ...common,
      kind: 'addItem',
      line: variantCode,
      params: { token },
      body: { productVariantCode: variantCode, quantity },
      ...(shown === undefined ? {} : { shown }),
    };
  }
  if (change.kind === 'wrap')
    return {
      ...common,
      kind: 'chooseGiftWrap',
      line: wrapLine,
      params: { token },
      body: { selected: change.selected },
    };
  const pressed = change.itemId;
  const lines = [...(cart?.items ?? []), ...(cart?.waiting?.refusedLines ?? [])];
  // The shop may have given the line an id of its own since the button was drawn: its name stays.
  const named = change.kind === 'restore' ? undefined : change.line;
  const item = lines.find((one) => one.id === pressed) ?? lines.find((one) => lineName(one) === named);
  const itemId = item?.id ?? pressed;
  const removed = cart?.deletedItems.find((one) => one.id === itemId);
  const line = item === undefined ? (removed?.variantCode ?? `#${itemId}`) : lineName(item);
  const params = { token, id: itemId > 0 ? itemId : null };
  if (change.kind === 'change')
    return { ...common, kind: 'changeQuantity', line, params, body: { quantity: change.quantity } };
  if (change.kind === 'delete')
    return {
      ...common,
      kind: 'deleteItem',
      line,
      params,
      body: {},
      ...(item === undefined ? {} : { shown: item }),
    };
  return { ...common, kind: 'restoreItem', line, params, body: {} };
}

/** Ways out of a refusal: leave it, or ask again (with another number of pieces). */
export async function settleRefusal(ids: readonly string[], how: 'leave' | 'again'): Promise<void> {
  const outbox = theOutbox();
  const [first] = ids;
  if (first === undefined) return;
  if (how === 'again') await outbox.askAgain(first);
  else await outbox.withdraw(first);
}
