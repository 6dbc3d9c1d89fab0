/**
 * Every point at which a page can die (docs/reliability.md, C1): before and after each write to the device's storage and
 * each request, one after the other. The person opens the shop again, looks at the screen, and presses again only what the
 * screen does not show. Then everything heals, all requests come once and twice more, and the invariants must hold.
 *
 * `CRASH_POINTS_EVERY=1` tries all points (`npm run test:long`); without it every ninth is tried, before and after in turn.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { NewCommand } from '#domain/waiting/waiting-command.ts';
import { openOutboxStore, type OutboxStore } from '#offline/outbox/outbox-store.ts';
import { aPhone, type Page } from './device.ts';
import { faultyNetwork, type Sent } from './faulty-network.ts';
import { openFaultyShop, type FaultyShop } from './faulty-shop.ts';
import { brokenInvariants } from './invariants.ts';
import { chanceOf } from './random.ts';
import { newShopper, sorted, totalOf } from './shopper.ts';
import { factsOf, goodsOf, screenOf, stillDue, type World } from './world.ts';

const every = Number(process.env['CRASH_POINTS_EVERY'] ?? 9);

let faulty: FaultyShop;
beforeAll(async () => {
  faulty = await openFaultyShop();
}, 60_000);
afterAll(() => faulty.close());

interface Step {
  name: string;
  /** Whether the screen shows it. */
  isShown: (page: Page) => Promise<boolean>;
  press: (page: Page) => Promise<unknown>;
}
interface Scenario {
  name: string;
  steps: (world: World, codes: readonly string[]) => Step[];
  /** Without a connection until the last step is done. */
  isOffline?: boolean;
}

const contact = { firstName: 'Jonas', lastName: 'Žukauskas', phoneNumber: '+37061234567' };
const place = {
  countryCode: 'LT',
  city: 'Kėdainiai',
  street: 'Basanavičiaus g.',
  houseNumber: '12A',
  postCode: 'LT-57289',
};

/** The steps that all scenarios begin with: a cart with two lines, one changed, one taken out. */
function cartSteps(world: World, [first = '', second = '']: readonly string[]): Step[] {
  const { shopper } = world;
  const { token } = shopper;
  const common = { scope: `cart:${token}`, locale: 'lt', channel: 'retail' };
  const begin: NewCommand = {
    ...common,
    kind: 'pickUpCart',
    line: null,
    params: {},
    body: { localeCode: 'lt', tokenValue: token },
  };
  const adding = (code: string, quantity: number): NewCommand => ({
    ...common,
    kind: 'addItem',
    line: code,
    params: { token },
    body: { productVariantCode: code, quantity },
    shown: goodsOf(code),
  });
  const lines = async (page: Page) =>
    sorted((await screenOf(page, token)).items.map((item) => [item.variant.code, item.quantity] as const));
  const idOf = async (page: Page, code: string) => {
    const id = (await screenOf(page, token)).items.find((item) => item.variant.code === code)?.id ?? -1;
    return id > 0 ? id : null;
  };
  const step = (name: string, target: Record<string, number>, press: Step['press']): Step => ({
    name,
    isShown: async (page) => {
      const isThere = JSON.stringify(await lines(page)) === JSON.stringify(sorted(Object.entries(target)));
      if (isThere) shopper.lines = new Map(Object.entries(target));
      return isThere;
    },
    press,
  });
  shopper.isBegun = true;
  return [
    step('add', { [first]: 2 }, (page) => page.outbox.putAll([begin, adding(first, 2)])),
    step('add another', { [first]: 2, [second]: 1 }, (page) => page.outbox.put(adding(second, 1))),
    step('change', { [first]: 5, [second]: 1 }, async (page) =>
      page.outbox.put({
        ...common,
        kind: 'changeQuantity',
        line: first,
        params: { token, id: await idOf(page, first) },
        body: { quantity: 5 },
      }),
    ),
    step('take', { [first]: 5 }, async (page) =>
      page.outbox.put({
        ...common,
        kind: 'deleteItem',
        line: second,
        params: { token, id: await idOf(page, second) },
        body: {},
      }),
    ),
  ];
}

const intentEntry = async (page: Page, token: string) =>
  (await page.store.read()).entries.find(
    (one) => one.kind === 'placeIntent' && one.scope === `cart:${token}`,
  );

