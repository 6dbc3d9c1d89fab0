/** The company that sells in a channel: on papers, in mails, for transfers, in structured data. */
import { isLithuanianCompanyCode } from '#domain/fields/company-code.ts';
import { checkField, checkRule, typedValue } from '#domain/fields/field-rules.ts';
import { isIban } from '#domain/fields/iban.ts';
import { checkPhone } from '#domain/fields/phone.ts';
import { typedText } from '#domain/fields/typed-text.ts';
import { checkVatNumber, normaliseVatNumber } from '#domain/fields/vat-number.ts';
import { z } from '#lib/zod.ts';
import type { Kysely } from 'kysely';
import type { PostalAddress } from '#server/database/schema-catalogue.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import type { Database } from '#server/database/schema.ts';

/** One line of text, as it is kept. */
const kept = (as: (text: string) => string) => z.pipe(z.string(), z.transform(as));
const isLine = (text: string) => checkRule({ min: 1, max: 255 }, text, true) === null;
const line = kept(typedText).check(z.refine(isLine));
/** Buyers are told to pay into it. */
const iban = line.check(z.refine(isIban));
const companyCode = kept((text) => typedValue('companyCode', text)).check(z.refine(isLithuanianCompanyCode));
const email = kept((text) => typedValue('email', text)).check(
  z.refine((text) => checkField('email', text, { required: true }) === null),
);
/** As the keeper writes it, with the spaces of their choice. */
const phone = line.check(z.refine((text) => checkPhone(text, 'LT') === null));
/**
 * How a seller is given to the shop (`npm run shop -- set-seller`). All of it is printed on papers, which nothing changes afterwards:
 * so each field is judged as those of a buyer are (contract 2.6), and by its check digits where it has some.
 */
export const sellerForm = z.strictObject({
  name: line,
  companyCode,
  /** '' of a company that is not registered for VAT. */
  vatNumber: z._default(
    kept(normaliseVatNumber).check(z.refine((text) => checkVatNumber(text) === null)),
    '',
  ),
  address: line,
  phone,
  email,
  /** Where none is named, bank transfer is not offered. */
  bankAccounts: z._default(
    z.array(z.strictObject({ bank: line, iban, bic: line })).check(z.maxLength(10)),
    [],
  ),
});

/** A company's address as labels want it; what is not written `Street 1, LT-12345 City` stands in the street as a whole. */
export function addressOfLine(line: string): PostalAddress {
  const parts = /^(.+?) (\S*\d\S*), *((?:[A-Z]{2}-)?\d{4,6}),? +(.+)$/.exec(line);
  const [, street = line, houseNumber = '', postCode = '', city = ''] = parts ?? [];
  return { street, houseNumber, postCode, city, countryCode: 'LT' };
}

/** Of a channel that nobody has given one: its papers and mails name no company. */
export const nobody: Seller = {
  name: '',
  companyCode: '',
  vatNumber: '',
  address: '',
  phone: '',
  email: '',
  bankAccounts: [],
};

/** The seller of a channel; of the default one where none is named. */
export async function sellerOf(db: Kysely<Database>, channelId?: number): Promise<Seller> {
  const query = db.selectFrom('channel').select('seller');
  const row = await (
    channelId === undefined
      ? query.orderBy('is_default', 'desc').orderBy('id').limit(1)
      : query.where('id', '=', channelId)
  ).executeTakeFirst();
  return row?.seller ?? nobody;
}

/** Invented, as the demo goods are. */
export const demoSeller: Seller = {
  name: 'UAB „Arimas“',
  companyCode: '999999995',
  vatNumber: 'LT999999917',
  address: 'Pavyzdžio g. 1, LT-20001 Ukmergė',
  phone: '+370 600 00001',
  email: 'pagalba@arimas.example',
  bankAccounts: [{ bank: 'Pavyzdžio bankas', iban: 'LT12 1000 0111 0100 1000', bic: 'PAVYLT22' }],
};

/** The same company, where farms ask. */
export const demoSellerOfFarms: Seller = {
  ...demoSeller,
  phone: '+370 600 00002',
  email: 'verslas@arimas.example',
};
