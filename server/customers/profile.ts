/** ACC-11 and ACC-12: what customers change about themselves. */
import type { Selectable, Updateable } from 'kysely';
import { companyFieldNames, type CompanyFields, type UpdateCustomerBody } from '#contract/accounts.ts';
import type { Customer } from '#contract/customers.ts';
import { checkBirthday } from '#domain/fields/field-rules.ts';
import { typedText } from '#domain/fields/typed-text.ts';
import type { CustomerTable } from '#server/database/schema-customers.ts';
import { executor, inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { takeMailTry } from '#server/accounts/account-tokens.ts';
import { callerOf, type RequestContext } from '#server/http/request-context.ts';
import { askForLetters } from '#server/newsletter/ask-for-letters.ts';
import { stopLetters } from '#server/newsletter/newsletter-store.ts';
import { Form } from '#server/forms/checked-fields.ts';
import type { GivenField } from '#server/forms/given-field.ts';
import { loadChannel, type Db } from '#server/order-store/order-store.ts';
import type { SessionServices } from '#server/session/session-commands.ts';
import { checkCompanyFields, invalidForm, noteConsents } from '#server/forms/account-fields.ts';
import { chooseDefault } from './addresses.ts';
import { presentCustomer } from './customer-presenter.ts';

type CustomerRow = Selectable<CustomerTable>;

/**
 * Changes what is given and leaves the rest.
 * @throws ApiFailure 404 `customer.not_found` for anybody but the caller; 422 with violations, `address.not_found`; 429 as by
 *   `takeMailTry` where the letters are asked for and an address has to be asked first
 */
export async function updateCustomer(
  services: SessionServices,
  context: RequestContext,
  id: number,
  body: UpdateCustomerBody,
): Promise<Customer> {
  const { db, now, letterSecret } = services;
  const { channel, locale } = context;
  if (callerOf(context).customerId !== id) throw new ApiFailure(404, 'customer.not_found');
  if (body.subscribedToNewsletter === true) await countAskingLetter(services, context, id);
  return inScope(db, async (trx) => {
    // Two forms at once: the later one is laid over what the earlier one has kept.
    const row = await trx
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const { id: channelId, countries } = await loadChannel(trx, channel.code);
    const at = now();
    const changes = changesOf(row, body, { countries, locale, now: at });
    await trx
      .updateTable('customer')
      .set({ ...changes, updated_at: at })
      .where('id', '=', id)
      .execute();
    const asked = { secret: letterSecret, channelId, locale, origin: context.linkOrigin, now: at };
    await changeLetters(trx, row, body.subscribedToNewsletter, asked);
    if (body.defaultAddress !== undefined) await chooseDefault(trx, id, body.defaultAddress, locale);
    const customer = await presentCustomer(trx, id, channel.code, at);
    if (!customer) throw new Error('The customer of the caller is gone.');
    return customer;
  });
}

function changesOf(
  row: CustomerRow,
  body: UpdateCustomerBody,
  { countries, locale, now }: { countries: readonly string[]; locale: string; now: Date },
): Updateable<CustomerTable> {
  const form = new Form('', locale);
  const optional = { required: false };
  const changes: Updateable<CustomerTable> = {};
  if (body.firstName !== undefined)
    changes.first_name = form.text('firstName', body.firstName, optional) || null;
  if (body.lastName !== undefined) changes.last_name = form.text('lastName', body.lastName, optional) || null;
  if (body.phoneNumber !== undefined)
    changes.phone_number = form.phone(body.phoneNumber, countries[0] ?? 'LT', optional) || null;
  if (body.birthday !== undefined) {
    form.note('birthday', checkBirthday(body.birthday, now.toISOString().slice(0, 10)));
    changes.birthday = typedText(body.birthday ?? '') || null;
  }
  if (body.certificate === null) changes.certificate = null;
  if (body.gender !== undefined) changes.gender = body.gender ?? 'unknown';
  const { privacyPolicyAccepted, termsAndConditionsAccepted } = body;
  noteConsents(form, { privacyPolicyAccepted, termsAndConditionsAccepted });
  if (privacyPolicyAccepted ?? termsAndConditionsAccepted)
    changes.consents = JSON.stringify({
      ...row.consents,
      privacyPolicyAccepted: privacyPolicyAccepted ?? row.consents?.privacyPolicyAccepted ?? false,
      termsAndConditionsAccepted:
        termsAndConditionsAccepted ?? row.consents?.termsAndConditionsAccepted ?? false,
      at: row.consents?.at ?? now.toISOString(),
    });
  const { violations } = form;
  const company = companyOf(row, body);
  if (company.is === 'cleared') Object.assign(changes, { is_company: false, company: null });
  else if (company.is === 'given') {
    const checked = checkCompanyFields(company.value, countries, locale);
    violations.push(...checked.violations);
    Object.assign(changes, { is_company: true, company: JSON.stringify(checked.value) });
  }
  if (violations.length > 0) throw invalidForm(violations);
  return changes;
}

/** The company as it is after the change, to be judged: its fields come one by one, among those of the person. */
function companyOf(row: CustomerRow, body: UpdateCustomerBody): GivenField<CompanyFields> {
  if (body.isCompany === false) return { is: 'cleared' };
  if (!(body.isCompany ?? row.is_company)) return { is: 'absent' };
  const given = companyFieldNames.filter((name) => body[name] !== undefined);
  if (given.length === 0 && row.company) return { is: 'absent' };
  const changed = Object.fromEntries(given.map((name) => [name, body[name]]));
  return { is: 'given', value: { ...row.company, ...changed } };
}

/** A letter that asks whose the address is goes to whoever has it, as one from the form does (MSG-01), and counts with those. */
async function countAskingLetter(
  { db, clientMails, newsletterMailTries: mailTries }: SessionServices,
  context: RequestContext,
  id: number,
): Promise<void> {
  const asked = await executor(db)
    .selectFrom('customer')
    .select('email_key')
    .where('id', '=', id)
    .where('verified_at', 'is not', null)
    .where('proven_at', 'is', null)
    .where('subscribed_to_newsletter', '=', false)
    .executeTakeFirst();
  if (asked) await takeMailTry({ clientMails, mailTries }, context, asked.email_key);
}

/** The letters: at once for an address that is known to be the customer's, else with its confirmation or that of the letters. */
async function changeLetters(
  trx: Db,
  row: CustomerRow,
  wanted: boolean | undefined,
  { secret, ...given }: { secret: Buffer; channelId: number; locale: string; origin: string; now: Date },
): Promise<void> {
  if (wanted === undefined) return;
  const { email, email_key: emailKey } = row;
  const { now } = given;
  if (row.verified_at === null)
    await trx.updateTable('customer').set({ newsletter_wanted: wanted }).where('id', '=', row.id).execute();
  if (!wanted && row.subscribed_to_newsletter) await stopLetters(trx, emailKey, now);
  if (wanted && row.verified_at !== null && !row.subscribed_to_newsletter)
    await askForLetters(trx, secret, { ...given, email, isOwn: row.proven_at !== null, consentedAt: now });
}
