/**
 * One random schedule in a real browser (docs/reliability.md, B): the production build with its worker, a real server, a
 * network that fails between them, and a phone whose processes are killed. Then everything heals, and the invariants are looked
 * at in the tables of the shop, the storage of the phone and on its screen.
 */
import { stripVTControlCharacters } from 'node:util';
import { deviceInWords, findings, strangers } from './browser-findings.ts';
import { aBrowserPhone, type BrowserPhone } from './browser-phone.ts';
import {
  add,
  change,
  decide,
  die,
  openWithoutStorage,
  takeBack,
  type BrowserWorld,
} from './browser-presses.ts';
import { isAnswered, orderAtShop, orderInField } from './browser-orders.ts';
import type { BrowserShop } from './browser-shop.ts';
import { wireFaults, type Sent, type WireFault } from './faulty-network.ts';
import { chanceOf } from './random.ts';
import type { ScheduleReport } from './schedule.ts';
import { newShopper } from './shopper.ts';
import { stillDue, tokensOf } from './world.ts';

const presses = {
  add: 26,
  change: 9,
  order: 12,
  'order at the shop': 12,
  'decide on an answer': 6,
  'take an order back': 4,
  'link goes or comes': 10,
  'the phone dies': 7,
  'another tab': 4,
  reload: 4,
  'the worker is stopped': 3,
  'a start without storage': 2,
  'shop changes a price': 3,
  'shop changes its stock': 3,
  'shop forgets the cart': 1,
  'the server is killed': 1,
} as const;
type Press = keyof typeof presses;
const ofCart: ReadonlySet<Press> = new Set(['add', 'change', 'order', 'order at the shop']);

