/** ACC-05: making an account. Nobody learns by it whether an e-mail has one already (T11). */
import type { SignedUp, SignUpBody } from '#contract/accounts.ts';
import type { Company } from '#contract/addresses.ts';
import type { Violation } from '#contract/errors.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { consentedTexts } from '#server/newsletter/newsletter-store.ts';
import { Form } from '#server/forms/checked-fields.ts';
import { loadChannel, type Db } from '#server/order-store/order-store.ts';
import { lockAccount, mailAccountLink, takeMailTry, wasMailed } from '#server/accounts/account-tokens.ts';
import { hashPassword } from '#server/accounts/password-hash.ts';
import { type SessionServices } from '#server/session/session-commands.ts';
import { emailKey } from '#server/text/email-key.ts';
import { checkCompanyFields, invalidForm, noteConsents, notePassword } from '#server/forms/account-fields.ts';
import { openGuestCart } from '#server/session/sign-up-cart.ts';

/** ms in which a second sign-up with one e-mail sends no second mail: a button pressed twice. */
const knownPause = 60_000;

/** A sign-up that was judged, with the hash of its password where everything is right. */
export interface PreparedSignUp {
  channelId: number;
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  company: Company | null;
  violations: Violation[];
  passwordHash: string | null;
}

/** Judges what was typed and hashes the password; for a known e-mail too, so that it takes as long (T11). */
export async function prepareSignUp(
  services: SessionServices,
  { channel: { code }, locale }: RequestContext,
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
  return {
    channelId: channel.id,
    email,
    firstName,
    lastName,
    phoneNumber,
    company: company?.value ?? null,
    violations,
    passwordHash: violations.length > 0 ? null : await hashPassword(body.password),
  };
}

/**
 * ACC-05. Makes an account whose e-mail is not confirmed, and mails the link that confirms it. With the e-mail of an
 * account nothing changes: its owner gets a mail that says so, and the answer is the same.
 * @throws ApiFailure 422 with violations, 429 `mail.too_many`
 */
export async function signUp(
  services: SessionServices,
  context: RequestContext,
  given: { body: SignUpBody; orderToken: string | undefined; prepared: PreparedSignUp },
): Promise<SignedUp> {
  const { body, prepared } = given;
  const { locale, linkOrigin: origin } = context;
  const { email, company, violations, passwordHash } = prepared;
  if (passwordHash === null) throw invalidForm(violations);
  const key = emailKey(email);
  await takeMailTry(services.mailTries, key);
  return inScope(services.db, async (trx) => {
    const now = services.now();
    const made = await trx
      .insertInto('customer')
      .values({
        email,
        email_key: key,
        password_hash: passwordHash,
        first_name: prepared.firstName || null,
        last_name: prepared.lastName || null,
        phone_number: prepared.phoneNumber || null,
        birthday: null,
        is_company: company !== null,
        company: company && JSON.stringify(company),
        channel_id: prepared.channelId,
        locale,
        newsletter_wanted: body.subscribedToNewsletter ?? false,
        sign_up_order_id: await openGuestCart(trx, given.orderToken, context.channel.code),
        consents: JSON.stringify({
          privacyPolicyAccepted: true,
          termsAndConditionsAccepted: true,
          at: now.toISOString(),
          texts: (await consentedTexts(trx, locale)) ?? [],
        }),
        created_at: now,
        updated_at: now,
      })
      // Of two sign-ups at once one makes the account; the other finds it.
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .returning(['id', 'email'])
      .executeTakeFirst();
    const mail = { locale, origin, now };
    if (!made) await tellOwner(trx, { key, ...mail });
    else
      await mailAccountLink(trx, {
        kind: 'verification',
        mail: 'account_verification',
        customer: made,
        ...mail,
      });
    return { email, verified: false };
  });
}

/**
 * Tells the owner of an account that somebody signed up with their e-mail. The link in it chooses a new password, which
 * confirms the e-mail too: an account that somebody else began with the address does not stay theirs.
 */
async function tellOwner(
  trx: Db,
  { key, ...mail }: { key: string; locale: string; origin: string; now: Date },
): Promise<void> {
  const customer = await lockAccount(trx, key);
  if (!customer || (await wasMailed(trx, customer.id, { pause: knownPause, now: mail.now }))) return;
  await mailAccountLink(trx, { kind: 'password_reset', mail: 'account_known', customer, ...mail });
}
