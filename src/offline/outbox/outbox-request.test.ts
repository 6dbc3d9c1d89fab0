import { expect, test } from 'vitest';
import { apiMarker, header } from '#contract/endpoints.ts';
import { judge } from './outbox-request.ts';

const command = { id: 'a'.repeat(32), kind: 'addItem' } as const;
const answer = (status: number, more: Record<string, string> = {}) =>
  new Response(null, {
    status,
    headers: { [header.marker]: apiMarker, [header.idempotencyKey]: command.id, ...more },
  });
const refusal = (status: number, errorCode: string) =>
  JSON.stringify({ code: status, errorCode, message: errorCode, violations: [] });

test.each([500, 502, 503, 504, 429, 408, 425])(
  'a fault of the server (%i) refuses nothing, though it is our own answer to this very command',
  (status) => {
    expect(judge(command, answer(status), refusal(status, 'server.error'), 0)).toMatchObject({
      kind: 'unknown',
      answered: true,
      trouble: { errorCode: 'server.error' },
    });
  },
);

test('a refusal counts with the key of this command only', () => {
  const text = refusal(422, 'cart.insufficient_stock');
  expect(judge(command, answer(422), text, 0)).toMatchObject({ kind: 'refused' });
  expect(judge(command, answer(422, { [header.idempotencyKey]: 'other' }), text, 0).kind).toBe('unknown');
});
