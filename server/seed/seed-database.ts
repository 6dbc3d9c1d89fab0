import type { Pool } from 'pg';
import { loadSanitiser } from '#server/text/sanitise.ts';
import { continueIds } from './insert-rows.ts';
import { seedContent } from './seed-content.ts';
import { prepareCustomers, seedCustomers } from './seed-customers.ts';
import { seedGoods, seedSafetyWords } from './seed-goods.ts';
import { sellingGiftCards } from '#server/order-terms/gift-card-goods.ts';
import { seedPromotions } from './seed-promotions.ts';
import { seedShop } from './seed-shop.ts';
import { seedTierPrices } from './seed-tier-prices.ts';

const numbered = [
  ...([
    'country',
    'channel',
    'warehouse',
    'pickup_point',
    'tax_rate',
    'shipping_method',
    'payment_method',
  ] as const),
  ...([
    'taxon',
    'attribute',
    'attribute_value',
    'option_value',
    'maker',
    'product',
    'product_variant',
  ] as const),
  ...(['review', 'catalogue_discount', 'cart_promotion', 'coupon', 'gift_campaign', 'gift_card'] as const),
  ...([
    'loyalty_rule',
    'loyalty_benefit',
    'picture',
    'menu',
    'block',
    'page',
    'faq_section',
    'faq',
    'section',
    'article',
  ] as const),
  ...(['banner', 'redirect'] as const),
];

/**
 * Fills an empty database with the demo shop, or with all of it but goods, promotions, customers and news, whole or not at
 * all. A database that has a channel is somebody's shop
 * and stays as it is; of two processes that start at once, the second waits and finds it filled.
 * @param now the day the data is dated for
 * @param hasGoods false: the shop of a retailer who brings goods of their own
 * @returns whether this call filled it
 */
export async function seedIfEmpty(pool: Pool, now = new Date(), hasGoods = true): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select version from catalogue_version for update');
    const { rowCount } = await client.query('select 1 from channel limit 1');
    if (rowCount !== 0) {
      await client.query('rollback');
      return false;
    }
    const customers = hasGoods ? prepareCustomers(now) : null;
    const clean = await loadSanitiser();
    await seedShop(client, now, hasGoods);
    await seedSafetyWords(client, now);
    if (hasGoods) {
      await seedGoods(client, now, clean);
      await seedTierPrices(client, now);
      await seedPromotions(client, now);
    } else {
      await client.query('update channel set loyalty_rule = null, seller = null');
      // Nobody has told where their lockers stand.
      await client.query(`update shipping_method set enabled = false where kind = 'pickup_point'`);
    }
    await seedContent(client, now, clean, hasGoods);
    if (customers) await seedCustomers(client, customers, now);
    await continueIds(client, numbered);
    if (hasGoods) {
      const { text, values } = sellingGiftCards(['retail', 'business']);
      await client.query(text, values);
    }
    await client.query('commit');
    await client.query('analyze');
    return true;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
