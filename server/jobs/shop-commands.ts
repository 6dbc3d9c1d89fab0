/** What the keeper of the shop does by hand (contract 4.15): each command is one transaction and tells one line. */
import { userInfo } from 'node:os';
import { sql } from 'kysely';
import { isPaidAfterwards } from '#domain/orders/order-states.ts';
import { shopSecret } from '#server/database/shop-secret.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { ChannelDirectory } from '#server/http/request-context.ts';
import { createAccessTokens } from '#server/session/access-token.ts';
import { beginActing } from '#server/session/impersonate.ts';
import { releaseOrderMails, type MailServices } from '#server/mail/mail-outbox.ts';
import { sendBackOtherAmounts } from '#server/placed-orders/other-amounts.ts';
import { markRefunded } from '#server/placed-orders/money-to-send-back.ts';
import {
  cancelOrder,
  lockOrder,
  markComplete,
  markPaid,
  note,
  takeBackUnpaid,
} from '#server/placed-orders/order-events.ts';
import { loadPayments, type OrderRow } from '#server/order-store/order-store.ts';
import { judgeReview } from '#server/reviews/review-commands.ts';
import { CommandError } from './command-error.ts';
import { runDue } from './run-due.ts';
import { shipOrder, type ShipOptions } from './ship-command.ts';
import { withoutAddresses } from '#server/process/log.ts';
import { euros, minuteText } from '#server/text/told-table.ts';

export const orderActions = ['mark-paid', 'ship', 'complete', 'cancel', 'returned', 'refund'] as const;
export type OrderAction = (typeof orderActions)[number];

const isOpenOrder = ({ state }: Pick<OrderRow, 'state'>) => state === 'new' || state === 'processing';

/** What the keeper has to do before `action`, where something can be done, or why nothing can. */
function whatFirst(
  action: OrderAction,
  order: Pick<OrderRow, 'number' | 'state' | 'payment_state' | 'shipping_state'>,
): string | null {
  const { state, payment_state: payment, shipping_state: shipping } = order;
  if (action === 'cancel' && isOpenOrder(order) && shipping !== 'ready')
    return `A parcel that has left cannot be called back.${payment === 'awaiting_payment' ? ` Has it come back unpaid? order ${order.number ?? ''} returned.` : ''}`;
  if (action === 'returned' && isOpenOrder(order) && shipping === 'ready')
    return `Nothing has left: order ${order.number ?? ''} cancel.`;
  if (action === 'ship' && shipping === 'shipped')
    return `All parcels have left. To give one a number: order ${order.number ?? ''} ship --parcel 1 --tracking NUMBER.`;
  if (
    (action === 'refund' || action === 'returned') &&
    payment === 'paid' &&
    shipping !== 'ready' &&
    shipping !== 'cancelled'
  )
    return 'Money of goods that were sent and came back is paid by the bank; the shop keeps no record of it yet.';
  const say = (what: OrderAction) => `order ${order.number ?? ''} ${what}`;
  const isOpen = isOpenOrder({ state });
  if (action === 'refund' && isOpen && payment === 'paid')
    return `Money goes back for cancelled orders: ${say('cancel')} first.`;
  if (action === 'refund' && payment !== 'paid') return 'There is no money to send back.';
  if (action !== 'complete' || !isOpen) return null;
  const missing = [
    ...(payment === 'paid' ? [] : [say('mark-paid')]),
    ...(shipping === 'shipped' ? [] : [say('ship')]),
  ];
  return missing.length === 0 ? null : `First ${missing.join(' and ')}.`;
}

/**
 * `order NUMBER mark-paid|ship|complete|cancel|returned|refund`; the token of the order is understood too.
 * @param ship which parcels, under which number; for `ship` only
 */
