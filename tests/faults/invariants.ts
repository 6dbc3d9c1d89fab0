/**
 * The invariants of docs/reliability.md after a schedule has healed: looked at in the tables of the shop and in the
 * storage of the device, never through the calls that are under test. Each broken one is a sentence.
 */
import type { PlacedIntent } from '#contract/orders/order-intents.ts';
import type { CompletedOrder } from '#contract/orders/orders.ts';
import { highestTotal } from '#domain/waiting/intent-lines.ts';
import { isStopped } from '#domain/waiting/waiting-command.ts';
import type { Sent } from './faulty-network.ts';
import type { Facts } from './facts.ts';
import { sorted, type Wish } from './shopper.ts';
import { stillDue, tokensOf } from './world.ts';

interface OrderFact {
  id: number;
  token: string;
  number: string | null;
  state: string;
  total: number;
  keys: string[];
  intent: string | null;
  lines: Record<string, number>;
  mails: number;
  papers: number;
}

const isPlaced = (order: OrderFact): boolean => order.state !== 'cart';

async function ordersOf({ shopper, journal, query }: Facts): Promise<OrderFact[]> {
  const tokens = [
    ...new Set([shopper.token, ...shopper.ordered, ...journal.flatMap((sent) => tokensOf(sent))]),
  ];
  return query<OrderFact>(
    `select o.id, o.token, o.number, o.state, o.total, o.applied_command_ids as keys,
      (select key from order_intent i where i.order_id = o.id) as intent,
      coalesce((select jsonb_object_agg(variant_code, quantity) from order_item i
        where i.order_id = o.id and i.deleted_at is null), '{}') as lines,
      (select count(*)::int from mail_outbox m where m.order_id = o.id) as mails,
      (select count(*)::int from document d where d.order_id = o.id) as papers
     from "order" o where o.token = any($1)`,
    [tokens],
  );
}

const answersOf = <T>(sent: Sent, which: (status: number) => boolean): T[] =>
  sent.said.filter((one) => which(one.status)).map((one) => JSON.parse(one.text) as T);

type Say = (id: string, what: string) => void;

const isIntent = (sent: Sent) => sent.method === 'POST' && sent.path.endsWith('/order-intents');
const isCompletion = (sent: Sent) => sent.method === 'PATCH' && sent.path.endsWith('/complete');

const isOf = (order: OrderFact, wish: Wish) =>
  wish.isAtShop === true
    ? wish.state === 'open' && order.intent === null && order.token === wish.token
    : order.intent !== null && wish.keys.includes(order.intent);

/** I2: whoever was told of an order finds exactly that one. */
function checkToldOrders({ shopper }: Facts, sent: Sent, placed: readonly OrderFact[], say: Say): void {
  // A press in the steps of the shop: the cart itself became the order, once.
  for (const told of isCompletion(sent) ? answersOf<CompletedOrder>(sent, (status) => status === 200) : []) {
    const order = placed.find((one) => one.token === told.tokenValue);
    if (order?.number !== told.number || order?.total !== told.total)
      say(
        'I2',
        `cart ${told.tokenValue} was told ${told.number} ${told.total}, the shop has ${order?.number} ${order?.total}`,
      );
    const isWished = (wish: Wish) =>
      wish.isAtShop === true && wish.state === 'open' && wish.keys.includes(sent.key);
    if (!shopper.wishes.some(isWished)) say('I3', `${sent.key} placed ${told.number}, and nobody pressed`);
  }
  for (const told of isIntent(sent) ? answersOf<PlacedIntent>(sent, (status) => status === 201) : []) {
    const found = placed.filter((one) => one.intent === sent.key);
    if (found.length !== 1)
      say('I2', `key ${sent.key} was told ${told.number}, and there are ${found.length} orders`);
    else if (
      found[0]?.number !== told.number ||
      found[0]?.total !== told.total ||
      found[0]?.token !== told.tokenValue
    )
      say(
        'I2',
        `key ${sent.key} was told ${told.number} ${told.total}, the shop has ${found[0]?.number} ${found[0]?.total}`,
      );
    if (told.idempotencyKey !== sent.key) say('I2', `the answer to ${sent.key} names ${told.idempotencyKey}`);
  }
}

