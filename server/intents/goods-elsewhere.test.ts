/** An order of one message whose goods lie elsewhere than its buyer believed (contract CHK-19). */
import { describe, expect, test } from 'vitest';
import type { OrderIntentBody, OtherWays, ShortLine } from '#contract/orders/order-intents.ts';
import { goods, openShopOfFile, placeIntent, shop } from '#tests/server/shop-of-file.ts';
import { intentOf, sellableVariant } from '#tests/server/test-shop.ts';

openShopOfFile();

interface Refused {
  errorCode: string;
  detail: string;
  violations: { propertyPath: string; code: string; message: string }[];
  context: { short: ShortLine[] } & OtherWays;
}
const codes = (all: readonly { code: string }[] | undefined) => all?.map((one) => one.code);

/** So many pieces of a variant in these places, and none anywhere else. */
async function lieIn(code: string, pieces: Record<string, number>) {
  await shop.database.pool.query(
    `insert into stock (variant_id, warehouse_id, on_hand, on_hold)
     select v.id, w.id, 0, 0 from product_variant v cross join warehouse w where v.code = $1 on conflict do nothing`,
    [code],
  );
  await shop.database.pool.query(
    `update stock s set on_hold = 0, on_hand = coalesce(($2::jsonb ->> w.code)::int, 0)
     from warehouse w where w.id = s.warehouse_id and s.variant_id = (select id from product_variant where code = $1)`,
    [code, JSON.stringify(pieces)],
  );
}
const collectedAt = (warehouse: string): Partial<OrderIntentBody> => ({
  shippingAddress: null,
  plan: { code: `collection.${warehouse}`, shipments: [{ shippingMethod: 'COLLECT_WAREHOUSE', warehouse }] },
});
const wanted = (code: string, quantity: number) => ({ productVariantCode: code, quantity });

describe('goods that lie elsewhere are not "no more"', () => {
  test('R0.44 the places that have them are named, delivery where it is possible, and the order can be had there', async () => {
    await lieIn(goods.code, { SIAULIAI: 5, PASVALYS: 5, KRETINGA: 1 });
    const lines = [wanted(goods.code, 3)];
    const refused = await placeIntent<Refused>(intentOf(lines, 100_000, collectedAt('KEDAINIAI')));
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errorCode: 'order.goods_elsewhere',
        violations: [{ propertyPath: 'lines[0].quantity', code: 'order.line_elsewhere' }],
        context: { delivered: true },
      },
    });
    const { context, violations } = refused.body;
    expect(context.short).toMatchObject([
      { productVariantCode: goods.code, quantity: 3, available: 0, delivered: true },
    ]);
    expect(codes(context.short[0]?.collectAt)).toEqual(['SIAULIAI', 'PASVALYS']);
    expect(codes(context.places)).toEqual(['SIAULIAI', 'PASVALYS']);
    expect(violations[0]?.message).toMatch(/Pasvalys/);
    expect(await placeIntent(intentOf(lines, 100_000, collectedAt('PASVALYS')))).toMatchObject({
      status: 201,
      body: { shipments: [{ kind: 'collection', warehouse: { code: 'PASVALYS' } }] },
    });
  });

  test('a place counts only if it has the whole order; what is nowhere is said to be so', async () => {
    const other = await sellableVariant(shop, { except: goods.code });
    await lieIn(goods.code, { SIAULIAI: 5, KEDAINIAI: 0, PASVALYS: 5 });
    await lieIn(other.code, { KEDAINIAI: 5, PASVALYS: 5 });
    const both = [wanted(goods.code, 1), wanted(other.code, 1)];
    const apart = await placeIntent<Refused>(intentOf(both, 100_000, collectedAt('KEDAINIAI')));
    expect(apart.body.errorCode).toBe('order.goods_elsewhere');
    expect(codes(apart.body.context.short[0]?.collectAt)).toEqual(['SIAULIAI', 'PASVALYS']);
    expect(codes(apart.body.context.places)).toEqual(['PASVALYS']);
    await lieIn(goods.code, {});
    const none = await placeIntent<Refused>(intentOf(both, 100_000, collectedAt('KEDAINIAI')));
    expect(none.body).toMatchObject({
      errorCode: 'order.out_of_stock',
      context: {
        short: [{ productVariantCode: goods.code, quantity: 1, available: 0 }],
        places: [],
        delivered: false,
      },
    });
  });

  test('of an order to be sent, and of a part that is collected beside it, the other places are told', async () => {
    const chemical = await sellableVariant(shop, { chemical: true });
    await lieIn(goods.code, { PASVALYS: 5 });
    const sent = await placeIntent<Refused>(intentOf([wanted(goods.code, 1)], 100_000));
    expect(sent.body).toMatchObject({ errorCode: 'order.goods_elsewhere', context: { delivered: false } });
    expect(codes(sent.body.context.places)).toEqual(['PASVALYS']);
    await lieIn(goods.code, { UKMERGE: 5 });
    // The main warehouse hands out nothing chemical.
    await lieIn(chemical.code, { UKMERGE: 5, RASEINIAI: 5 });
    const mixed = await placeIntent<Refused>(
      intentOf([wanted(goods.code, 1), wanted(chemical.code, 1)], 100_000, {
        plan: {
          code: 'mixed.courier',
          shipments: [
            { shippingMethod: 'COURIER_HOME' },
            { shippingMethod: 'COLLECT_WAREHOUSE', warehouse: 'KEDAINIAI' },
          ],
        },
      }),
    );
    expect(mixed.body.errorCode).toBe('order.goods_elsewhere');
    expect(codes(mixed.body.context.places)).toEqual(['RASEINIAI']);
  });
});

test('R8.18 a refused number of pieces names the goods by their name, in English with the sentence of the specification', async () => {
  await lieIn(goods.code, { SIAULIAI: 5 });
  const cart = await shop.send('POST', '/shop/orders', {});
  const ask = (locale: string) =>
    shop.call<Refused>('POST', `/shop/orders/${cart.body.tokenValue}/items`, wanted(goods.code, 9000), {
      's-locale': locale,
      'Idempotency-Key': crypto.randomUUID(),
    });
  const [row] = (
    await shop.database.pool.query<{ name: Record<string, string> }>(
      'select p.name from product p join product_variant v on v.product_id = p.id where v.code = $1',
      [goods.code],
    )
  ).rows;
  for (const locale of ['lt', 'et', 'ru'])
    expect((await ask(locale)).body.detail).toContain(row?.name[locale] ?? row?.name['lt']);
  expect((await ask('en')).body.detail).toBe(
    `The product variant with "${goods.code}" code does not have sufficient stock.`,
  );
});
