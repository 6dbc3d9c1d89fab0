/** What the shop does by itself when its time has come (contract 4.15 run-due, 5.9). */
import { payBy, shortestToPay } from '#domain/orders/order-states.ts';
import { endDueDiscounts } from '#server/catalogue/discount-ends.ts';
import { applyDuePlans } from '#server/catalogue/offer-plan.ts';
import { deleteDueAccounts } from '#server/customers/deletion.ts';
import { forgetOldTries } from '#server/http/shared-limit.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { DatabaseAway } from '#server/database/pool.ts';
import { writeCartLetters } from '#server/newsletter/cart-letters.ts';
import { sendDueMails, type MailServices } from '#server/mail/mail-outbox.ts';
import { cancelOrder, lockOrder } from '#server/placed-orders/order-events.ts';
import { forgetOldProofs } from '#server/order-store/restricted-goods.ts';
import { expirePoints } from '#server/order-store/points.ts';
import { writeStockLetters } from '#server/stock-requests/stock-request-commands.ts';
import { forgetOldSessions } from '#server/session/session-store.ts';

/** Carts whose time is over are deleted. */
export async function expireCarts(services: MailServices): Promise<number> {
  const done = await services.db
    .deleteFrom('order')
    .where('state', '=', 'cart')
    .where('expires_at', '<', services.now())
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Orders that nobody paid give their stock back. One that fails is reported, and stops none of the others. */
export async function expireUnpaidOrders(services: MailServices): Promise<number> {
  const now = services.now().getTime();
  const candidates = await services.db
    .selectFrom('order')
    .select(['id', 'checkout_completed_at'])
    .where('payment_state', '=', 'awaiting_payment')
    .where('state', '=', 'new')
    .where('checkout_completed_at', '<', new Date(now - shortestToPay))
    // What is paid at the door waits for ever: hundreds of those would stand before all that lapse.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment')
            .select('payment.id')
            .whereRef('payment.order_id', '=', 'order.id')
            .where('payment.state', 'in', ['new', 'processing'])
            .where('payment.method_kind', '=', 'cash_on_delivery'),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  let cancelled = 0;
  for (const { id } of candidates)
    cancelled += await alone(services, `order ${id} was not cancelled`, () =>
      expireUnpaid(services, id, now),
    );
  return cancelled;
}

/** @returns 1 for an order that is cancelled now, else 0 */
const expireUnpaid = (services: MailServices, id: number, now: number): Promise<number> =>
  inScope(services.db, async (trx) => {
    const order = await lockOrder(trx, { id });
    if (!order || order.payment_state !== 'awaiting_payment' || order.state !== 'new') return 0;
    const payment = await trx
      .selectFrom('payment')
      .select(['method_kind as kind', 'method_code as code'])
      .where('order_id', '=', order.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const until = order.checkout_completed_at && payBy(order.checkout_completed_at, payment);
    if (!until || now < until.getTime()) return 0;
    return (await cancelOrder(trx, order, 'unpaid', new Date(now))) ? 1 : 0;
  });

/**
 * Work whose fault is reported and ends nothing else: then it has done nothing.
 * @throws DatabaseAway: nothing else would be done either
 */
async function alone(services: MailServices, failed: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseAway) throw error;
    services.report(error, failed);
    return 0;
  }
}

/** Records of idempotency keys whose time is over. */
export async function forgetOldKeys(services: MailServices): Promise<number> {
  const done = await services.db
    .deleteFrom('idempotency_key')
    .where('keep_until', '<', services.now())
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Prices and offers whose minute has come. */
export async function dueOffers(services: MailServices): Promise<number> {
  const at = services.now();
  const planned = await alone(services, 'planned offers failed', () => applyDuePlans(services.db, at));
  return (
    planned + (await alone(services, 'ends of discounts failed', () => endDueDiscounts(services.db, at)))
  );
}

export interface DueReport {
  /** Variants whose reduction began or ended, that came in, or whose offer ended. */
  offers: number;
  mails: number;
  carts: number;
  unpaid: number;
  keys: number;
  sessions: number;
  tries: number;
  /** Of orders with restricted goods. */
  proofs: number;
  accounts: number;
  stockLetters: number;
  /** Members whose points have ended. */
  points: number;
  /** About carts that were left. */
  cartLetters: number;
}

/** All that is due now, mails last. */
export async function runDue(services: MailServices): Promise<DueReport> {
  const done = await runMinute(services);
  return { ...done, mails: await alone(services, 'due mails failed', () => sendDueMails(services)) };
}

async function runMinute(services: MailServices): Promise<Omit<DueReport, 'mails'>> {
  const { db, now } = services;
  const part = (name: string, work: () => Promise<number>) => alone(services, `${name} failed`, work);
  return {
    offers: await dueOffers(services),
    carts: await part('expiry of carts', () => expireCarts(services)),
    unpaid: await part('expiry of unpaid orders', () => expireUnpaidOrders(services)),
    keys: await part('forgetting of old keys', () => forgetOldKeys(services)),
    sessions: await part('forgetting of old sign-ins', () => forgetOldSessions(db, now())),
    tries: await part('forgetting of old tries', () => forgetOldTries(db, now())),
    proofs: await part('forgetting of old proofs of trade', () => forgetOldProofs(db, now())),
    accounts: await part('deletion of accounts', () => deleteDueAccounts(services)),
    points: await part('expiry of points', () => expirePoints(db, now())),
    stockLetters: await part('letters about stock', () => writeStockLetters(services)),
    cartLetters: await part('letters about carts', () => writeCartLetters(services)),
  };
}

/** Runs `work` a second after its last round ended, until `stop`, which waits for the round that runs. */
function everySecond(services: MailServices, work: (round: number) => Promise<unknown>) {
  let isStopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let rounds = 0;
  let timer: NodeJS.Timeout;
  const round = () => {
    running = work(rounds)
      .catch((error: unknown) => services.report(error, 'due work failed'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(round, 1000).unref();
      });
    rounds += 1;
  };
  timer = setTimeout(round, 1000).unref();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

/**
 * Looks for due offers every second and for the rest every minute, and for mails beside it: a mail server that says nothing holds
 * up other mails and no price.
 */
export function startJobs(services: MailServices): { stop(): Promise<void> } {
  let isStopping = false;
  const stops = [
    everySecond(services, (round) => (round % 60 === 0 ? runMinute(services) : dueOffers(services))),
    everySecond(services, () => sendDueMails(services, () => isStopping)),
  ];
  return {
    async stop() {
      isStopping = true;
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
