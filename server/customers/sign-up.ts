/**
 * ACC-05: making an account. Nobody learns by it whether an e-mail has one already, and who begins one with the address of somebody
 * else does not get it by a click of theirs (T11).
 */
import type { SignedUp, SignUpBody } from '#contract/accounts.ts';
import type { Company } from '#contract/addresses.ts';
import type { Violation } from '#contract/errors.ts';
import { executor, inScope } from '#server/database/transaction-scope.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { consentedTexts } from '#server/newsletter/newsletter-store.ts';
import { Form } from '#server/forms/checked-fields.ts';
import { loadChannel, type Db } from '#server/order-store/order-store.ts';
import { isHeldBackNow, mailAccountLink, wasMailed } from '#server/accounts/account-tokens.ts';
import { hashPassword, isPassword } from '#server/accounts/password-hash.ts';
import { type SessionServices } from '#server/session/session-commands.ts';
import { emailKey } from '#server/text/email-key.ts';
import { checkCompanyFields, invalidForm, noteConsents, notePassword } from '#server/forms/account-fields.ts';
import { openGuestCart } from '#server/session/sign-up-cart.ts';
import { begunTwiceLetter, sendVerification, verificationLetter } from '#server/session/verification.ts';

/** ms in which a second sign-up with one e-mail sends no second link of a new password: a button pressed twice. */
const knownPause = 60_000;

/** A sign-up that was judged, with what its password is worth where everything is right. */
export interface PreparedSignUp {
  channelId: number;
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  company: Company | null;
  violations: Violation[];
  password: JudgedPassword | null;
}

/** Hashed for an e-mail that has no account, else compared with the hash that the account has: one is as much work as the other. */
type JudgedPassword =
  | { isNew: true; hash: string }
  | { isNew: false; compared: string | null; isSame: boolean };

async function judgePassword(
  services: SessionServices,
  key: string,
  password: string,
): Promise<JudgedPassword> {
  const known = await executor(services.db)
    .selectFrom('customer')
    .select('password_hash')
    .where('email_key', '=', key)
    .executeTakeFirst();
  if (!known) return { isNew: true, hash: await hashPassword(password) };
  const compared = known.password_hash;
  return { isNew: false, compared, isSame: await isPassword(password, compared) };
}

/**
 * Judges what was typed, and the password before the transaction of the call (T10); for a known e-mail it takes as long (T11).
 * @throws ApiFailure 429 `rate.limited`
 */
export async function prepareSignUp(
  services: SessionServices,
  { channel: { code }, locale, clientAddress }: RequestContext,
  body: SignUpBody,
): Promise<PreparedSignUp> {
  const channel = await loadChannel(services.db, code);
  const form = new Form('', locale);
  const email = form.text('email', body.email);
  notePassword(form, ['password', 'repeatPassword'], [body.password, body.repeatPassword]);
  const optional = { required: false };
  const firstName = form.text('firstName', body.firstName, optional);
  const lastName = form.text('lastName', body.lastName, optional);
  const phoneNumber = form.phone(body.phoneNumber, channel.countries[0] ?? 'LT', optional);
  const company = body.isCompany === true ? checkCompanyFields(body, channel.countries, locale) : null;
  const { acceptedPrivacyPolicy, acceptedTermsAndConditions } = body;
  noteConsents(form, { acceptedPrivacyPolicy, acceptedTermsAndConditions });
  const violations = [...form.violations, ...(company?.violations ?? [])];
  if (violations.length === 0) await services.signUpTries.take(clientAddress);
  return {
    channelId: channel.id,
    email,
    firstName,
    lastName,
    phoneNumber,
    company: company?.value ?? null,
    violations,
    password: violations.length > 0 ? null : await judgePassword(services, emailKey(email), body.password),
  };
}

interface GivenSignUp {
  body: SignUpBody;
  orderToken: string | undefined;
  prepared: PreparedSignUp;
}

/**
 * ACC-05. Makes an account whose e-mail is not confirmed, and mails the link that confirms it. With the e-mail of an account its owner
 * gets a mail that says so, and the answer is the same. It is given however often others have typed the e-mail before: letters that are
 * too many go later (contract 1.13).
 * @throws ApiFailure 422 with violations
 */
