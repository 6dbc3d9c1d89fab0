/** The end of an account (contract 3.6, ACC-14, ACC-15): asked for, it comes a day later, unless the mailed link is followed. */
import type { Kysely } from 'kysely';
import type { Customer } from '#contract/customers.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { errorText } from '#server/errors/error-texts.ts';
import { callerOf, type RequestContext } from '#server/http/request-context.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { stopLetters } from '#server/newsletter/newsletter-store.ts';
import { lockCustomer, lockCustomerForEnd } from '#server/accounts/lock-customer.ts';
import { mailAccountLink } from '#server/accounts/account-tokens.ts';
import { hashOf } from '#server/text/secret-token.ts';
import { presentCustomer } from './customer-presenter.ts';
import { forgetCustomer } from './forget-customer.ts';

type Db = Kysely<Database>;
interface Services {
  db: Db;
  now: () => Date;
}

/** ms between the wish and the end (specification, section 9). */
export const deletionGrace = 24 * 60 * 60 * 1000;

async function lockedCustomer(trx: Db, id: number) {
  await lockCustomer(trx, id);
  return trx
    .selectFrom('customer')
    .select(['id', 'email', 'email_key', 'deletion_requested_at', 'locale'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Waits for orders that are being placed, so that they are among the pending ones, and keeps others from being placed: those of a cart by
 * the rows of the carts, those that are begun and ordered in one by the row of the customer, which they name.
 */
async function waitForOrders(trx: Db, customerId: number): Promise<void> {
  await trx
    .selectFrom('order')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'cart')
    .orderBy('id')
    .forUpdate()
    .execute();
  await lockCustomerForEnd(trx, customerId);
}

/** Orders that somebody still works on, in any channel. */
const pendingOrders = (trx: Db, customerId: number) =>
  trx
    .selectFrom('order')
    .select(['number', 'token'])
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['new', 'processing'])
    .orderBy('id')
    .execute();

/**
 * ACC-14. Asking again while it is asked for changes nothing: the first letter's link is good.
 * @throws ApiFailure 409 `account.deletion_pending_orders` with the orders in `context`
 */
export async function requestDeletion({ db, now }: Services, context: RequestContext): Promise<void> {
  const { customerId } = callerOf(context);
  await inScope(db, async (trx) => {
    const customer = await lockedCustomer(trx, customerId);
    if (!customer || customer.deletion_requested_at !== null) return;
    const pending = await pendingOrders(trx, customerId);
    if (pending.length > 0)
      throw new ApiFailure(409, 'account.deletion_pending_orders', {
        context: {
          orders: pending.map(({ number, token }) => ({ number: number ?? '', tokenValue: token })),
        },
      });
    const at = now();
    await trx
      .updateTable('customer')
      .set({ deletion_requested_at: at, updated_at: at })
      .where('id', '=', customerId)
      .execute();
    await mailAccountLink(trx, {
      kind: 'deletion',
      mail: 'account_deletion',
      customer,
      locale: context.locale,
      origin: context.linkOrigin,
      now: at,
    });
  });
}

/**
 * ACC-15. Needs the sign-in of the letter's customer beside its token: who follows links of other people's letters, a scanner
 * or a thief, changes nothing.
 * @throws ApiFailure 422 `account.deletion_token_invalid`
 */
export function cancelDeletion(
  { db, now }: Services,
  context: RequestContext,
  token: string,
): Promise<Customer> {
  const { customerId } = callerOf(context);
  const invalid = () => new ApiFailure(422, 'account.deletion_token_invalid');
  return inScope(db, async (trx) => {
    const customer = await lockedCustomer(trx, customerId);
    const found = await trx
      .selectFrom('account_token')
      .select(['expires_at', 'used_at'])
      .where('hash', '=', hashOf(token))
      .where('kind', '=', 'deletion')
      .where('customer_id', '=', customerId)
      .executeTakeFirst();
    if (!customer || !found) throw invalid();
    const used = () =>
      new ApiFailure(422, 'account.deletion_token_invalid', {
        detail: errorText('account.deletion_link_used', context.locale),
      });
    const at = now();
    // Followed once more, after it has done its work.
    const isRepeat = found.used_at !== null && customer.deletion_requested_at === null;
    if (!isRepeat) {
      if (found.used_at !== null) throw used();
      if (found.expires_at <= at) throw invalid();
      await trx
        .updateTable('customer')
        .set({ deletion_requested_at: null, updated_at: at })
        .where('id', '=', customerId)
        .execute();
      await trx.updateTable('account_token').set({ used_at: at }).where('hash', '=', hashOf(token)).execute();
    }
    const presented = await presentCustomer(trx, customerId, context.channel.code, at);
    if (!presented) throw invalid();
    return { ...presented, ...(isRepeat ? { linkUsed: true as const } : {}) };
  });
}

/** Ends the accounts whose day is over; @returns how many. */
export async function deleteDueAccounts(services: Services): Promise<number> {
  const due = await services.db
    .selectFrom('customer')
    .select('id')
    .where('deletion_requested_at', '<=', endsBefore(services))
    .orderBy('id')
    .limit(500)
    .execute();
  let deleted = 0;
  for (const { id } of due) if (await deleteIfDue(services, id)) deleted += 1;
  return deleted;
}

const endsBefore = ({ now }: Services) => new Date(now().getTime() - deletionGrace);

/**
 * Ends an account whose day is over: its row stays, without anything that says whose it was. Its orders are read by
 * who has their tokens, as a guest's are; the e-mail is free again. Ordered something meanwhile: the account stays, and a letter says so.
 * @returns whether it was ended
 */
export function deleteIfDue(services: Services, id: number): Promise<boolean> {
  const { db, now } = services;
  return inScope(db, async (trx) => {
    const customer = await lockedCustomer(trx, id);
    const asked = customer?.deletion_requested_at ?? null;
    if (!customer || asked === null || asked > endsBefore(services)) return false;
    await waitForOrders(trx, id);
    const at = now();
    if ((await pendingOrders(trx, id)).length > 0) {
      await trx
        .updateTable('customer')
        .set({ deletion_requested_at: null, updated_at: at })
        .where('id', '=', id)
        .execute();
      await writeKeptLetter(trx, customer, at);
      return false;
    }
    await stopLetters(trx, customer.email_key, at);
    await forgetCustomer(trx, id, at);
    return true;
  });
}

const writeKeptLetter = (
  trx: Db,
  customer: { id: number; email: string; locale: string },
  at: Date,
): Promise<void> =>
  queueMail(trx, {
    kind: 'account_kept',
    recipient: customer.email,
    locale: customer.locale,
    occasion: `account_kept ${String(customer.id)} ${at.toISOString()}`,
    payload: {},
    at,
  });