/** I9: one key, one answer; a key never carries two bodies. */
function checkKeyOf(journal: readonly Sent[], sent: Sent, say: Say): void {
  const bodies = new Set(journal.filter((one) => one.key === sent.key).map((one) => one.body));
  if (bodies.size > 1) say('I9', `key ${sent.key} was sent with ${bodies.size} bodies`);
  const final = answersOf<{ number?: string; errorCode?: string }>(
    sent,
    (status) => status < 500 && status !== 429,
  )
    .filter((one) => one.errorCode !== 'idempotency.in_progress')
    .map((one) => one.number ?? one.errorCode);
  if (new Set(final).size > 1) say('I9', `key ${sent.key} was answered ${[...new Set(final)].join(' and ')}`);
}

/** I7: no order costs more, or holds other things, than was agreed to. */
function checkAgreed(order: OrderFact, wish: Wish, say: Say): void {
  if (order.total > highestTotal(wish.body))
    say('I7', `order ${order.number} costs ${order.total}, agreed ${highestTotal(wish.body)}`);
  const agreed = new Map(wish.body.lines.map((line) => [line.productVariantCode, line]));
  for (const [code, quantity] of Object.entries(order.lines)) {
    const line = agreed.get(code);
    if (code === wish.body.gift && quantity === 1) continue;
    if (!line || quantity > line.quantity)
      say('I7', `order ${order.number} holds ${quantity} of ${code}, agreed ${line?.quantity ?? 0}`);
    else if (quantity < line.quantity && line.whenShort !== 'reduce')
      say('I7', `order ${order.number} was reduced in ${code}`);
  }
  for (const line of agreed.values())
    if (order.lines[line.productVariantCode] === undefined && line.whenShort === 'wait')
      say('I7', `order ${order.number} lacks ${line.productVariantCode}, which should have waited`);
  if (wish.body.gift !== undefined && order.lines[wish.body.gift] === undefined)
    say('I7', `order ${order.number} lacks the gift that was agreed to`);
}

/** I3, I6, I7: one press, one order at most, over all keys that were made for it, and the device knows of it. */
function checkWish({ journal, entries }: Facts, wish: Wish, placed: readonly OrderFact[], say: Say): void {
  const made = placed.filter((one) => isOf(one, wish));
  if (made.length > 1)
    say('I3', `one press made ${made.length} orders: ${made.map((one) => one.number).join(', ')}`);
  const entry = entries.find((one) => one.id === wish.keys.at(-1));
  const [order] = made;
  if (order) {
    checkAgreed(order, wish, say);
    if (wish.state === 'taken back')
      say('I6', `order ${order.number} was taken back and placed all the same`);
    // I6: the device knows of it; an order of the shop's own steps leaves the list once its buyer was thanked.
    if (entry === undefined && wish.isAtShop === true) {
      if (!journal.some((sent) => wish.keys.includes(sent.key) && sent.said.length > 0))
        say('I6', `order ${order.number} is placed, and its press is gone`);
    } else if (entry?.state !== 'confirmed')
      say('I6', `order ${order.number} is placed, the device says ${entry?.state ?? 'nothing'}`);
    else if ((entry.shown as { placed?: { number?: string } }).placed?.number !== order.number)
      say('I6', `the device shows another number than ${order.number}`);
  } else if (wish.state === 'open') {
    if (entry === undefined) say('I6', `a press of "order" is gone without a word (${wish.keys.at(-1)})`);
    else if (entry.state === 'confirmed')
      say('I6', `the device says "ordered", and there is no order (${entry.id})`);
    else if (entry.state === 'queued' || entry.state === 'sending')
      say('I5', `an order still waits (${entry.id})`);
  }
}

/** I3, I4: one order of a cart, each wished by somebody, with one number, one letter and one paper. */
function checkPlaced({ shopper }: Facts, placed: readonly OrderFact[], say: Say): void {
  const ofCart = new Map<string, number>();
  for (const order of placed) ofCart.set(order.token, (ofCart.get(order.token) ?? 0) + 1);
  for (const [token, count] of ofCart) if (count > 1) say('I3', `cart ${token} became ${count} orders`);
  for (const order of placed) {
    if (!shopper.wishes.some((wish) => isOf(order, wish)))
      say('I3', `order ${order.number} was wished by nobody`);
    if (order.mails !== 1) say('I4', `order ${order.number} has ${order.mails} mails`);
    if (order.papers !== 1) say('I4', `order ${order.number} has ${order.papers} papers`);
  }
  if (new Set(placed.map((one) => one.number)).size !== placed.length)
    say('I4', 'two orders have one number');
}

