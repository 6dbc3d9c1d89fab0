/**
 * Money, numbers and dates as text. Written by hand where the browser's and the server's data differ between
 * versions: both must give the same characters, or the page would not hydrate (UX ALL-14).
 */
import { inLocale, type Locale } from '#contract/locale.ts';

const noBreak = '\u00a0';
const minus = '\u2212';

const two = (value: number) => String(value).padStart(2, '0');

interface Forms {
  /** Before decimals. */
  point: string;
  /** Between thousands. */
  group: string;
  /** `€12`, not `12 €`. */
  symbolFirst: boolean;
  date: (year: number, month: number, day: number) => string;
}
const continental: Forms = {
  point: ',',
  group: noBreak,
  symbolFirst: false,
  date: (year, month, day) => `${two(day)}.${two(month)}.${year}`,
};
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const forms: Record<Locale, Forms> = {
  lt: { ...continental, date: (year, month, day) => `${year}-${two(month)}-${two(day)}` },
  en: {
    point: '.',
    group: ',',
    symbolFirst: true,
    date: (year, month, day) => `${day} ${months[month - 1]} ${year}`,
  },
  et: continental,
  ru: continental,
};
/** How a language writes numbers, money and dates. */
export const formsOf = (locale: string): Forms => inLocale(forms, locale);

const grouped = (digits: string, separator: string) => digits.replace(/\B(?=(\d{3})+$)/g, separator);

export interface MoneyParts {
  negative: boolean;
  /** Whole euros with grouping: `1 234`. */
  main: string;
  /** Two digits. */
  decimal: string;
}

/** Cents to the parts a price is shown in (R3.33): 1205 gives 12 and 05. */
export function splitMoney(cents: number, locale: string): MoneyParts {
  const digits = String(Math.abs(Math.round(cents))).padStart(3, '0');
  return {
    negative: cents < 0,
    main: grouped(digits.slice(0, -2), formsOf(locale).group),
    decimal: digits.slice(-2),
  };
}

/** Cents as text: lt `12,05 €` (R9.05), en `€12.05`; amounts below zero with the real minus sign. */
export function formatMoney(cents: number, locale: string): string {
  const { negative, main, decimal } = splitMoney(cents, locale);
  const sign = negative ? minus : '';
  const { point, symbolFirst } = formsOf(locale);
  const amount = main + point + decimal;
  return symbolFirst ? `${sign}€${amount}` : `${sign}${amount}${noBreak}€`;
}

/** A number with the locale's comma or point, at most two decimals. */
export function formatNumber(value: number, locale: string): string {
  const [whole = '0', decimals] = String(Math.round(value * 100) / 100).split('.');
  const { group, point } = formsOf(locale);
  const text = grouped(whole.replace('-', ''), group);
  return (value < 0 ? minus : '') + text + (decimals ? point + decimals : '');
}

let dayParts: Intl.DateTimeFormat | undefined;

/** A day in the locale's short form, in Vilnius time: lt `2026-05-04`, others `04.05.2026`, en `4 May 2026`. */
export function formatDate(iso: string, locale: string): string {
  // Made once, at the first date: making one takes longer than all dates of a page.
  dayParts ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Vilnius',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  // British English writes it as 04/05/2026. In parts it takes five times as long.
  const [day = 0, month = 0, year = 0] = dayParts.format(new Date(iso)).split('/').map(Number);
  return formsOf(locale).date(year, month, day);
}

/** Hours and minutes of the device's clock: `14:05`. */
export function formatTime(time: number): string {
  const date = new Date(time);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** When something was, as short as it can be told: `14:05` today, with its day before that. */
export function formatMoment(time: number, locale: string, now = Date.now()): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return isToday
    ? formatTime(time)
    : `${formatDate(new Date(time).toISOString(), locale)} ${formatTime(time)}`;
}

/** Bytes as people count them, in steps of 1000: `840 KB`, `1,2 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  if (bytes < 1_000_000) return `${formatNumber(Math.ceil(bytes / 1_000), locale)}${noBreak}KB`;
  const [value, unit] = bytes < 1_000_000_000 ? [bytes / 1_000_000, 'MB'] : [bytes / 1_000_000_000, 'GB'];
  return `${formatNumber(Math.round(value * 10) / 10, locale)}${noBreak}${unit}`;
}