export async function runBrowserSchedule(
  shop: BrowserShop,
  options: { seed: number; log?: (line: string) => void },
): Promise<ScheduleReport> {
  const chance = chanceOf(options.seed);
  // Of its own: how many requests leave, and when, is not for the seed to say; what is pressed is.
  const wire = chanceOf(options.seed ^ 0x5bd1e995);
  const ways = chanceOf(options.seed ^ 0x2545f491);
  const startedAt = performance.now();
  const log = (line: string) =>
    options.log?.(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} ${line}`);
  await shop.reset([5_000, 5_000, 5_000, chance.between(2, 8)]);
  const rate = wire.pick([0.1, 0.3, 0.6]);
  // Some of the first writes meet a fault, whatever the rate.
  const first: (WireFault | 'none')[] = [wire.pick(wireFaults), 'none', wire.pick(wireFaults)];
  let isHealed = false;
  let faultsOfReads = 0;
  const journal: Sent[] = [];
  shop.play.current = {
    journal,
    decide: (path, isWrite) => {
      if (isHealed) {
        if (isWrite || path === '/readyz') log(`    asked: ${path}`);
        return 'none';
      }
      const forced = isWrite ? first.shift() : undefined;
      const fault = forced ?? (wire.isTrue(isWrite ? rate : rate / 4) ? wire.pick(wireFaults) : 'none');
      if (fault !== 'none') log(`    fault: ${fault} for ${path}`);
      if (fault !== 'none' && !isWrite) faultsOfReads += 1;
      return fault;
    },
  };
  const problems: string[] = [];
  // What pictures and all that is fetched ahead do to the stores of the device is looked at in every fourth.
  const isLavish = options.seed % 4 === 0;
  const phone = await aBrowserPhone(shop, {
    problems,
    isLavish,
    isWithin: () => ways.isTrue(0.75),
    log,
  });
  const world: BrowserWorld = {
    chance,
    shop,
    phone,
    shopper: newShopper(`none-${chance.token()}`),
    scarce: new Set([shop.goods.at(-1)?.code ?? '']),
    owners: new Map(),
    problems,
    done: { faults: 0 },
    journal,
    log,
  };
  const commands = chance.between(3, 5);
  let seconds = 0;
  let broken: string[] = [];
  try {
    // Each schedule has goods to lose, an order or a cart, and one death at least.
    const must: Partial<Record<number, Press>> = {
      0: 'add',
      [chance.between(1, commands - 2)]: 'the phone dies',
      [commands - 1]: chance.pick(['order', 'order at the shop', 'add', 'the phone dies']),
    };
    for (let count = 0; count < commands; count += 1) {
      const press = must[count] ?? chance.weighed(presses);
      log(`${String(count + 1)}. ${press}`);
      await act(world, press);
    }
    isHealed = true;
    seconds = await heal(world);
    broken = [...(await findings(world, journal, seconds)), ...(await strangers(phone, isLavish))];
    log('done');
  } catch (error) {
    const words = error instanceof Error ? stripVTControlCharacters(error.message) : String(error);
    problems.push(words.split('\n').slice(0, 6).join(' | '));
    const picture = { path: `test-results/browser-${String(options.seed)}.png` };
    log(`  stopped; on the device: ${await deviceInWords(phone).catch(String)}`);
    await phone
      .front()
      .then(
        (page) => page.screenshot(picture),
        () => undefined,
      )
      .catch(() => undefined);
  } finally {
    shop.play.current = null;
    await phone.end();
  }
  const orders = await shop.query<{ n: number }>(
    `select count(*)::int as n from "order" where state <> 'cart' and token = any($1)`,
    [[...new Set(journal.flatMap((one) => tokensOf(one)))]],
  );
  return {
    seed: options.seed,
    commands,
    faults: journal.filter((one) => one.fault !== 'none').length + faultsOfReads + world.done.faults,
    requests: journal.length,
    orders: orders[0]?.n ?? 0,
    broken: [...problems, ...broken],
    journal,
  };
}

async function act(world: BrowserWorld, press: Press): Promise<void> {
  const { chance, phone, shop, shopper, done, log } = world;
  const good = chance.pick(shop.goods);
  const known = shop.goods.filter((one) => shopper.lines.has(one.code));
  // While only the shop knows what became of a cart nobody changes it.
  if (ofCart.has(press) && !(await isAnswered(world))) return log('  an order is on its way');
  switch (press) {
    case 'add':
      return add(world, good);
    case 'change':
      return known.length === 0
        ? undefined
        : change(world, chance.pick(known), chance.pick([0, 1, 2, 3, 4, 5]));
    case 'order': {
      await orderInField(world);
      if (chance.isTrue(0.6)) await phone.setLink(true);
      return undefined;
    }
    case 'order at the shop':
      return orderAtShop(world);
    case 'decide on an answer':
      return decide(world);
    case 'take an order back':
      return takeBack(world);
    case 'link goes or comes':
      done.faults += 1;
      return phone.setLink(!phone.isLinkUp(), chance.isTrue(0.5));
    case 'the phone dies':
      await die(world);
      if (chance.isTrue(0.5)) await phone.go(chance.pick(['/', '/krepselis', '/laukia']));
      return undefined;
    case 'another tab':
      await phone.openTab();
      await phone.go(chance.pick(['/', '/krepselis', '/laukia']));
      return undefined;
    case 'reload':
      if (await phone.isInShop()) await (await phone.front()).reload({ waitUntil: 'commit' });
      else await phone.go('/');
      return undefined;
    case 'the worker is stopped':
      done.faults += 1;
      return phone.stopWorker();
    case 'a start without storage':
      return openWithoutStorage(world);
    case 'shop changes a price':
      await shop.query('update channel_price set price = $2, minimum_price = 0 where variant_id = $1', [
        good.id,
        chance.between(300, 2_000),
      ]);
      return undefined;
    case 'shop changes its stock':
      await shop.query('update stock set on_hand = greatest(on_hold, $2) where variant_id = $1', [
        shop.goods.at(-1)?.id,
        chance.between(0, 9),
      ]);
      return undefined;
    case 'shop forgets the cart':
      done.faults += 1;
      await shop.query(`delete from "order" where token = $1 and state = 'cart'`, [shopper.token]);
      return undefined;
    case 'the server is killed':
      done.faults += 1;
      return shop.shop.restart('SIGKILL');
    default:
      return press satisfies never;
  }
}

/** Faults are over and the shop is in front: seconds until nothing wants to be sent any more (I5), by the clock on the wall. */
async function heal(world: BrowserWorld): Promise<number> {
  const { chance, phone, shop, log } = world;
  const how = chance.pick(['by itself', 'by itself', 'by itself', 'reload', 'start'] as const);
  log(`heals: ${how}`);
  if (how === 'start') await die(world);
  shop.proxy.release();
  await phone.setLink(true);
  const startedAt = performance.now();
  if (how === 'by itself' && (await phone.isInShop())) await (await phone.front()).bringToFront();
  else await phone.go('/laukia');
  const seconds = await settled(phone, startedAt);
  await isAnswered(world);
  // What the shop has forgotten meanwhile is begun anew by whoever looks at the cart.
  await phone.go('/krepselis');
  await settled(phone, performance.now());
  return seconds;
}

async function settled(phone: BrowserPhone, startedAt: number): Promise<number> {
  for (;;) {
    const seconds = (performance.now() - startedAt) / 1000;
    if (stillDue((await phone.stored()).entries).length === 0 || seconds > 60) return seconds;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
