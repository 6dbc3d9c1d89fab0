/** What a promotion asks for and takes off, in words for the shopkeeper. */
import type { Kysely } from 'kysely';
import {
  isForMethod,
  type PromotionAction,
  type PromotionRule,
  type ShippingDiscount,
} from '#domain/cart/promotions.ts';
import type { Database } from '#server/database/schema.ts';
import { counted, euros } from '#server/text/told-table.ts';

/** Which goods are meant, where not all are. */
function ofText({
  taxons = [],
  products = [],
  variants = [],
}: {
  taxons?: readonly string[];
  products?: readonly string[];
  variants?: readonly string[];
}): string {
  const goods = [...taxons, ...products, ...variants];
  return goods.length === 0 ? '' : ` of ${goods.join(', ')}`;
}

/** What it asks of a cart; one that says nothing of carts is left out. */
export const whenText = (rules: readonly PromotionRule[]): string =>
  rules
    .filter(({ type }) => type !== 'knows_variants')
    .map(ruleText)
    .join(', ');

function ruleText(rule: PromotionRule): string {
  switch (rule.type) {
    case 'quantity':
      return `from ${counted(rule.quantity, 'piece')}${ofText(rule)}`;
    case 'item_total':
      return `from ${euros(rule.amount)}`;
    case 'item_total_of_taxon':
      return `from ${euros(rule.amount)} of ${rule.taxon}`;
    case 'has_taxon':
      return `with goods of ${rule.taxons.join(', ')}`;
    case 'contains_product':
      return `with ${rule.product}`;
    case 'shipping_country':
      return `to ${rule.countries.join(', ')}`;
    case 'first_purchase':
      return 'first purchase';
    case 'loyalty_member':
      return 'loyalty members';
    default:
      return 'never: a rule that this version does not know';
  }
}

/** Methods of delivery for what goes on pallets: they cost many times what free delivery is meant to give away. */
export const freightMethods = async (db: Kysely<Database>): Promise<string[]> =>
  (await db.selectFrom('shipping_method').select('code').where('freight', '=', true).execute()).map(
    ({ code }) => code,
  );

/** Which ways of delivery are meant, where not all are; freight that is left out is not worth a word. */
function waysText(
  { onlyMethods, shippingKinds, excludeMethods = [] }: ShippingDiscount,
  freight: readonly string[],
): string {
  const ways = onlyMethods ?? shippingKinds;
  const left = excludeMethods.filter((code) => !freight.includes(code));
  return `${ways ? ` by ${ways.join(' and ')}` : ''}${left.length > 0 ? `, not ${left.join(' and ')}` : ''}`;
}

export function offText(action: PromotionAction, freight: readonly string[]): string {
  switch (action.type) {
    case 'order_fixed_discount':
      return euros(action.amount);
    case 'order_percentage_discount':
      return `${action.percentage}%`;
    case 'unit_fixed_discount':
    case 'unit_percentage_discount': {
      const off = action.type === 'unit_fixed_discount' ? euros(action.amount) : `${action.percentage}%`;
      return `${off} a piece${ofText(action)}`;
    }
    case 'shipping_percentage':
      return `${action.percentage}% of delivery${waysText(action, freight)}${freight.some((code) => isForMethod(action, code)) ? ', freight too' : ''}`;
    default:
      return 'nothing';
  }
}
