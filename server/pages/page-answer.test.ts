import { expect, test } from 'vitest';
import { redirect } from './page-answer.ts';

test('T7 who is sent on to an address with a token leaves it in no cache and tells nobody', () => {
  const token = 'kX3vQ9-aZ_7mB2nL0pR8sT4u';
  for (const address of [`/lt/checkout/thank-you?orderToken=${token}`, `/newsletter/confirm/${token}`]) {
    const { headers } = redirect(address, 301);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'private, no-store',
      'no-referrer',
    ]);
  }
  const plain = redirect('/p/pomidoru-seklos-ankstyvieji-raudonieji-120', 301);
  expect(plain.headers.get('cache-control')).toBe('public, max-age=300');
});
