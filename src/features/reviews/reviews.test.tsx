// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { clearShown, setMedia, show, type ShowOptions, type Shown } from '#tests/show.tsx';
import { Reviews } from './reviews.tsx';

beforeAll(() => import('./review-by-link.tsx'));
beforeEach(() => setMedia());
afterEach(clearShown);

const product = { code: 'AA1001', name: 'A', reviewCount: 2 };
const aReview = (id: number, rating: number) => ({
  id,
  rating,
  comment: `Text ${String(id)}`,
  author: { firstName: 'Rasa' },
  createdAt: '2026-05-04T10:00:00.000Z',
  verifiedPurchase: id === 1,
});
const read: NonNullable<ShowOptions['answers']> = {
  reviews: () => ({
    data: [aReview(1, 5), aReview(2, 4)],
    meta: {
      totalItems: 2,
      page: 1,
      itemsPerPage: 5,
      pageCount: 1,
      averageRating: 4.5,
      distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
    },
  }),
  pages: () => ({ data: [{ id: 9, slug: 'how-we-check', title: '', contentTypes: [] }], meta: {} }),
};
const link = () => ({
  product: { id: 7, code: 'AA1001', slug: 'a', name: 'A' },
  orderNumber: '1',
  expiresAt: '2026-12-01T00:00:00.000Z',
});
const alertOf = ({ container }: Shown) => container.querySelector('[role="alert"]')?.textContent;

async function form(answers: NonNullable<ShowOptions['answers']>) {
  const shown = await show(<Reviews product={product} />, {
    path: '/p/a-7?review=token-of-a-letter',
    answers: { ...read, reviewLink: link, ...answers },
  });
  await vi.waitFor(() => expect(shown.container.querySelector('form')).not.toBeNull());
  return shown;
}
async function send(shown: Shown, rating: string | null, comment: string) {
  if (rating !== null) shown.container.querySelector<HTMLInputElement>(`input[value="${rating}"]`)?.click();
  const area = shown.container.querySelector('textarea');
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, comment);
  area?.dispatchEvent(new Event('input', { bubbles: true }));
  shown.container.querySelector('form')?.requestSubmit();
  await shown.settle();
}

test('R1.37 reviews stand with their average, what was bought and how they are checked; without a link nobody writes', async () => {
  const { container } = await show(<Reviews product={product} />, { answers: read });
  expect(container.textContent).toContain('4.5');
  expect([...container.querySelectorAll('li p:last-child')].map((one) => one.textContent)).toEqual([
    'Text 1',
    'Text 2',
  ]);
  expect(container.textContent?.match(/Verified purchase/g)).toHaveLength(1);
  expect(
    [...container.querySelectorAll('a')]
      .find((one) => one.textContent === 'How we check reviews')
      ?.getAttribute('href'),
  ).toBe('/how-we-check');
  expect(container.querySelector('form')).toBeNull();
  const none = await show(<Reviews product={{ code: 'AA1001', name: 'A', reviewCount: 0 }} />);
  expect(none.container.textContent).toBe('');
});

test('R1.37 who comes by the link of a letter gives stars and a text, and is thanked', async () => {
  const asked = vi.fn();
  const shown = await form({
    writeReview: ({ body }) => {
      asked(body);
      return aReview(3, 4);
    },
  });
  await send(shown, null, 'x');
  await vi.waitFor(() =>
    expect(shown.container.querySelectorAll('[aria-invalid="true"]').length).toBeGreaterThan(1),
  );
  expect(asked).not.toHaveBeenCalled();
  await send(shown, '4', ' Grows well ');
  await vi.waitFor(() => expect(alertOf(shown)).toContain('Thank you. Your review will be shown'));
  expect(asked).toHaveBeenCalledExactlyOnceWith({
    product: 'AA1001',
    rating: 4,
    comment: 'Grows well',
    reviewToken: 'token-of-a-letter',
  });
});

test('R8.34 a failure of the shop is said, and the text stays in the form', async () => {
  const refuse = new ApiError('refused', 500, {
    message: 'Internal Server Error',
    detail: 'Something went wrong.',
  });
  const shown = await form({ writeReview: () => Promise.reject(refuse) });
  await send(shown, '4', 'Grows well');
  await vi.waitFor(() => expect(alertOf(shown)).toBe('Create review error'));
  expect(shown.container.querySelector('textarea')?.value).toBe('Grows well');
  expect(shown.container.querySelector<HTMLInputElement>('input:checked')?.value).toBe('4');
});

test('R8.37 a link that is used or unknown says so, and shows no form', async () => {
  const gone = new ApiError('refused', 404, { message: 'Not Found', errorCode: 'review.link_invalid' });
  const shown = await show(<Reviews product={product} />, {
    path: '/p/a-7?review=used',
    answers: { ...read, reviewLink: () => Promise.reject(gone) },
  });
  await vi.waitFor(() => expect(alertOf(shown)).toBe('This product review link is no longer valid'));
  expect(shown.container.querySelector('form')).toBeNull();
  // The link of another product is none of this one.
  const other = await show(<Reviews product={{ ...product, code: 'BB2002' }} />, {
    path: '/p/b-8?review=other',
    answers: { ...read, reviewLink: link },
  });
  await vi.waitFor(() => expect(alertOf(other)).toBe('This product review link is no longer valid'));
});
