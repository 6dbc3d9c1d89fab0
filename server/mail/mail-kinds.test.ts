import { expect, test } from 'vitest';
import { readMail, type Mail } from './mail-kinds.ts';

test('a row of the outbox is read with all that its letter needs, and nothing else of it', () => {
  const payload = { origin: 'https://shop.example', token: 'secret', name: 'Lazer level' };
  expect(readMail({ kind: 'stock_request', order_id: null, payload })).toEqual({
    kind: 'stock_request',
    payload,
  });
  expect(readMail({ kind: 'password_reset', order_id: null, payload }).payload).not.toHaveProperty('name');
});

test.each([
  ['account_verification', null, {}],
  ['newsletter_confirmation', null, { origin: 'https://shop.example' }],
  ['back_in_stock', null, { origin: 'https://shop.example', path: '/p/a-1', name: 'A' }],
  ['review_request', 7, { links: [] }],
  ['order_paid', null, {}],
  ['greeting', null, {}],
])('no letter of kind %s is written of a row that has lost its facts', (kind, order_id, payload) => {
  expect(() => readMail({ kind, order_id, payload })).toThrow(`No letter of kind ${kind} can be written`);
});

test('a mail is queued with what its letter needs', () => {
  // @ts-expect-error the letter needs the link's token
  const mail: Mail = { kind: 'password_reset', payload: { origin: 'https://shop.example' } };
  expect(() => readMail({ order_id: null, ...mail })).toThrow('payload.token');
});
