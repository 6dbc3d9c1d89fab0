/** What a product will be after the rows of a feed, and what of it differs from what it is. */
import type { ClientBase } from 'pg';
import { fold } from '#domain/search/search-words.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { plainText } from '#server/text/plain-text.ts';
import type { FeedPlaces } from './feed-places.ts';
import { commonName, descriptionInFeed, titleInFeed } from './feed-words.ts';
import type { Option, ProductDraft, VariantDraft } from './draft-types.ts';
import type { KnownProduct, KnownVariant } from './known-goods.ts';
import { optionOrder, type OptionCode } from './option-words.ts';
import type { FeedRow } from './feed-row.ts';
import { nameVariants } from './variant-names.ts';

type Context = { places: FeedPlaces; locale: string; clean: (html: string) => string };

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char,
  );

function descriptionHtml(text: string, clean: (html: string) => string): string {
  if (/<[a-z/!]/i.test(text)) return clean(text);
  return text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part.trim())}</p>`)
    .join('');
}

const isOption = (code: string): code is OptionCode => (optionOrder as readonly string[]).includes(code);

/** The product's name; undefined: the one it has stays. A variant more or a price less does not rename a product. */
function nameOf(
  known: KnownProduct | null,
  variants: readonly VariantDraft[],
  locale: string,
): string | undefined {
  const titled = variants.filter(({ row }) => row?.title !== undefined);
  const titles = titled.map(({ row }) => row?.title ?? '');
  if (!known) return commonName(titles) ?? titles[0];
  const before = textIn(known.name, locale);
  const offered = known.variants.filter(({ enabled }) => enabled).length;
  const derived = (variant: KnownVariant): string =>
    titleInFeed(before, textIn(variant.name, locale), offered);
  if (titled.every(({ row, known: one }) => one !== null && row?.title === derived(one))) return undefined;
  const isWhole = variants.every((one) => one.row?.title !== undefined || one.known?.enabled === false);
  const isNewBeside = titled.some(
    ({ row, known: one }) => one === null && !fold(row?.title ?? '').startsWith(fold(before)),
  );
  if (!isWhole && !isNewBeside) return undefined;
  const all = variants.map(({ row, known: one }) => row?.title ?? (one ? derived(one) : before));
  const name = commonName(all);
  return name === null || name === before ? undefined : name;
}

/** Decides what the rows change in their product. */
export async function draftProduct(
  client: ClientBase,
  code: string,
  known: KnownProduct | null,
  rows: readonly FeedRow[],
  { places, locale, clean }: Context,
): Promise<ProductDraft> {
  const rowByCode = new Map(rows.map((row) => [row.code, row]));
  const variants = [
    ...(known?.variants ?? []).map((variant) => draftVariant(variant, rowByCode.get(variant.code) ?? null)),
    ...rows
      .filter((row) => !known?.variants.some((variant) => variant.code === row.code))
      .map((row) => draftVariant(null, row)),
  ];
  const draft: ProductDraft = {
    code,
    known,
    name: nameOf(known, variants, locale),
    description: undefined,
    taxonId: undefined,
    valueIds: undefined,
    brand: undefined,
    path: [],
    variants,
  };
  // The first variant that feeds have named speaks for the product, the others for what it does not say.
  const leader = variants.find((one) => one.row !== null || one.known?.isFed);
  const isLed = leader?.row != null;
  const spoken = leader?.row ? [leader.row, ...rows.filter((row) => row !== leader.row)] : rows;
  const said = <K extends 'description' | 'brand' | 'path'>(field: K, isThere: boolean) =>
    isLed || !isThere ? spoken.find((row) => row[field] !== undefined)?.[field] : undefined;

  const values = known?.valueIds ?? [];
  const told = textIn(known?.description, locale);
  const description = said('description', told !== '');
  if (description !== undefined) {
    const before = known && (told || textIn(known.shortDescription, locale) || textIn(known.name, locale));
    const html = descriptionHtml(description, clean);
    const isSame =
      before !== null && (description === descriptionInFeed(before) || plainText(html) === plainText(before));
    if (!isSame) draft.description = html;
  }
  draft.path = said('path', known?.mainTaxonId != null) ?? [];
  if (draft.path.length > 0) {
    const taxonId = await places.taxon(client, draft.path);
    if (taxonId !== null && taxonId !== known?.mainTaxonId) draft.taxonId = taxonId;
  }
  // Each attribute that is named gets what is said of it, the others keep what they have.
  const replaced = new Map<string, number[]>();
  draft.brand = said(
    'brand',
    values.some((id) => places.attributeOf(id) === 'brand'),
  );
  if (draft.brand) replaced.set('brand', [await places.brand(client, draft.brand)]);
  for (const { name, value } of (isLed || values.length === 0 ? spoken : []).flatMap(
    ({ details }) => details,
  )) {
    const id = await places.value(client, name, value);
    const attribute = places.attributeOf(id) ?? '';
    replaced.set(attribute, [...(replaced.get(attribute) ?? []), id]);
  }
  const options = await draftOptions(client, variants, places, locale);
  if (variants.some(({ optionIds }) => optionIds !== undefined)) {
    for (const option of optionOrder) {
      const ids = variants.flatMap((one) => options.get(one)?.get(option)?.facetId ?? []);
      if (ids.length > 0) replaced.set(option, ids);
    }
  }
  if (replaced.size > 0) {
    const kept = values.filter((id) => !replaced.has(places.attributeOf(id) ?? ''));
    const wanted = new Set([...values, ...[...replaced.values()].flat()]);
    const named = new Set([...kept, ...[...replaced.values()].flat()]);
    const next = [...wanted].filter((id) => named.has(id));
    if (next.join() !== values.join()) draft.valueIds = next;
  }
  nameVariants(draft, draft.name ?? textIn(known?.name, locale), options, locale);
  return draft;
}

function draftVariant(known: KnownVariant | null, row: FeedRow | null): VariantDraft {
  return {
    code: row?.code ?? known?.code ?? '',
    known,
    row,
    name: undefined,
    optionIds: undefined,
    ean: row?.ean ?? known?.ean ?? null,
    netAmount: row?.netContent?.amount ?? known?.netAmount ?? null,
    netUnit: row?.netContent?.unit ?? known?.netUnit ?? null,
    weight: row?.weight ?? known?.weight ?? 0,
  };
}

/** What each variant is by its options, and in the drafts what of that is new. */
async function draftOptions(
  client: ClientBase,
  variants: readonly VariantDraft[],
  places: FeedPlaces,
  locale: string,
): Promise<Map<VariantDraft, Map<string, Option>>> {
  const all = new Map<VariantDraft, Map<string, Option>>();
  const isNamed = variants.some(({ row }) => row !== null && Object.keys(row.options).length > 0);
  for (const variant of variants) {
    const { known, row } = variant;
    const options = new Map<string, Option>();
    for (const { id, optionCode, value } of known?.options ?? []) {
      const text = textIn(value, locale);
      const facetId =
        isNamed && isOption(optionCode) ? (await places.option(client, optionCode, text)).facetId : null;
      options.set(optionCode, { optionId: id, facetId, text });
    }
    const before = [...options.values()].map(({ optionId }) => optionId).join();
    for (const code of optionOrder) {
      const text = row?.options[code];
      // A value that the variant has by another name is no second one.
      if (text === undefined || [...options.values()].some((one) => fold(one.text) === fold(text))) continue;
      const { optionId, facetId, shown } = await places.option(client, code, text);
      options.set(code, { optionId, facetId, text: shown });
    }
    const ids = [...options.values()].map(({ optionId }) => optionId);
    if (ids.join() !== before) variant.optionIds = ids;
    all.set(variant, options);
  }
  return all;
}

/** Whether anything that the shop shows of the variant itself is new. */
export function hasChanged({ known, name, optionIds, ...next }: VariantDraft): boolean {
  return (
    known === null ||
    name !== undefined ||
    optionIds !== undefined ||
    next.ean !== known.ean ||
    next.netAmount !== known.netAmount ||
    next.netUnit !== known.netUnit ||
    next.weight !== known.weight
  );
}
