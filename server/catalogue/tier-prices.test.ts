/** Prices by quantity (contract 5.4) in the catalogue, and in the copy of it that a device keeps. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product, ProductCard, TierPrice } from '#contract/catalogue.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { productRow, type ProductRow, type SnapshotDictionaries } from '#contract/snapshot.ts';
import { SnapshotCatalogue } from '#domain/offline-catalogue/snapshot-catalogue.ts';
import { priceWithoutTax } from '#domain/money/price.ts';
import { endTiers, setTiers } from '#server/jobs/tier-price-commands.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { Catalogue } from './catalogue.ts';
import { SnapshotEditions } from './snapshot-editions.ts';

let database: TestDatabase;
let catalogue: Catalogue;
let editions: SnapshotEditions;
beforeAll(async () => {
  database = await createTestDatabase();
  catalogue = await Catalogue.open(database.db, (error) => {
    throw error;
  });
  editions = new SnapshotEditions(catalogue, 0);
}, 60_000);
afterAll(async () => {
  catalogue.close();
  await database.drop();
});

const page = async (id: number, channel = 'business') =>
  (await catalogue.product(channel, 'lt', id)) as Product;
const card = async (id: number) =>
  JSON.parse(String((await catalogue.cards('business', 'lt', [id]))[0])) as ProductCard;
async function onDevice(channel: string): Promise<SnapshotCatalogue> {
  const { rows, dictionaries } = await editions.current(channel, 'lt');
  const products = rows.flatMap(({ text }) => (text === null ? [] : [JSON.parse(text) as ProductRow]));
  const words = JSON.parse(dictionaries.text) as SnapshotDictionaries;
  for (const row of products) expect(productRow.safeParse(row).error).toBeUndefined();
  return new SnapshotCatalogue(products, words, 'lt', new Date(0).toISOString());
}
const tiersOf = ({ variants }: Pick<Product, 'variants'>): Record<string, TierPrice[] | undefined> =>
  Object.fromEntries(variants.map(({ code, tierPrices }) => [code, tierPrices]));

test('the demo shop sells feed, fertiliser and seeds to farmers by the sack and the pallet; gardeners see nothing of it', async () => {
  const { rows } = await database.pool.query<{ taxon: string; ids: number[] }>(
    `select root.code as taxon, array_agg(distinct p.id) as ids
     from tier_price t join channel c on c.id = t.channel_id and c.code = 'business'
     join product_variant v on v.id = t.variant_id join product p on p.id = v.product_id
     join taxon main on main.id = p.main_taxon_id
     join taxon root on root.level = 0 and root.lft <= main.lft and root.rgt >= main.rgt group by 1 order by 1`,
  );
  expect(rows.map(({ taxon }) => taxon)).toEqual(['PASARAI', 'SEKLOS', 'TRASOS']);
  let shown = 0;
  for (const id of rows.flatMap(({ ids }) => ids)) {
    const product = await page(id);
    expect(shapes.product.response.safeParse(product).error?.issues ?? []).toEqual([]);
    for (const { prices, tierPrices = [] } of product.variants) {
      let before = prices.price;
      for (const tier of tierPrices) {
        expect(tier.price).toBeLessThan(before);
        expect(tier.priceWithoutTax).toBe(priceWithoutTax(tier.price, 0.21));
        before = tier.price;
        shown += 1;
      }
    }
    expect(tiersOf(await card(id))).toEqual(tiersOf(product));
    expect(JSON.stringify(await page(id, 'retail'))).not.toContain('tierPrices');
  }
  expect(shown).toBeGreaterThan(60);
});

test('CAT-14 a device that keeps the catalogue knows every price by quantity of its channel, and hears of a new one', async () => {
  const before = await onDevice('business');
  for (const { id, code } of catalogue.state.goods.products) {
    const own = before.answer({ name: 'product', params: { code } }) as Product | undefined;
    expect([code, own && tiersOf(own)]).toEqual([code, tiersOf(await page(id))]);
  }
  const words = ['--from', '20:carton=1', '--channel', 'business'];
  await setTiers({ db: database.db }, 'LS1007A', words);
  catalogue.catalogueChanged();
  await catalogue.settled();
  const own = (await onDevice('business')).answer({ name: 'product', params: { code: 'LS1007' } }) as Product;
  const carton = [{ quantity: 20, price: 100, priceWithoutTax: 83, pack: 'carton' }];
  expect(tiersOf(own)['LS1007A']).toEqual(carton);
  const id = catalogue.state.goods.products.find(({ code }) => code === 'LS1007')?.id ?? 0;
  expect(tiersOf(await page(id))['LS1007A']).toEqual(carton);
  await endTiers({ db: database.db }, 'LS1007A', ['--channel', 'business']);
  catalogue.catalogueChanged();
  await catalogue.settled();
  expect(tiersOf(await page(id))['LS1007A']).toBeUndefined();
});
