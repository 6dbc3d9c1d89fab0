/** Signing in, going on, signing out (contract ACC-01, ACC-02, ACC-04). */
import type { Kysely } from 'kysely';
import type { Credentials, SignedIn, TokenPair } from '#contract/customers.ts';
import type { Database } from '#server/database/schema.ts';
import { emailKey } from '#server/text/email-key.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { SharedLimit } from '#server/http/shared-limit.ts';
import type { CallerIdentity, RequestContext } from '#server/http/request-context.ts';
import { claimCartOf } from '#server/orders/claim-cart.ts';
import { claimSignUpCart } from './sign-up-cart.ts';
import type { AccessTokens } from './access-token.ts';
import { takeMailTry } from '#server/accounts/account-tokens.ts';
import { isPassword } from '#server/accounts/password-hash.ts';
import type { ErrorCode } from '#server/errors/error-texts.ts';
import {
  beginSession,
  grace,
  idleLifetime,
  isSessionOpen,
  lockSessionOf,
  revokeSession,
  rotate,
  successorOf,
  usedAt,
} from './session-store.ts';
import { hashOf } from '#server/text/secret-token.ts';
import { clientHash, isKnownClient, noteClient } from './known-clients.ts';
import { sendVerification } from './verification.ts';

export interface SessionServices {
  db: Kysely<Database>;
  now: () => Date;
  accessTokens: AccessTokens;
  /** Key that makes the successor of a refresh token. */
  refreshSecret: Buffer;
  /** Key of the links in the shop's letters, which a profile may ask for. */
  letterSecret: Buffer;
  /** Key of the hashes by which clients are known (known-clients.ts). */
  clientSecret: Buffer;
  /** Sign-ins tried: 10 in 15 minutes per client address, and per e-mail those of clients that its account does not know (contract 1.13). */
  signInTries: SharedLimit;
  /** Sign-ups: 20 in an hour per client address (contract 1.13). */
  signUpTries: SharedLimit;
  /** Letters to typed addresses: 30 in an hour per client address (contract 1.13). */
  clientMails: SharedLimit;
  /** Mails asked for: 5 in an hour per e-mail (contract 1.13). */
  mailTries: SharedLimit;
  /** The same of letters that a profile asks an address by, together with those of the newsletter's form. */
  newsletterMailTries: SharedLimit;
  /** Ends an account whose day is over (server/customers/deletion.ts); tells whether it did. */
  endIfDue: (customerId: number) => Promise<boolean>;
  /** Faults of work that nobody waits for. */
  report: (error: unknown, what: string) => void;
}

export const unauthorised = (errorCode: ErrorCode) =>
  new ApiFailure(401, errorCode, { headers: { 'WWW-Authenticate': 'Bearer' } });

async function pairFor(
  services: SessionServices,
  given: { customerId: number; email: string; channelCode: string; sessionId: string },
  refreshToken: string,
): Promise<TokenPair> {
  return { token: await services.accessTokens.issue(given), refreshToken };
}

/** The refusal of a try that there is no more; it is thrown only after as much work as a wrong password is (T11). */
const noTryLeft = (take: Promise<void>): Promise<ApiFailure | null> =>
  take.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiFailure && error.status === 429) return error;
      throw error;
    },
  );

/** Where the tries of strangers to sign in with an e-mail are counted. */
export const signInTriesOf = (emailKey: string): string => `email ${emailKey}`;

/**
 * ACC-01. `orderToken` is the guest's cart that goes along (contract 5.9). The answer for an unknown e-mail and for a wrong password is the same and takes as long; only who knows the
 * password learns more of the account (T11). Compared before the call has its place among those that use the database:
 * a flood of sign-ins leaves room for buyers (T10).
 * @throws ApiFailure 401 `auth.bad_credentials`, 429 `rate.limited`
 */
export async function compareCredentials(
  services: SessionServices,
  context: RequestContext,
  given: Credentials,
) {
  const key = emailKey(given.email);
  // The address first: one that has no try left takes none of the account.
  const ofAddress = `address ${context.clientAddress}`;
  await services.signInTries.take(ofAddress);
  const client = clientHash(context.clientAddress, services.clientSecret);
  const isKnown = await isKnownClient(services.db, { key, client, now: services.now() });
  const ofStrangers = signInTriesOf(key);
  // Taken by everybody at the same moment: what a wrong password takes later tells that the client is known, so that there is an account.
  const noTry = await noTryLeft(services.signInTries.take(ofStrangers));
  // A client that is known has the tries of its network.
  const refused = isKnown ? null : noTry;
  const found = await services.db
    .selectFrom('customer')
    .select(['id', 'email', 'password_hash', 'enabled', 'verified_at', 'deletion_requested_at'])
    .where('email_key', '=', key)
    .executeTakeFirst();
  const isRight = await isPassword(given.password, refused ? null : (found?.password_hash ?? null));
  if (refused) throw refused;
  // A wrong password is told as to anybody else.
  if (!found || !isRight) throw noTry ?? unauthorised('auth.bad_credentials');
  for (const name of noTry ? [ofAddress] : [ofAddress, ofStrangers])
    await services.signInTries.giveBack(name);
  return found;
}

