/** Amounts and dates as documents and mails write them. */

/** By locale: making one costs a hundred times what it does then, and a paper writes dozens of sums. */
const perLocale = <T>(make: (locale: string) => T): ((locale: string) => T) => {
  const made = new Map<string, T>();
  return (locale) => {
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
};

const sums = perLocale((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }));
const days = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Vilnius' }),
);

// Nothing has no sign: what is given back of a free order is 0, not -0.
export const moneyText = (cents: number, locale: string): string => sums(locale).format(cents / 100 + 0);

/** Day in the shop's own time zone. */
export const dayText = (date: Date, locale: string): string => days(locale).format(date);

/** A day may end with the dot of its last word (m. … d., г.): a sentence that ends with it has one. */
export const endedOnce = (sentence: string): string => sentence.replace(/\.\.$/, '.');
