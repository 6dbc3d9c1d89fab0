// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { reportOutcome } from '#offline/connection/connectivity.ts';
import { theOutbox } from './page-outbox.ts';

vi.mock('#offline/connection/connectivity.ts', () => ({ reportOutcome: vi.fn() }));

test('what a try of the sender meets is told to who watches the link: it is noticed when the shop is back', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await theOutbox().put({
    kind: 'clearCart',
    scope: 'cart:x',
    line: null,
    params: { token: 'x' },
    body: {},
    locale: 'lt',
    channel: 'retail',
  });
  await theOutbox().wake();
  expect(vi.mocked(reportOutcome).mock.calls).toEqual([['unreachable']]);
  const refusal = { code: 409, errorCode: 'order.not_found', message: 'x', violations: [] };
  vi.mocked(fetch).mockImplementationOnce((_address, init) =>
    Promise.resolve(
      new Response(JSON.stringify(refusal), {
        status: 409,
        headers: {
          'X-Shop-Api': '2',
          'Idempotency-Key': new Headers(init?.headers).get('Idempotency-Key') ?? '',
        },
      }),
    ),
  );
  await theOutbox().wake(true);
  expect(vi.mocked(reportOutcome).mock.lastCall).toEqual(['answered']);
});
