/**
 * The product feed of a channel in one language, RSS 2.0 with Google's attributes, written while it is sent: the same
 * rows, presenter and addresses as the product pages. Gifts are not sold; plant protection and professional goods are
 * handed out on the spot only, so no advertisement may offer to send them.
 */
import type { Product, Variant } from '#contract/catalogue.ts';
import type { PriceUnit } from '#contract/catalogue-words.ts';
import { publicGtin } from '#domain/fields/gtin.ts';
import { shownUnitPrice } from '#domain/money/price.ts';
import { discountOf } from '#domain/catalogue/product-view.ts';
import { isRestricted } from '#domain/catalogue/restricted-goods.ts';
import { brandInFeed, cut, descriptionInFeed, titleInFeed } from '#server/catalogue/feed/feed-words.ts';
import { columnOf, isGoogleWord } from '#server/catalogue/feed/option-words.ts';
import { loadArrivals, loadPlannedSales, type PlannedSale } from '#server/catalogue/offer-plan.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import { presentProduct } from '#domain/catalogue/product-presenter.ts';
import { productPath } from '#server/text/site-paths.ts';
import { methodsFor, type OfferTerms } from './offer-terms.ts';
import { pictureAddress } from './schema-org.ts';
import { element } from './xml.ts';

export interface FeedOptions {
  catalogue: Catalogue;
  channel: string;
  locale: string;
  origin: string;
  terms: OfferTerms;
  newUrls: boolean;
  shopName: string;
}

/** Products read at once: some 40 ms of the database. */
const portion = 200;
/** Google's names of the units that unit prices are given for. */
const units: Record<PriceUnit, string> = { kg: 'kg', g: 'g', l: 'l', m: 'm', m2: 'sqm', piece: 'ct' };
const money = (cents: number, currency: string): string => `${(cents / 100).toFixed(2)} ${currency}`;

