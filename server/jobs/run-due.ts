/** What the shop does by itself when its time has come (contract 4.15 run-due, 5.9). */
import { endDueDiscounts } from '#server/catalogue/discount-ends.ts';
import { applyDuePlans } from '#server/catalogue/offer-plan.ts';
import { deleteDueAccounts } from '#server/customers/deletion.ts';
import { forgetOldTries } from '#server/http/shared-limit.ts';
import { alone } from '#server/database/alone.ts';
import { writeCartLetters } from '#server/newsletter/cart-letters.ts';
import { sendDueMails, type MailServices } from '#server/mail/mail-outbox.ts';
import { expireUnpaidOrders } from '#server/placed-orders/expire-unpaid.ts';
import { forgetEmptied } from '#server/order-store/emptied-cart.ts';
import { forgetOldProofs } from '#server/order-terms/restricted-goods-checks.ts';
import { expirePoints } from '#server/order-terms/points.ts';
import { writeStockLetters } from '#server/stock-requests/stock-request-commands.ts';
import { forgetOldClients } from '#server/session/known-clients.ts';
import { forgetOldSessions } from '#server/session/session-store.ts';

/** Carts whose time is over are deleted, and what is known of emptied ones. */
export async function expireCarts(services: MailServices): Promise<number> {
  await forgetEmptied(services.db, services.now());
  const done = await services.db
    .deleteFrom('order')
    .where('state', '=', 'cart')
    .where('expires_at', '<', services.now())
    .executeTakeFirst();
  return Number(done.numDeletedRows);
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
    sessions: await part('forgetting of old sign-ins', async () => {
      await forgetOldClients(db, now());
      return forgetOldSessions(db, now());
    }),
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
