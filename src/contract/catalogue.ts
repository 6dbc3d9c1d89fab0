/** Product, variant, prices, attributes, taxons and the one listing call (contract 2.1, 2.2, 4.2). */
import { z } from '#lib/zod.ts';
import { contentUnits, tierPacks } from './catalogue-words.ts';
import { code, count, dateTime, direction, html, image, money, perLocale, positiveInt } from './values.ts';

export const taxonRef = z.object({ id: z.int(), code, slug: z.string(), name: z.string() });
export type TaxonRef = z.infer<typeof taxonRef>;

export interface Taxon {
  id: number;
  code: string;
  slug: string;
  name: string;
  /** Enabled ones only, in position order. */
  children: Taxon[];
  translations: Record<string, { slug: string; name: string }>;
  description?: string | undefined;
  image?: string | undefined;
  position: number;
  /** 0 = root. */
  level: number;
  /** Products of the channel in this taxon and below. */
  productCount?: number | undefined;
  /** From the root down to the parent; only in the answer for one taxon. */
  ancestors?: TaxonRef[] | undefined;
}
export const taxon: z.ZodMiniType<Taxon> = z.object({
  id: z.int(),
  code,
  slug: z.string(),
  name: z.string(),
  children: z.array(z.lazy(() => taxon)),
  translations: perLocale(z.object({ slug: z.string(), name: z.string() })),
  description: z.optional(html),
  image: z.optional(z.string()),
  position: count,
  level: count,
  productCount: z.optional(count),
  ancestors: z.optional(z.array(taxonRef)),
});

export const attributeValue = z.object({
  id: z.int(),
  /** Code of the attribute. */
  code,
  /** Name of the attribute. */
  name: z.string(),
  /** Text shown. */
  value: z.string(),
  /** Code of the value: what a filter names. */
  valueCode: z.string(),
  content: z.optional(html),
  color: z.optional(z.nullable(z.string())),
  iconColor: z.optional(z.nullable(z.string())),
  backgroundColor: z.optional(z.nullable(z.string())),
  imagePath: z.optional(z.nullable(z.string())),
  attribute: z.object({
    code,
    name: z.string(),
    slug: z.string(),
    translations: perLocale(z.object({ slug: z.string() })),
  }),
  slug: z.string(),
  translations: perLocale(z.object({ slug: z.string(), value: z.string() })),
});
export type AttributeValue = z.infer<typeof attributeValue>;

/** Cents. `price` is what is charged; the lists are aligned and empty when nothing is reduced. */
export const prices = z.object({
  price: money,
  priceWithoutTax: money,
  originalPrices: z._default(z.array(money), []),
  originalPricesWithoutTax: z._default(z.array(money), []),
  /** Whole percent; the first one is used. */
  discountPercentages: z._default(z.array(z.int()), []),
  /** Lowest price of the 30 days before the reduction (Directive 98/6/EC, Article 6a). */
  lowestPriceBeforeDiscount: z.optional(money),
  /** [ours] When the reduction ends; in the answer for one product. */
  reducedUntil: z.optional(dateTime),
});
export type Prices = z.infer<typeof prices>;

/** [ours] What each piece costs from `quantity` pieces of it in a cart on. Cents. */
export const tierPrice = z.object({
  quantity: positiveInt,
  price: money,
  priceWithoutTax: money,
  /** What so many pieces come as: its size is the quantity. */
  pack: z.optional(z.enum(tierPacks)),
});
export type TierPrice = z.infer<typeof tierPrice>;

export const variant = z.object({
  code,
  name: z.string(),
  tracked: z.boolean(),
  /** Not tracked, or stock above zero. */
  inStock: z.boolean(),
  /** Pieces over all warehouses of the channel, never negative; null when not tracked. */
  stock: z.nullable(count),
  prices,
  /** [ours] Each below `prices.price` and below those of fewer pieces, by quantity; absent where there are none. */
  tierPrices: z.optional(z.array(tierPrice)),
  optionValues: z.array(
    z.object({ optionCode: z.string(), optionName: z.string(), code: z.string(), value: z.string() }),
  ),
  /** [ours] When sold-out goods come again, in the answer for one product. */
  availableFrom: z.optional(dateTime),
  /** [ours] Names of the only towns where it can be had now: nothing is sent from there. */
  collectAt: z.optional(z.array(z.string())),
  /** Grams, as sent. */
  weight: z.optional(count),
  netContent: z.optional(z.object({ amount: z.number(), unit: z.enum(contentUnits) })),
  /** Cents per unit, rounded by the server (Directive 98/6/EC, Article 3). */
  unitPrice: z.optional(
    z.object({
      amount: money,
      per: z.enum(contentUnits),
      amountWithoutTax: money,
      /** Cents per gram, to be shown instead: small packs of seeds. */
      gram: z.optional(z.object({ amount: money, amountWithoutTax: money })),
    }),
  ),
  ean: z.optional(z.string()),
  /** [ours] Of this pack, in the answer for one product and in lines of an order: in the place of the product's pictures of the same types. */
  images: z.optional(z.array(image)),
});
export type Variant = z.infer<typeof variant>;

