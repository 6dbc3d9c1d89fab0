// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { clearShown, show } from '#tests/show.tsx';
import { GiftCardBalanceForm } from './gift-card-balance.tsx';

afterEach(clearShown);

const card = { label: '••••1234', balance: 1234, currencyCode: 'EUR', expired: false };

async function asked(code: string, answer: () => unknown) {
  const calls: unknown[] = [];
  const page = await show(<GiftCardBalanceForm />, {
    answers: {
      giftCardBalance: (input) => {
        calls.push(input);
        return answer();
      },
    },
  });
  const field = page.container.querySelector('input');
  if (field) field.value = code;
  await page.click(page.container.querySelector('button[type="submit"]'));
  await page.settle();
  return { calls, text: () => page.container.textContent };
}

test('what is left on a card and until when is said, and its code goes in the body alone', async () => {
  const page = await asked(' demo-1234 ', () => ({ ...card, expiresAt: '2027-06-09T00:00:00Z' }));
  expect(page.text()).toContain('Gift card ••••1234: €12.34 left, valid until 9 Jun 2027.');
  expect(page.calls).toEqual([{ body: { code: 'demo-1234' } }]);
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toMatch(
    /demo-1234/i,
  );
});

test.each([
  [{}, 'Gift card ••••1234: €12.34 left, without an end.'],
  [{ balance: 0 }, 'Gift card ••••1234 has been used up.'],
  [
    { expired: true, expiresAt: '2026-11-01T00:00:00Z' },
    'Gift card ••••1234 ended on 1 Nov 2026. Left on it was €12.34.',
  ],
])('a card that is %j says so', async (more, words) => {
  expect((await asked('DEMO', () => ({ ...card, ...more }))).text()).toContain(words);
});

test('a blank code asks nothing; what the shop refuses, and that it gave no answer, stands at the field', async () => {
  const blank = await asked('  ', () => card);
  expect(blank.text()).toContain('Type the code of the card.');
  expect(blank.calls).toEqual([]);
  const refuse = (kind: 'refused' | 'unreachable') => () => {
    throw new ApiError(kind, 422, { message: '', detail: 'This gift card is not valid.' });
  };
  expect((await asked('NO', refuse('refused'))).text()).toContain('This gift card is not valid.');
  expect((await asked('NO', refuse('unreachable'))).text()).toContain('No connection: only the shop knows');
});
