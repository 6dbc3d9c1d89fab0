/** A product and its offers in the words of schema.org. Prices are those with tax, as cents / 100 (R7.78). */
import type { Product, Variant } from '#contract/catalogue.ts';
import type { PriceUnit } from '#contract/catalogue-words.ts';
import { publicGtin } from '#domain/fields/gtin.ts';
import { shownUnitPrice } from '#domain/money/price.ts';
import { defaultVariantOf, discountOf } from '#domain/catalogue/product-view.ts';
import { isRestricted } from '#domain/catalogue/restricted-goods.ts';
import { plainText } from '#server/text/plain-text.ts';
import { methodsFor, type OfferTerms } from './offer-terms.ts';
import { type DataContext, type Data, schema, amount, pictureAddress, sellerId } from './schema-org.ts';
import { returnPolicy } from './return-policy-data.ts';

/** UN/CEFACT codes of the units that prices are given for. */
const unitCodes: Record<PriceUnit, string> = {
  kg: 'KGM',
  g: 'GRM',
  l: 'LTR',
  m: 'MTR',
  m2: 'MTK',
  piece: 'C62',
};

export function productData(product: Product, wanted: string | undefined, context: DataContext): Data {
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
