/**
 * What a page says to machines in the words of schema.org: exactly what it says to people (UX PRD-14). Prices are those
 * with tax, which is what is paid, as cents / 100 (R7.78).
 */
import type { Product, TaxonRef, Variant } from '#contract/catalogue.ts';
import type { PriceUnit } from '#contract/catalogue-words.ts';
import { defaultLocale } from '#contract/locale.ts';
import type { PageSubject } from '#contract/page-head.ts';
import { publicGtin } from '#domain/fields/gtin.ts';
import { shownUnitPrice } from '#domain/money/price.ts';
import { defaultVariantOf, discountOf } from '#domain/catalogue/product-view.ts';
import { isRestricted } from '#domain/catalogue/restricted-goods.ts';
import { imageSizes, isDrawing, resizedAddress } from '#lib/image-address.ts';
import { plainText } from '#server/text/plain-text.ts';
import { attributeValuePath, routePath, taxonPath } from '#server/text/site-paths.ts';
import type { Seller } from '#server/database/schema-catalogue.ts';
import { methodsFor, type OfferTerms } from './offer-terms.ts';

export interface DataContext {
  /** `https://shop.example` */
  origin: string;
  locale: string;
  /** The page's one address, absolute. */
  url: string;
  seller: Seller;
  terms: OfferTerms | null;
  shopName: string;
}

type Data = Record<string, unknown>;

const schema = 'https://schema.org';
/** UN/CEFACT codes of the units that prices are given for. */
const unitCodes: Record<PriceUnit, string> = {
  kg: 'KGM',
  g: 'GRM',
  l: 'LTR',
  m: 'MTR',
  m2: 'MTK',
  piece: 'C62',
};
const amount = (cents: number): number => cents / 100;

export const pictureAddress = (origin: string, path: string): string | undefined =>
  isDrawing(path) ? undefined : new URL(resizedAddress(path, imageSizes.half, 1.5), origin).href;

/** The blocks of one page, in one graph; null when the page has nothing to say. */
export function structuredData(subject: PageSubject, context: DataContext): Data | null {
  const graph = [...about(subject, context), ...wayTo(subject, context)];
  return graph.length === 0 ? null : { '@context': schema, '@graph': graph };
}

function about({ route, product, variant, article, faq }: PageSubject, context: DataContext): Data[] {
  if (route === 'HOME') return [organization(context), website(context)];
  if (product) return [productData(product, variant, context)];
  if (article) return [articleData(article, context)];
  if (faq) return [faqData(faq, context)];
  return [];
}

const sellerId = (origin: string) => `${origin}/#seller`;

function organization({ origin, seller, terms, shopName }: DataContext): Data {
  return {
    '@type': 'OnlineStore',
    '@id': sellerId(origin),
    name: shopName,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    // Nobody has said yet who sells here.
    ...(seller.name === ''
      ? {}
      : {
          legalName: seller.name,
          email: seller.email,
          telephone: seller.phone,
          vatID: seller.vatNumber,
          address: postalAddress(seller.address),
        }),
    ...(terms?.returns ? { hasMerchantReturnPolicy: returnPolicy(terms, true) } : {}),
  };
}

/** `Street 2, LT-20101 Town` as its parts. */
function postalAddress(address: string): Data {
  const [, street, country, code, town] = /^(.+), ([A-Z]{2})-(\S+) (.+)$/.exec(address) ?? [];
  if (street === undefined) return { '@type': 'PostalAddress', streetAddress: address };
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    postalCode: `${country}-${code}`,
    addressLocality: town,
    addressCountry: country,
  };
}

const website = ({ origin, locale, shopName }: DataContext): Data => ({
  '@type': 'WebSite',
  '@id': `${origin}/#site`,
  name: shopName,
  url: `${origin}/`,
  inLanguage: locale,
  publisher: { '@id': sellerId(origin) },
});

