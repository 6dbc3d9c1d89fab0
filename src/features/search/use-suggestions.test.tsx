// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aProduct } from '#tests/builders.ts';
import { ShopProvider, type Call, type Shop } from '#api/shop.ts';
import { useSuggestions } from './use-suggestions.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

interface Asked {
  query: string;
  itemsPerPage: number;
  answer: (names: string[]) => void;
}

/** A box with a shop behind it that answers when the test says so. */
function aBox() {
  const asked: Asked[] = [];
  const call = ((_name: string, input: { query: { query: string; itemsPerPage: number } }) =>
    new Promise((resolve) => {
      const answer = (names: string[]) =>
        resolve({
          data: names.map((name) => aProduct({ name, code: name })),
          meta: {
            totalItems: names.length,
            taxonsSuggestions: names.map((name, id) => ({
              id,
              code: name,
              slug: name,
              name,
              path: [name],
              count: 1,
            })),
          },
        });
      asked.push({ ...input.query, answer });
    })) as unknown as Call;
  const shop: Shop = {
    locale: 'lt',
    localePath: '',
    channel: 'retail',
    call,
    scope: { locale: 'lt', channel: 'retail' },
    newUrls: false,
  };
  const queryClient = new QueryClient();
  let seen: ReturnType<typeof useSuggestions> | undefined;
  function Box({ text }: { text: string }) {
    seen = useSuggestions(text);
    return null;
  }
  root = createRoot(document.createElement('div'));
  return {
    asked,
    type: (text: string) =>
      act(async () =>
        root?.render(
          <QueryClientProvider client={queryClient}>
            <ShopProvider value={shop}>
              <Box text={text} />
            </ShopProvider>
          </QueryClientProvider>,
        ),
      ),
    wait: (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms)),
    names: () => [seen?.products.map(({ name }) => name), seen?.taxons.map(({ name }) => name)],
    isSearching: () => seen?.isSearching,
  };
}

let root: Root | undefined;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  await act(async () => root?.unmount());
  vi.useRealTimers();
});

test('R4.46 R5.40 R9.09 fewer than five letters after trimming ask nothing; one that waits is dropped', async () => {
  const box = aBox();
  for (const text of ['trąš', ' trą  ', 'kalk ', 'kalk']) {
    await box.type(text);
    await box.wait(1_000);
  }
  expect(box.asked).toEqual([]);
  await box.type('kalke');
  await box.wait(200);
  await box.type('kalk');
  await box.wait(1_000);
  expect(box.asked).toEqual([]);
  await box.type('kalke');
  await box.wait(1_000);
  expect(box.asked.map(({ query }) => query)).toEqual(['kalke']);
});

test('R4.47 R5.41 R9.08 six letters typed in 250 ms make one call, 300 ms after the last', async () => {
  const box = aBox();
  for (const text of ['m', 'mo', 'mor', 'mork', 'morko', 'morkos']) {
    await box.type(text);
    if (text !== 'morkos') await box.wait(50);
  }
  await box.wait(299);
  expect(box.asked).toEqual([]);
  await box.wait(1);
  expect(box.asked.map(({ query }) => query)).toEqual(['morkos']);
});

test('R4.44 R9.14 the words are trimmed, and four goods are asked for', async () => {
  const box = aBox();
  await box.type('  kalkes ');
  await box.wait(300);
  expect(box.asked).toMatchObject([{ query: 'kalkes', itemsPerPage: 4 }]);
});

test('R3.72 R4.45 an answer fills goods and categories; empty words leave both empty without a call', async () => {
  const box = aBox();
  await box.type('morkos');
  await box.wait(300);
  expect(box.isSearching()).toBe(true);
  await act(async () => box.asked[0]?.answer(['a', 'b', 'c', 'd']));
  await box.wait(0);
  // Of the categories three at most.
  expect(box.names()).toEqual([
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'c'],
  ]);
  expect(box.isSearching()).toBe(false);
  await box.type('   ');
  await box.wait(1_000);
  expect(box.names()).toEqual([[], []]);
  expect(box.asked).toHaveLength(1);
});

test('R4.48 a slow answer to older words does not take the place of a newer one', async () => {
  const box = aBox();
  await box.type('morkos');
  await box.wait(300);
  await box.type('morkos saldžios');
  await box.wait(300);
  await act(async () => box.asked[1]?.answer(['new']));
  await act(async () => box.asked[0]?.answer(['old']));
  await box.wait(0);
  expect(box.names()).toEqual([['new'], ['new']]);
});
