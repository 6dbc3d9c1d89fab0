/** What the shop does by itself when its time has come (contract 4.15 run-due, 5.9). */
import { endDueDiscounts } from '#server/catalogue/discount-ends.ts';
import { applyDuePlans } from '#server/catalogue/offer-plan.ts';
import { deleteDueAccounts } from '#server/customers/deletion.ts';
import { forgetOldTries } from '#server/http/shared-limit.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { sendDueMails, type MailServices } from '#server/mail/mail-outbox.ts';
import { cancelOrder, lockOrder } from '#server/orders/order-events.ts';
import { writeStockLetters } from '#server/stock-requests/stock-request-commands.ts';
import { forgetOldSessions } from '#server/session/session-store.ts';

const day = 24 * 60 * 60 * 1000;
/** Unpaid orders are cancelled after this, ms; cash on delivery is paid at the door and waits. */
const unpaidAfter = { default: 5 * day, transfer: 10 * day } as const;

/** Carts whose time is over are deleted. */
export async function expireCarts(services: MailServices): Promise<number> {
  const done = await services.db
    .deleteFrom('order')
    .where('state', '=', 'cart')
    .where('expires_at', '<', services.now())
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Orders that nobody paid give their stock back. */
export async function expireUnpaidOrders(services: MailServices): Promise<number> {
  const now = services.now().getTime();
  const candidates = await services.db
    .selectFrom('order')
    .select(['id', 'checkout_completed_at'])
    .where('payment_state', '=', 'awaiting_payment')
    .where('state', '=', 'new')
    .where('checkout_completed_at', '<', new Date(now - unpaidAfter.default))
    .orderBy('id')
    .limit(500)
    .execute();
  let cancelled = 0;
  for (const candidate of candidates) {
    cancelled += await inScope(services.db, async (trx) => {
      const order = await lockOrder(trx, { id: candidate.id });
      if (!order || order.payment_state !== 'awaiting_payment' || order.state !== 'new') return 0;
      const payment = await trx
        .selectFrom('payment')
        .select('method_kind')
        .where('order_id', '=', order.id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (payment?.method_kind === 'cash_on_delivery') return 0;
      const limit = payment?.method_kind === 'transfer' ? unpaidAfter.transfer : unpaidAfter.default;
      if (now - (order.checkout_completed_at?.getTime() ?? now) < limit) return 0;
      return (await cancelOrder(trx, order, 'unpaid', new Date(now))) ? 1 : 0;
    });
  }
  return cancelled;
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
async function applyDueOffers({ db, now }: MailServices): Promise<number> {
  const at = now();
  return (await applyDuePlans(db, at)) + (await endDueDiscounts(db, at));
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
  accounts: number;
  stockLetters: number;
}

export async function runDue(services: MailServices): Promise<DueReport> {
  return {
    offers: await applyDueOffers(services),
    carts: await expireCarts(services),
    unpaid: await expireUnpaidOrders(services),
    keys: await forgetOldKeys(services),
    sessions: await forgetOldSessions(services.db, services.now()),
    tries: await forgetOldTries(services.db, services.now()),
    accounts: await deleteDueAccounts(services),
    stockLetters: await writeStockLetters(services),
    mails: await sendDueMails(services),
  };
}

/** What people notice within the minute: prices that change now, mails that go out. */
export async function runEverySecond(services: MailServices): Promise<void> {
  await applyDueOffers(services).catch((error: unknown) => services.report(error, 'planned offers failed'));
  await sendDueMails(services);
}

/** Looks for due offers and mails every second and for the rest every minute, until `stop`; one round at a time. */
export function startJobs(services: MailServices): { stop(): Promise<void> } {
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let rounds = 0;
  let timer: NodeJS.Timeout;
  const round = () => {
    const work = rounds % 60 === 0 ? runDue(services) : runEverySecond(services);
    rounds += 1;
    running = work
      .catch((error: unknown) => services.report(error, 'due work failed'))
      .finally(() => {
        if (!stopped) timer = setTimeout(round, 1000).unref();
      });
  };
  timer = setTimeout(round, 1000).unref();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
