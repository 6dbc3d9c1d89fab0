import { expect, test } from 'vitest';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { anOrder } from '#tests/builders.ts';
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

test('CHK-21 an order that is being stopped is not sent again: the shop is told, and its word on the key counts', async () => {
  const asked: string[] = [];
  const order = { ...command, kind: 'placeIntent' as const, isStopping: true as const };
  const told = (status: number, value: unknown) =>
    sendCommand(order, {
      fetch: (input, init) => {
        asked.push(`${init?.method ?? ''} ${input as string}`);
        return Promise.resolve(
          new Response(JSON.stringify(value), { status, headers: { [header.marker]: apiMarker } }),
        );
      },
    });
  const error = {
    code: 409,
    errorCode: 'order_intent.withdrawn',
    message: 'Conflict',
    detail: 'Stopped.',
    violations: [],
  };
  const outcome = { idempotencyKey: command.id, at: '2026-05-01T09:00:00Z' };
  expect(await told(200, { ...outcome, outcome: 'refused', status: 409, error })).toMatchObject({
    kind: 'refused',
    answer: { status: 409, errorCode: 'order_intent.withdrawn', message: 'Stopped.' },
  });
  const placed = anOrder({ state: 'new' });
  expect(await told(200, { ...outcome, outcome: 'placed', status: 201, order: placed })).toMatchObject({
    kind: 'done',
    order: { tokenValue: placed.tokenValue },
  });
  // Of another key, or of a shop that fails or is busy: nothing is known.
  for (const unclear of [
    await told(200, { ...outcome, idempotencyKey: 'other', outcome: 'refused', status: 409, error }),
    await told(500, error),
    await told(409, { ...error, errorCode: 'idempotency.in_progress' }),
  ])
    expect(unclear.kind).toBe('unknown');
  expect((await told(401, { ...error, code: 401, errorCode: 'auth.required' })).kind).toBe('signed out');
  // A shop that knows no such call takes the order as it would have.
  expect((await told(404, { ...error, code: 404, errorCode: 'not_found' })).kind).toBe('not stopped');
  expect(new Set(asked)).toEqual(new Set([`DELETE /api/v2/shop/order-intents/${command.id}`]));
});

test('CHK-21 an order that is being stopped, and was refused because its cart had been ordered before, is shown as that order', async () => {
  const earlier = anOrder({ state: 'new', number: '10007' });
  const context = { tokenValue: earlier.tokenValue, number: earlier.number };
  const error = {
    code: 409,
    errorCode: 'cart.already_completed',
    message: 'Conflict',
    violations: [],
    context,
  };
  const outcome = { idempotencyKey: command.id, outcome: 'refused', status: 409, at: '2026-05-01T09:00:00Z' };
  const answer = (value: unknown) =>
    new Response(JSON.stringify(value), { status: 200, headers: { [header.marker]: apiMarker } });
  const stopped = await sendCommand(
    { ...command, kind: 'placeIntent', isStopping: true },
    {
      fetch: (_, init) =>
        Promise.resolve(answer(init?.method === 'DELETE' ? { ...outcome, error } : earlier)),
    },
  );
  expect(stopped).toMatchObject({ kind: 'ordered before', placed: context, order: { number: '10007' } });
});
