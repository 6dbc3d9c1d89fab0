// @vitest-environment jsdom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aBlock } from '#tests/builders.ts';
import { clearShown, setMedia, show, type ShowOptions } from '#tests/show.tsx';
import type { ContentType } from '#contract/content.ts';
import { Component as Faq } from './screens/faq.tsx';
import { Component as News } from './screens/news.tsx';
import { Component as StaticPage } from './screens/static-page.tsx';

// At once instead of when the page has time.
vi.mock(
  '#features/content/deferred-content-blocks.tsx',
  () => import('#features/content/content-blocks-part.tsx'),
);
beforeEach(() => {
  setMedia();
});
afterEach(clearShown);

async function open(Screen: () => React.ReactNode, options: ShowOptions): Promise<HTMLElement> {
  const { container, settle } = await show(
    <Suspense>
      <Screen />
    </Suspense>,
    options,
  );
  // React shows what a fallback stood for after a pause of its own.
  await vi.waitFor(() => expect(container.querySelector('h1')).not.toBeNull());
  await settle();
  return container;
}

const article = (id: number, more = {}) => ({
  id,
  slug: `a${String(id)}`,
  name: `Article ${String(id)}`,
  excerpt: 'In short',
  image: { path: `scenes/a${String(id)}` },
  sections: [{ slug: 'patarimai', name: 'Advice' }],
  publishedAt: '2026-10-07T08:00:00Z',
  translations: {},
  ...more,
});

test('R1.31 R9.17 the news are cards with picture, name and date, twelve on a page, with sections and further pages', async () => {
  const asked: unknown[] = [];
  const container = await open(News, {
    path: '/naujienos?page=2',
    answers: {
      articles: ({ query }) => {
        asked.push(query);
        return {
          data: [article(1), article(2)],
          meta: {
            page: 2,
            pageCount: 3,
            totalItems: 26,
            itemsPerPage: 12,
            sections: [{ slug: 'patarimai', name: 'Advice' }],
          },
        };
      },
    },
  });
  expect(asked).toEqual([{ itemsPerPage: 12, page: 2 }]);
  const [card] = [...container.querySelectorAll('li:has(h2)')];
  expect(card?.querySelector('img')?.getAttribute('src')).toContain('scenes/a1');
  expect(card?.querySelector('h2 a')?.textContent).toBe('Article 1');
  expect(card?.querySelector('time')?.getAttribute('datetime')).toBe('2026-10-07T08:00:00Z');
  expect([...container.querySelectorAll('nav a')].map((one) => one.textContent)).toEqual(
    expect.arrayContaining(['Advice', '3']),
  );
});

test('R1.32 questions open to their answers; the one that the address names is open', async () => {
  const item = (id: number) => ({
    id,
    translations: { lt: { question: `Q${String(id)}`, answer: `<p>A${String(id)}<script>1</script></p>` } },
    section: { code: 's', name: 'Delivery' },
    position: id,
  });
  const container = await open(Faq, {
    path: '/2',
    answers: { faq: () => ({ data: [item(1), item(2)], meta: {} }) },
  });
  const [first, second] = [...container.querySelectorAll('details')];
  expect(container.querySelector('h2')?.textContent).toBe('Delivery');
  expect([first?.open, second?.open]).toEqual([false, true]);
  first?.querySelector('summary')?.click();
  expect(first?.textContent).toBe('Q1A1');
  expect(container.querySelector('script')).toBeNull();
});

test.each([
  ['lt', 'Klausimas', 'Atsakymas'],
  ['en', 'Question', 'Answer'],
  // Not written in this language: the shop's own is better than nothing.
  ['et', 'Klausimas', 'Atsakymas'],
])(
  'R3.40 a question and its answer show in the language of the page: %s',
  async (locale, question, answer) => {
    const translations = {
      lt: { question: 'Klausimas', answer: '<p>Atsakymas</p>' },
      en: { question: 'Question', answer: '<p>Answer</p>' },
    };
    const container = await open(Faq, {
      locale,
      answers: { faq: () => ({ data: [{ id: 1, translations, position: 1 }], meta: {} }) },
    });
    const item = container.querySelector('details');
    expect(item?.querySelector('summary')?.textContent).toBe(question);
    expect(item?.textContent).toBe(question + answer);
  },
);

const page = (content: string, contentTypes: ContentType[]) => ({
  id: 4,
  code: 'about',
  slug: 'apie-mus',
  title: 'About',
  content,
  contentTypes,
  translations: {},
  updatedAt: '2026-01-01T00:00:00Z',
});
const shownPage = (content: string, contentTypes: ContentType[]) =>
  open(StaticPage, {
    path: '/apie-mus',
    answers: { pages: () => ({ data: [page(content, contentTypes)], meta: {} }) },
  });
const words = (text: string) => aBlock('textBlock', { text: `<p>${text}</p>` });

test('R3.28 a page shows its text, its blocks, or both in this order', async () => {
  expect((await shownPage('<p>Text</p>', [])).textContent).toContain('Text');
  expect((await shownPage('', [words('Block')])).textContent).toContain('Block');
  expect((await shownPage('<p>Text</p>', [words('Block')])).textContent).toMatch(/About.*Text.*Block/s);
});
test('R1.33 a page of blocks alone shows every one of them', async () => {
  const container = await shownPage('', [
    words('one'),
    aBlock('imageBlock', { image: 'scenes/a', alt: 'two' }),
    aBlock('nested', { blocks: [words('three')] }),
    aBlock('no such code'),
    words('four'),
  ]);
  expect(container.querySelector('img')?.alt).toBe('two');
  expect(container.textContent).toMatch(/one.*three.*four/s);
});
