import type { AttributeValue, Product, ProductCard, TaxonRef, Variant } from '#contract/catalogue.ts';
import { priceWithoutTax, unitPrice } from '#domain/money/price.ts';
import { presentTiers } from '#domain/money/tier-prices.ts';
import { pathOf, type CatalogueTree, type TaxonNode, type ValueNode } from './catalogue-tree.ts';
import type { StoredProduct, StoredVariant } from './stored-product.ts';
import { optionalText, textIn, translationsOf } from './texts.ts';
import {
  bundleStock,
  collectionTowns,
  hasChemicalPlace,
  onlyTowns,
  stockByWarehouse,
} from './where-goods-lie.ts';

/** Attributes whose value says most about goods, in the order in which a card's fact line tries them. */
const keyAttributes = 'npk activeIngredient protein crop animal form material length height variety'.split(
  ' ',
);

export function presentTaxonRef(taxon: TaxonNode, locale: string): TaxonRef {
  return {
    id: taxon.id,
    code: taxon.code,
    slug: textIn(taxon.slug, locale),
    name: textIn(taxon.name, locale),
  };
}

export function presentValue(value: ValueNode, locale: string): AttributeValue {
  const { attribute } = value;
  return {
    id: value.id,
    code: attribute.code,
    name: textIn(attribute.name, locale),
    value: textIn(value.value, locale),
    valueCode: value.code,
    ...optionalText('content', value.content, locale),
    ...(value.color ? { color: value.color } : {}),
    ...(value.iconColor ? { iconColor: value.iconColor } : {}),
    ...(value.backgroundColor ? { backgroundColor: value.backgroundColor } : {}),
    ...(value.imagePath ? { imagePath: value.imagePath } : {}),
    attribute: {
      code: attribute.code,
      name: textIn(attribute.name, locale),
      slug: textIn(attribute.slug, locale),
      translations: translationsOf({ slug: attribute.slug }),
    },
    slug: textIn(value.slug, locale),
    translations: translationsOf({ slug: value.slug, value: value.value }),
  };
}

function presentVariant(
  variant: StoredVariant,
  product: Pick<StoredProduct, 'taxCategory' | 'type' | 'bundleItems' | 'mainTaxonId' | 'isChemical'>,
  data: CatalogueTree,
  locale: string,
): Variant {
  const rate = data.taxRates.get(product.taxCategory) ?? 0;
  const own = Object.values(variant.stock).reduce((sum, free) => sum + free, 0);
  const isCounted = variant.tracked || (product.isChemical && !hasChemicalPlace(data));
  const stock = product.type === 'bundle' ? bundleStock(product as StoredProduct) : isCounted ? own : null;
  const isReduced = variant.originalPrice !== null && variant.percent !== null;
  const { netAmount, netUnit } = variant;
  const main = product.mainTaxonId === null ? undefined : data.taxons.get(product.mainTaxonId);
  const content = netAmount === null || netUnit === null ? null : { amount: netAmount, unit: netUnit };
  const towns = product.type === 'bundle' || product.isChemical ? [] : onlyTowns(variant, data);
  const taxons = main ? pathOf(main).map(({ code }) => code) : [];
  const perUnit = content && unitPrice(variant.price, content, taxons, rate);
  return {
    code: variant.code,
    name: textIn(variant.name, locale),
    tracked: stock !== null,
    inStock: stock === null || stock > 0,
    stock,
    prices: {
      price: variant.price,
      priceWithoutTax: priceWithoutTax(variant.price, rate),
      originalPrices: isReduced && variant.originalPrice !== null ? [variant.originalPrice] : [],
      originalPricesWithoutTax:
        isReduced && variant.originalPrice !== null ? [priceWithoutTax(variant.originalPrice, rate)] : [],
      discountPercentages: isReduced && variant.percent !== null ? [variant.percent] : [],
      ...(isReduced && variant.lowest !== null ? { lowestPriceBeforeDiscount: variant.lowest } : {}),
    },
    ...presentTiers(variant.price, variant.tiers, rate),
    optionValues: variant.options.map((option) => ({
      optionCode: option.optionCode,
      optionName: textIn(option.optionName, locale),
      code: option.code,
      value: textIn(option.value, locale),
    })),
    ...(towns.length > 0 ? { collectAt: towns } : {}),
    ...(variant.weight > 0 ? { weight: variant.weight } : {}),
    ...(content ? { netContent: content } : {}),
    ...(perUnit ? { unitPrice: perUnit } : {}),
    ...(variant.ean ? { ean: variant.ean } : {}),
  };
}

function latestChange(product: StoredProduct): string {
  const times = [product.updatedAt, ...product.variants.map(({ changedAt }) => changedAt)].map((time) =>
    Date.parse(time),
  );
  return new Date(Math.max(...times)).toISOString();
}

