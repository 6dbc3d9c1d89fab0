import { expect, test } from 'vitest';
import { createLog, withoutAddresses, pathPattern } from './log.ts';

test('every line names its process, and an error has one shape whatever was thrown', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', 'command', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  log.info('open');
  log.error({ error: new TypeError('no such thing') }, 'fault');
  log.error({ error: 'went away' }, 'fault');
  log.error({ error: new Error('550 5.1.1 <jonas.z@example.lt> unknown, email=ona@example.lt') }, 'fault');
  for (const line of lines)
    expect(line).toMatchObject({ process: 'command', pid: process.pid, host: expect.any(String) as string });
  expect(lines.map((line) => line['error'])).toEqual([
    undefined,
    { name: 'TypeError', message: 'no such thing', stack: expect.any(String) as string },
    { name: 'Error', message: 'went away' },
    {
      name: 'Error',
      message: '550 5.1.1 <…@…> unknown, email=…@…',
      stack: expect.not.stringMatching(/jonas|ona@/) as string,
    },
  ]);
});

test.each([
  ['550 unknown: jonas@žemė.lt', '550 unknown: …@…'],
  ['<ąžuolas@ūkis.lt>, to=ona@example.lt', '<…@…>, to=…@…'],
  ['smtp://user:word@mail.example:587', 'smtp://user:…@…:587'],
  [
    'at file:///srv/shop/node_modules/@hono/node-server/dist/index.mjs:12:3',
    'at file:///srv/shop/node_modules/@hono/node-server/dist/index.mjs:12:3',
  ],
])('addresses of any language are left out of "%s", and paths stay', (said, kept) => {
  expect(withoutAddresses(said)).toBe(kept);
});

test('a path says nothing of a person, a secret or money', () => {
  const token = 'ruR0_n6YnF93_1V8h5mP4Ewm1YNVn9K_';
  expect(pathPattern(`/api/v2/shop/orders/${token}/items/12`)).toBe('/api/v2/shop/orders/:token/items/:id');
  for (const code of ['DEMO-DOVANA-5000', 'vasara.dovana', '7H2X'])
    expect(pathPattern(`/shop/orders/${token}/gift-cards/${code}`)).toBe(
      '/shop/orders/:token/gift-cards/:code',
    );
});