function productData(product: Product, wanted: string | undefined, context: DataContext): Data {
  const shown = product.variants.find(({ code }) => code === wanted) ?? defaultVariantOf(product);
  const brand = product.attributeValues.find(({ code }) => code === 'brand')?.value;
  const images = product.images.flatMap(({ path }) => pictureAddress(context.origin, path) ?? []);
  const others = product.variants.filter((one) => one !== shown);
  return {
    '@type': 'Product',
    '@id': `${context.url}#product`,
    name: product.name,
    ...(product.shortDescription ? { description: plainText(product.shortDescription) } : {}),
    ...(images.length > 0 ? { image: images } : {}),
    url: context.url,
    ...(brand === undefined ? {} : { brand: { '@type': 'Brand', name: brand } }),
    ...(product.maker ? { manufacturer: { '@type': 'Organization', name: product.maker.name } } : {}),
    ...(product.mainTaxon ? { category: product.mainTaxon.name } : {}),
    ...(shown ? { ...variantFacts(shown), ...offers(product, shown, context) } : {}),
    // Stars only where people see some (real reviews alone).
    ...(product.reviewCount > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.averageRating,
            reviewCount: product.reviewCount,
            bestRating: 5,
            worstRating: 1,
          },
        }
      : {}),
    ...(others.length === 0
      ? {}
      : {
          isVariantOf: {
            '@type': 'ProductGroup',
            productGroupID: product.code,
            name: product.name,
            variesBy: [
              ...new Set(
                product.variants.flatMap(({ optionValues }) =>
                  optionValues.map(({ optionName }) => optionName),
                ),
              ),
            ],
            hasVariant: others.map((one) => ({
              '@type': 'Product',
              name: one.name === '' ? product.name : `${product.name}, ${one.name}`,
              ...variantFacts(one),
              ...offers(product, one, context, true),
            })),
          },
        }),
  };
}

const variantFacts = (variant: Variant): Data => ({
  sku: variant.code,
  ...(publicGtin(variant.ean) === undefined ? {} : { gtin: variant.ean }),
});

/** @param isShort without delivery and returns, which the shown variant's offer tells for all */
function offers(product: Product, variant: Variant, context: DataContext, isShort = false): Data {
  // Gifts come with an order: there is no offer of them.
  if (product.isGift) return {};
  const { prices, unitPrice, netContent } = variant;
  const { origin, terms } = context;
  const currency = terms?.currency ?? 'EUR';
  const isReduced = discountOf(prices) !== undefined;
  const until = isReduced ? prices.reducedUntil : undefined;
  const original = isReduced ? prices.originalPrices[0] : undefined;
  const address =
    variant.code === product.defaultVariant
      ? context.url
      : `${context.url}?variant=${encodeURIComponent(variant.code)}`;
  const price = { '@type': 'UnitPriceSpecification', priceCurrency: currency, valueAddedTaxIncluded: true };
  return {
    offers: {
      '@type': 'Offer',
      url: address,
      price: amount(prices.price),
      priceCurrency: currency,
      ...(until === undefined ? {} : { priceValidUntil: until }),
      availability: `${schema}/${availabilityOf(product, variant)}`,
      itemCondition: `${schema}/NewCondition`,
      seller: { '@type': 'Organization', '@id': sellerId(origin), name: context.shopName },
      priceSpecification: [
        {
          ...price,
          price: amount(prices.price),
          ...(netContent && unitPrice
            ? {
                referenceQuantity: {
                  '@type': 'QuantitativeValue',
                  value: netContent.amount,
                  unitCode: unitCodes[netContent.unit],
                  valueReference: {
                    '@type': 'QuantitativeValue',
                    value: 1,
                    unitCode: unitCodes[shownUnitPrice(unitPrice).per],
                  },
                },
              }
            : {}),
        },
        ...(original === undefined
          ? []
          : [{ ...price, priceType: `${schema}/StrikethroughPrice`, price: amount(original) }]),
      ],
      ...(isShort || !terms ? {} : { ...delivery(product, variant, terms), ...giveBack(product, terms) }),
    },
  };
}

/**
 * Plant protection is handed out at warehouses only, restricted goods to those who may have them; what lies where nothing is
 * sent from is fetched there.
 */
const isOnlyCollected = (product: Product, variant: Variant): boolean =>
  product.isChemical || isRestricted(product) || variant.collectAt !== undefined;

function availabilityOf(product: Product, variant: Variant): string {
  if (!variant.inStock) return 'OutOfStock';
  return isOnlyCollected(product, variant) ? 'InStoreOnly' : 'InStock';
}

function delivery(product: Product, variant: Variant, terms: OfferTerms): Data {
  if (isOnlyCollected(product, variant)) return {};
  const methods = methodsFor(terms, variant.weight ?? 0);
  if (methods.length === 0) return {};
  return {
    shippingDetails: methods.map((method) => ({
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: amount(method.price), currency: terms.currency },
      shippingDestination: terms.countries.map((country) => ({
        '@type': 'DefinedRegion',
        addressCountry: country,
      })),
    })),
  };
}

