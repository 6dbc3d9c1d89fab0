import { expect, test } from 'vitest';
import { textsIn } from '#locales/server-texts.ts';

test('the subject about a placed order says in Estonian that it was received by the shop, and not that it came to the buyer', () => {
  const { subject } = textsIn('et').mails.order.order_placed;
  expect(subject).toMatch(/^Saime teie tellimuse \{number\}/);
  expect(subject).not.toMatch(/jõud|kohal|kätte|saabu/i);
});
