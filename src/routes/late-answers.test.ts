// @vitest-environment jsdom
// Every screen of the site map is opened while what stands beside its subject never answers.
import { QueryClient } from '@tanstack/react-query';
import type { LoaderFunction } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { channelQuery } from '#api/channel-queries.ts';
import type { Services } from '#api/services.ts';
import { writeTokens } from '#api/session-tokens.ts';
import type { Call } from '#api/shop.ts';
import { routePattern, routeRow, routeTable, type RouteName } from '#contract/route-table.ts';
import { loadFrame } from '#features/site-header/frame-queries.ts';
import { aBlock, aChannel, aProduct, aVariant } from '#tests/builders.ts';
import { createRoutes } from './create-routes.tsx';

/** ms that nobody waits longer for: what never answers is told from the 200 ms that loaders wait at most, on a busy machine too. */
const patience = 1_500;
const never = new Promise<never>(() => {});
const taxon = { id: 1, code: 'T', slug: 'sodas', name: 'Garden', ancestors: [] };
/** Blocks that ask for goods of their own. */
const contentTypes = [aBlock('productsBlock', { products: ['A'] }), aBlock('newsBlock', { count: 3 })];
const page = { id: 1, slug: 'taisykles', title: 'Terms', content: '', contentTypes };
const goods = {
  data: [],
  meta: {
    taxon,
    attributeValue: { valueCode: 'v', value: 'V', slug: 'v', attribute: { code: 'a', slug: 'a' } },
    totalItems: 0,
    page: 1,
    pageCount: 1,
  },
};
const product = { ...aProduct({ variants: [aVariant()] }), associations: [], taxons: [], attributes: [] };

/** The subjects answer at once; the rest never does. */
function answer(name: string, { query = {} }: { query?: Record<string, unknown> }): unknown {
  switch (name) {
    case 'products':
      return query['code'] === undefined ? goods : never;
    case 'productById':
      return product;
    case 'pages':
      return { data: [page] };
    case 'articles':
      return query['page'] === undefined
        ? never
        : { data: [], meta: { sections: [{ slug: 'patarimai', name: 'Advice' }], page: 1, pageCount: 1 } };
    case 'article':
      return { id: 1, slug: 'a', name: 'A', sections: [], contentTypes };
    case 'faq':
      return { data: [] };
    default:
      return never;
  }
}
function servicesWith(isChannelKept = true): Services {
  const call = ((name: string, input: object) => Promise.resolve(answer(name, input))) as Call;
  const scope = { locale: 'en', channel: 'retail' };
  const shop = { ...scope, localePath: '', newUrls: false, call, scope };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (isChannelKept) queryClient.setQueryData(channelQuery(shop).queryKey, aChannel());
  return { shop, queryClient, loadLaterTexts: () => Promise.resolve() };
}

/** What the addresses of the screens name, where they name something. */
const named: Record<string, Record<string, string>> = {
  TAXON_PRODUCTS: { '*': 'sodas-1' },
  ATTRIBUTE_PRODUCTS: { attributeSlug: 'a', valueSlug: 'v' },
  ATTRIBUTE_PRODUCTS_TAXON: { attributeSlug: 'a', valueSlug: 'v', '*': 'sodas-1' },
  SALES_TAXON: { '*': 'sodas-1' },
  PRODUCT_INNER: { '*': `${product.slug}-${String(product.id)}` },
  NEWS_SECTION: { sectionSlug: 'patarimai' },
  NEWS_INNER: { sectionSlug: 'patarimai', '*': 'a-1' },
  STATIC: { '*': 'taisykles' },
};

beforeEach(() => localStorage.clear());

const outOfTime = Symbol('out of time');
const within = (work: unknown) =>
  Promise.race([work, new Promise((resolve) => setTimeout(() => resolve(outOfTime), patience))]);

const screens = (Object.keys(routeTable) as RouteName[]).filter((name) => routeRow(name).screen);

describe.each([false, true])('signed in: %s', (isSignedIn) => {
  test.each(screens)('R9.29 %s waits for its subject alone', async (name) => {
    if (isSignedIn) writeTokens({ token: 'bearer', refreshToken: 'refresh' });
    const services = servicesWith();
    const [root] = createRoutes(
      { locale: 'en', localePath: '', loadLaterTexts: async () => {} },
      () => services,
    );
    const route = root?.children?.flatMap(({ children = [] }) => children).find(({ id }) => id === name);
    if (typeof route?.lazy !== 'function') throw new Error(`No screen ${name}`);
    const { loader } = (await route.lazy()) as { loader?: LoaderFunction };
    if (loader === undefined) return;
    const pathname = routePattern(name, 'en', '').replace(/\/[:*].*/, '/');
    const request = new Request(new URL(pathname, location.origin));
    const args = { params: named[name] ?? {}, request, context: undefined };
    const loaded = await within(loader(args as unknown as Parameters<LoaderFunction>[0], undefined));
    expect(loaded).not.toBe(outOfTime);
    expect(loaded).toHaveProperty('head');
  });
});

test.each([true, false])(
  'the frame waits for no menu and no bar, nor for the channel; the channel is kept: %s',
  async (isChannelKept) => {
    expect(await within(loadFrame(servicesWith(isChannelKept)))).not.toBe(outOfTime);
  },
);
