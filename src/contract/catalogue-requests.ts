/** What the lists of the catalogue are asked with. */
import { z } from '#lib/zod.ts';
import { booleanParameter, code, intParameter, listParameter, paging } from './values.ts';

/** Parameters of the listing call (contract 4.2.1); they combine with AND. */
export const productsQuery = z.object({
  ...paging(100),
  code: z.optional(listParameter(code, 100)),
  taxon: z.optional(code),
  taxonId: z.optional(intParameter(1, 2_147_483_647)),
  attribute: z.optional(z.string().check(z.maxLength(255))),
  attributeValue: z.optional(z.string().check(z.maxLength(255))),
  sales: z.optional(booleanParameter),
  new: z.optional(booleanParameter),
  query: z.optional(z.string().check(z.maxLength(128))),
  filter: z.optional(z.record(z.string(), listParameter(z.string().check(z.maxLength(64)), 100))),
  price: z.optional(
    z.object({
      gte: z.optional(intParameter(0, 999_999_999)),
      lte: z.optional(intParameter(0, 999_999_999)),
    }),
  ),
  inStock: z.optional(booleanParameter),
  order: z.optional(z.record(z.string(), z.string())),
  facets: z.optional(booleanParameter),
});
export type ProductsQuery = z.input<typeof productsQuery>;

export const taxonsTreeQuery = z.object({ depth: z.optional(intParameter(1, 5)), root: z.optional(code) });
export const taxonsQuery = z.object({
  ...paging(1000),
  code: z.optional(listParameter(code, 100)),
  id: z.optional(listParameter(z.string().check(z.regex(/^\d{1,9}$/)), 100)),
});
export const variantsQuery = z.object({
  ...paging(100),
  product: z.optional(code),
  code: z.optional(listParameter(code, 100)),
});

/** CAT-16: codes or bar codes of packs, or codes of goods. */
export const productsByCodesQuery = z.object({ code: listParameter(code, 100) });

export const attributeValuesQuery = z.object({
  ...paging(100),
  order: z.optional(z.record(z.string(), z.string())),
  code: z.optional(listParameter(z.string(), 100)),
});
export const suggestionsQuery = z.object({
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)),
  page: z.optional(intParameter(1, 1000)),
  itemsPerPage: z.optional(intParameter(0, 20)),
});

export const recommendationsQuery = z.object({ itemsPerPage: z.optional(intParameter(1, 20)) });
