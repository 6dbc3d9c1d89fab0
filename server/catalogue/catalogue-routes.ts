import type { Product, ProductCard } from '#contract/catalogue.ts';
import { findAttribute, findValue } from '#domain/catalogue/catalogue-tree.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { entityTag } from '#server/http/endpoint-answer.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { answerSuggestions } from './answer-suggestions.ts';
import { countBoth } from '#domain/search/bitmap.ts';
import type { Catalogue } from './catalogue.ts';
import { answerListing } from './answer-listing.ts';
import { SnapshotEditions } from './snapshot-editions.ts';
import { mountSnapshot } from './snapshot-routes.ts';
import { pageOf, wholeList } from '#server/http/paging.ts';
import { presentValue } from '#domain/catalogue/product-presenter.ts';
import { fieldPackOf } from './product-papers.ts';
import { findBySlug, productsOfCodes, productsOfVariants } from './product-store.ts';
import { recommend } from './recommend.ts';
import { presentTaxon, presentTaxonWithAncestors } from '#domain/search/taxon-answers.ts';
import { textIn, translationsOf } from '#domain/catalogue/texts.ts';

const deepestTree = 5;

/** Calls CAT-01 to CAT-09, CAT-11 to CAT-16, SEA-01 and REC-01 of the contract. */
export function mountCatalogueCalls(server: EndpointServer, catalogue: Catalogue): void {
  mountTaxons(server, catalogue);
  mountProducts(server, catalogue);
  mountAttributes(server, catalogue);
  mountSnapshot(server, new SnapshotEditions(catalogue));

  const kept = (name: string, query: unknown, context: RequestContext, make: () => Promise<Buffer>) =>
    catalogue.list(`${name} ${context.channel.code} ${context.locale} ${JSON.stringify(query)}`, async () => {
      const json = await make();
      return { json, etag: entityTag(context, json) };
    });
  server.serve('products', ({ query, context }) =>
    kept('products', query, context, () =>
      answerListing(catalogue, query, context.channel.code, context.locale),
    ),
  );
  server.serve('suggestions', ({ query, context }) =>
    kept('suggestions', query, context, () =>
      answerSuggestions(catalogue, query, context.channel.code, context.locale),
    ),
  );
  server.serve('recommendations', async ({ params, query, context }) => {
    const codes = await recommend(catalogue, params.placement, context.channel.code, query.itemsPerPage ?? 8);
    return { body: wholeList(codes.map((code) => ({ product_id: code }))) };
  });
}

function mountTaxons(server: EndpointServer, catalogue: Catalogue): void {
  server.serve('taxonsTree', ({ query, context }) => {
    const { data } = catalogue.state;
    const depth = query.depth ?? deepestTree;
    const root = query.root === undefined ? undefined : data.taxonsByCode.get(query.root);
    if (query.root !== undefined && !root) throw new ApiFailure(404, 'taxon.not_found');
    const roots = root ? [root] : data.roots;
    return {
      body: wholeList(
        roots.map((taxon) =>
          presentTaxon(catalogue.listing(context.channel.code), taxon, context.locale, depth - 1),
        ),
      ),
    };
  });
  server.serve('taxons', ({ query, context }) => {
    const { data } = catalogue.state;
    const asked = query.code ?? query.id;
    const taxons = query.code
      ? [...new Set(query.code)].flatMap((code) => data.taxonsByCode.get(code) ?? [])
      : query.id
        ? [...new Set(query.id)].flatMap((id) => data.taxons.get(Number(id)) ?? [])
        : [...data.taxons.values()];
    const { data: page, meta } = pageOf(taxons, query, asked?.length);
    return {
      body: {
        data: page.map((taxon) =>
          presentTaxon(catalogue.listing(context.channel.code), taxon, context.locale, 0),
        ),
        meta,
      },
    };
  });
  server.serve('taxon', ({ params, context }) => {
    const taxon = catalogue.state.data.taxonsByCode.get(params.code);
    if (!taxon) throw new ApiFailure(404, 'taxon.not_found');
    return {
      body: presentTaxonWithAncestors(catalogue.listing(context.channel.code), taxon, context.locale),
    };
  });
}