const giveBack = (product: Product, terms: OfferTerms): Data =>
  terms.returns ? { hasMerchantReturnPolicy: returnPolicy(terms, product.returnable !== false) } : {};

const returnMethods: Record<string, string> = { courier: 'ReturnByMail', collection: 'ReturnInStore' };

function returnPolicy(terms: OfferTerms, isReturnable: boolean): Data {
  const { days, ways } = terms.returns ?? { days: 0, ways: [] };
  const policy = { '@type': 'MerchantReturnPolicy', applicableCountry: terms.countries };
  if (!isReturnable) return { ...policy, returnPolicyCategory: `${schema}/MerchantReturnNotPermitted` };
  const byMail = ways.find(({ kind }) => kind === 'courier')?.fee ?? 0;
  return {
    ...policy,
    returnPolicyCategory: `${schema}/MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: days,
    returnMethod: ways.flatMap(({ kind }) =>
      returnMethods[kind] ? [`${schema}/${returnMethods[kind]}`] : [],
    ),
    ...(byMail > 0
      ? {
          returnFees: `${schema}/ReturnShippingFees`,
          returnShippingFeesAmount: {
            '@type': 'MonetaryAmount',
            value: amount(byMail),
            currency: terms.currency,
          },
        }
      : { returnFees: `${schema}/FreeReturn` }),
  };
}

function articleData(article: NonNullable<PageSubject['article']>, context: DataContext): Data {
  const image = article.image && pictureAddress(context.origin, article.image.path);
  return {
    '@type': 'Article',
    headline: article.name,
    ...(article.excerpt ? { description: plainText(article.excerpt) } : {}),
    ...(image ? { image: [image] } : {}),
    datePublished: article.publishedAt,
    inLanguage: context.locale,
    mainEntityOfPage: context.url,
    author: { '@type': 'Organization', name: context.shopName, url: `${context.origin}/` },
    publisher: { '@type': 'Organization', '@id': sellerId(context.origin), name: context.shopName },
  };
}

const faqData = (items: NonNullable<PageSubject['faq']>, { locale, url }: DataContext): Data => ({
  '@type': 'FAQPage',
  '@id': `${url}#faq`,
  inLanguage: locale,
  mainEntity: items.flatMap(({ translations }) => {
    const words = translations[locale] ?? translations[defaultLocale];
    if (!words) return [];
    return [
      {
        '@type': 'Question',
        name: words.question,
        acceptedAnswer: { '@type': 'Answer', text: words.answer },
      },
    ];
  }),
});

/** The way from home to the page, as it stands above its heading. */
function wayTo(subject: PageSubject, { origin, locale, url }: DataContext): Data[] {
  const { product, taxon, attributeValue, article, page, words, route } = subject;
  const absolute = (path: string) => new URL(path, origin).href;
  const ofTaxon = ({ name, slug, id }: TaxonRef) => ({ name, item: absolute(taxonPath(locale, slug, id)) });
  const home = { name: words.home, item: absolute(routePath(locale, 'HOME')) };
  const own = (name: string) => ({ name, item: url });
  let steps: { name: string; item: string }[] = [];
  if (product) {
    const main = (
      product.productTaxons.find((one) => one.taxon.id === product.mainTaxon?.id) ?? product.productTaxons[0]
    )?.taxon;
    steps = [...(main ? [...(main.ancestors ?? []), main].map(ofTaxon) : []), own(product.name)];
  } else if (article)
    steps = [{ name: words.news, item: absolute(routePath(locale, 'NEWS')) }, own(article.name)];
  else if (route === 'TAXON_PRODUCTS' && taxon) steps = [...taxon.ancestors.map(ofTaxon), own(taxon.name)];
  else if (attributeValue) {
    const { attribute, slug, value } = attributeValue;
    const alone = { name: value, item: absolute(attributeValuePath(locale, attribute.slug, slug)) };
    steps = taxon ? [alone, own(`${value}: ${taxon.name}`)] : [own(value)];
  } else if (route === 'SALES_TAXON' && taxon) steps = [ofTaxon(taxon)];
  else if (route === 'STATIC' && page) steps = [own(page.title)];
  if (steps.length === 0) return [];
  const itemListElement = [home, ...steps].map((step, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    ...step,
  }));
  return [{ '@type': 'BreadcrumbList', itemListElement }];
}
