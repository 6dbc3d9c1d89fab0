/** Banners (CMS-08): which of them a page shows, and how calls answer them. */
import type { Banner } from '#contract/channel.ts';
import { pathOf } from '#domain/catalogue/catalogue-tree.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import type { StoredBanner } from '#server/content/content-data.ts';
import type { EndpointInput } from '#server/http/serve-endpoint.ts';

type Asked = EndpointInput<'banners'>['query'];

export function presentBanner(banner: StoredBanner): Banner {
  const { product, taxon, attributeValue } = banner.scope;
  return {
    id: banner.id,
    translations: banner.translations,
    backgroundColor: banner.background_color,
    textColor: banner.text_color,
    displayFor: banner.display_for as Banner['displayFor'],
    standalone: banner.standalone,
    scope: {
      ...(product ? { product } : {}),
      ...(taxon ? { taxon } : {}),
      ...(attributeValue ? { attributeValue } : {}),
    },
    ...(banner.starts_at ? { startsAt: banner.starts_at.toISOString() } : {}),
    ...(banner.ends_at ? { endsAt: banner.ends_at.toISOString() } : {}),
    position: banner.position,
  };
}

/** Codes of the categories that a page is about: its own, or those of its goods, each with all above it. */
function taxonCodesOf(query: Asked, { data, goods }: Catalogue['state']): ReadonlySet<string> {
  const codes = new Set<string>();
  const addTaxon = (code: string | undefined): void => {
    const taxon = code === undefined ? undefined : data.taxonsByCode.get(code);
    if (taxon) for (const node of pathOf(taxon)) codes.add(node.code);
  };
  addTaxon(query.taxon);
  const member = query.product === undefined ? undefined : goods.memberOfCode(query.product);
  for (const id of member === undefined ? [] : (goods.products[member]?.taxonIds ?? [])) {
    addTaxon(data.taxons.get(id)?.code);
  }
  return codes;
}

/** Whether a banner belongs where it is asked for: on the page that is named, or anywhere. */
function createPlacing(query: Asked, catalogue: Catalogue['state']): (banner: StoredBanner) => boolean {
  const taxonCodes = taxonCodesOf(query, catalogue);
  const pageCode = query.page !== undefined && !/^\d+$/.test(query.page) ? query.page : undefined;
  const isScoped = [query.product, query.taxon, query.attributeValue, pageCode].some(
    (one) => one !== undefined,
  );
  return ({ standalone, scope }) => {
    if (query.standalone) return standalone;
    if (!isScoped) return query.standalone === undefined || !standalone;
    if (standalone) return false;
    return (
      (scope.product !== undefined && scope.product === query.product) ||
      (scope.taxon !== undefined && taxonCodes.has(scope.taxon)) ||
      (scope.attributeValue !== undefined && scope.attributeValue === query.attributeValue) ||
      (scope.page !== undefined && scope.page === pageCode)
    );
  };
}

/** @param channel code of the shop that asks */
export function bannersFor(
  query: Asked,
  channel: string,
  banners: readonly StoredBanner[],
  catalogue: Catalogue['state'],
  now: Date,
): StoredBanner[] {
  const audiences = query.displayFor === undefined ? null : [query.displayFor].flat();
  const fits = createPlacing(query, catalogue);
  return banners.filter(
    (banner) =>
      banner.channels.includes(channel) &&
      (banner.starts_at === null || banner.starts_at <= now) &&
      (banner.ends_at === null || banner.ends_at > now) &&
      (audiences === null || banner.display_for.some((audience) => audiences.includes(audience))) &&
      fits(banner),
  );
}
