/** Amounts and dates as documents and mails write them. */
export const moneyText = (cents: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(cents / 100);

/** Day in the shop's own time zone. */
export const dayText = (date: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Vilnius' }).format(date);
