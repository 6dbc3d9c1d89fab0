/**
 * One random schedule (docs/reliability.md, M1): a shopper presses, the network fails, pages die, clocks jump, prices and
 * stock change; then everything heals and the invariants are looked at, by SQL and by what the device has stored.
 */
import { add, begin, follow } from './cart-presses.ts';
import { brokenChoices, choose, pasteList } from './choices.ts';
import { aPhone } from './device.ts';
import { faults, faultyNetwork, type Fault, type Sent } from './faulty-network.ts';
import type { FaultyShop } from './faulty-shop.ts';
import { brokenInvariants } from './invariants.ts';
import { brokenPoints } from './member.ts';
import { stopOrder } from './order-presses.ts';
import { act, presses } from './presses.ts';
import { chanceOf } from './random.ts';
import { newShopper } from './shopper.ts';
import { foreignRecords, meetStorageFault } from './storage-faults.ts';
import { factsOf, ownerOf, stillDue, tokensOf, type World } from './world.ts';

export interface ScheduleOptions {
  seed: number;
  /** Over real sockets. */
  sockets?: boolean;
  /** Default 30 to 45. */
  commands?: number;
  log?: (line: string) => void;
}

export interface ScheduleReport {
  seed: number;
  commands: number;
  /** Faults that met a request, and all others that were done to the device or the shop. */
  faults: number;
  requests: number;
  orders: number;
  broken: string[];
  journal: Sent[];
}

export async function runSchedule(faulty: FaultyShop, options: ScheduleOptions): Promise<ScheduleReport> {
  const chance = chanceOf(options.seed);
  const side = chanceOf(options.seed ^ 0x5bd1e995);
  const later = chanceOf(options.seed ^ 0x2545f491);
  // One in three stops orders: none of the seeds that once found something.
  const stops = options.seed % 3 === 2 ? chanceOf(options.seed ^ 0x3c6ef372) : null;
  const log = options.log ?? (() => {});
  const scarceStock = chance.between(2, 8);
  await faulty.reset([5_000, 5_000, 5_000, 5_000, scarceStock]);
  const member = later.isTrue(0.25) ? await faulty.member() : null;
  const journal: Sent[] = [];
  const rate = chance.pick([0.15, 0.3, 0.5, 0.75]);
  // At least three of the first requests meet a fault, whatever the rate.
  const first: (Fault | 'none')[] = [
    chance.pick(faults),
    'none',
    chance.pick(faults),
    'none',
    chance.pick(faults),
  ];
  let isHealed = false;
  const decide = (): Fault | 'none' => {
    if (isHealed) return 'none';
    const forced = first.shift();
    return forced ?? (chance.isTrue(rate) ? chance.pick(faults) : 'none');
  };
  const phone = aPhone({
    chance,
    network: (die) =>
      faultyNetwork({
        way: options.sockets ? faulty.overSockets : faulty.inProcess,
        decide: () => {
          const fault = decide();
          if (fault !== 'none') log(`    fault: ${fault}`);
          return fault;
        },
        passTime: (ms) => phone.time.advance(ms),
        die,
        onWay: phone.onWay,
        bearerOf: (owner) => (owner === member?.owner ? member.bearer : undefined),
        twoAtOnce: () => world.problems.push('F13: two requests were on the way at once'),
        journal,
      }).fetch,
  });
  const world: World = {
    chance,
    side,
    later,
    member,
    cards: new Map(),
    faulty,
    phone,
    shopper: newShopper(chance.token()),
    journal,
    prices: new Map(faulty.goods.map((one) => [one.code, one.price])),
    scarce: new Set([faulty.goods.at(-1)?.code ?? '']),
    owners: new Map(),
    done: { faults: 0 },
    rotten: 0,
    problems: [],
    log,
  };

  phone.owner = ownerOf(world);

  const commands = options.commands ?? chance.between(30, 45);
  for (let count = 0; count < commands; count += 1) {
    await meetStorageFault(world, side);
    await choose(world, side);
    await pasteList(world);
    if (stops !== null) await stopOrder(world, stops);
    const press = chance.weighed(presses);
    log(`${count + 1}. ${press}`);
    await act(world, press);
  }

  isHealed = true;
  const seconds = await heal(world);
  const broken = [
    ...(await brokenInvariants(await factsOf(world, seconds))),
    ...(await brokenChoices(world)),
    ...(await brokenPoints(member, faulty.query, world.shopper)),
    ...(await foreignRecords(world)),
    ...world.problems,
  ];
  const requestFaults = journal.filter((one) => one.fault !== 'none').length;
  const tokens = await faulty.query<{ n: number }>(
    `select count(*)::int as n from "order" where state <> 'cart' and token = any($1)`,
    [[...new Set(journal.flatMap((one) => tokensOf(one)))]],
  );
  return {
    seed: options.seed,
    commands,
    faults: requestFaults + world.done.faults,
    requests: journal.length,
    orders: tokens[0]?.n ?? 0,
    broken,
    journal,
  };
}

/** Faults are over, the app is in front with a network: seconds of the device until nothing wants to be sent (I5). */
async function heal(world: World): Promise<number> {
  const { phone } = world;
  phone.isOffline = false;
  phone.owner = ownerOf(world);
  const page = phone.open();
  const startedAt = phone.time.clock.now();
  world.log('heals');
  for (let round = 0; round < 200; round += 1) {
    await page.idle(page.outbox.wake(round === 0));
    const { entries } = await page.store.read();
    if (stillDue(entries).length === 0) break;
    phone.time.advance(1_000);
  }
  const seconds = (phone.time.clock.now() - startedAt) / 1000;
  // A cart that the shop forgot is begun anew at its next change.
  if (world.shopper.isBegun) {
    await begin(world, page);
    const code = world.faulty.goods[0]?.code ?? '';
    await add(world, page, code, 1);
    await page.idle(page.outbox.wake(true));
    await follow(world, page);
  }
  return seconds;
}