export function changeOrderState(
  services: MailServices,
  name: string,
  action: OrderAction,
  ship: ShipOptions = { unpaid: false, parcel: null, tracking: null },
): Promise<string> {
  return inScope(services.db, async (trx) => {
    const found = await trx
      .selectFrom('order')
      .select('id')
      .where((eb) => eb.or([eb('token', '=', name), eb('number', '=', name)]))
      .executeTakeFirst();
    const order = found ? await lockOrder(trx, { id: found.id }) : undefined;
    if (!order || order.state === 'cart') throw new CommandError(`There is no placed order ${name}.`);
    const now = services.now();
    const payment = (await loadPayments(trx, order.id)).findLast((one) => one.state !== 'cancelled');
    if (
      action === 'ship' &&
      order.payment_state === 'awaiting_payment' &&
      order.shipping_state !== 'shipped' &&
      !ship.unpaid &&
      !(payment && isPaidAfterwards({ kind: payment.method_kind, code: payment.method_code }))
    )
      throw new CommandError(
        `Order ${order.number ?? ''} is not paid. Is the money there? order ${name} mark-paid. To send it all the same: order ${name} ship --unpaid.`,
      );
    // With it the keeper has decided about these too: whatever else goes back.
    const others = action === 'refund' ? await sendBackOtherAmounts(trx, order) : [];
    const done = {
      'mark-paid': () => (payment ? markPaid(trx, order, payment, now) : Promise.resolve(false)),
      ship: () => shipOrder(trx, services, order, ship),
      complete: () => markComplete(trx, order, now),
      cancel: () => cancelOrder(trx, order, 'shop', now),
      returned: () => takeBackUnpaid(trx, order, now),
      refund: async () => (await markRefunded(trx, order)) || others.length > 0,
    }[action];
    if (!(await done())) {
      const first = whatFirst(action, order);
      throw new CommandError(
        `Order ${order.number ?? ''} is ${order.state}, ${order.payment_state}, ${order.shipping_state}: ${action} is not possible${first === null ? '.' : `. ${first}`}`,
      );
    }
    await note(trx, order, `command.${action}`);
    await releaseOrderMails(trx, order.id);
    const after = await trx
      .selectFrom('order')
      .select(['number', 'state', 'payment_state', 'shipping_state'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    const told = [
      `Order ${after.number ?? ''}: ${after.state}, ${after.payment_state}, ${after.shipping_state}.`,
      ...(others.length > 0
        ? [`Noted as sent back, of another amount: ${others.map(euros).join(', ')}.`]
        : []),
    ].join(' ');
    return after.state === 'cancelled' && after.payment_state === 'paid'
      ? `${told} Its money is to be sent back: order ${after.number ?? name} refund says that it was.`
      : told;
  });
}

/**
 * `impersonate EMAIL [NAME [CHANNEL]]`: the address that lets a shopkeeper act for a customer (contract 4.13). NAME is theirs,
 * for the records; without it the name of the user of this machine.
 */
export async function addressToActAs(
  { db, now }: Pick<MailServices, 'db' | 'now'>,
  given: {
    email: string;
    actor?: string | undefined;
    channelCode?: string | undefined;
    directory: ChannelDirectory;
    origin: string;
  },
): Promise<string> {
  const { email, actor = userInfo().username, channelCode, directory, origin } = given;
  const channels = directory.channels();
  const channel =
    channelCode === undefined
      ? (channels.find((one) => one.isDefault) ?? channels[0])
      : channels.find((one) => one.code === channelCode);
  if (!channel) throw new CommandError(`There is no channel ${channelCode ?? ''}.`);
  const accessTokens = createAccessTokens(await shopSecret(db, 'access-token'), now);
  const token = await beginActing(
    { db, accessTokens },
    { email, actor, channelCode: channel.code, now: now() },
  );
  if (token === null) throw new CommandError(`There is no customer ${email} who may act.`);
  return `${origin}/?x-auth=${Buffer.from(JSON.stringify({ token })).toString('base64url')}`;
}

/** `accept-review ID`, `reject-review ID` (contract 3.8, 4.15). */
export async function decideReview(
  services: MailServices,
  id: string,
  state: 'accepted' | 'rejected',
): Promise<string> {
  // The number is a 32-bit integer in the database.
  if (!/^\d{1,9}$/.test(id) || !(await judgeReview(services.db, Number(id), state)))
    throw new CommandError(
      `There is no review ${id} that is not ${state} yet: the numbers stand in the list of reviews.`,
    );
  return `Review ${id}: ${state}.`;
}

/**
 * Mails that go later by themselves: one that was not taken waits for its next try, one of several to the same address for its hour
 * (contract 1.13). One that another process is sending this moment looks the same, so none is sent before its time.
 */
async function waitingMails({ db, now }: MailServices): Promise<string> {
  const { waiting, next } = await db
    .selectFrom('mail_outbox')
    .select((eb) => [sql<number>`count(*)::int`.as('waiting'), eb.fn.min('next_at').as('next')])
    .where('sent_at', 'is', null)
    .where('next_at', '>', now())
    .executeTakeFirstOrThrow();
  const failed = await db
    .selectFrom('mail_outbox')
    .select('last_error')
    .where('sent_at', 'is', null)
    .where('last_error', 'is not', null)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  if (waiting === 0) return '';
  const why = failed?.last_error ? ` (${withoutAddresses(failed.last_error)})` : '';
  return ` ${waiting} more wait${waiting === 1 ? 's' : ''}, until ${minuteText(next)} at the earliest${why}.`;
}

/** `run-due`: expired carts and unpaid orders, old keys, mails. */
export async function runDueNow(services: MailServices): Promise<string> {
  const done = await runDue(services);
  return `Mails sent: ${done.mails}.${await waitingMails(services)} Offers changed: ${done.offers}. Carts expired: ${done.carts}. Unpaid orders cancelled: ${done.unpaid}. Old keys forgotten: ${done.keys}. Old sign-ins forgotten: ${done.sessions}. Accounts ended: ${done.accounts}.`;
}