/** The rest of ACC-01. @throws ApiFailure 401 `auth.disabled`, 423 `auth.not_verified` */
export async function signIn(
  services: SessionServices,
  context: RequestContext,
  found: Awaited<ReturnType<typeof compareCredentials>>,
  {
    orderToken,
    except = [],
  }: { orderToken?: string | undefined; except?: readonly string[] | undefined } = {},
): Promise<SignedIn> {
  if (!found.enabled) throw unauthorised('auth.disabled');
  // Its day may be over before the round that ends accounts comes by.
  if (found.deletion_requested_at !== null && (await services.endIfDue(found.id)))
    throw unauthorised('auth.bad_credentials');
  const channelCode = context.channel.code;
  if (found.verified_at === null) {
    const channel = await services.db
      .selectFrom('channel')
      .select('account_verification_required')
      .where('code', '=', channelCode)
      .executeTakeFirstOrThrow();
    if (channel.account_verification_required) {
      const { locale, linkOrigin: origin } = context;
      await sendVerification(services.db, { customerId: found.id, locale, origin, now: services.now() });
      throw new ApiFailure(423, 'auth.not_verified');
    }
  }
  const customerId = found.id;
  const { sessionId, refreshToken } = await inScope(services.db, async (trx) => {
    const now = services.now();
    const claim = { customerId, now, except };
    if (orderToken !== undefined) await claimCartOf(trx, orderToken, { ...claim, channelCode });
    await claimSignUpCart(trx, claim);
    // A password that was changed while this one was compared opens nothing any more.
    const still = await trx
      .selectFrom('customer')
      .select('password_hash')
      .where('id', '=', customerId)
      .forShare()
      .executeTakeFirst();
    if (still?.password_hash !== found.password_hash) throw unauthorised('auth.bad_credentials');
    const client = clientHash(context.clientAddress, services.clientSecret);
    await noteClient(trx, { customerId, client, now });
    return beginSession(trx, { customerId, channelCode, now });
  });
  const pair = await pairFor(
    services,
    { customerId, email: found.email, channelCode, sessionId },
    refreshToken,
  );
  return { ...pair, customer: `/api/v2/shop/customers/${customerId}` };
}

/**
 * ACC-02. A token is good once. For a minute after that it still answers with its successor, since an answer may be
 * lost; later it is somebody else's copy, and the whole sign-in ends (T3).
 */
export async function refreshSession(
  services: SessionServices,
  context: RequestContext,
  refreshToken: string,
): Promise<TokenPair> {
  const outcome = await inScope(services.db, async (trx) => {
    const now = services.now();
    const session = await lockSessionOf(trx, hashOf(refreshToken));
    if (!session || session.revoked_at !== null || !session.enabled) return null;
    if (session.expires_at <= now || now.getTime() - session.last_used_at.getTime() > idleLifetime)
      return null;
    if (session.channel_code !== context.channel.code) return null;
    // Along the used ones to the newest: a slow tab must not store a token that another tab has used meanwhile.
    let token = refreshToken;
    for (;;) {
      const hash = hashOf(token);
      const used = await usedAt(trx, hash);
      const next = successorOf(token, services.refreshSecret);
      if (used === undefined) return null;
      if (used === null) {
        if (token === refreshToken) {
          await rotate(trx, { hash, next: hashOf(next), sessionId: session.session_id, now });
          token = next;
        }
        return { session, token };
      }
      if (token === refreshToken && now.getTime() - used.getTime() > grace) {
        await revokeSession(trx, session.session_id, 'reuse', now);
        return null;
      }
      token = next;
    }
  });
  if (!outcome) throw unauthorised('auth.bad_refresh');
  const { session, token } = outcome;
  return pairFor(
    services,
    {
      customerId: session.customer_id,
      email: session.email,
      channelCode: session.channel_code,
      sessionId: session.session_id,
    },
    token,
  );
}

/**
 * ACC-06. The answer is the same, and as fast, for a known and an unknown e-mail: what follows is done after it.
 */
export async function requestVerification(
  services: SessionServices,
  context: RequestContext,
  email: string,
): Promise<void> {
  const key = emailKey(email);
  await takeMailTry(services, context, key);
  const { locale, linkOrigin: origin } = context;
  const send = async () => {
    const found = await services.db
      .selectFrom('customer')
      .select('id')
      .where('email_key', '=', key)
      .executeTakeFirst();
    if (found)
      await sendVerification(services.db, { customerId: found.id, locale, origin, now: services.now() });
  };
  send().catch((error: unknown) => services.report(error, 'verification mail was not written'));
}

/** ACC-04. Ends the sign-in that the refresh token or the bearer belongs to; what is unknown is signed out already. */
export async function logOut(
  services: SessionServices,
  context: RequestContext,
  refreshToken?: string,
): Promise<void> {
  await inScope(services.db, async (trx) => {
    const session = refreshToken === undefined ? undefined : await lockSessionOf(trx, hashOf(refreshToken));
    const now = services.now();
    if (session) await revokeSession(trx, session.session_id, 'log out', now);
    if (context.caller) await revokeSession(trx, context.caller.sessionId, 'log out', now);
  });
}

/**
 * Whose call it is by its bearer; null for a token that is not ours, is over, was signed out, or was given for another
 * channel.
 */
export async function identify(
  services: SessionServices,
  bearer: string,
  channelCode: string,
): Promise<CallerIdentity | null> {
  const claims = await services.accessTokens.read(bearer);
  if (!claims || claims.channelCode !== channelCode) return null;
  const { customerId, sessionId, email, actor = null } = claims;
  if (!(await isSessionOpen(services.db, sessionId, customerId, services.now()))) return null;
  return { customerId, sessionId, email, actor };
}
