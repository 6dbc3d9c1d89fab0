/** What a command tells in columns: a heading, and a line for each row. */
import { defaultLocale } from '#contract/locale.ts';

/** The keeper's own language is not known: names as the shop was first written. */
export const keeperLocale = defaultLocale;

/** Text of strangers as a terminal may show it: no character that moves its cursor, colours it or begins a line. */
const shown = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

/** Lines below each other. */
export const toldLines = (lines: readonly string[]): string => lines.map(shown).join('\n');

/** Rows below their headings, each column as wide as its longest word. */
export function toldTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((line) => line.map(shown));
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `1 line`, `2 lines`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Cents as `12.30 EUR`. */
export const euros = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`;

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vilnius' });
const minute = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Vilnius',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** The shop's own day, `2027-03-01`. */
export const dayText = (at: Date): string => day.format(at);

/** The shop's own day and minute, `2027-03-01 14:05`. */
export const minuteText = (at: Date): string => minute.format(at);

/** `from 2027-03-01 until 2027-03-31`, either part alone, or `always`: the last day is one that it still holds on. */
export function periodText(from: Date | null, until: Date | null): string {
  if (!from && !until) return 'always';
  const last = until && day.format(new Date(until.getTime() - 1));
  return [from && `from ${day.format(from)}`, last && `until ${last}`].filter(Boolean).join(' ');
}
