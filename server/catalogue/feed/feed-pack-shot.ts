import { fold } from '#domain/search/search-words.ts';
import type { PackShot } from '#server/database/schema-catalogue.ts';
import type { NetContent } from './feed-row.ts';

/** Colours of packs by the beginning of a word in category or title; the first that fits. */
const kinds: {
  words: RegExp;
  label: PackShot['label'];
  kind: (kg: number, litres: number) => string;
  art: PackShot['art'];
}[] = [
  {
    words: /\b(?:trasos|fertili|vaetis|udobren)/,
    label: { fill: '#1F4F8F', dark: '#143862' },
    kind: (kg, litres) =>
      litres > 0
        ? litres >= 1000
          ? 'ibc'
          : litres > 2
            ? 'canister'
            : 'bottle'
        : kg >= 300
          ? 'big-bag'
          : 'sack',
    art: { set: 'fluent-emoji-flat', name: 'sheaf-of-rice' },
  },
  {
    words: /\b(?:herbicid|fungicid|insekticid|apsaug|protection)/,
    label: { fill: '#3E7A5A', dark: '#17402B' },
    kind: (_kg, litres) => (litres > 2 ? 'canister' : litres > 0 ? 'bottle' : 'tub'),
    art: { set: 'fluent-emoji-flat', name: 'herb' },
  },
  {
    words: /\b(?:pasar|lesal|feed|sood|korm)/,
    label: { fill: '#B8741A', dark: '#6B3F05' },
    kind: (kg) => (kg >= 300 ? 'big-bag' : kg >= 3 ? 'sack' : 'pouch'),
    art: { set: 'fluent-emoji-flat', name: 'chicken' },
  },
  {
    words: /\b(?:seklos|seed|seemne|semena)/,
    label: { fill: '#5B9E4D', dark: '#1E5B3C' },
    kind: (kg) => (kg >= 300 ? 'big-bag' : kg >= 3 ? 'sack' : kg >= 0.1 ? 'pouch' : 'packet'),
    art: { set: 'fluent-emoji-flat', name: 'seedling' },
  },
];

/** A drawn pack for goods that came without a picture of ours. */
export function feedPackShot(variant: {
  title: string;
  path: readonly string[];
  brand: string | undefined;
  netContent: NetContent | undefined;
  variantName: string;
}): PackShot {
  const text = fold(`${variant.path.join(' ')} ${variant.title}`);
  const found = kinds.find(({ words }) => words.test(text));
  const { amount = 0, unit } = variant.netContent ?? {};
  const kg = unit === 'kg' ? amount : 0;
  const litres = unit === 'l' ? amount : 0;
  const words = variant.title
    .replace(/[„“”"«»].*$/, '')
    .trim()
    .split(/\s+/);
  return {
    kind: found?.kind(kg, litres) ?? 'box',
    label: found?.label ?? { fill: '#E3EFE5', dark: '#1E5B3C' },
    title: words.slice(0, 2).join(' ').slice(0, 28),
    bigTitle: false,
    fact: (/„([^“]+)“/.exec(variant.title)?.[1] ?? variant.brand ?? '').slice(0, 40),
    size: variant.variantName.length <= 16 ? variant.variantName : '',
    art: found?.art ?? { set: 'mdi', name: 'package-variant-closed' },
  };
}