function orderStep(world: World): Step {
  const { shopper, prices } = world;
  const { token } = shopper;
  return {
    name: 'order',
    isShown: async (page) => (await intentEntry(page, token)) !== undefined,
    press: (page) => {
      const body: OrderIntentBody = {
        tokenValue: token,
        lines: [...shopper.lines].map(([productVariantCode, quantity]) => ({
          productVariantCode,
          quantity,
          whenShort: 'wait',
        })),
        email: 'jonas@example.lt',
        contact,
        shippingAddress: { ...contact, ...place },
        plan: { code: 'courier', shipments: [{ shippingMethod: 'COURIER_HOME' }] },
        paymentMethod: 'TRANSFER',
        termsAndConditionsAccepted: true,
        privacyPolicyAccepted: true,
        agreedAt: '2026-11-21T06:00:00.000Z',
        expectedTotal: totalOf(shopper.lines, prices, faulty.courier),
      };
      return page.outbox.put({
        scope: `cart:${token}`,
        locale: 'lt',
        channel: 'retail',
        kind: 'placeIntent',
        line: null,
        params: {},
        body: body as never,
      });
    },
  };
}

const scenarios: Scenario[] = [
  {
    name: 'cart and order with a connection',
    steps: (world, codes) => [...cartSteps(world, codes), orderStep(world)],
  },
  {
    name: 'cart and order in the field, sent later',
    isOffline: true,
    steps: (world, codes) => [...cartSteps(world, codes), orderStep(world)],
  },
  {
    name: 'the price rose: the buyer takes the new total',
    steps: (world, codes) => {
      const [first = ''] = codes;
      const { token } = world.shopper;
      let now = 0;
      return [
        ...cartSteps(world, codes),
        {
          name: 'the price rises',
          isShown: async () => now > 0,
          press: async () => {
            now = (world.prices.get(first) ?? 0) + 50;
            await faulty.query(
              'update channel_price set price = $2 where variant_id = (select id from product_variant where code = $1)',
              [first, now],
            );
          },
        },
        orderStep(world),
        {
          name: 'take the new total',
          isShown: async (page) => {
            const entry = await intentEntry(page, token);
            return entry?.body['expectedTotal'] === now * 5 + faulty.courier;
          },
          press: async (page) => {
            // Once it has been answered, and not before.
            await page.outbox.wake(true);
            const entry = await intentEntry(page, token);
            if (entry?.state !== 'needs-review') return;
            const order = entry.answer?.context['order'] as { total: number };
            await page.outbox.askAgain(entry.id, { ...entry.body, expectedTotal: order.total });
          },
        },
      ];
    },
  },
  {
    name: 'an order made in the field is taken back before it was sent',
    isOffline: true,
    steps: (world, codes) => {
      const { token } = world.shopper;
      let isOut = false;
      const order = orderStep(world);
      return [
        ...cartSteps(world, codes),
        { ...order, isShown: async (page) => isOut || (isOut = await order.isShown(page)) },
        {
          name: 'take back',
          isShown: async (page) => (await intentEntry(page, token)) === undefined,
          press: async (page) => page.outbox.withdraw((await intentEntry(page, token))?.id ?? ''),
        },
      ];
    },
  },
];

interface Crash {
  /** Which effect, from 0; -1 = none. */
  at: number;
  when: 'before' | 'after';
}