function mountProducts(server: EndpointServer, catalogue: Catalogue): void {
  const byId = async (id: number | undefined, { channel, locale }: RequestContext): Promise<Product> => {
    const product = id === undefined ? null : await catalogue.product(channel.code, locale, id);
    if (!product) throw new ApiFailure(404, 'product.not_found');
    return product;
  };
  const idOf = (code: string): number | undefined => {
    const { goods } = catalogue.state;
    const member = goods.memberOfCode(code);
    return member === undefined ? undefined : goods.products[member]?.id;
  };
  server.serve('product', async ({ params, context }) => ({ body: await byId(idOf(params.code), context) }));
  server.serve('productById', async ({ params, context }) => ({ body: await byId(params.id, context) }));
  server.serve('fieldPack', async ({ params, context }) => ({
    body: fieldPackOf(await byId(idOf(params.code), context)),
  }));
  server.serve('productBySlug', async ({ params, context }) => {
    for (const id of await findBySlug(catalogue.db, params.slug, context.locale)) {
      const product = await catalogue.product(context.channel.code, context.locale, id);
      if (product) return { body: product };
    }
    throw new ApiFailure(404, 'product.not_found');
  });

  const variantsByCode = async (codes: readonly string[], { channel, locale }: RequestContext) => {
    const owners = await productsOfVariants(catalogue.db, codes);
    const products = new Map<number, Product | null>();
    for (const id of new Set(owners.values()))
      products.set(id, await catalogue.product(channel.code, locale, id));
    return codes.flatMap((code) => {
      const product = products.get(owners.get(code) ?? 0);
      const variant = product?.variants.find((one) => one.code === code);
      return product && variant ? [{ product, variant }] : [];
    });
  };
  server.serve('productsByCodes', async ({ query, context }) => {
    const ids = await productsOfCodes(catalogue.db, query.code);
    const cards = await catalogue.cards(context.channel.code, context.locale, ids);
    return { body: wholeList(cards.map((card) => JSON.parse(card.toString()) as ProductCard)) };
  });
  server.serve('variants', async ({ query, context }) => {
    const variants =
      query.code && query.code.length > 0
        ? (await variantsByCode([...new Set(query.code)], context)).map(({ variant }) => variant)
        : query.product !== undefined
          ? (await byId(idOf(query.product), context)).variants
          : [];
    return { body: pageOf(variants, query, Math.max(variants.length, 1)) };
  });
  server.serve('variant', async ({ params, context }) => {
    const [found] = await variantsByCode([params.code], context);
    if (!found) throw new ApiFailure(404, 'variant.not_found');
    const { code, slug, name } = found.product;
    return { body: { ...found.variant, product: { code, slug, name } } };
  });
}

function mountAttributes(server: EndpointServer, catalogue: Catalogue): void {
  server.serve('attribute', ({ params, context }) => {
    const attribute = catalogue.state.data.attributesByCode.get(params.code);
    if (!attribute) throw new ApiFailure(404, 'attribute.not_found');
    return {
      body: {
        code: attribute.code,
        name: textIn(attribute.name, context.locale),
        slug: textIn(attribute.slug, context.locale),
        type: attribute.type,
        translations: translationsOf({ slug: attribute.slug, name: attribute.name }),
      },
    };
  });
  server.serve('attributeValues', ({ params, query, context }) => {
    const attribute = catalogue.state.data.attributesByCode.get(params.code);
    if (!attribute) throw new ApiFailure(404, 'attribute.not_found');
    const listing = catalogue.listing(context.channel.code);
    const byName = new Intl.Collator(context.locale, { numeric: true });
    let values = attribute.values;
    if (query.code) {
      const { code: codes } = query;
      values = [...new Set(codes)].flatMap(
        (code) => attribute.values.find((value) => value.code === code) ?? [],
      );
    }
    const [[field, direction] = ['position', 'asc']] = Object.entries(query.order ?? {});
    if ((field !== 'position' && field !== 'name') || (direction !== 'asc' && direction !== 'desc')) {
      throw new ApiFailure(400, 'query.invalid_sort');
    }
    if (query.order) {
      const sign = direction === 'asc' ? 1 : -1;
      values = [...values].sort(
        (a, b) =>
          sign *
          (field === 'name'
            ? byName.compare(textIn(a.value, context.locale), textIn(b.value, context.locale))
            : a.position - b.position),
      );
    }
    const { data, meta } = pageOf(values, query, query.code?.length);
    return {
      body: {
        data: data.map((value) => ({
          ...presentValue(value, context.locale),
          productCount: countBoth(listing.listed, listing.goods.value(value.id)),
        })),
        meta,
      },
    };
  });
  server.serve('attributePage', ({ params, context }) => {
    const attribute = findAttribute(catalogue.state.data, params.attributeSlug);
    const value = attribute && findValue(attribute, params.valueSlug);
    if (!value) throw new ApiFailure(404, 'attribute.not_found');
    return { body: presentValue(value, context.locale) };
  });
}
