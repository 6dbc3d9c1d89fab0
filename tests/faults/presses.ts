/** The presses of a schedule of the model, and how often each is made (docs/reliability.md, M1). */
import { add, adding, begin, change, common, follow, put, take } from './cart-presses.ts';
import type { Page } from './device.ts';
import { comeLate, decideOnAnswer, order, readAsText } from './order-presses.ts';
import { beginAgain } from './shopper.ts';
import { ownerOf, type World } from './world.ts';

export const presses = {
  add: 26,
  change: 12,
  take: 7,
  clear: 1,
  order: 9,
  'decide on an answer': 5,
  'take an order back': 3,
  'press twice in two tabs': 4,
  'link returns': 9,
  'time passes': 10,
  'clock jumps': 2,
  'link goes or comes': 7,
  'page dies': 5,
  'another tab': 4,
  'another person': 2,
  'shop changes a price': 3,
  'shop changes its stock': 3,
  'shop forgets the cart': 2,
  'an old request comes late': 3,
  'the shop reads an order as text': 3,
} as const;
export type Press = keyof typeof presses;

async function pressInTwoTabs(world: World, page: Page, code: string): Promise<void> {
  const { chance, phone, shopper } = world;
  await begin(world, page);
  const other = phone.open();
  const token = await follow(world, page);
  const [one, two] = [chance.between(1, 3), chance.between(1, 3)];
  const mean = (quantity: number) => () => {
    shopper.lines.set(code, (shopper.lines.get(code) ?? 0) + quantity);
  };
  await Promise.all([
    page.isAlive() ? put(world, page, adding(token, code, one), mean(one)) : undefined,
    put(world, other, adding(token, code, two), mean(two)),
  ]);
}

async function clearCart(world: World, page: Page): Promise<void> {
  const { chance, shopper } = world;
  if (!shopper.isBegun || shopper.lines.size === 0) return;
  const token = await follow(world, page);
  await put(
    world,
    page,
    { ...common(token), kind: 'clearCart', line: null, params: { token }, body: {} },
    () => {
      beginAgain(shopper, chance.token());
    },
  );
}

async function takeOrderBack(world: World, page: Page): Promise<void> {
  const { shopper } = world;
  // A member's cart goes into the next one (contract 5.9), which the plain maps of the model do not follow.
  if (world.member !== null) return;
  const { entries } = await page.store.read();
  const wish = shopper.wishes.find(
    (one) => one.state === 'open' && !one.isHandedOn && entries.some((entry) => entry.id === one.keys.at(-1)),
  );
  if (!wish) return;
  const key = wish.keys.at(-1) ?? '';
  const entry = entries.find((one) => one.id === key);
  if (entry?.state === 'confirmed') return;
  if (await page.outbox.withdraw(key)) {
    wish.state = 'taken back';
    // What may have been sent cannot be taken back; a refusal bought nothing.
    world.log(`  taken back: ${entry?.state} after ${entry?.tries} tries`);
  }
  await page.idle();
}

export async function act(world: World, press: Press): Promise<void> {
  const { chance, phone, shopper, faulty } = world;
  const page = phone.front();
  const code = chance.pick(faulty.goods).code;
  switch (press) {
    case 'add': {
      await begin(world, page);
      await add(world, phone.front(), code, chance.between(1, 3));
      return;
    }
    case 'press twice in two tabs':
      await pressInTwoTabs(world, page, code);
      return;
    case 'change': {
      const known = [...shopper.lines.keys()];
      if (known.length === 0) return;
      await change(world, page, chance.pick(known), chance.between(1, 6));
      return;
    }
    case 'take': {
      const known = [...shopper.lines.keys()];
      if (known.length === 0) return;
      await take(world, page, chance.pick(known));
      return;
    }
    case 'clear':
      await clearCart(world, page);
      return;
    case 'order':
      await order(world, page);
      return;
    case 'decide on an answer':
      await decideOnAnswer(world, page);
      return;
    case 'take an order back':
      await takeOrderBack(world, page);
      return;
    case 'link returns':
      await page.idle(page.outbox.wake(true));
      return;
    case 'time passes':
      phone.time.advance(chance.pick([500, 3_000, 20_000, 120_000, 3_600_000]));
      for (const one of phone.pages) await one.idle();
      return;
    case 'clock jumps':
      world.done.faults += 1;
      phone.time.set(phone.time.clock.now() + chance.pick([-366, -1, 1, 366]) * 86_400_000);
      return;
    case 'link goes or comes':
      phone.isOffline = !phone.isOffline;
      if (!phone.isOffline) await page.idle(page.outbox.wake(true));
      return;
    case 'page dies':
      world.done.faults += 1;
      page.die();
      await phone.front().idle();
      return;
    case 'another tab':
      await phone.open().idle();
      return;
    case 'another person':
      phone.owner = ownerOf(world) === 'guest' ? 'customer-7' : 'guest';
      await page.idle(page.outbox.wake(true));
      // Each comes back in time.
      phone.owner = ownerOf(world);
      return;
    case 'shop changes a price': {
      const price = chance.between(300, 2_000);
      await faulty.query(
        'update channel_price set price = $2, minimum_price = 0 where variant_id = (select id from product_variant where code = $1)',
        [code, price],
      );
      if (chance.isTrue(0.5)) world.prices.set(code, price);
      return;
    }
    case 'shop changes its stock': {
      const rare = faulty.goods.at(-1)?.id;
      await faulty.query('update stock set on_hand = greatest(on_hold, $2) where variant_id = $1', [
        rare,
        chance.between(0, 9),
      ]);
      return;
    }
    case 'shop forgets the cart': {
      world.done.faults += 1;
      await faulty.query(`delete from "order" where token = $1 and state = 'cart'`, [shopper.token]);
      return;
    }
    case 'an old request comes late':
      world.done.faults += 1;
      await comeLate(world);
      return;
    case 'the shop reads an order as text':
      await readAsText(world);
      return;
    default:
      press satisfies never;
  }
}
