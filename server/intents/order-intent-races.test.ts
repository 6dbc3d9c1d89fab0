/** Order intents at once (docs/reliability.md, I3, I4): keys, tokens and last pieces that many want in one moment. */
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { complete, goods, openShopOfFile, placeIntent, shop } from '#tests/server/shop-of-file.ts';
import { cartWith, intentOf, readyToPay, sellableVariant } from '#tests/server/test-shop.ts';

openShopOfFile();

const crowd = 50;
const many = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: crowd }, (_, index) => work(index)));
const one = (changes: Partial<OrderIntentBody> = {}) =>
  intentOf([{ productVariantCode: goods.code, quantity: 1 }], goods.price + 499, changes);
type Body = { errorCode?: string; number?: string; tokenValue?: string };
const place = (body: OrderIntentBody, key?: string) => placeIntent<Body>(body, key);
const counts = async () =>
  (
    await shop.database.pool.query<{ orders: number; mails: number; papers: number; held: number }>(
      `select (select count(*)::int from "order" where state <> 'cart') as orders,
       (select count(*)::int from mail_outbox) as mails, (select count(*)::int from document) as papers,
       (select sum(on_hold)::int from stock) as held`,
    )
  ).rows[0] ?? { orders: 0, mails: 0, papers: 0, held: 0 };
const grownBy = (before: Awaited<ReturnType<typeof counts>>, orders: number) => ({
  orders: before.orders + orders,
  mails: before.mails + orders,
  papers: before.papers + orders,
  held: before.held + orders,
});

test('50 posts of one key at once make one order; all who got through were told the same number', async () => {
  for (let round = 0; round < 3; round += 1) {
    const before = await counts();
    const [body, key] = [one(), randomUUID()];
    const answers = await many(() => place(body, key));
    for (const answer of answers)
      if (answer.status !== 201)
        expect(answer).toMatchObject({ status: 409, body: { errorCode: 'idempotency.in_progress' } });
    const told = answers.filter((answer) => answer.status === 201);
    expect(told.length).toBeGreaterThan(0);
    expect(new Set(told.map((answer) => answer.body.number)).size).toBe(1);
    for (const answer of answers.filter((one) => one.status === 409))
      expect(answer.headers.get('retry-after')).toBe('1');
    expect(await counts()).toEqual(grownBy(before, 1));
  }
});

test('50 intents with keys of their own for one token make one order', async () => {
  const before = await counts();
  const body = one();
  const answers = await many(() => place(body));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  for (const answer of answers.filter((one) => one.status !== 201))
    expect(answer).toMatchObject({
      status: 409,
      body: { errorCode: 'cart.already_completed', context: { tokenValue: body.tokenValue } },
    });
  expect(await counts()).toEqual(grownBy(before, 1));
});

test('a cart and its intent completed at once make one order, whichever comes first', async () => {
  for (let round = 0; round < 10; round += 1) {
    const cart = await readyToPay(shop, await cartWith(shop, goods.code));
    const before = await counts();
    const completion = () => complete<Body>(cart);
    const intent = () => place(one({ tokenValue: cart.tokenValue }));
    // Both take their turn in coming first.
    const [first, second] = round % 2 === 0 ? [completion, intent] : [intent, completion];
    const answers = await Promise.all([first(), second()]);
    const placed = answers.filter((answer) => answer.status < 300);
    expect(placed).toHaveLength(1);
    expect(answers.find((answer) => answer.status >= 300)).toMatchObject({
      status: 409,
      body: {
        errorCode: 'cart.already_completed',
        context: { tokenValue: cart.tokenValue, number: placed[0]?.body.number },
      },
    });
    expect(await counts()).toEqual(grownBy(before, 1));
  }
});

test('two presses that both came before either could read the cart make one order', async () => {
  const cart = await readyToPay(shop, await cartWith(shop, goods.code));
  const before = await counts();
  const holder = await shop.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from "order" where token = $1 for update', [cart.tokenValue]);
    const presses = Promise.all([complete<Body>(cart), complete<Body>(cart)]);
    await vi.waitFor(async () => {
      // Not by the holder: what a transaction has seen of the others' doings stays as it was.
      const waiting = await shop.database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting.rowCount).toBe(2);
    }, 10_000);
    await holder.query('commit');
    expect((await presses).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  } finally {
    holder.release();
  }
  expect(await counts()).toEqual(grownBy(before, 1));
});

test('the last piece, wanted by 50 intents at once, is bought exactly once', async () => {
  const rare = await sellableVariant(shop, { except: goods.code });
  await shop.database.pool.query(
    `update stock set on_hand = on_hold + case when warehouse_id = (select id from warehouse where ships order by priority limit 1) then 1 else 0 end
     where variant_id = (select id from product_variant where code = $1)`,
    [rare.code],
  );
  await shop.database.pool.query(
    `insert into stock (variant_id, warehouse_id, on_hand)
     select v.id, w.id, 1 from product_variant v, (select id from warehouse where ships order by priority limit 1) w where v.code = $1
     on conflict (variant_id, warehouse_id) do nothing`,
    [rare.code],
  );
  const before = await counts();
  const answers = await many(() =>
    place(intentOf([{ productVariantCode: rare.code, quantity: 1 }], rare.price + 499)),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  for (const answer of answers.filter((one) => one.status !== 201))
    expect(answer).toMatchObject({ status: 422, body: { errorCode: 'order.out_of_stock' } });
  expect(await counts()).toEqual(grownBy(before, 1));
  const left = await shop.database.pool.query<{ free: number }>(
    `select sum(on_hand - on_hold)::int as free from stock s join product_variant v on v.id = s.variant_id where v.code = $1`,
    [rare.code],
  );
  expect(left.rows[0]?.free).toBe(0);
});

test('intents that want the same goods in opposite order wait for each other and never in a circle', async () => {
  const other = await sellableVariant(shop, { except: goods.code, atLeast: 30 });
  const lines = [
    { productVariantCode: goods.code, quantity: 1 },
    { productVariantCode: other.code, quantity: 1 },
  ];
  await shop.database.pool.query(
    `update stock set on_hand = on_hand + 200 where variant_id in (select id from product_variant where code = any($1))`,
    [[goods.code, other.code]],
  );
  const answers = await many((index) =>
    place(intentOf(index % 2 === 0 ? lines : [...lines].reverse(), 1_000_000)),
  );
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
});
