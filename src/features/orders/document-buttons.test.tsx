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

const order = anOrder({
  number: '10001',
  paymentState: 'awaiting_payment',
  documents: [
    {
      id: 7,
      number: 'SF-7',
      kind: 'invoice',
      issuedAt: '2026-11-21T10:00:00Z',
      total: 1000,
      downloadUrl: '',
    },
  ],
});

test('R1.22 R1.23 papers are fetched by calls, which carry the sign-in, and saved under their number', async () => {
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
  const { tokenValue } = order;
  expect(asked).toEqual([
    { params: { token: tokenValue } },
    { params: { id: 7 }, query: { orderToken: tokenValue } },
  ]);
  expect(saved).toEqual(['blob:paper Pre-invoice 10001.pdf', 'blob:paper SF-7.pdf']);
});

test('R8.39 a paper that cannot be had says so in words, and no file is saved', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const refused = () =>
    Promise.reject(new ApiError('refused', 404, { code: 404, errorCode: 'x', message: '', violations: [] }));
  const { container, click, settle } = await show(<DocumentButtons order={order} />, {
    answers: { downloadInvoice: refused },
  });
  await click(container.querySelectorAll('button')[1]);
  await settle();
  expect(container.querySelector('[role="alert"]')?.textContent).toBe('Invoice download error');
  expect(save).not.toHaveBeenCalled();
});
