import { textsIn } from '#locales/server-texts.ts';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type {
  AttributeValue,
  FieldPack,
  Product,
  ProductCard,
  Taxon,
  TaxonRef,
} from '#contract/catalogue.ts';
import { catalogueLocales } from '#contract/locale.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { openChannelDirectory } from '#server/channels/channel-directory.ts';
import { EndpointServer } from '#server/http/serve-endpoint.ts';
import { readPdfText } from '#tests/server/read-pdf-text.ts';
import { createPaths } from '#i18n/paths.ts';
import { Catalogue } from './catalogue.ts';
import { mountCatalogueCalls } from './catalogue-routes.ts';
import { fieldPackOf, withPapers } from './product-papers.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { mountSamplePapers } from './sample-paper-routes.ts';

let database: TestDatabase;
let catalogue: Catalogue;
let hono: Hono;
let faults: unknown[];

beforeAll(async () => {
  database = await createTestDatabase();
  faults = [];
  catalogue = await Catalogue.open(database.db, (error) => faults.push(error));
  const directory = await openChannelDirectory(database.db, {
    channelByHost: {},
    channelCode: undefined,
    activeLocales: catalogueLocales,
  });
  hono = new Hono();
  const server = new EndpointServer(hono, {
    directory,
    report: (error) => faults.push(error),
    clientAddress: () => 'test',
  });
  mountCatalogueCalls(server, catalogue);
}, 60_000);
afterAll(async () => {
  catalogue.close();
  await database.drop();
  expect(faults).toEqual([]);
});

