import { expect, test } from 'vitest';
import { redirect } from './page-answer.ts';

test('T7 who is sent on to an address with a token leaves it in no cache and tells nobody', () => {
  const token = 'kX3vQ9-aZ_7mB2nL0pR8sT4u';
  // A device may make one without capitals, as it makes keys.
  const plainToken = '0f8fad5b-d9cb-469f-a165-70867728950e';
  for (const address of [
    `/lt/checkout/thank-you?orderToken=${token}`,
    `/newsletter/confirm/${token}`,
    `/apmokejimas/padekos?orderToken=${plainToken}`,
    `/en/checkout/thank-you?order%54oken=${plainToken}`,
    `/orders/${plainToken}`,
    `/en/CHECKOUT/${plainToken}`,
    `/paskyra/orders%2f${plainToken}`,
    `/paskyra/orders%5c.%2F${plainToken}`,
  ]) {
    const { headers } = redirect(address, 301);
    expect([address, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      address,
      'private, no-store',
      'no-referrer',
    ]);
  }
  for (const address of ['/p/pomidoru-seklos-ankstyvieji-raudonieji-120', '/checkout', '/en/checkout'])
    expect([address, redirect(address, 301).headers.get('cache-control')]).toEqual([
      address,
      'public, max-age=300',
    ]);
});
