/** A new password for who has forgotten theirs (contract ACC-08, ACC-09). */
import type { ResetBody } from '#contract/accounts.ts';
import { checkNewPassword, invalidForm } from '#server/forms/account-fields.ts';
import { markVerified, proveAccount } from './mark-verified.ts';
import { executor, inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { Db } from '#server/order-store/order-store.ts';
import { lockAccount, mailAccountLink, takeMailTry, wasMailed } from '#server/accounts/account-tokens.ts';
import { hashPassword } from '#server/accounts/password-hash.ts';
import { clientHash, knowOnly } from './known-clients.ts';
import { signInTriesOf, type SessionServices } from './session-commands.ts';
import { emailKey } from '#server/text/email-key.ts';
import { revokeSessionsOf } from './session-store.ts';
import { hashOf } from '#server/text/secret-token.ts';

/** ms in which a second request sends nothing: the first link holds (contract ACC-08). */
export const resetPause = 60_000;

/**
 * ACC-08. The answer is the same, and as fast, for a known and an unknown e-mail: what follows is done after it.
 * @throws ApiFailure 429 `mail.too_many`, `rate.limited`
 */
export async function requestPasswordReset(
  services: SessionServices,
  context: RequestContext,
  given: { email: string; locale?: string | undefined },
): Promise<void> {
  const key = emailKey(given.email);
  // A count of its own: whoever asks for other letters to this address keeps nobody from a new password.
  await takeMailTry(services, context, `reset ${key}`);
  const { channel, linkOrigin: origin } = context;
  const isKnown = channel.locales.some(({ code }) => code === given.locale);
  const locale = isKnown && given.locale !== undefined ? given.locale : context.locale;
  const now = services.now();
  sendReset(services, { key, locale, origin, now }).catch((error: unknown) =>
    services.report(error, 'password mail was not written'),
  );
}

const sendReset = (
  services: SessionServices,
  { key, ...mail }: { key: string; locale: string; origin: string; now: Date },
): Promise<void> =>
  inScope(services.db, async (trx) => {
    const customer = await lockAccount(trx, key);
    if (!customer) return;
    const pause = { kind: 'password_reset', pause: resetPause, now: mail.now } as const;
    if (await wasMailed(trx, customer.id, pause)) return;
    await mailAccountLink(trx, { kind: 'password_reset', mail: 'password_reset', customer, ...mail });
  });

/** The customer whom a link lets in: one that was not used, in its time, of an account that may act. */
const openReset = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('account_token')
    .innerJoin('customer', 'customer.id', 'account_token.customer_id')
    .select(['customer.id', 'customer.email_key'])
    .where('account_token.hash', '=', hashOf(token))
    .where('account_token.kind', '=', 'password_reset')
    .where('account_token.used_at', 'is', null)
    .where('account_token.expires_at', '>', now)
    .where('customer.enabled', '=', true);

/** The hash of the new password, where the link works and the password may be one. */
export async function prepareReset(
  services: SessionServices,
  context: RequestContext,
  token: string,
  body: ResetBody,
): Promise<string | null> {
  if (checkNewPassword(body, context.locale).length > 0) return null;
  const found = await openReset(executor(services.db), token, services.now()).executeTakeFirst();
  return found ? hashPassword(body.newPassword) : null;
}

/**
 * ACC-09. Whoever holds the link owns the e-mail: it counts as confirmed, all sign-ins end, and no other link of the
 * kind works any more. Earlier orders with the e-mail are theirs. Wrong passwords of before count no more.
 * @param passwordHash of `prepareReset`
 * @throws ApiFailure 422 `reset.invalid_token`, or with violations
 */
export async function resetPassword(
  services: SessionServices,
  context: RequestContext,
  given: { token: string; body: ResetBody; passwordHash: string | null },
): Promise<void> {
  await inScope(services.db, async (trx) => {
    const now = services.now();
    const customer = await openReset(trx, given.token, now).forNoKeyUpdate().executeTakeFirst();
    if (!customer) throw new ApiFailure(422, 'reset.invalid_token');
    const violations = checkNewPassword(given.body, context.locale);
    if (violations.length > 0) throw invalidForm(violations);
    if (given.passwordHash === null) throw new ApiFailure(422, 'reset.invalid_token');
    await trx
      .updateTable('customer')
      .set({ password_hash: given.passwordHash, begun_twice: false, updated_at: now })
      .where('id', '=', customer.id)
      .execute();
    await trx
      .updateTable('account_token')
      .set({ used_at: now })
      .where('customer_id', '=', customer.id)
      .where('kind', '=', 'password_reset')
      .where('used_at', 'is', null)
      .execute();
    await revokeSessionsOf(trx, customer.id, 'password', now);
    await forgetSignUp(trx, customer.id);
    await markVerified(trx, customer.id, now);
    await proveAccount(trx, customer.id, now);
    // Strangers who try passwords keep nobody out who holds the link, now and while they go on.
    await services.signInTries.forget(signInTriesOf(customer.email_key));
    const client = clientHash(context.clientAddress, services.clientSecret);
    await knowOnly(trx, { customerId: customer.id, client, now });
  });
}

/**
 * Of an account that nobody has confirmed or used stays its e-mail: who reads the letter need not be who signed up. Telephone and firm
 * of a stranger would stand in the owner's orders, a cart with the stranger's address wait for their sign-in (T11).
 */
async function forgetSignUp(trx: Db, customerId: number): Promise<void> {
  await trx
    .updateTable('customer')
    .set({
      first_name: null,
      last_name: null,
      phone_number: null,
      is_company: false,
      company: null,
      newsletter_wanted: false,
      sign_up_order_id: null,
      consents: null,
    })
    .where('id', '=', customerId)
    .where('verified_at', 'is', null)
    .where((eb) => {
      const sessions = eb.selectFrom('customer_session').select('customer_session.id');
      return eb.not(eb.exists(sessions.whereRef('customer_session.customer_id', '=', 'customer.id')));
    })
    .execute();
}
