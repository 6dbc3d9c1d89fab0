/** The company that sells in a channel: on papers, in mails, for transfers, in structured data. */
import { isIban } from '#domain/fields/iban.ts';
import { z } from '#lib/zod.ts';
import type { Kysely } from 'kysely';
import type { PostalAddress } from '#server/database/schema-catalogue.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import type { Database } from '#server/database/schema.ts';

const line = z.string().check(z.minLength(1), z.maxLength(255));
/** Buyers are told to pay into it. */
const iban = line.check(z.refine(isIban, 'The check digits of this account number do not hold.'));
/** How a seller is given to the shop (`npm run shop -- set-seller`). */
export const sellerForm = z.strictObject({
  name: line,
  companyCode: line,
  vatNumber: line,
  address: line,
  phone: line,
  email: line,
  bankAccounts: z.array(z.strictObject({ bank: line, iban, bic: line })).check(z.maxLength(10)),
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
