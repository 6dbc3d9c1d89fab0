/** What a shopper of the model does about orders, and how old requests and texts of them come again (M1). */
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { encodeIntent } from '#domain/waiting/intent-text.ts';
import { cartDifference } from '#domain/waiting/taken-out.ts';
import { canBeStopped, type NewCommand, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { withdrawnIntent } from '#domain/waiting/waiting-orders.ts';
import { placeIntentText } from '#server/jobs/place-intent-text.ts';
import { CommandError } from '#server/jobs/command-error.ts';
import { common, follow } from './cart-presses.ts';
import type { Page } from './device.ts';
import { withChoices } from './choices.ts';
import type { Chance } from './random.ts';
import { beginAgain, totalOf, type Wish } from './shopper.ts';
import { screenOf, type World } from './world.ts';

const contact = { firstName: 'Jonas', lastName: 'Žukauskas', phoneNumber: '+37061234567' };
const address = {
  ...contact,
  countryCode: 'LT',
  city: 'Kėdainiai',
  street: 'Basanavičiaus g.',
  houseNumber: '12A',
  postCode: 'LT-57289',
};
/** "Place order": the whole of what the screen shows, with the total that it shows. */
export async function order(world: World, page: Page): Promise<void> {
  const { chance, shopper, prices, faulty } = world;
  if (shopper.lines.size === 0) return;
  const token = await follow(world, page);
  const plain = totalOf(shopper.lines, prices, faulty.courier);
  const { body: choices, total: expectedTotal } = await withChoices(world, world.side, {
    goods: plain - faulty.courier,
    total: plain,
  });
  const lines = [...shopper.lines].map(([productVariantCode, quantity]) => ({
    productVariantCode,
    quantity,
    whenShort: chance.pick(['wait', 'reduce', 'drop'] as const),
  }));
  const { entries, carts } = await page.store.read();
  const body: OrderIntentBody = {
    tokenValue: token,
    lines,
    email: 'jonas@example.lt',
    contact,
    shippingAddress: address,
    plan: { code: 'courier', shipments: [{ shippingMethod: 'COURIER_HOME' }] },
    paymentMethod: 'TRANSFER',
    termsAndConditionsAccepted: true,
    privacyPolicyAccepted: true,
    agreedAt: '2026-11-21T06:00:00.000Z',
    expectedTotal,
    ...choices,
    ...(chance.isTrue(0.3) ? { maximumTotal: expectedTotal + 500 } : {}),
    ...cartDifference(await screenOf(page, token), lines, carts.get(token)?.order ?? null, entries),
  };
  const command: NewCommand = {
    ...common(token),
    kind: 'placeIntent',
    line: null,
    params: {},
    body: body as unknown as Record<string, unknown>,
    shown: { total: expectedTotal },
  };
  world.log(
    `  order ${JSON.stringify(Object.fromEntries(shopper.lines))} ${JSON.stringify(choices)} for ${expectedTotal}`,
  );
  const key = await page.outbox.put(command);
  if (key === null) throw new Error('The order was not put in.');
  shopper.wishes.push({ keys: [key], body, token, state: 'open' });
  world.owners.set(key, world.phone.owner);
  beginAgain(shopper, chance.token());
  await page.idle();
}

/** A waiting order needs its buyer: they take the new total, change their rule, or leave it. */
export async function decideOnAnswer(world: World, page: Page): Promise<void> {
  const { chance, shopper } = world;
  const { entries } = await page.store.read();
  const open = entries.filter((one) => one.kind === 'placeIntent' && one.state === 'needs-review');
  if (open.length === 0) return;
  const entry = chance.pick(open);
  const wish = shopper.wishes.find((one) => one.keys.at(-1) === entry.id);
  if (!wish) return;
  const next = nextBody(entry, wish);
  if (next === null) return;
  const key = await page.outbox.askAgain(entry.id, next as unknown as Record<string, unknown>);
  if (key !== null) {
    world.log(`  asks again: ${entry.answer?.errorCode}`);
    wish.keys.push(key);
    wish.body = next;
    world.owners.set(key, world.phone.owner);
  }
  await page.idle();
}

function nextBody(entry: WaitingCommand, wish: Wish): OrderIntentBody | null {
  const answer = entry.answer;
  if (answer?.errorCode === 'order.total_changed') {
    const total = (answer.context['order'] as { total?: unknown } | undefined)?.total;
    if (typeof total !== 'number') throw new Error('The refusal does not say what it would be now.');
    return { ...wish.body, expectedTotal: total };
  }
  if (['order.out_of_stock', 'order.goods_elsewhere'].includes(answer?.errorCode ?? ''))
    return { ...wish.body, lines: wish.body.lines.map((line) => ({ ...line, whenShort: 'drop' })) };
  return null;
}

/**
 * Now and then an order is stopped that has left the device and has no answer; some of those that the shop had not taken are given up
 * for good then, and must not be placed by what comes late (CHK-21).
 */
export async function stopOrder(world: World, chance: Chance): Promise<void> {
  if (!chance.isTrue(0.3)) return;
  const page = world.phone.front();
  const { entries } = await page.store.read();
  const wishOf = ({ id }: WaitingCommand) =>
    world.shopper.wishes.find((one) => one.state === 'open' && one.keys.at(-1) === id);
  const stopped = entries.find((one) => one.answer?.errorCode === withdrawnIntent);
  const wish = stopped && wishOf(stopped);
  // A member's cart goes into the next one, as of an order that is taken back (presses.ts).
  const isGivenUp = wish !== undefined && chance.isTrue(0.7) && world.member === null;
  if (isGivenUp && (await page.outbox.withdraw(stopped?.id ?? ''))) {
    wish.state = 'taken back';
    world.log('  given up after it was stopped');
  }
  const going = entries.find((one) => canBeStopped(one) && wishOf(one) !== undefined);
  if (going && (await page.outbox.stopOrder(going.id)))
    world.log(`  stopped: ${going.state} after ${going.tries} tries`);
  await page.idle();
}

/** The order goes another way as well (SMS, QR code), with the key that the device has for it. */
export async function readAsText(world: World): Promise<void> {
  const { chance, shopper, faulty } = world;
  const open = shopper.wishes.filter((one) => one.state === 'open');
  if (open.length === 0) return;
  const wish = chance.pick(open);
  // Handed on, it is not the device's alone to take back.
  wish.isHandedOn = true;
  const text = encodeIntent({
    key: wish.keys.at(-1) ?? '',
    channel: 'retail',
    locale: 'lt',
    body: wish.body,
  });
  const told = await placeIntentText(faulty.shop.app, text).catch((error: unknown) => {
    if (error instanceof CommandError) return error.message;
    throw error;
  });
  world.log(`  text: ${told.split('\n')[0]}`);
}

/** A request of the past arrives once more, as networks and proxies do (F3). */
export async function comeLate(world: World): Promise<void> {
  const { chance, journal, faulty } = world;
  const old = journal.filter((one) => one.said.length > 0);
  if (old.length === 0) return;
  const sent = chance.pick(old);
  const again = { ...sent, said: [] };
  world.log(`  late: ${sent.method} ${sent.path.slice(0, 40)}`);
  const response = await faulty.inProcess.ask(again);
  sent.said.push({ status: response.status, text: await response.text() });
}
