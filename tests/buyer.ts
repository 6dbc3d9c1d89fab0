/** Buyers for harnesses that count orders: each press has its key, and remembers what the shop said. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { CompletedOrder } from '#contract/orders/orders.ts';

export type Send = (
  method: string,
  at: string,
  body?: unknown,
  key?: string,
) => Promise<{ status: number; body: CompletedOrder }>;
/** @param url of the API, with its version */
export const sender =
  (url: string): Send =>
  async (method: string, at: string, body?: unknown, key: string = randomUUID()) => {
    const answer = await fetch(url + at, {
      method,
      headers: {
        'Content-Type': 'application/json',
        's-locale': 'lt',
        's-channel': 'retail',
        'Idempotency-Key': key,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as CompletedOrder };
  };

const consents = { termsAndConditionsAccepted: true, privacyPolicyAccepted: true };
const person = { firstName: 'Jonas', lastName: 'Jonaitis', phoneNumber: '+37061234567' };
const address = {
  ...person,
  countryCode: 'LT',
  city: 'Utena',
  street: 'Lauko g.',
  houseNumber: '1',
  postCode: 'LT-28241',
};

export interface Attempt {
  token: string;
  /** Presses "order", with the same key each time. */
  press: (send: Send) => ReturnType<Send>;
  /** What the buyer was told; null = no answer came. */
  told: { number: string; total: number } | null;
}

/** One buyer: fills a cart, goes through checkout, presses "order". Throws when the server goes away before. */
export async function buy(send: Send, variant: string, attempts: Attempt[]): Promise<void> {
  const cart = await send('POST', '/shop/orders', {});
  const at = `/shop/orders/${cart.body.tokenValue}`;
  const filled = await send('POST', `${at}/items`, { productVariantCode: variant, quantity: 1 });
  if (filled.status !== 201) throw new Error(`add item ${filled.status}`);
  await send('PUT', at, { email: 'jonas@example.lt', contact: person });
  await send('PATCH', `${at}/shipments/${filled.body.shipments[0]?.id}`, { shippingMethod: 'COURIER_HOME' });
  await send('PUT', at, { shippingAddress: address });
  await send('PATCH', `${at}/payments/${filled.body.payments[0]?.id}`, { paymentMethod: 'TRANSFER' });
  const key = randomUUID();
  await order(send, attempts, {
    token: cart.body.tokenValue,
    press: (to) => to('PATCH', `${at}/complete`, consents, key),
    told: null,
  });
}

/** A buyer whose device sends the whole order at once (contract CHK-19). */
export async function buyAtOnce(send: Send, variant: string, attempts: Attempt[]): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  const key = randomUUID();
  const body = {
    tokenValue: token,
    lines: [{ productVariantCode: variant, quantity: 1, whenShort: 'wait' }],
    email: 'jonas@example.lt',
    contact: person,
    shippingAddress: address,
    plan: { code: 'courier', shipments: [{ shippingMethod: 'COURIER_HOME' }] },
    paymentMethod: 'TRANSFER',
    ...consents,
    agreedAt: '2026-11-20T06:30:00Z',
    expectedTotal: 1_000_000,
  };
  await order(send, attempts, {
    token,
    press: (to) => to('POST', '/shop/order-intents', body, key),
    told: null,
  });
}

async function order(send: Send, attempts: Attempt[], attempt: Attempt): Promise<void> {
  attempts.push(attempt);
  const placed = await attempt.press(send);
  if (placed.status >= 300) throw new Error(`order ${placed.status} ${JSON.stringify(placed.body)}`);
  attempt.told = { number: placed.body.number ?? '', total: placed.body.total };
}

/** A variant that anybody may buy, with more pieces than are ever bought. */
export async function plentyOf(pool: Pool): Promise<{ code: string; id: number }> {
  const goods = await pool.query<{ code: string; id: number }>(
    `select v.code, v.id from product_variant v join product p on p.id = v.product_id
     join stock s on s.variant_id = v.id join warehouse w on w.id = s.warehouse_id and w.main
     join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id and c.code = 'retail'
     where p.enabled and v.enabled and v.tracked and not p.is_chemical and not p.is_gift and not p.professional_use and not p.ammonium_nitrate16
       and p.type = 'simple' and v.weight between 1 and 5000 order by v.code limit 1`,
  );
  const variant = goods.rows[0];
  if (!variant) throw new Error('The seed has no such variant.');
  await pool.query('update stock set on_hand = 100000, on_hold = 0 where variant_id = $1', [variant.id]);
  return variant;
}

/** What the database holds: as many orders as presses, each with its mail, its paper and its piece held. */
export async function countOrders(
  pool: Pool,
  variantId: number,
): Promise<Record<'orders' | 'mails' | 'papers' | 'held', number> | undefined> {
  const counts = await pool.query<Record<'orders' | 'mails' | 'papers' | 'held', number>>(
    `select (select count(*)::int from "order" where state = 'new') as orders,
      (select count(*)::int from mail_outbox where kind = 'order_placed') as mails,
      (select count(*)::int from document where kind = 'pre_invoice') as papers,
      (select sum(on_hold)::int from stock where variant_id = $1) as held`,
    [variantId],
  );
  return counts.rows[0];
}