async function get<T = { data: ProductCard[]; meta: Record<string, never> }>(
  path: string,
  locale = 'lt',
): Promise<T> {
  const answer = await hono.request(`/api/v2${path}`, { headers: { 's-locale': locale } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}
async function status(path: string): Promise<number> {
  return (await hono.request(`/api/v2${path}`)).status;
}

type Listing = {
  data: ProductCard[];
  meta: {
    totalItems: number;
    facets: {
      code: string;
      min?: number;
      max?: number;
      values?: { code: string; count: number; selected: boolean }[];
    }[];
    taxons: { code: string; count: number }[];
  };
};

describe('the listing call', () => {
  test('every answer has the shape of the contract', async () => {
    for (const query of [
      '',
      '?taxon=SEKLOS',
      '?sales=1',
      '?new=1',
      '?query=agurkai',
      '?code[]=DS1001&code[]=MT1001',
      '?itemsPerPage=0',
    ]) {
      const body = await get(`/shop/search/products${query}`);
      expect(shapes.products.response.safeParse(body).error).toBeUndefined();
    }
    for (const [name, path] of [
      ['product', '/shop/products/MT1001'],
      ['product', '/shop/products/RK1001'],
      ['taxonsTree', '/shop/taxons-tree'],
      ['taxon', '/shop/taxons/DARZOVES'],
      ['variants', '/shop/product-variants?code[]=MT1001B&code[]=DS1001A'],
      ['variant', '/shop/product-variants/MT1001B'],
      ['attribute', '/shop/product-attributes/brand'],
      ['attributeValues', '/shop/product-attributes/brand/values?order[name]=desc'],
      ['attributePage', '/shop/attribute-pages/prekes-zenklas/seklynas'],
      ['suggestions', '/shop/search/suggestions?query=agurk'],
      ['recommendations', '/shop/recommendations/placements/notfound'],
    ] as const) {
      const body = await get(path);
      expect([path, shapes[name].response.safeParse(body).error]).toEqual([path, undefined]);
    }
  });

  test('counts of facets, categories and totals are those of SQL', async () => {
    const { rows: taxons } = await database.pool.query<{ code: string; total: number }>(
      `select t.code, count(distinct p.id)::int as total from taxon t
         join taxon below on below.lft >= t.lft and below.rgt <= t.rgt
         join product_taxon pt on pt.taxon_id = below.id join product p on p.id = pt.product_id
         join product_variant v on v.product_id = p.id and v.enabled
         join channel_price c on c.variant_id = v.id join channel ch on ch.id = c.channel_id and ch.code = 'retail'
        where p.enabled and not p.is_gift group by 1`,
    );
    expect(taxons.length).toBeGreaterThan(50);
    for (const { code, total } of taxons) {
      const { meta } = await get<Listing>(`/shop/search/products?taxon=${code}&itemsPerPage=0`);
      expect([code, meta.totalItems]).toEqual([code, total]);
    }
    // A chosen value narrows every facet but its own.
    const counted = async (where: string) =>
      (
        await database.pool.query<{ attribute: string; code: string; count: number }>(
          `select a.code as attribute, av.code, count(distinct p.id)::int as count
             from product p join product_attribute pa on pa.product_id = p.id
             join attribute_value av on av.id = pa.attribute_value_id join attribute a on a.id = av.attribute_id and a.filterable
            where p.enabled and not p.is_gift and exists (
                select 1 from product_taxon pt join taxon below on below.id = pt.taxon_id
                  join taxon t on t.code = 'SEKLOS' and below.lft between t.lft and t.rgt where pt.product_id = p.id)
              and ${where} group by 1, 2`,
        )
      ).rows;
    const has = (attribute: string, code: string) =>
      `exists (select 1 from product_attribute x join attribute_value xv on xv.id = x.attribute_value_id
         join attribute xa on xa.id = xv.attribute_id where x.product_id = p.id and xa.code = '${attribute}' and xv.code = '${code}')`;
    const { meta } = await get<Listing>(
      '/shop/search/products?taxon=SEKLOS&filter[brand][]=SEKLYNAS&filter[use][]=garden',
    );
    const shown = Object.fromEntries(meta.facets.map(({ code, values }) => [code, values]));
    const narrowed = (attribute: string): string =>
      [
        attribute === 'brand' ? null : has('brand', 'SEKLYNAS'),
        attribute === 'use' ? null : has('use', 'garden'),
        'true',
      ]
        .filter(Boolean)
        .join(' and ');
    for (const attribute of ['brand', 'use', 'crop', 'hybrid', 'new', 'seedCategory']) {
      const expected = (await counted(narrowed(attribute)))
        .filter((row) => row.attribute === attribute)
        .map(({ code, count }) => [code, count]);
      const actual = (shown[attribute] ?? [])
        .filter(({ count }) => count > 0)
        .map(({ code, count }) => [code, count]);
      const sorted = (counts: (string | number)[][]) => counts.map(String).sort();
      expect([attribute, sorted(actual)]).toEqual([attribute, sorted(expected)]);
    }
  });

  test('keeps the order of codes, leaves out unknown ones and collapses repeated ones', async () => {
    const codes = ['MT1003', 'NOTHING', 'DS1001', 'IR1001', 'DS1001'];
    const { data, meta } = await get<Listing>(
      `/shop/search/products?${codes.map((code) => `code[]=${code}`).join('&')}`,
    );
    expect(data.map(({ code }) => code)).toEqual(['MT1003', 'DS1001', 'IR1001']);
    const none = await get<Listing>(
      `/shop/search/products?itemsPerPage=0&${codes.map((code) => `code[]=${code}`).join('&')}`,
    );
    expect([none.data, none.meta.totalItems, meta.totalItems]).toEqual([[], 3, 3]);
  });

  test('sorts by each order and pages without gaps', async () => {
    const prices = (list: Listing) =>
      list.data.map(({ variants }) => Math.min(...variants.map((one) => one.prices.price)));
    const cheap = prices(
      await get<Listing>('/shop/search/products?taxon=PASARAI&order[price]=asc&itemsPerPage=100'),
    );
    expect(cheap).toEqual([...cheap].sort((a, b) => a - b));
    const dear = prices(
      await get<Listing>('/shop/search/products?taxon=PASARAI&order[price]=desc&itemsPerPage=100'),
    );
    expect(dear).toEqual([...cheap].reverse());
    const names = (
      await get<Listing>('/shop/search/products?taxon=TRASOS&order[name]=asc&itemsPerPage=100')
    ).data.map(({ name }) => name);
    expect(names).toEqual(
      [...names].sort(new Intl.Collator('lt', { numeric: true, sensitivity: 'base' }).compare),
    );
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { data } = await get<Listing>(
        `/shop/search/products?taxon=DARZOVES&itemsPerPage=20&page=${page}`,
      );
      seen.push(...data.map(({ code }) => code));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect((await get<Listing>('/shop/search/products?page=999')).data).toEqual([]);
    expect(await status('/shop/search/products?order[colour]=asc')).toBe(400);
    expect(await status('/shop/search/products?page=x')).toBe(400);
    expect(await status('/shop/search/products?taxon=NONE')).toBe(404);
    expect(await status('/shop/search/products?attribute=brand&attributeValue=NONE')).toBe(404);
  });

  test('price bounds, sale, news and stock are told apart', async () => {
    const { data } = await get<Listing>(
      '/shop/search/products?price[gte]=500&price[lte]=900&itemsPerPage=100',
    );
    expect(data.length).toBeGreaterThan(0);
    for (const { variants } of data)
      expect(variants.some(({ prices: { price } }) => price >= 500 && price <= 900)).toBe(true);
    const sale = await get<Listing>('/shop/search/products?sales=1&itemsPerPage=100');
    for (const { variants } of sale.data)
      expect(variants.some(({ prices }) => prices.discountPercentages.length > 0)).toBe(true);
    const fresh = await get<Listing>('/shop/search/products?new=1&itemsPerPage=100');
    for (const { attributeValues } of fresh.data)
      expect(attributeValues.some(({ code }) => code === 'new')).toBe(true);
    const there = await get<Listing>('/shop/search/products?inStock=1&itemsPerPage=100');
    for (const { variants } of there.data) expect(variants.some(({ inStock }) => inStock)).toBe(true);
  });

  test('finds by inflected words, codes and misspelt words, in the language asked', async () => {
    const codes = async (query: string, locale = 'lt') =>
      (
        await get<Listing>(
          `/shop/search/products?itemsPerPage=100&query=${encodeURIComponent(query)}`,
          locale,
        )
      ).data.map(({ name }) => name);
    expect((await codes('morku sekla'))[0]).toMatch(/^Morkų sėklos/);
    expect((await codes('MT1001B'))[0]).toMatch(/Salpa 34/);
    expect((await codes('morkuu seklos'))[0]).toMatch(/^Morkų sėklos/);
    expect((await codes('carrots', 'en'))[0]).toMatch(/^Carrot/);
    expect((await codes('семена моркови', 'ru'))[0]).toMatch(/моркови/);
    expect(await codes('nerastasžodis')).toEqual([]);
  });
});

describe('attributes and categories', () => {
  test('R3.37 an attribute and its value carry the slugs of each language, and show those of the asked one', async () => {
    const value = await get<AttributeValue>('/shop/attribute-pages/prekes-zenklas/seklynas', 'en');
    expect(value.attribute.slug).toBe(value.attribute.translations['en']?.slug);
    expect(value.slug).toBe(value.translations['en']?.slug);
    expect(value.attribute.translations['lt']?.slug).toBe('prekes-zenklas');
    // The link of each language is made of its own slugs and opens the same list.
    const links = ['lt', 'en'].map((locale) => {
      const shown = {
        attribute: value.attribute.translations[locale]?.slug ?? '',
        value: value.translations[locale]?.slug ?? '',
      };
      return createPaths({ locale, localePath: locale === 'lt' ? '' : locale, newUrls: false }).attribute(
        shown.attribute,
        shown.value,
      );
    });
    expect(links).toEqual(['/a/prekes-zenklas/seklynas', `/en/a/${value.attribute.slug}/${value.slug}`]);
    expect(value.attribute.slug).not.toBe('prekes-zenklas');
    const inLithuanian = await get<AttributeValue>(
      `/shop/attribute-pages/${value.attribute.slug}/${value.slug}`,
      'lt',
    );
    expect([inLithuanian.valueCode, inLithuanian.slug]).toEqual([value.valueCode, 'seklynas']);
  });

  test('R3.38 a category three levels down names the way to it, as its products do, with the slugs of the language', async () => {
    const { data: roots } = await get<{ data: Taxon[] }>('/shop/taxons-tree', 'en');
    const way = roots.flatMap((root) =>
      root.children.flatMap((child) => child.children.map((leaf) => [root, child, leaf] as const)),
    )[0];
    if (!way) throw new Error('no tree of three levels');
    const leaf = await get<Taxon>(`/shop/taxons/${way[2].code}`, 'en');
    const paths = createPaths({ locale: 'en', localePath: 'en', newUrls: false });
    const linksOf = (taxons: readonly TaxonRef[]) => taxons.map((taxon) => paths.taxon(taxon));
    const links = linksOf([...(leaf.ancestors ?? []), leaf]);
    expect(links).toEqual(linksOf(way));
    expect(links).toHaveLength(3);
    expect(leaf.slug).toBe(leaf.translations['en']?.slug);
    expect(leaf.translations['lt']?.slug).not.toBe(leaf.slug);
  });
});

describe('products', () => {
  test('are found by code, by id and by a slug of any language', async () => {
    const byCode = await get<Product>('/shop/products/DS1001', 'en');
    expect(byCode.slug).toBe('carrot-seeds-saulute');
    expect(await get<Product>(`/shop/products-by-id/${byCode.id}`, 'en')).toEqual(byCode);
    for (const { slug } of Object.values(byCode.translations)) {
      expect((await get<Product>(`/shop/products-by-slug/${slug}`, 'en')).code).toBe('DS1001');
    }
    expect(await status('/shop/products/NONE')).toBe(404);
    expect(await status('/shop/products-by-id/999999')).toBe(404);
    expect(await status('/shop/products-by-slug/none')).toBe(404);
  });

  test('each pack of a product has pictures of its own on its page; lists are not made heavier by them', async () => {
    const product = await get<Product>('/shop/products/MT1001');
    const own = product.images.map(({ path }) => path);
    const others = product.variants.filter(({ code }) => code !== product.defaultVariant);
    expect(others.length).toBeGreaterThan(0);
    for (const { code, name, images = [] } of others) {
      expect(images.map(({ type }) => type)).toEqual(['front', 'back']);
      for (const { path, alt } of images) {
        expect(path).toMatch(new RegExp(`^goods/${code}/(front|back)-[0-9a-f]{8}$`));
        expect(own).not.toContain(path);
        expect(alt).toContain(name);
      }
    }
    expect(product.variants.find(({ code }) => code === product.defaultVariant)?.images).toBeUndefined();
    const list = await get<{ data: ProductCard[] }>('/shop/search/products?code[]=MT1001');
    for (const variant of list.data[0]?.variants ?? []) expect(variant).not.toHaveProperty('images');
  });

  test('carry prices with and without tax, the unit price, the lowest price before a reduction and when it ends', async () => {
    const { rows } = await database.pool.query<{ ends_at: Date }>(
      `select ends_at from catalogue_discount where code = 'CATALOGUE_AUTUMN_FERTILISER'`,
    );
    const { variants } = await get<Product>('/shop/products/MT1001');
    const reduced = variants.find(({ code }) => code === 'MT1001B');
    expect(reduced?.prices).toEqual({
      price: 27293,
      priceWithoutTax: 22556,
      originalPrices: [32109],
      originalPricesWithoutTax: [26536],
      discountPercentages: [15],
      lowestPriceBeforeDiscount: 32109,
      reducedUntil: rows[0]?.ends_at.toISOString(),
    });
    expect(variants.find(({ code }) => code === 'MT1001A')?.prices).not.toHaveProperty('reducedUntil');
    expect(reduced?.unitPrice).toEqual({ amount: 55, per: 'kg', amountWithoutTax: 45 });
  });

  test('carry hazard statements in the language asked', async () => {
    const { safety, maker } = await get<Product>('/shop/products/MT1001', 'en');
    expect(safety?.signalWord).toBe('Warning');
    expect(safety?.statements[0]).toEqual({ code: 'H272', text: 'May intensify fire; oxidiser.' });
    expect(maker?.name).toBeTruthy();
  });

  test('a bundle says so in lists too, without what is in it', async () => {
    const { data } = await get<Listing>('/shop/search/products?code[]=RK1001&code[]=DS1001');
    const whole = await get<Product>('/shop/products/RK1001');
    expect(data.map(({ bundle }) => bundle)).toEqual([{ price: whole.bundle?.price }, undefined]);
  });

  test('a bundle is in stock as long as its required items are', async () => {
    const bundle = await get<Product>('/shop/products/RK1001');
    expect(bundle.bundle?.items).toHaveLength(8);
    expect(bundle.variants[0]?.inStock).toBe(true);
    const { rows } = await database.pool.query<{ id: number }>(
      "select id from product_variant where code = 'DS1001A'",
    );
    await database.pool.query('update stock set on_hold = on_hand where variant_id = $1', [rows[0]?.id]);
    await catalogue.stockChanged(String(rows[0]?.id));
    expect((await get<Product>('/shop/products/RK1001')).variants[0]?.inStock).toBe(false);
    expect((await get<Product>('/shop/products/DS1001')).variants[0]?.stock).toBe(0);
    const list = await get<Listing>('/shop/search/products?inStock=1&code[]=RK1001');
    expect(list.data).toEqual([]);
  });
});

test('a changed price is in the next answer after the notice, and only then', async () => {
  const before = catalogue.version;
  await database.pool.query(
    "update channel_price set price = 12345, original_price = null, percent = null where variant_id = (select id from product_variant where code = 'IR1001A')",
  );
  catalogue.catalogueChanged();
  await catalogue.settled();
  expect(catalogue.version).not.toBe(before);
  const { variants } = await get<Product>('/shop/products/IR1001');
  expect(variants[0]?.prices.price).toBe(12345);
});

test('a card and a product that were read while their stock moved are read again', async () => {
  const { rows } = await database.pool.query<{ id: number; product_id: number }>(
    "select id, product_id from product_variant where code = 'IR1002A'",
  );
  const [variant] = rows;
  if (!variant) throw new Error('no such variant');
  const setStock = async (pieces: number) => {
    await database.pool.query('update stock set on_hand = on_hold + $2 where variant_id = $1', [
      variant.id,
      pieces,
    ]);
    await catalogue.stockChanged(String(variant.id));
  };
  const stockOf = (one: { variants: readonly { code: string; stock?: number | null }[] } | null) =>
    one?.variants.find(({ code }) => code === 'IR1002A')?.stock;
  const readCard = async () =>
    stockOf(
      JSON.parse(String((await catalogue.cards('retail', 'et', [variant.product_id]))[0])) as ProductCard,
    );
  const readProduct = async () => stockOf(await catalogue.product('retail', 'et', variant.product_id));
  const load = catalogue.load.bind(catalogue);
  for (const read of [readCard, readProduct]) {
    await setStock(3);
    const slow = vi.spyOn(catalogue, 'load').mockImplementationOnce(async (...asked) => {
      const products = await load(...asked);
      await setStock(0);
      return products;
    });
    expect(await read()).toBeGreaterThan(0);
    expect(await read()).toBe(0);
    slow.mockRestore();
  }
});

test('one change after a quiet time shows at once, however long the reading before it took', async () => {
  const real = performance.now.bind(performance);
  let ahead = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + (ahead += 10_000));
  try {
    catalogue.catalogueChanged();
    await catalogue.settled();
    // That reading took at least ten seconds; now it is an hour later.
    clock.mockImplementation(() => real() + ahead + 3_600_000);
    const before = catalogue.version;
    await database.pool.query(
      "update channel_price set price = 12346 where variant_id = (select id from product_variant where code = 'IR1001A')",
    );
    catalogue.catalogueChanged();
    await catalogue.settled();
    expect(catalogue.version).not.toBe(before);
  } finally {
    clock.mockRestore();
  }
});

test('CAT-15 what a device keeps of a product for the field is its detail, its pictures in one density and the papers that the shop has', async () => {
  const detail = await get<Product>('/shop/products/DS1001');
  const pack = await get<FieldPack>('/shop/products/DS1001/field-pack');
  expect(shapes.fieldPack.response.safeParse(pack).error).toBeUndefined();
  expect(pack).toEqual({
    product: detail,
    pictures: detail.images.map(({ path }) => `/images/280x320/${path}`),
    documents: [],
  });
  expect(pack.pictures.length).toBeGreaterThan(0);
  const unknown = await hono.request('/api/v2/shop/products/NONE/field-pack');
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ errorCode: 'product.not_found' });
});

