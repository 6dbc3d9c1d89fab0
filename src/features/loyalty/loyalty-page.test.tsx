// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { PointsEntry } from '#contract/loyalty.ts';
import type { Customer } from '#contract/customers.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { LoyaltyPage } from './loyalty-page.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

const rule = {
  id: 1,
  code: 'KLUBAS',
  name: 'Club Vaga',
  description: 'Points for every purchase.',
  pointValue: 10,
  earnRate: { points: 1, perCents: 1000 },
  termsAndConditionsPage: { id: 12 },
};
const card = {
  id: 7,
  loyaltyCard: { number: '2900000000018', pointsTotal: 320 },
  loyaltyRule: { id: 1, code: 'KLUBAS' },
};
const person = (loyaltyRules: Customer['loyaltyRules']): Customer => ({
  id: 3,
  email: 'ona@example.lt',
  gender: 'unknown',
  isCompany: false,
  subscribedToNewsletter: false,
  user: { verified: true },
  loyaltyRules,
  consents: { privacyPolicyAccepted: true, termsAndConditionsAccepted: true },
});

type Asked = { params?: unknown; body?: unknown; idempotencyKey?: string };
async function open(
  rules: Customer['loyaltyRules'],
  given: {
    history?: PointsEntry[];
    change?: (asked: Asked) => unknown;
    loyaltyRule?: string | null;
    locale?: string;
  } = {},
) {
  const calls: Asked[] = [];
  let asked = 0;
  const change = (input: Asked) => {
    calls.push(input);
    return given.change?.(input) ?? person(rules);
  };
  const page = await show(<LoyaltyPage />, {
    ...(given.loyaltyRule === null ? {} : { channel: { loyaltyRule: given.loyaltyRule ?? 'KLUBAS' } }),
    answers: {
      customer: () => {
        asked += 1;
        return { data: [person(rules)] };
      },
      loyaltyRule: () => rule,
      loyaltyBenefits: () => ({
        data: [{ id: 1, name: 'Five per cent off', loyaltyGroups: [], position: 0 }],
      }),
      pointsHistory: () => ({ data: given.history ?? [] }),
      page: () => ({ id: 12, slug: 'club-terms' }),
      joinLoyalty: change,
      leaveLoyalty: change,
    },
  });
  const button = (words: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(words));
  return {
    ...page,
    calls,
    asked: () => asked,
    text: () => page.container.textContent,
    button,
    join: async () => {
      await page.click(page.container.querySelector('[name="terms"]'));
      await page.click(button('Join the programme'));
      await page.settle();
    },
    leave: async () => {
      await page.click(button('Leave the programme'));
      await page.click(button('Leave and lose'));
      await page.settle();
    },
  };
}
const failing =
  (kind: 'refused' | 'unreachable', status: number, detail = '') =>
  () => {
    throw new ApiError(kind, status, { message: '', detail });
  };

test('R2.34 R3.58 R3.66 R7.53 R7.54 a member sees card number, points, benefits and the way to the terms; of the first card', async () => {
  const page = await open([
    card,
    { ...card, id: 8, loyaltyCard: { number: '2900000000124', pointsTotal: 1 } },
  ]);
  for (const words of ['Club Vaga', '2900000000018', '320', 'Five per cent off'])
    expect(page.text()).toContain(words);
  expect(page.text()).not.toContain('2900000000124');
  expect(page.container.querySelector('a[href$="/club-terms"]')).not.toBeNull();
  expect(page.button('Join')).toBeUndefined();
});

test('a member reads what happened to the points, a correction in the words of the shop, and gets to the order', async () => {
  const at = '2027-03-01T10:00:00.000Z';
  const order = { number: '10001', tokenValue: 'abc' };
  const page = await open([card], {
    history: [
      { id: 4, at, points: 50, kind: 'corrected', note: 'order 10001 came late' },
      { id: 3, at, points: -20, kind: 'spent', order },
      { id: 2, at, points: 1, kind: 'expired' },
      { id: 1, at, points: 5, kind: 'other' },
    ],
  });
  const rows = [...page.container.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'order 10001 came late1 Mar 2027+50',
    'Used for an order: 100011 Mar 2027\u221220',
    'Points have expired1 Mar 2027+1',
    'Earlier points1 Mar 2027+5',
  ]);
  expect(page.container.querySelector('tbody a')?.getAttribute('href')).toContain('abc');
  clearShown();
  expect((await open([card])).text()).not.toContain('History');
});

test('R1.29 R7.51 who has no card joins with the terms agreed; the card comes from the answer, the customer is not asked anew', async () => {
  const page = await open([], { change: () => person([card]) });
  expect(page.text()).toContain('Join: Club Vaga');
  await page.click(page.button('Join the programme'));
  expect(page.text()).toContain('Please accept the terms first.');
  expect(page.calls).toEqual([]);
  const asked = page.asked();
  await page.join();
  expect(page.calls.map(({ body }) => body)).toEqual([{ loyaltyRuleCode: 'KLUBAS' }]);
  expect(page.text()).toContain('2900000000018');
  expect(page.asked()).toBe(asked);
});

test('R4.31 R7.52 leaving is asked about, and says that the points go', async () => {
  const page = await open([card], { change: () => person([]) });
  await page.click(page.button('Leave the programme'));
  expect(document.querySelector('dialog')?.textContent).toContain(
    'You lose all 320 points at once and for good',
  );
  await page.click(page.button('Stay a member'));
  expect(page.calls).toEqual([]);
  await page.leave();
  expect(page.calls.map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: 7 }, body: { loyaltyRuleCode: 'KLUBAS' } },
  ]);
  expect(page.button('Join the programme')).toBeDefined();
});

test('R8.43 a failed registration is told: in the words of the shop, else in ours; nothing is a member then', async () => {
  const silent = await open([], { change: failing('refused', 500) });
  await silent.join();
  expect(silent.text()).toContain('Loyalty registration error');
  expect(silent.button('Join the programme')).toBeDefined();
  clearShown();
  const refused = await open([], { change: failing('refused', 422, 'This card belongs to someone else.') });
  await refused.join();
  expect(refused.text()).toContain('This card belongs to someone else.');
  expect(refused.text()).not.toContain('Loyalty registration error');
});

test('R8.44 a failed leave is told, and the card is still shown', async () => {
  const page = await open([card], { change: failing('refused', 500) });
  await page.leave();
  expect(page.text()).toContain('Loyalty leave error');
  expect(page.text()).toContain('2900000000018');
});

test('after a lost answer the next press asks about the same change', async () => {
  const page = await open([card], { change: failing('unreachable', 0) });
  await page.leave();
  expect(page.text()).toContain('No connection. Nothing was changed.');
  await page.leave();
  expect(page.calls).toHaveLength(2);
  expect(page.calls[1]?.idempotencyKey).toBe(page.calls[0]?.idempotencyKey);
});

test('a shop without a programme says so, and offers none', async () => {
  const page = await open([], { loyaltyRule: null });
  expect(page.text()).toBe('This shop has no loyalty programme.');
});
