/** What variants are called in lists, carts and papers: by what they differ in, no two of a product alike. */
import { contentParts } from '#domain/money/price.ts';
import { fold } from '#domain/search/search-words.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import type { VariantDraft, ProductDraft, Option } from './draft-types.ts';
import { optionOrder, type OptionCode } from './option-words.ts';

/** `0.5 kg` as people say it: `500 g`, with the decimal sign of their language. */
function measureText(
  { netAmount, netUnit }: Pick<VariantDraft, 'netAmount' | 'netUnit'>,
  locale: string,
): string {
  if (netAmount === null || netUnit === null) return '';
  const said = (amount: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 7, useGrouping: false }).format(amount);
  const smaller = netAmount < 1 ? { kg: 'g', l: 'ml' }[netUnit] : undefined;
  if (smaller) return `${said(Math.round(netAmount * contentParts) / (contentParts / 1000))} ${smaller}`;
  return `${said(netAmount)} ${{ piece: 'vnt.', m2: 'm²' }[netUnit] ?? netUnit}`;
}

/** What a title says beyond the name of its product. */
function restOf(title: string, productName: string): string {
  return fold(title).startsWith(fold(productName))
    ? title.slice(productName.length).replace(/^[\s,;:(/|–—-]+|[\s)]+$/gu, '')
    : title;
}

/** A variant by its options, while it is being named. `before`: the name that the shop has for it. */
type Naming = { variant: VariantDraft; before: string | null; name: string; isFixed: boolean };

/** Writes into the drafts what their variants are called from now on, where that is another name than before. */
export function nameVariants(
  { known, variants }: Pick<ProductDraft, 'known' | 'variants'>,
  productName: string,
  options: ReadonlyMap<VariantDraft, ReadonlyMap<string, Pick<Option, 'text'>>>,
  locale: string,
): void {
  const textOf = (variant: VariantDraft, code: string): string => options.get(variant)?.get(code)?.text ?? '';
  const varying = optionOrder.filter((code) => new Set(variants.map((one) => textOf(one, code))).size > 1);
  const telling: readonly OptionCode[] = varying.length > 0 ? varying : ['packSize', 'size', 'color'];
  const namings = variants.map((variant): Naming => {
    const texts = telling.map((code) => textOf(variant, code)).filter(Boolean);
    const before = variant.known && textIn(variant.known.name, locale);
    const isNamed = before !== null && (before !== '' || variants.length === 1);
    if (isNamed && (known?.source !== 'feed' || texts.length === 0))
      return { variant, before, name: before, isFixed: true };
    const ofOptions = varying.length > 0 ? texts.join(', ') : texts[0];
    const measure = measureText(variant, locale);
    const rest = restOf(variant.row?.title ?? productName, productName);
    // Among several, one that is told by nothing is told by its code.
    const name = ofOptions || (variants.length > 1 ? rest || measure || variant.code : measure);
    return { variant, before, name, isFixed: false };
  });
  tellApart(namings, productName, locale);
  for (const { variant, before, name } of namings) if (name !== before) variant.name = name;
}

/** Those that would be called alike: by the rest of their titles, else by their measures, else by their codes. */
function tellApart(namings: readonly Naming[], productName: string, locale: string): void {
  const byName = new Map<string, Naming[]>();
  for (const naming of namings) {
    const text = fold(naming.name);
    byName.set(text, [...(byName.get(text) ?? []), naming]);
  }
  const groups = [...byName.values()];
  const taken = new Set(
    groups.flatMap((group) =>
      group.filter(({ isFixed }) => group.length === 1 || isFixed).map(({ name }) => fold(name)),
    ),
  );
  for (const group of groups) {
    if (group.length === 1) continue;
    const ways = group.map(({ variant, before, name }) => {
      const measure = measureText(variant, locale);
      return {
        // A row that says no title leaves what an earlier one said.
        before: variant.row?.title === undefined ? (before ?? '') : '',
        rest: restOf(variant.row?.title ?? productName, productName),
        measure: measure === '' || fold(name).includes(fold(measure)) ? '' : `${name}, ${measure}`,
      };
    });
    for (const [at, naming] of group.entries()) {
      if (naming.isFixed) continue;
      const found = (['before', 'rest', 'measure'] as const).find((way) => {
        const text = fold(ways[at]?.[way] ?? '');
        const isOne = ways.filter((other) => fold(other[way]) === text).length === 1;
        return text !== '' && isOne && !taken.has(text);
      });
      let name = (found && ways[at]?.[found]) ?? `${naming.name}, ${naming.variant.code}`;
      while (taken.has(fold(name))) name += `, ${naming.variant.code}`;
      naming.name = name;
      taken.add(fold(name));
    }
  }
}