/** I4: what is held is what was ordered. */
async function checkStock({ query, goods }: Facts, placed: readonly OrderFact[], say: Say): Promise<void> {
  const stock = await query<{ code: string; hand: number; hold: number }>(
    `select v.code, s.on_hand as hand, s.on_hold as hold from stock s join product_variant v on v.id = s.variant_id
     where s.variant_id = any($1)`,
    [goods.map((one) => one.id)],
  );
  for (const { code, hand, hold } of stock) {
    const ordered = placed.reduce((sum, one) => sum + (one.lines[code] ?? 0), 0);
    if (hold !== ordered) say('I4', `${hold} of ${code} are held, ${ordered} were ordered`);
    if (hold > hand || hold < 0) say('I4', `${hold} of ${hand} ${code} are held`);
  }
}

/** I10: the cart is what the shopper meant, on both sides; what was refused is excused only where it is shown. */
function checkCart(facts: Facts, cart: OrderFact | undefined, say: Say): void {
  const { shopper, journal, entries } = facts;
  const excused = new Set(
    entries
      .filter((one) => one.scope === `cart:${shopper.token}` && one.line !== null)
      .map((one) => one.line ?? ''),
  );
  // A code, a wrap or a gift that the cart has not earned (yet) is refused in words, on a line of its own.
  const isGoods = ({ line }: { line: string | null }) => line?.startsWith('#') !== true;
  for (const entry of entries.filter((one) => excused.has(one.line ?? '') && isStopped(one) && isGoods(one)))
    if (!facts.scarce.has(entry.line ?? ''))
      say(
        'I10',
        `${entry.kind} of ${entry.line} was refused though there is plenty: ${entry.answer?.errorCode ?? entry.reason}`,
      );
  // A refusal that the shopper answered with another change is no longer shown: of short goods only the shop knows.
  if (journal.some((sent) => sent.said.some((one) => one.text.includes('cart.insufficient_stock'))))
    for (const code of facts.scarce) excused.add(code);
  if (facts.gift !== undefined) excused.add(facts.gift);
  const visible = (lines: Record<string, number>) =>
    sorted(Object.entries(lines).filter(([code]) => !excused.has(code)));
  const meant = visible(Object.fromEntries(shopper.lines));
  const there = visible(cart?.lines ?? {});
  if (JSON.stringify(meant) !== JSON.stringify(there))
    say('I10', `meant ${JSON.stringify(meant)}, the shop has ${JSON.stringify(there)}`);
  if (cart && facts.screen) {
    const shown = visible(facts.screen);
    if (JSON.stringify(shown) !== JSON.stringify(there))
      say('I10', `the screen shows ${JSON.stringify(shown)}, the shop has ${JSON.stringify(there)}`);
  }
}

export async function brokenInvariants(facts: Facts): Promise<string[]> {
  const { shopper, journal, entries, seconds, unreadable } = facts;
  const broken: string[] = [];
  const say: Say = (id, what) => broken.push(`${id}: ${what}`);
  const orders = await ordersOf(facts);
  const placed = orders.filter(isPlaced);

  for (const sent of journal.filter((one) => isIntent(one) || isCompletion(one))) {
    checkToldOrders(facts, sent, placed, say);
    checkKeyOf(journal, sent, say);
  }
  for (const sent of journal)
    for (const answer of sent.said)
      if (answer.text.includes('idempotency.key_reused'))
        say('I9', `key ${sent.key} was used for two requests`);
  for (const wish of shopper.wishes) checkWish(facts, wish, placed, say);
  checkPlaced(facts, placed, say);
  await checkStock(facts, placed, say);

  // I1, I5: all that was put in is sent within a minute, or stands there for its reason.
  if (seconds > 60) say('I5', `it took ${seconds} s to settle`);
  for (const entry of stillDue(entries)) say('I5', `${entry.kind} ${entry.id} still waits`);
  if (unreadable !== 0) say('I1', `${unreadable} entries more than were spoilt cannot be read`);

  // I8: what one person made is never sent while another is there.
  for (const sent of journal) {
    const owner = facts.owners.get(sent.key);
    if (owner !== undefined && owner !== sent.owner)
      say('I8', `${sent.key} of ${owner} was sent for ${sent.owner}`);
  }

  // I3 of changes: a key has its effect once, in one cart.
  const seen = new Map<string, string>();
  for (const order of orders)
    for (const key of order.keys) {
      if (seen.has(key)) say('I3', `${key} had its effect twice`);
      seen.set(key, order.token);
    }

  checkCart(
    facts,
    orders.find(({ token }) => token === shopper.token),
    say,
  );
  return broken;
}
