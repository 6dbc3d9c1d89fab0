/** `restrict CODE KIND on|off`: goods that not everybody may buy, or that are only handed out in a shop (contract 5.7). */
import { strandedChemicals, strandedText } from '#server/catalogue/chemical-places.ts';
import { onKysely } from '#server/database/run-sql.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { CommandError } from './command-error.ts';
import { refuseMoney } from './offer-options.ts';

/** What the keeper says, the column that holds it, and what follows while it is on and afterwards. No feed has a column for any of it. */
const restrictions = {
  trade: {
    column: 'ammonium_nitrate16',
    on: 'sold to accounts that have shown their trade',
    off: 'no longer only for accounts that have shown their trade',
  },
  professional: {
    column: 'professional_use',
    on: 'for professional use: sold with a certificate of plant protection',
    off: 'sold without a certificate',
  },
  chemical: {
    column: 'is_chemical',
    on: 'a chemical: collected in a shop, not sent',
    off: 'no chemical any more: sent like other goods',
  },
} as const;
export type Restriction = keyof typeof restrictions;

export const isRestriction = (word: string | undefined): word is Restriction =>
  word !== undefined && Object.hasOwn(restrictions, word);

/**
 * @param code of a product, or of one of its variants: what the law says of a substance holds for every pack of it
 * @returns what holds from now on, and which chemicals nobody can buy where they lie; carts that hold the goods are told when they are read and before they become orders
 * @throws CommandError where there are no such goods
 */
export function restrictGoods(
  { db }: Pick<MailServices, 'db'>,
  code: string,
  kind: Restriction,
  isOn: boolean,
): Promise<string> {
  const { column, on, off } = restrictions[kind];
  return inScope(db, async (trx) => {
    const find = trx.selectFrom('product').select(['product.id', 'product.code', 'product.type']);
    const product =
      (await find.where('product.code', '=', code).executeTakeFirst()) ??
      (await find
        .innerJoin('product_variant', 'product_variant.product_id', 'product.id')
        .where('product_variant.code', '=', code)
        .executeTakeFirst());
    if (!product) throw new CommandError(`There is no product and no variant ${code}.`);
    refuseMoney(code, product.type);
    await trx
      .updateTable('product')
      .set({ [column]: isOn })
      .where('id', '=', product.id)
      .execute();
    await trx
      .insertInto('audit')
      .values({
        action: 'goods.restricted',
        order_id: null,
        data: JSON.stringify({ product: product.code, restriction: kind, isOn }),
      })
      .execute();
    const told = `Product ${product.code}: ${isOn ? on : off}.`;
    if (kind !== 'chemical' || !isOn) return told;
    const { goods, places } = await strandedChemicals(onKysely(trx), { product: product.id });
    return [told, ...goods.map((one) => `${one.code}: ${strandedText(one, places)}`)].join('\n');
  });
}
