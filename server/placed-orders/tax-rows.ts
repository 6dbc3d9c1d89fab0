/** The tax table of an order's papers, from what was stored when the order was placed. */
import { taxRows, type TaxRow } from '#domain/money/tax.ts';
import {
  loadAdjustments,
  loadItems,
  standardTaxRate,
  type Db,
  type OrderRow,
} from '#server/order-store/order-store.ts';

/** Amounts in cents; gross of all rows = goods, delivery and wrap of the order. */
export async function taxRowsOf(db: Db, order: OrderRow): Promise<TaxRow[]> {
  const items = (await loadItems(db, order.id)).filter((item) => item.deleted_at === null);
  const services = (await loadAdjustments(db, order.id)).filter((one) => one.item_id === null);
  const sum = (types: readonly string[]) =>
    services.filter((one) => types.includes(one.type)).reduce((all, one) => all + one.amount, 0);
  const taxed = services.find((one) => one.type === 'tax' && one.origin_code !== null);
  const rate = taxed ? Number(taxed.origin_code) : await standardTaxRate(db, order.channel_id);
  return taxRows([
    ...items.map((item) => ({ total: item.total, rate: item.tax_rate, tax: item.tax_total })),
    { total: sum(['shipping', 'order_shipping_promotion', 'gift_wrap']), rate, tax: sum(['tax']) },
  ]);
}