test('CAT-15 a label is named where its file lies in the shop, in the language of the answer', async () => {
  const id = catalogue.state.goods.products[catalogue.state.goods.memberOfCode('PP1001') ?? 0]?.id ?? 0;
  const product = await catalogue.product('retail', 'en', id);
  if (!product) throw new Error('No such product');
  const names: string[] = [];
  const papers = {
    mediaFile: (name: string) => {
      names.push(name);
      return Promise.resolve(name.startsWith('labels/') ? `/somewhere/${name}` : null);
    },
  };
  const own = await withPapers(
    { ...product, safety: { pictograms: [], statements: [] } },
    { label: 'labels/own.pdf', safetySheet: 'safety/own.pdf' },
    papers,
  );
  expect(names).toEqual(['labels/own.pdf', 'safety/own.pdf']);
  expect(own.safety?.label).toBe('/media/labels/own.pdf');
  expect(own.safety).not.toHaveProperty('safetySheet');
  expect(fieldPackOf(own).documents).toEqual([{ kind: 'label', address: '/media/labels/own.pdf' }]);
});

test('CAT-15 labels and safety data sheets of the demo shop are written when asked for, in the language of the name, marked as samples', async () => {
  const app = new Hono();
  mountSamplePapers(app, catalogue, () => 'somebody');
  const id = catalogue.state.goods.products[catalogue.state.goods.memberOfCode('PP1001') ?? 0]?.id ?? 0;
  for (const locale of catalogueLocales) {
    const product = await catalogue.product('retail', locale, id);
    for (const kind of ['label', 'safetySheet'] as const) {
      const answer = await app.request(product?.safety?.[kind] ?? '');
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      const words = readPdfText(Buffer.from(await answer.arrayBuffer())).join(' ');
      expect(words).toContain(product?.safety?.statements[0]?.text);
      expect(words).toContain(textsIn(locale).papers.sample.sample);
      expect(words).toContain(product?.maker?.name);
    }
  }
  for (const path of [
    '/media/sample/labels/none-lt.pdf',
    '/media/sample/labels/ds1001-lt.pdf',
    '/media/sample/labels/pp1001-xx.pdf',
    '/media/sample/other/pp1001-lt.pdf',
    '/media/sample/labels/..%2Fpp1001-lt.pdf',
  ])
    expect((await app.request(path)).status).toBe(404);
});

