/** Kinds of values on the wire (contract 1.12) and the forms of query parameters (1.5). */
import { z } from '#lib/zod.ts';

/** Integer minor units (cents); discounts are below zero. */
export const money = z.int();
export const positiveInt = z.int().check(z.gte(1));
export const count = z.int().check(z.gte(0));
/** `^[A-Za-z0-9_.-]{1,64}$`: ties entities together across imports and exports. */
export const code = z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/));
/** Opaque secret that names an order, 22 to 64 URL-safe characters (at least 128 random bits). */
export const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/));
/** What somebody fills in: its bounds are rules (2.6), and longer than this is nothing that anybody types. */
export const typed = z.string().check(z.maxLength(1000));
/** ISO 8601 in UTC. */
export const dateTime = z.string();
export const html = z.string();
export const slug = z.string().check(z.minLength(1), z.maxLength(255));
/** Texts or slugs per locale code. */
export const perLocale = <T extends z.ZodMiniType>(value: T) => z.record(z.string(), value);

const digits = z.string().check(z.regex(/^\d{1,9}$/));
/** A whole number written in an address, within bounds. */
export const intParameter = (least: number, most: number) =>
  z.pipe(z.pipe(z.union([digits, z.int()]), z.transform(Number)), z.int().check(z.gte(least), z.lte(most)));
/** `1`, `0`, `true` or `false`. */
export const booleanParameter = z.pipe(
  z.union([z.enum(['1', '0', 'true', 'false']), z.boolean()]),
  z.transform((value) => value === true || value === '1' || value === 'true'),
);
/** One or many: `code[]=A&code[]=B`, `code=A`. */
export const listParameter = <T extends z.ZodMiniType<unknown, string>>(value: T, most: number) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform((given) => (Array.isArray(given) ? given : [given])),
    ),
    z.array(value).check(z.maxLength(most)),
  );
export const direction = z.enum(['asc', 'desc']);

/** Paging of every list: page from 1, itemsPerPage 0 gives only the total. */
export const paging = (most = 100) => ({
  page: z.optional(intParameter(1, 1_000_000)),
  itemsPerPage: z.optional(intParameter(0, most)),
});

const listMeta = {
  totalItems: count,
  page: z.int(),
  itemsPerPage: count,
  pageCount: count,
};
/** The list envelope of contract 1.4; `more` are the extra members of `meta`. */
export const listOf = <T extends z.ZodMiniType, M extends z.core.$ZodLooseShape = Record<never, never>>(
  item: T,
  more?: M,
) => z.object({ data: z.array(item), meta: z.object({ ...listMeta, ...((more ?? {}) as M) }) });

export const image = z.object({
  id: z.int(),
  path: z.string(),
  type: z.optional(z.string()),
  alt: z.optional(z.string()),
});
export type Image = z.infer<typeof image>;
