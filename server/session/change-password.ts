/** A new password for who knows the old one (contract ACC-13). */
import type { ChangePasswordBody } from '#contract/accounts.ts';
import type { TokenPair } from '#contract/customers.ts';
import { checkNewPassword, invalidForm } from '#server/forms/account-fields.ts';
import { executor, inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { CallerIdentity, RequestContext } from '#server/http/request-context.ts';
import { refusal } from '#server/forms/refusal.ts';
import { hashPassword, isPassword } from '#server/accounts/password-hash.ts';
import { unauthorised, type SessionServices } from './session-commands.ts';
import { renewSession, revokeSessionsOf } from './session-store.ts';

/** What the comparison of the old password said, and the hash of the new one where it is to be kept. */
export interface PreparedChange {
  /** Hash that the old password was compared with. */
  compared: string | null;
  newHash: string | null;
}
const nothing: PreparedChange = { compared: null, newHash: null };

/** The caller when the path names them; the password of nobody else can be changed. */
const ownCaller = (context: RequestContext, id: number): CallerIdentity | null =>
  context.caller?.customerId === id ? context.caller : null;

/**
 * Compares and hashes. Wrong passwords are counted, as a device left open is no place to guess, and for the sign-in alone: what
 * strangers try with the e-mail keeps nobody from changing it.
 * @throws ApiFailure 429 `rate.limited`
 */
export async function prepareChange(
  services: SessionServices,
  context: RequestContext,
  id: number,
  body: ChangePasswordBody,
): Promise<PreparedChange> {
  const caller = ownCaller(context, id);
  if (!caller || checkNewPassword(body, context.locale).length > 0) return nothing;
  const tries = `session ${caller.sessionId}`;
  await services.signInTries.take(tries);
  const { password_hash: compared } = await executor(services.db)
    .selectFrom('customer')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!(await isPassword(body.currentPassword, compared))) return nothing;
  await services.signInTries.giveBack(tries);
  return { compared, newHash: await hashPassword(body.newPassword) };
}

/**
 * ACC-13. All other sign-ins of the customer end; this one goes on with new tokens, and its old refresh tokens are
 * worth nothing.
 * @throws ApiFailure 404 for another customer; 422 `password.wrong_current`, or with violations
 */
export async function changePassword(
  services: SessionServices,
  context: RequestContext,
  given: { id: number; body: ChangePasswordBody; prepared: PreparedChange },
): Promise<TokenPair> {
  const caller = ownCaller(context, given.id);
  if (!caller) throw new ApiFailure(404, 'customer.not_found');
  const violations = checkNewPassword(given.body, context.locale);
  if (violations.length > 0) throw invalidForm(violations);
  const { customerId, sessionId, email } = caller;
  const { compared, newHash } = given.prepared;
  const refreshToken = await inScope(services.db, async (trx) => {
    const now = services.now();
    const customer = await trx
      .selectFrom('customer')
      .select('password_hash')
      .where('id', '=', customerId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // Two changes at once: the later one knows a password that is the current one no longer.
    if (newHash === null || customer?.password_hash !== compared)
      throw refusal('password.wrong_current', 'currentPassword', context.locale);
    await trx
      .updateTable('customer')
      .set({ password_hash: newHash, updated_at: now })
      .where('id', '=', customerId)
      .execute();
    await revokeSessionsOf(trx, customerId, 'password', now, sessionId);
    const renewed = await renewSession(trx, sessionId, now);
    // Signed out meanwhile, from this device or by another change.
    if (renewed === null) throw unauthorised('auth.required');
    return renewed;
  });
  const channelCode = context.channel.code;
  return {
    token: await services.accessTokens.issue({ customerId, email, channelCode, sessionId }),
    refreshToken,
  };
}