function base(product: StoredProduct, data: CatalogueTree, locale: string) {
  const main = product.mainTaxonId === null ? undefined : data.taxons.get(product.mainTaxonId);
  const defaultVariant = product.variants.find(({ isDefault }) => isDefault) ?? product.variants[0];
  const variants = product.variants.map((variant) => presentVariant(variant, product, data, locale));
  const collectAt = collectionTowns(product, variants, data);
  return {
    id: product.id,
    code: product.code,
    slug: textIn(product.slug, locale),
    name: textIn(product.name, locale),
    ...optionalText('shortDescription', product.shortDescription, locale),
    images: product.images.map(({ path, type, alt }, at) => ({
      id: product.id * 10 + at,
      path,
      type,
      alt: textIn(alt, locale),
    })),
    variants,
    defaultVariant: defaultVariant?.code ?? '',
    averageRating: product.averageRating,
    reviewCount: product.reviewCount,
    isChemical: product.isChemical,
    isGift: product.isGift,
    professionalUse: product.professionalUse,
    ...(product.tradeOnly ? { tradeOnly: true } : {}),
    ...(main ? { mainTaxon: presentTaxonRef(main, locale) } : {}),
    ...(collectAt ? { collectAt } : {}),
    updatedAt: latestChange(product),
  };
}

function valuesOf(product: StoredProduct, data: CatalogueTree): ValueNode[] {
  return product.valueIds.flatMap((id) => data.values.get(id) ?? []);
}

/** Pack size first, then the one attribute that matters most for the kind of goods. */
function keyFactOf(product: StoredProduct, data: CatalogueTree, locale: string): string {
  const values = valuesOf(product, data);
  const key = keyAttributes
    .map((code) => values.find(({ attribute }) => attribute.code === code))
    .find((value) => value !== undefined);
  // Goods of a feed may have a pack without a name; one pack is the first and the last.
  const ends = [product.variants[0], product.variants.at(-1)].map((one) => textIn(one?.name, locale));
  const sizes = [...new Set(ends)].filter(Boolean).join(' – ');
  return [sizes, key ? textIn(key.value, locale) : ''].filter(Boolean).join(' · ');
}

/** What a list shows of a product. */
export function presentCard(product: StoredProduct, data: CatalogueTree, locale: string): ProductCard {
  const common = base(product, data, locale);
  return {
    ...common,
    ...(product.type === 'bundle' ? { bundle: { price: common.variants[0]?.prices.price ?? 0 } } : {}),
    attributeValues: valuesOf(product, data)
      .filter(
        ({ attribute, backgroundColor }) => ['brand', 'new'].includes(attribute.code) || backgroundColor,
      )
      .map((value) => presentValue(value, locale)),
    keyFact: keyFactOf(product, data, locale),
  };
}

function presentSafety(product: StoredProduct, data: CatalogueTree, locale: string): Product['safety'] {
  const { safety } = product;
  if (!safety) return undefined;
  return {
    signalWord: safety.signalWord ? textIn(data.signalWords[safety.signalWord], locale) : null,
    pictograms: safety.pictograms.map((code) => ({ code, text: textIn(data.pictograms[code], locale) })),
    statements: safety.statements.map((code) => ({
      code,
      text: textIn(data.hazardStatements[code], locale),
    })),
    registrationNumber: safety.registrationNumber,
  };
}

/** The whole product, for its page. */
export function presentProduct(product: StoredProduct, data: CatalogueTree, locale: string): Product {
  const common = base(product, data, locale);
  const safety = presentSafety(product, data, locale);
  const { maker } = product;
  return {
    ...common,
    attributeValues: valuesOf(product, data).map((value) => presentValue(value, locale)),
    ...optionalText('description', product.description, locale),
    ...(product.type === 'bundle'
      ? {
          bundle: {
            items: product.bundleItems.map((item) => ({
              productVariantCode: item.code,
              quantity: item.quantity,
              required: item.required,
              productName: textIn(item.productName, locale),
            })),
            price: common.variants[0]?.prices.price ?? 0,
          },
        }
      : {}),
    productTaxons: product.taxonIds.flatMap((id) => {
      const taxon = data.taxons.get(id);
      if (!taxon) return [];
      const ancestors = pathOf(taxon)
        .slice(0, -1)
        .map((node) => presentTaxonRef(node, locale));
      return [{ taxon: { ...presentTaxonRef(taxon, locale), ancestors } }];
    }),
    associations: (['similar', 'accessories'] as const).map((type) => ({
      type,
      productCodes: product.associations.filter((one) => one.type === type).map(({ code }) => code),
    })),
    translations: translationsOf({ slug: product.slug, name: product.name }),
    ...optionalText('metaTitle', product.metaTitle, locale),
    ...optionalText('metaDescription', product.metaDescription ?? product.shortDescription, locale),
    ...(safety ? { safety } : {}),
    ...(maker
      ? {
          maker: {
            name: maker.name,
            address: `${maker.address.street} ${maker.address.houseNumber}, ${maker.address.postCode} ${maker.address.city}`,
            email: maker.email ?? '',
          },
        }
      : {}),
    stockByWarehouse: stockByWarehouse(product, data, locale),
    ...(product.returnable ? {} : { returnable: false }),
    variants: common.variants.map((shown, at) => {
      const { reducedUntil: until, availableFrom, images } = product.variants[at] ?? {};
      const variant = {
        ...shown,
        ...(availableFrom && !shown.inStock ? { availableFrom: new Date(availableFrom).toISOString() } : {}),
        ...(images
          ? {
              images: images.map((one, place) => ({
                ...one,
                id: product.id * 1000 + at * 10 + place,
                alt: `${common.name}, ${shown.name}`,
              })),
            }
          : {}),
      };
      if (!until || variant.prices.discountPercentages.length === 0) return variant;
      return { ...variant, prices: { ...variant.prices, reducedUntil: new Date(until).toISOString() } };
    }),
  };
}
