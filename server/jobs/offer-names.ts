/** What shoppers read of a promotion or a discount, in their language: `--name TEXT`, `--name-en TEXT` and the like. */
import { catalogueLocales, defaultLocale, type Locale } from '#contract/locale.ts';
import { UsageError } from './command-error.ts';

type NameOption = 'name' | `name-${Locale}`;
const optionNames: readonly NameOption[] = [
  'name',
  ...catalogueLocales.map((locale) => `name-${locale}` as const),
];
export const nameOptions = Object.fromEntries(
  optionNames.map((option) => [option, { type: 'string' }]),
) as Record<NameOption, { type: 'string' }>;

/** A line of the cart's sums and of a paper. */
const longestName = 100;

function readName(option: string, text: string): string {
  const line = text.trim();
  if (/[\p{L}\p{N}]/u.test(line) && line.length <= longestName && !/\p{Cc}/u.test(line)) return line;
  throw new UsageError(`--${option} should be one line of 1 to ${longestName} characters.`);
}

/**
 * The names by language. `--name` stands for every language without one of its own.
 * @param otherwise of what has no plain name: one text, or one for each language
 * @throws UsageError for a name that is none
 */
export function readNames(
  given: Partial<Record<keyof typeof nameOptions, string>>,
  otherwise: string | Readonly<Record<Locale, string>>,
): Partial<Record<Locale, string>> {
  const plain = given.name === undefined ? otherwise : readName('name', given.name);
  const own = catalogueLocales.flatMap((locale) => {
    const text = given[`name-${locale}`];
    return text === undefined ? [] : [[locale, readName(`name-${locale}`, text)] as const];
  });
  if (typeof plain !== 'string') return { ...plain, ...Object.fromEntries(own) };
  if (own.length === 0) return { [defaultLocale]: plain };
  return Object.fromEntries([...catalogueLocales.map((locale) => [locale, plain] as const), ...own]);
}
