/** What is kept of orders that the shop refuses (contract CHK-19, 1.13): no more than it has room for, and that whole. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PlacedIntent } from '#contract/orders/order-intents.ts';
import { refusalsAnHour } from '#server/http/rate-limits.ts';
import { openTestShop, sellableVariant, intentOf } from '#tests/server/test-shop.ts';

type Body = Partial<PlacedIntent> & { errorCode?: string };

test('CHK-19 whoever invents orders fills no disk: a refusal past what is kept for a network is told, and its key judged anew', async () => {
  const shop = await openTestShop({ rateLimitFactor: 1 });
  try {
    shop.clock.at = new Date();
    const goods = await sellableVariant(shop, { atLeast: 40 });
    const order = (total = goods.price + 499) =>
      intentOf([{ productVariantCode: goods.code, quantity: 1 }], total);
    const place = async (body: unknown, key: string, from = '203.0.113.80') => {
      const request = new Request('http://localhost/api/v2/shop/order-intents', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 's-channel': 'retail', 'Idempotency-Key': key },
        body: JSON.stringify(body),
      });
      const answer = await shop.app.fetch(request, from);
      const { status, headers } = answer;
      return { status, headers, body: (await answer.json()) as Body };
    };
    const outcomeOf = (key: string) => shop.call('GET', `/shop/order-intents/${key}`);
    const dear = order(1);
    const key = randomUUID();
    const refused = await place(dear, key);
    expect(refused).toMatchObject({ status: 409, body: { errorCode: 'order.total_changed' } });

    shop.orders.services.keptRefusals.mayTake('203.0.113.80', refusalsAnHour.amount - 6);
    const late = order(1);
    const lateKey = randomUUID();
    const dropped = await place(late, lateKey);
    expect(dropped).toMatchObject({ status: 409, body: { errorCode: 'order.total_changed' } });
    expect((await outcomeOf(lateKey)).status).toBe(404);
    expect((await place(late, lateKey)).headers.get('idempotency-replayed')).toBeNull();

    // What was told is told again whole, what the shop takes is bought, and others are told as ever.
    const again = await place(dear, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual({ ...refused.body, requestId: expect.any(String) as string });
    expect((await place(order(), randomUUID())).status).toBe(201);
    expect(await place(late, lateKey, '203.0.113.81')).toMatchObject({
      status: 409,
      body: { errorCode: 'order.total_changed' },
    });
    expect(await outcomeOf(lateKey)).toMatchObject({ status: 200, body: { outcome: 'refused' } });
    const laterKey = randomUUID();
    shop.clock.at = new Date(shop.clock.at.getTime() + refusalsAnHour.periodMs);
    expect((await place(order(1), laterKey)).status).toBe(409);
    expect((await outcomeOf(laterKey)).status).toBe(200);
  } finally {
    await shop.close();
  }
});
