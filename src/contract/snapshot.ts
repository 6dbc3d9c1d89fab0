/**
 * The whole catalogue of a channel in a language, small enough to be kept on a device (contract CAT-14, format 1). Rows are
 * lists without names: ten thousand products come over the wire in less than a megabyte.
 */
import { z } from '#lib/zod.ts';
import { snapshotFormat } from './catalogue-words.ts';
import { count, intParameter } from './values.ts';

/** Most rows of one answer. */
export const snapshotLimit = 5_000;

const text = z.string();
const id = z.int();
const maybeText = z.union([text, z.literal(0)]);

/** [original price, percent, lowest price of 30 days, end of the reduction as ISO]; cents. */
const reduction = z.tuple([z.nullable(z.int()), z.nullable(z.int()), z.nullable(z.int()), z.nullable(text)]);
/**
 * [code (0: that of the product), name, EAN (0: none), price in cents, reduction (0: none), stock as place id and pieces by
 * turns (null: not counted), [amount, index of its unit] (0: none), grams, indexes of option values (0: none), 1 if default]
 */
const variantRow = z.tuple([
  maybeText,
  text,
  maybeText,
  z.int(),
  z.union([reduction, z.literal(0)]),
  z.nullable(z.array(z.int())),
  z.union([z.tuple([z.number(), z.int()]), z.literal(0)]),
  count,
  z.union([z.array(z.int()), z.literal(0)]),
  z.int(),
]);
export type VariantRow = z.infer<typeof variantRow>;

/** What few products have. */
const rowExtras = z.object({
  /** Parts of a bundle: variant code, quantity, 1 if required, name, free pieces (null: not counted). */
  bundle: z.optional(z.array(z.tuple([text, z.int(), z.int(), text, z.nullable(z.int())]))),
  /** Prices by quantity: place of the variant, pieces, cents, place of the pack among `tierPacks` and 1 more (0: none). */
  tiers: z.optional(z.array(z.tuple([count, z.int(), z.int(), count]))),
  /** Signal word, pictograms, statements, registration number; codes. */
  safety: z.optional(z.tuple([z.nullable(text), z.array(text), z.array(text), z.nullable(text)])),
});

const rowParts = [
  id,
  text,
  text,
  text,
  text,
  z.int(),
  z.array(id),
  z.array(id),
  text,
  z.int(),
  z.int(),
  z.union([z.tuple([z.number(), count]), z.literal(0)]),
  z.int(),
  z.array(variantRow),
] as const;

/**
 * [id, code, name, slug, short description, position less id, ids of categories with the main one first (0: no main one),
 * ids of attribute values, path of the main picture, flags, when made in ms, [rating, reviews] (0: none), index of the tax
 * category, variants, extras where there are some]
 */
export const productRow = z.union([z.tuple([...rowParts]), z.tuple([...rowParts, rowExtras])]);
export type ProductRow = z.infer<typeof productRow>;

/** Everything that rows point to. Empty texts mean "none". */
export const snapshotDictionaries = z.object({
  /** [id, code, id of the parent (0: a root), position, name, slug, description, image, bynames], parents first. */
  taxons: z.array(z.tuple([id, text, id, z.int(), text, text, text, text, text])),
  /** [id, code, `list` or `text`, 1 if a facet, name, slug], in order. */
  attributes: z.array(z.tuple([id, text, z.enum(['list', 'text']), z.int(), text, text])),
  /** [id, id of the attribute, code, value, slug, bynames, colour, colour of the icon, background, picture], in order; the last four together or not at all. */
  values: z.array(
    z.union([
      z.tuple([id, id, text, text, text, text]),
      z.tuple([id, id, text, text, text, text, text, text, text, text]),
    ]),
  ),
  /** Units of contents. */
  units: z.array(text),
  /** Collection places: [id, code, name, town, 1 if goods are collected there, 1 if chemicals are (+ 2 if nothing is sent from there)], in the order of the shop. */
  places: z.array(z.tuple([id, text, text, text, z.int(), z.int()])),
  /** [option code, its name, value code, value] */
  options: z.array(z.tuple([text, text, text, text])),
  /** [tax category, rate as a fraction] */
  rates: z.array(z.tuple([text, z.number()])),
  /** Words of labels by code. */
  signalWords: z.record(z.string(), text),
  pictograms: z.record(z.string(), text),
  statements: z.record(z.string(), text),
});
export type SnapshotDictionaries = z.infer<typeof snapshotDictionaries>;

export const snapshotQuery = z.object({
  since: z.optional(z.string().check(z.maxLength(128))),
  limit: z.optional(intParameter(0, snapshotLimit)),
});

export const snapshot = z.object({
  format: z.literal(snapshotFormat),
  /** For the next question: of the rest while not `complete`, of later changes then. */
  cursor: text,
  complete: z.boolean(),
  /** Rows that this run of answers has in all. */
  total: count,
  /** About how many bytes the whole catalogue takes over the wire. */
  size: count,
  products: z.array(productRow),
  /** Ids of products that are no longer sold. */
  removed: z.array(id),
  /** In the first answer of a run, unless they are the same as at the cursor. */
  dictionaries: z.optional(snapshotDictionaries),
});
export type Snapshot = z.infer<typeof snapshot>;