test('whoever asks for many papers at once waits for himself', async () => {
  const app = new Hono();
  mountSamplePapers(app, catalogue, (request) => request.headers.get('x-client') ?? '');
  app.onError((error, c) => c.text('', error instanceof ApiFailure && error.status === 503 ? 503 : 500));
  const ask = async (client: string) =>
    (await app.request('/media/sample/labels/pp1001-lt.pdf', { headers: { 'x-client': client } })).status;
  await ask('first');
  const crowd = Promise.all(Array.from({ length: 12 }, () => ask('a')));
  const other = ask('b');
  const told = await crowd;
  expect([told.filter((one) => one === 200).length, told.filter((one) => one === 503).length]).toEqual([
    7, 5,
  ]);
  expect(await other).toBe(200);
});

test('markup that came past the import is cleaned when it is read, of products and of categories', async () => {
  const evil = '<p onclick="steal()">Sėkla</p><script>steal()</script><img src=x onerror=steal()>';
  const put = async (of: 'product' | 'taxon', code: string) => {
    const { rows } = await database.pool.query<{ id: number }>(
      `update ${of} set description = jsonb_build_object('lt', $1::text) where code = $2 returning id`,
      [evil, code],
    );
    return rows[0]?.id ?? 0;
  };
  const { rows } = await database.pool.query<{ code: string }>('select code from taxon order by lft limit 1');
  const product = await put('product', 'DS1001');
  const taxon = await put('taxon', rows[0]?.code ?? '');
  // A shop that starts with them: one that runs may rest before it reads the catalogue again.
  const started = await Catalogue.open(database.db, (error) => faults.push(error));
  try {
    const read = [
      (await started.load('retail', [product])).get(product)?.description,
      started.state.data.taxons.get(taxon)?.description,
    ];
    for (const description of read) {
      expect(description?.['lt']).toContain('Sėkla');
      expect(description?.['lt']).not.toMatch(/onclick|script|onerror/);
    }
  } finally {
    started.close();
  }
});