let runs = 0;
async function run(
  scenario: Scenario,
  crash: Crash,
): Promise<{ effects: number; broken: string[]; journal: Sent[] }> {
  // Each run its own keys and its own cart: earlier ones stay in the shop.
  const chance = chanceOf((runs += 1));
  await faulty.reset([1_000, 1_000, 1_000, 1_000, 1_000]);
  const shopper = newShopper(chance.token());
  const { token } = shopper;
  const journal: Sent[] = [];
  let effects = 0;
  const never = () => new Promise<never>(() => {});
  /** One effect of the page: it may die just before it, or with the effect done and nobody told. */
  async function effect<T>(die: () => void, isAlive: () => boolean, work: () => Promise<T>): Promise<T> {
    if (!isAlive()) return never();
    const mine = effects;
    effects += 1;
    if (mine === crash.at && crash.when === 'before') {
      die();
      return never();
    }
    const result = await work();
    if (mine === crash.at) {
      die();
      return never();
    }
    return isAlive() ? result : never();
  }
  const phone = aPhone({
    chance,
    network: (die) => {
      const { fetch } = faultyNetwork({
        way: faulty.inProcess,
        decide: () => 'none',
        passTime: () => {},
        die,
        onWay: phone.onWay,
        twoAtOnce: () => world.problems.push('F13: two requests were on the way at once'),
        journal,
      });
      return (input, init) =>
        effect(
          die,
          () => true,
          () => fetch(input, init),
        );
    },
    store: (factory, page): OutboxStore => {
      const store = openOutboxStore(factory);
      const die = () => page.die();
      return {
        ...store,
        change: (decide, seen) => effect(die, page.isAlive, () => store.change(decide, seen)),
      };
    },
  });
  phone.isOffline = scenario.isOffline ?? false;
  const world: World = {
    chance,
    side: chance,
    later: chance,
    member: null,
    cards: new Map(),
    faulty,
    phone,
    shopper,
    journal,
    prices: new Map(faulty.goods.map((one) => [one.code, one.price])),
    scarce: new Set(),
    owners: new Map(),
    done: { faults: 0 },
    rotten: 0,
    problems: [],
    log: () => {},
  };
  for (const step of scenario.steps(
    world,
    faulty.goods.map((one) => one.code),
  )) {
    let tries = 0;
    for (; !(await step.isShown(phone.front())) && tries < 4; tries += 1) {
      const page = phone.front();
      const press = async () => {
        await step.press(page);
        await page.outbox.wake();
      };
      await Promise.race([page.gone, press()]);
    }
    if (!(await step.isShown(phone.front())))
      world.problems.push(`I1: "${step.name}" is not shown after ${tries} presses`);
  }
  const wasTakenBack = scenario.name.includes('taken back');
  phone.isOffline = false;
  for (let round = 0; round < 30; round += 1) {
    const page = phone.front();
    await page.idle(page.outbox.wake(true));
    if (stillDue((await phone.front().store.read()).entries).length === 0) break;
    phone.time.advance(2_000);
  }
  const page = phone.front();
  const entry = await intentEntry(page, shopper.token);
  const sent = journal.filter((one) => one.path.endsWith('/order-intents'));
  const body = (entry?.body ?? JSON.parse(sent.at(-1)?.body ?? '{"lines":[]}')) as unknown as OrderIntentBody;
  shopper.wishes.push({
    keys: [...new Set([...sent.map((one) => one.key), ...(entry ? [entry.id] : [])])],
    body,
    token: shopper.token,
    state: wasTakenBack ? 'taken back' : 'open',
  });
  const isOrdered = !wasTakenBack;
  const meant = new Map(shopper.lines);
  const check = async () => {
    const orders = await faulty.query<{ n: number }>(
      `select count(*)::int as n from "order" where token = $1 and state = 'new'`,
      [token],
    );
    if (orders[0]?.n !== (isOrdered ? 1 : 0)) world.problems.push(`I2: ${orders[0]?.n} orders`);
    return brokenInvariants(await factsOf(world, 0));
  };
  // What became the order was the cart; the next one is another.
  if (isOrdered) {
    shopper.ordered.add(shopper.token);
    shopper.token = chance.token();
    shopper.lines = new Map();
  }
  const broken = await check();
  for (let replay = 0; replay < 2; replay += 1)
    for (const one of journal) {
      const answer = await faulty.inProcess.ask(one);
      one.said.push({ status: answer.status, text: await answer.text() });
    }
  broken.push(...(await check()).map((one) => `after replays: ${one}`));
  expect(meant.size).toBeGreaterThan(0);
  return { effects, broken: [...world.problems, ...broken], journal };
}

describe('a page that dies at any point loses nothing and doubles nothing', () => {
  test.each(scenarios)('$name', { timeout: 400_000 }, async (scenario) => {
    const whole = await run(scenario, { at: -1, when: 'before' });
    expect(whole.broken).toEqual([]);
    expect(whole.effects).toBeGreaterThan(10);
    let tried = 0;
    for (let point = 0; point < whole.effects * 2; point += every) {
      const crash: Crash = { at: Math.floor(point / 2), when: point % 2 === 0 ? 'before' : 'after' };
      const { broken } = await run(scenario, crash);
      expect({ ...crash, broken }).toEqual({ ...crash, broken: [] });
      tried += 1;
    }
    console.info(`${scenario.name}: ${whole.effects} effects, ${tried} crash points`);
  });
});