const productBase = {
  id: z.int(),
  code,
  slug: z.string(),
  name: z.string(),
  shortDescription: z.optional(z.string()),
  /** The first one is the main picture. */
  images: z.array(image),
  /** Enabled ones only, in position order. */
  variants: z.array(variant),
  /** Code of the default variant. */
  defaultVariant: z.string(),
  /** 0 to 5 with one decimal, accepted reviews only. */
  averageRating: z.number(),
  reviewCount: count,
  /** Collected only, in warehouses that may hand chemicals out (contract 5.7). */
  isChemical: z.boolean(),
  isGift: z.boolean(),
  professionalUse: z.optional(z.boolean()),
  /** Sold only to farmers and companies that have shown their trade (Regulation (EU) 2019/1148). */
  tradeOnly: z.optional(z.boolean()),
  mainTaxon: z.optional(taxonRef),
  updatedAt: dateTime,
};

/** What a card in a list needs. `attributeValues` holds only those that cards show (brand, new, key facts). */
export const productCard = z.object({
  ...productBase,
  attributeValues: z.array(attributeValue),
  /** One short line of facts: pack size first, then what matters for the kind of goods. */
  keyFact: z.optional(z.string()),
  /** Of a bundle; what is in it stands on its page. */
  bundle: z.optional(z.object({ price: money })),
  /** Names of the places where goods that are not sent (chemical ones, or no pack of it) may be collected now. */
  collectAt: z.optional(z.array(z.string())),
});
export type ProductCard = z.infer<typeof productCard>;

export const product = z.object({
  ...productBase,
  attributeValues: z.array(attributeValue),
  collectAt: z.optional(z.array(z.string())),
  description: z.optional(html),
  bundle: z.optional(
    z.object({
      items: z.array(
        z.object({
          productVariantCode: code,
          quantity: z.int(),
          required: z.boolean(),
          productName: z.string(),
        }),
      ),
      price: money,
    }),
  ),
  productTaxons: z.array(
    z.object({ taxon: z.object({ ...taxonRef.shape, ancestors: z.optional(z.array(taxonRef)) }) }),
  ),
  associations: z.array(z.object({ type: z.enum(['similar', 'accessories']), productCodes: z.array(code) })),
  translations: perLocale(z.object({ slug: z.string(), name: z.string() })),
  metaTitle: z.optional(z.string()),
  metaDescription: z.optional(z.string()),
  /** Hazard information that an offer must carry (Regulation (EC) 1272/2008, Article 48). */
  safety: z.optional(
    z.object({
      signalWord: z.optional(z.nullable(z.string())),
      pictograms: z.array(z.object({ code: z.string(), text: z.string() })),
      statements: z.array(z.object({ code: z.string(), text: z.string() })),
      registrationNumber: z.optional(z.nullable(z.string())),
      /** Addresses of the papers; only of those that the shop has. */
      label: z.optional(z.string()),
      safetySheet: z.optional(z.string()),
    }),
  ),
  maker: z.optional(z.object({ name: z.string(), address: z.string(), email: z.string() })),
  /** [ours] False: cannot be given back for no reason. */
  returnable: z.optional(z.boolean()),
  /** Stock by place: pieces that can be collected there now. */
  stockByWarehouse: z.optional(
    z.array(z.object({ code, name: z.string(), city: z.string(), variants: z.record(z.string(), count) })),
  ),
});
export type Product = z.infer<typeof product>;

/** [ours] What a device keeps of a product for use without a connection (CAT-15). Addresses are below the shop's own. */
export const fieldPack = z.object({
  product,
  /** Of all its pictures, in the smallest density of a card. */
  pictures: z.array(z.string()),
  documents: z.array(z.object({ kind: z.enum(['label', 'safetySheet']), address: z.string() })),
});
export type FieldPack = z.infer<typeof fieldPack>;

export const facet = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(['list', 'range', 'boolean']),
  values: z.optional(
    z.array(
      z.object({
        code: z.string(),
        value: z.string(),
        slug: z.string(),
        color: z.optional(z.nullable(z.string())),
        count,
        selected: z.boolean(),
      }),
    ),
  ),
  min: z.optional(money),
  max: z.optional(money),
});
export type Facet = z.infer<typeof facet>;

export const sortOption = z.object({
  code: z.string(),
  name: z.string(),
  order: z.record(z.string(), direction),
  selected: z.boolean(),
});
export type SortOption = z.infer<typeof sortOption>;

export const productsMeta = {
  facets: z.optional(z.array(facet)),
  sortOptions: z.optional(z.array(sortOption)),
  taxon: z.optional(
    z.object({
      ...taxonRef.shape,
      translations: perLocale(z.object({ slug: z.string(), name: z.string() })),
      description: z.optional(html),
      ancestors: z.array(taxonRef),
    }),
  ),
  attributeValue: z.optional(attributeValue),
  query: z.optional(z.string()),
  /**
   * Of a list with a `query`: words of it that the goods were found without, and, where nothing was found, other queries
   * that find something, best first.
   */
  search: z.optional(z.object({ leftOut: z.array(z.string()), instead: z.array(z.string()) })),
  /** Child categories, or the categories of the hits. */
  taxons: z.optional(z.array(z.object({ ...taxonRef.shape, count }))),
};

export const attributeDetail = z.object({
  code,
  name: z.string(),
  slug: z.string(),
  type: z.string(),
  translations: perLocale(z.object({ slug: z.string(), name: z.string() })),
});

export const taxonSuggestion = z.object({ ...taxonRef.shape, path: z.array(z.string()), count });

export const recommendation = z.object({ product_id: z.string() });
