import { expect, test } from 'vitest';
import { countedWith, isHeldBack, isSecret, readMail, type Mail } from './mail-kinds.ts';
import { letter } from './letter.ts';

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

test('what was sent with a link that acts for its reader keeps nothing of it', () => {
  for (const kind of [
    'account_verification',
    'password_reset',
    'account_known',
    'account_begun_twice',
    'account_deletion',
    'newsletter_confirmation',
    'stock_request',
    'review_request',
  ])
    expect([kind, isSecret(kind)]).toEqual([kind, true]);
  for (const kind of ['order_placed', 'gift_card', 'constructor', 'greeting'])
    expect([kind, isSecret(kind)]).toEqual([kind, false]);
});

test('a forgotten password counts among the letters of an account and is never held back; letters of orders count apart', () => {
  expect(isHeldBack('password_reset')).toBe(false);
  expect(countedWith('account_verification')).toEqual([
    'account_verification',
    'password_reset',
    'account_known',
    'account_begun_twice',
  ]);
  const others = countedWith('order_placed');
  expect(others).toContain('newsletter_confirmation');
  expect(others.filter((kind) => kind.startsWith('account') || !isHeldBack(kind))).toEqual([]);
});

test('what stands in a letter is text, whatever it is made of', () => {
  const said = `</p><img src=x onerror="alert(1)">'&`;
  const address = new URL('https://shop.example/a?b=1&c=2');
  const { html } = letter('lt', { name: said, email: '' } as never, 'A', 'Bye', [said, address]);
  expect(html).toMatch(/^<!doctype html><html lang="lt">(<head><\/head>)?<body><p>&lt;\/p&gt;/);
  expect(html).not.toContain('<img');
  expect(html).toContain('<a href="https://shop.example/a?b=1&amp;c=2">');
  expect(html).toContain('Bye<br/>');
});
