// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { ApiError } from '#api/api-error.ts';
import { WithdrawRequest } from './withdraw-request.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

async function press(answer: () => unknown) {
  const asked: unknown[] = [];
  const shown = await show(<WithdrawRequest hash="7_abc" />, {
    answers: {
      withdrawStockRequest: ({ params }) => {
        asked.push(params);
        return answer();
      },
    },
  });
  // Programs that open the links of letters press nothing.
  expect(asked).toEqual([]);
  await shown.click(shown.container.querySelector('button'));
  expect(asked).toEqual([{ hash: '7_abc' }]);
  return shown.container;
}

test('the link of a stock letter takes the request back with one press', async () => {
  const container = await press(() => undefined);
  expect(container.querySelector('[role="alert"]')?.textContent).toBe(
    'We will not write about this product any more.',
  );
  expect(container.querySelector('button')).toBeNull();
});
test('a request that is gone already is said to be gone', async () => {
  const container = await press(() =>
    Promise.reject(
      new ApiError('refused', 404, {
        errorCode: 'stock_request.not_found',
        message: 'There is no such request.',
      }),
    ),
  );
  expect(container.querySelector('[role="alert"]')?.textContent).toMatch(
    /^There is no such request any more/,
  );
});
test('without a connection the button stays, with the reason', async () => {
  const container = await press(() =>
    Promise.reject(new ApiError('unreachable', 500, { message: 'Unreachable' })),
  );
  expect(container.textContent).toContain('No connection. Nothing was changed.');
  expect(container.querySelector('button')?.textContent).toBe('Do not write to me');
});
test('a refusal without a sentence gets ours', async () => {
  const container = await press(() =>
    Promise.reject(new ApiError('refused', 500, { message: 'Internal', detail: '' })),
  );
  expect(container.querySelector('[role="alert"]')?.textContent).toBe(
    'Your request could not be taken back. Please try again.',
  );
});
