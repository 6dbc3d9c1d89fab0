import { expect, test } from 'vitest';
import { apiMarker, endpoints, header } from '#contract/calls/endpoints.ts';
import { lateAfter } from '#lib/request-outcome.ts';
import { manualClock } from '#tests/manual-clock.ts';
import { exchange, timeLimit, type Question } from './wire.ts';

const question: Question = {
  name: 'deleteItem',
  params: { token: 't'.repeat(32), id: 7 },
  locale: 'lt',
  channel: 'retail',
};
const answering =
  (status: number, more: Record<string, string> = {}, body = '{}') =>
  () =>
    Promise.resolve(new Response(body, { status, headers: { [header.marker]: apiMarker, ...more } }));

test('reads have 8 seconds, writes 15, what buys 30; after two and a half an answer is late', () => {
  expect(timeLimit(endpoints.order)).toBe(8_000);
  expect(timeLimit(endpoints.addItem)).toBe(15_000);
  expect(timeLimit(endpoints.completeOrder)).toBe(30_000);
  expect(timeLimit(endpoints.placeIntent)).toBe(30_000);
  expect(timeLimit(endpoints.downloadInvoice)).toBe(60_000);
  expect(lateAfter).toBe(2_500);
});

test('what has no address yet is not sent', async () => {
  const fetch = () => Promise.reject(new Error('was sent'));
  const params = { token: 't'.repeat(32), id: null };
  expect(await exchange({ ...question, params }, { fetch })).toEqual({ kind: 'unaddressed' });
});

test('a fetch that does not listen to its signal is late, and then given up', async () => {
  const { clock, advance } = manualClock();
  const told: string[] = [];
  const fetch = () => new Promise<Response>(() => {});
  const reply = exchange(question, { clock, fetch, onLate: () => told.push('late') });
  advance(lateAfter);
  expect(told).toEqual(['late']);
  advance(15_000 - lateAfter);
  expect(await reply).toEqual({ kind: 'unanswered' });
});

test('the pause that the shop asks for is read from seconds and from a date', async () => {
  const { clock } = manualClock();
  const asked = async (value: string) => {
    const reply = await exchange(question, { clock, fetch: answering(429, { 'retry-after': value }) });
    return reply.kind === 'ours' ? reply.pause : undefined;
  };
  const soon = new Date(Math.floor(clock.now() / 1_000) * 1_000 + 9_000);
  expect(await asked('7')).toBe(7_000);
  expect(await asked(soon.toUTCString())).toBe(soon.getTime() - clock.now());
  expect(await asked('soon')).toBe(0);
});

test.each(['[]', '7', 'null', '<html>', '{"violations":{},"message":5,"context":1}'])(
  'a refusal that says %s says nothing, and is one all the same',
  async (body) => {
    const reply = await exchange(question, { fetch: answering(409, {}, body) });
    expect(reply).toMatchObject({ kind: 'ours', status: 409, refusal: { violations: [] } });
    expect(reply).toHaveProperty('refusal.message', undefined);
    expect(Object.keys((reply as { refusal: { context: object } }).refusal.context)).toEqual([]);
  },
);