export async function signUp(
  services: SessionServices,
  context: RequestContext,
  given: GivenSignUp,
): Promise<SignedUp> {
  const { email, violations, password } = given.prepared;
  if (password === null) throw invalidForm(violations);
  const key = emailKey(email);
  return inScope(services.db, async (trx) => {
    const mail = { locale: context.locale, origin: context.linkOrigin, now: services.now() };
    const known = await accountOf(trx, key);
    // One that went meanwhile was compared with, and is made anew.
    const hash = async () => (password.isNew ? password.hash : hashPassword(given.body.password));
    const made = known
      ? undefined
      : await makeAccount(trx, context, given, { hash: await hash(), now: mail.now });
    if (made) await mailAccountLink(trx, { ...verificationLetter, customer: made, ...mail });
    else {
      // Of two sign-ups at once one makes the account; the other finds it.
      const account = known ?? (await accountOf(trx, key));
      if (account) await tellOwner(services, trx, account, { password, typed: given.body.password, ...mail });
    }
    return { email, verified: false };
  });
}

/** The account of an e-mail, locked until the end of the transaction. */
const accountOf = (trx: Db, key: string) =>
  trx
    .selectFrom('customer')
    .select(['id', 'email', 'enabled', 'password_hash', 'verified_at', 'begun_twice'])
    .where('email_key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst();
type Account = NonNullable<Awaited<ReturnType<typeof accountOf>>>;

/** @returns undefined where another sign-up with the e-mail has made it just now */
async function makeAccount(
  trx: Db,
  context: RequestContext,
  { body, orderToken, prepared }: GivenSignUp,
  { hash, now }: { hash: string; now: Date },
) {
  const { email, company } = prepared;
  const { locale } = context;
  return trx
    .insertInto('customer')
    .values({
      email,
      email_key: emailKey(email),
      password_hash: hash,
      first_name: prepared.firstName || null,
      last_name: prepared.lastName || null,
      phone_number: prepared.phoneNumber || null,
      birthday: null,
      is_company: company !== null,
      company: company && JSON.stringify(company),
      channel_id: prepared.channelId,
      locale,
      newsletter_wanted: body.subscribedToNewsletter ?? false,
      sign_up_order_id: await openGuestCart(trx, orderToken, context.channel.code),
      consents: JSON.stringify({
        privacyPolicyAccepted: true,
        termsAndConditionsAccepted: true,
        at: now.toISOString(),
        texts: (await consentedTexts(trx, locale)) ?? [],
      }),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(['id', 'email'])
    .executeTakeFirst();
}

/**
 * Tells the owner of an account that somebody signed up with their e-mail. The link in it chooses a new password, which
 * confirms the e-mail too. An account that nobody has confirmed is begun twice by another password: whoever of the two reads the mail,
 * the password that it has may be the other's, so that a link of before confirms it no more. With the same password it is the same
 * person, who gets the first letter again.
 */
async function tellOwner(
  services: SessionServices,
  trx: Db,
  account: Account,
  given: { password: JudgedPassword; typed: string; locale: string; origin: string; now: Date },
): Promise<void> {
  const { password, typed, ...mail } = given;
  const { id, enabled, password_hash: stored, verified_at } = account;
  if (!enabled) return;
  if (verified_at === null && !account.begun_twice) {
    // Compared again only with a password that came meanwhile.
    const isJudged = !password.isNew && password.compared === stored;
    if (isJudged ? password.isSame : await isPassword(typed, stored))
      return sendVerification(services.db, { customerId: id, ...mail });
    await trx.updateTable('customer').set({ begun_twice: true }).where('id', '=', id).execute();
  }
  if (await wasMailed(trx, id, { kind: 'password_reset', pause: knownPause, now: mail.now })) return;
  const letter =
    verified_at === null ? begunTwiceLetter : ({ kind: 'password_reset', mail: 'account_known' } as const);
  if (await isHeldBackNow(trx, { mail: letter.mail, recipient: account.email, now: mail.now })) return;
  await mailAccountLink(trx, { ...letter, customer: account, ...mail });
}
