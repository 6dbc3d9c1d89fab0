/** A line of an order, live or deleted, with the goods that it shows (contract 2.4, 3.7). All amounts are integer cents. */
import { z } from '#lib/zod.ts';
import { taxonRef, variant } from '#contract/catalogue.ts';
import { soldGiftCard } from './gift-cards.ts';
import { code, count, dateTime, image, money, positiveInt } from '#contract/values.ts';

/** A variant with as much of its product as a line shows. */
export const orderedVariant = z.object({
  ...variant.shape,
  product: z.object({
    id: z.int(),
    code,
    slug: z.string(),
    name: z.string(),
    images: z.array(image),
    isChemical: z.boolean(),
    /** Sold with a certificate of plant protection only (5.7). */
    professionalUse: z.optional(z.boolean()),
    productTaxons: z.array(z.object({ taxon: z.object({ code, name: z.string() }) })),
    mainTaxon: z.optional(taxonRef),
  }),
});

export const orderItem = z.object({
  id: z.int(),
  productName: z.string(),
  variantName: z.optional(z.string()),
  quantity: positiveInt,
  unitPrice: money,
  /** The same at the tax rate of the line, whatever its sum was rounded to (5.4); carts kept from before it lack it. */
  unitPriceWithoutTax: z.optional(money),
  /** Before the catalogue discount. */
  originalUnitPrice: money,
  /** After item promotions. */
  discountedUnitPrice: money,
  /** unitPrice x quantity. */
  subtotal: money,
  /** After item, distributed order and loyalty discounts. */
  total: money,
  taxTotal: money,
  /** Of the tax inside its amounts; carts kept from before it was told, and goods that the shop has not counted yet, lack it. */
  taxRate: z.optional(z.number()),
  marker: z.optional(z.string()),
  /** Of a line of gift cards that are bought. */
  giftCard: z.optional(z.object(soldGiftCard.shape)),
  /** Part of a set. */
  bundle: z.optional(
    z.object({
      code,
      name: z.string(),
      groupId: z.string(),
      /** Pieces of this line in one set; carts kept from before they were told lack it. */
      quantity: z.optional(positiveInt),
      /** The set cannot be without it. */
      required: z.optional(z.boolean()),
    }),
  ),
  /** Live: whether the wanted quantity can be had now. `available` is absent for untracked goods. */
  availability: z.object({
    status: z.enum(['ok', 'insufficient', 'unavailable']),
    available: z.optional(count),
  }),
  /** Chemical goods: collected only, in other warehouses than the main one. */
  collectOnly: z.boolean(),
  /** Of a cart: the only places where the line can be had, best first; absent where it can be sent. */
  collectAt: z.optional(z.array(z.object({ code, city: z.string() }))),
  variant: orderedVariant,
});
export type OrderItem = z.infer<typeof orderItem>;

/** A deleted line that can still be brought back (contract 3.7). */
export const deletedItem = z.object({
  id: z.int(),
  productName: z.string(),
  variantCode: code,
  quantity: positiveInt,
  deletedAt: dateTime,
  restorableUntil: dateTime,
});