/** Pieces of the feed in order; each is whole XML text of some products. */
export async function* writeFeed(options: FeedOptions): AsyncGenerator<string> {
  const { catalogue, channel, locale, origin, shopName } = options;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${element('title', shopName)}${element('link', `${origin}/`)}${element('description', shopName)}\n`;
  const { data, goods } = catalogue.state;
  const listing = catalogue.listing(channel);
  const ids = goods.products.flatMap(({ id, isGift }, member) =>
    listing.has(member) && !isGift ? [id] : [],
  );
  for (let at = 0; at < ids.length; at += portion) {
    const some = ids.slice(at, at + portion);
    const stored = await catalogue.load(channel, some);
    const planned = await loadPlannedSales(catalogue.db, some);
    const arrivals = await loadArrivals(catalogue.db, some);
    const items = [...stored.values()].flatMap((product) =>
      itemsOf(presentProduct(product, data, locale), { planned, arrivals }, options),
    );
    if (items.length > 0) yield `${items.join('\n')}\n`;
  }
  yield '</channel></rss>\n';
}

/** In-shop numbers are no GTINs: another shop has them on other goods. */
function withPublicCode({ ean, ...variant }: Variant): Variant {
  const gtin = publicGtin(ean);
  return gtin === undefined ? variant : { ...variant, ean: gtin };
}

/** Without an exponent, which no feed knows. */
const plainAmount = (amount: number): string => amount.toFixed(7).replace(/\.?0+$/, '');

/** With the reduction that is planned: a price alone would say that there is none to come. */
function saleOf({ prices }: Variant, planned: PlannedSale | undefined) {
  const original = discountOf(prices) === undefined ? undefined : prices.originalPrices[0];
  const price = original ?? prices.price;
  const sale = original === undefined ? undefined : prices.price;
  // A channel with a price of its own has no part in the plan.
  return planned?.price === price && (sale === undefined || sale === planned.salePrice)
    ? { price, sale: planned.salePrice, dates: `${toSecond(planned.from)}/${toSecond(planned.until)}` }
    : { price, sale, dates: undefined };
}

/** Google knows no parts of a second. */
const toSecond = (moment: string): string => moment.replace(/\.\d+Z$/, 'Z');

function itemsOf(
  product: Product,
  { planned, arrivals }: { planned: ReadonlyMap<string, PlannedSale>; arrivals: ReadonlyMap<string, string> },
  options: FeedOptions,
): string[] {
  if (product.isGift || product.isChemical || isRestricted(product)) return [];
  const images = product.images.flatMap(({ path }) => pictureAddress(options.origin, path) ?? []);
  // Without a picture Google takes no product.
  return images[0] === undefined
    ? []
    : product.variants
        // What lies where nothing is sent from is not offered to be sent.
        .filter(({ collectAt }) => collectAt === undefined)
        .map((variant) =>
          item(
            product,
            withPublicCode(variant),
            { ...saleOf(variant, planned.get(variant.code)), arrival: arrivals.get(variant.code) },
            images,
            options,
          ),
        );
}

function item(
  product: Product,
  variant: Variant,
  { price, sale, dates, arrival }: ReturnType<typeof saleOf> & { arrival: string | undefined },
  images: readonly string[],
  options: FeedOptions,
): string {
  const { locale, origin, terms, newUrls } = options;
  const { netContent, unitPrice, weight } = variant;
  const path = productPath(locale, product.slug, newUrls ? product.code : product.id);
  const isDefault = variant.code === product.defaultVariant;
  const link = new URL(path + (isDefault ? '' : `?variant=${encodeURIComponent(variant.code)}`), origin).href;
  const brand = product.attributeValues.find(({ code }) => code === 'brand')?.value;
  const main = product.productTaxons.find(({ taxon }) => taxon.id === product.mainTaxon?.id)?.taxon;
  const kind = main && [...(main.ancestors ?? []), main].map(({ name }) => name).join(' > ');
  const { currency } = terms;
  const g = (attribute: string | undefined, value: string | undefined) =>
    attribute === undefined || value === undefined ? '' : element(`g:${attribute}`, value);
  const shipping = methodsFor(terms, weight ?? 0).flatMap((method) =>
    terms.countries.map(
      (country) =>
        `<g:shipping>${g('country', country)}${g('service', method.name[locale] ?? method.code)}${g('price', money(method.price, currency))}</g:shipping>`,
    ),
  );
  return [
    '<item>',
    g('id', variant.code),
    ...(product.variants.length > 1 ? [g('item_group_id', product.code)] : []),
    g('title', titleInFeed(product.name, variant.name, product.variants.length)),
    g('description', descriptionInFeed(product.description ?? product.shortDescription ?? product.name)),
    g('link', link),
    g('image_link', images[0]),
    ...images.slice(1, 11).map((image) => g('additional_image_link', image)),
    ...(variant.inStock || arrival === undefined
      ? [g('availability', variant.inStock ? 'in_stock' : 'out_of_stock')]
      : [g('availability', 'preorder'), g('availability_date', toSecond(arrival))]),
    g('condition', 'new'),
    g('price', money(price, currency)),
    g('sale_price', sale === undefined ? undefined : money(sale, currency)),
    g('sale_price_effective_date', dates),
    g('brand', brand && brandInFeed(brand)),
    g('gtin', variant.ean),
    ...(variant.ean === undefined && brand === undefined ? [g('identifier_exists', 'no')] : []),
    ...variant.optionValues.map(({ optionCode, code, value }) =>
      g(columnOf(optionCode), isGoogleWord(optionCode) ? code : cut(value, 100)),
    ),
    g('product_type', kind && cut(kind, 750)),
    ...(netContent && unitPrice
      ? [
          g('unit_pricing_measure', `${plainAmount(netContent.amount)} ${units[netContent.unit]}`),
          g('unit_pricing_base_measure', `1 ${units[shownUnitPrice(unitPrice).per]}`),
        ]
      : []),
    ...(weight ? [g('shipping_weight', `${weight} g`)] : []),
    ...shipping,
    '</item>',
  ].join('');
}
