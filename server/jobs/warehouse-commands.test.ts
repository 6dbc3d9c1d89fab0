import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartWith, openTestShop, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';
import { demoSeller } from '#server/channels/seller.ts';
import { setSeller } from './seller-command.ts';
import { listWarehouses } from './look-up-commands.ts';
import { addWarehouse, closeWarehouse, setWarehouse } from './warehouse-commands.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

const at = (street: string) => [
  '--street',
  street,
  '--house',
  '5',
  '--post-code',
  'LT-08240',
  '--city',
  'Vilnius',
];
const placesFor = async (variant: string) => {
  const cart = await cartWith(shop, variant);
  const { body } = await shop.call('GET', `/shop/orders/${cart.tokenValue}/warehouses`);
  return (body as unknown as { data: { code: string; address: string }[] }).data;
};

test('a place to collect at is opened, moved and closed beside the running shop', async () => {
  const { mail } = shop.orders;
  const { code } = await sellableVariant(shop);
  await expect(addWarehouse(mail, 'VILNIUS', ['--name', 'Krautuvė', ...at('Ulonų g.')])).rejects.toThrow(
    'Warehouse VILNIUS would do nothing: say --ships, --collection or both.',
  );
  const doing = ['--name', 'Krautuvė', '--collection', '--chemicals'];
  const told = await addWarehouse(mail, 'VILNIUS', [...doing, ...at('Ulonų g.')]);
  expect(told).toBe('Warehouse VILNIUS: Ulonų g. 5, LT-08240 Vilnius; hands out, chemicals too.');
  expect(await placesFor(code)).toContainEqual(
    expect.objectContaining({ code: 'VILNIUS', name: 'Krautuvė', address: 'Ulonų g. 5, LT-08240 Vilnius' }),
  );
  expect(await setWarehouse(mail, 'VILNIUS', ['--house', '7', '--ships', '--no-chemicals'])).toBe(
    'Warehouse VILNIUS: Ulonų g. 7, LT-08240 Vilnius; sends, hands out.',
  );
  await closeWarehouse(mail, 'VILNIUS');
  expect((await placesFor(code)).map((place) => place.code)).not.toContain('VILNIUS');
  for (const [wrong, why] of [
    [
      () => addWarehouse(mail, 'VILNIUS', ['--name', 'x', ...at('y')]),
      'There is a warehouse VILNIUS already',
    ],
    [() => addWarehouse(mail, 'KITAS', at('y')), '--name is missing.'],
    [() => setWarehouse(mail, 'NOPE', ['--ships']), 'There is no warehouse NOPE'],
    [() => setWarehouse(mail, 'UKMERGE', ['--no-main']), 'Say --main of the warehouse that takes its place.'],
    [() => setWarehouse(mail, 'UKMERGE', ['--chemicals']), 'Chemicals are handed out by'],
    [() => setWarehouse(mail, 'UKMERGE', ['--name', 'a\nb']), '--name should be one line'],
    [() => closeWarehouse(mail, 'UKMERGE'), 'UKMERGE is the main warehouse'],
  ] as const)
    await expect(wrong()).rejects.toThrow(why);
});

test('the telephone of a place is one that can be called, and is told', async () => {
  const { mail } = shop.orders;
  const phones = async () =>
    (
      await shop.database.pool.query<{ phone_number: string }>(
        `select phone_number from warehouse where main`,
      )
    ).rows;
  const before = await phones();
  for (const wrong of ['abc', '12', '+370 600 0000', 'info@shop.example'])
    await expect(setWarehouse(mail, 'UKMERGE', ['--phone', wrong])).rejects.toThrow(
      `--phone ${wrong} is no telephone number.`,
    );
  expect(await phones()).toEqual(before);
  expect(await setWarehouse(mail, 'UKMERGE', ['--phone', '+370 600 00003'])).toMatch(
    /^Warehouse UKMERGE: [^;]+, \+370 600 00003; main,/,
  );
  expect(await listWarehouses(mail)).toMatch(/^UKMERGE .* \+370 600 00003 /m);
});

test('the first warehouse stands where the company does, until it is given an address', async () => {
  const { mail } = shop.orders;
  const { pool } = shop.database;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-place-'));
  const file = path.join(folder, 'seller.json');
  const sellsAt = async (address: string) => {
    writeFileSync(file, JSON.stringify({ ...demoSeller, address }));
    await setSeller(mail, 'retail', file);
    const { rows } = await pool.query<{ address: unknown; city: string }>(
      `select address, city from warehouse where main`,
    );
    return rows[0];
  };
  try {
    const own = (await pool.query<{ address: object }>('select address from warehouse where main')).rows[0];
    expect(await sellsAt('Ulonų g. 5, LT-08240 Vilnius')).toMatchObject({ address: own?.address });
    await pool.query(
      `update warehouse set city = '', address = '{"street":"","houseNumber":"","postCode":"","city":"","countryCode":"LT"}' where main`,
    );
    await pool.query(`update channel set seller = null where code = 'retail'`);
    expect(await sellsAt('Ulonų g. 5A, LT-08240 Vilnius')).toEqual({
      city: 'Vilnius',
      address: {
        street: 'Ulonų g.',
        houseNumber: '5A',
        postCode: 'LT-08240',
        city: 'Vilnius',
        countryCode: 'LT',
      },
    });
    expect(await sellsAt('Pas Joną už kampo')).toMatchObject({ address: { street: 'Pas Joną už kampo' } });
    await setWarehouse(mail, 'UKMERGE', at('Laisvės al.'));
    expect(await sellsAt('Ulonų g. 5, LT-08240 Vilnius')).toMatchObject({
      address: { street: 'Laisvės al.' },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
