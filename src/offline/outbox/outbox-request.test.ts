import { expect, test } from 'vitest';
import { apiMarker, header } from '#contract/endpoints.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { sendCommand } from './outbox-request.ts';

const command: WaitingCommand = {
  id: 'a'.repeat(32),
  kind: 'addItem',
  scope: 'cart:t',
  line: 'CODE',
  params: { token: 't'.repeat(32) },
  body: { productVariant: 'CODE', quantity: 1 },
  locale: 'lt',
  channel: 'retail',
  seq: 1,
  schemaVersion: 1,
  owner: 'guest',
  at: 0,
  state: 'sending',
  tries: 1,
  nextTryAt: 0,
  notBefore: 0,
};
const answered = (status: number, errorCode: string, more: Record<string, string> = {}) =>
  sendCommand(command, {
    fetch: () =>
      Promise.resolve(
        new Response(JSON.stringify({ code: status, errorCode, message: errorCode, violations: [] }), {
          status,
          headers: { [header.marker]: apiMarker, [header.idempotencyKey]: command.id, ...more },
        }),
      ),
  });

test.each([500, 502, 503, 504, 429, 408, 425])(
  'a fault of the server (%i) refuses nothing, though it is our own answer to this very command',
  async (status) => {
    expect(await answered(status, 'server.error')).toMatchObject({
      kind: 'unknown',
      answered: true,
      trouble: { errorCode: 'server.error' },
    });
  },
);

test('a refusal counts with the key of this command only', async () => {
  expect(await answered(422, 'cart.insufficient_stock')).toMatchObject({ kind: 'refused' });
  expect((await answered(422, 'cart.insufficient_stock', { [header.idempotencyKey]: 'other' })).kind).toBe(
    'unknown',
  );
});
