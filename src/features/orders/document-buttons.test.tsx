// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { DocumentButtons } from './document-buttons.tsx';

beforeEach(() => {
  setMedia();
  URL.createObjectURL = () => 'blob:paper';
  URL.revokeObjectURL = () => {};
});
afterEach(clearShown);

const paperOf = (kind: 'invoice' | 'pre_invoice', id: number, number: string) => ({
  id,
  number,
  kind,
  issuedAt: '2026-11-21T10:00:00Z',
  total: 1000,
  downloadUrl: '',
});

const { tokenValue } = anOrder();
const unpaid = anOrder({
  number: '10001',
  state: 'new',
  paymentState: 'awaiting_payment',
  documents: [paperOf('pre_invoice', 6, 'IS-10001')],
});
const paid = anOrder({
  number: '10001',
  state: 'processing',
  paymentState: 'paid',
  documents: [paperOf('pre_invoice', 6, 'IS-10001'), paperOf('invoice', 7, 'SF-7')],
});

test.each([
  [
    'R1.23 an order that is not paid offers its pre-invoice and no invoice',
    unpaid,
    [{ params: { token: tokenValue } }],
    ['blob:paper Pre-invoice 10001.pdf'],
  ],
  [
    'R1.22 a paid order offers its invoice, saved under its number and that of the order',
    paid,
    [{ params: { id: 7 }, query: { orderToken: tokenValue } }],
    ['blob:paper SF-7 (10001).pdf'],
  ],
])('%s, fetched by a call that carries the sign-in', async (_, order, calls, files) => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.href} ${this.download}`);
  });
  const asked: unknown[] = [];
  const paper = (input: unknown) => {
    asked.push(input);
    return new Blob(['%PDF']);
  };
  const { container, click } = await show(<DocumentButtons order={order} />, {
    answers: { downloadInvoice: paper, downloadPreInvoice: paper },
  });
  for (const button of container.querySelectorAll('button')) await click(button);
  expect(asked).toEqual(calls);
  expect(saved).toEqual(files);
});

test.each([
  ['SUCCESS', () => new Blob(['%PDF'])],
  ['ERROR', () => Promise.reject(new Error('No paper'))],
] as const)('R4.01 fetching a paper goes INIT, PROCESSING, %s', async (end, paper) => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { container, click, settle, queryClient } = await show(<DocumentButtons order={paid} />, {
    answers: { downloadInvoice: paper },
  });
  const names = { idle: 'INIT', pending: 'PROCESSING', success: 'SUCCESS', error: 'ERROR' };
  const states: string[] = [];
  queryClient.getMutationCache().subscribe(({ mutation }) => {
    const state = mutation && names[mutation.state.status];
    if (state !== undefined && states.at(-1) !== state) states.push(state);
  });
  await click(container.querySelector('button'));
  await settle();
  expect(states).toEqual(['INIT', 'PROCESSING', end]);
  const [operation] = queryClient.getMutationCache().getAll();
  expect(operation?.state.error?.message).toBe(end === 'ERROR' ? 'No paper' : undefined);
});

test('R8.39 a paper that cannot be had says so in words, and no file is saved', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const refused = () =>
    Promise.reject(new ApiError('refused', 404, { code: 404, errorCode: 'x', message: '', violations: [] }));
  const { container, click, settle } = await show(<DocumentButtons order={paid} />, {
    answers: { downloadInvoice: refused },
  });
  await click(container.querySelectorAll('button')[0]);
  await settle();
  expect(container.querySelector('[role="alert"]')?.textContent).toBe('Invoice download error');
  expect(save).not.toHaveBeenCalled();
});
