/** Codes of goods that mean the same everywhere (GS1 General Specifications, sections 1.4.2 and 2.1.11). */

/** First digits of GTIN-13 that a shop or a region gives out for itself (02, 04, 20 to 29), and those of coupons (05, 981 to 984, 99). */
const ownOf13 = /^(?:0[245]|2\d|98[1-4]|99)/;
/** The same for the short form, GTIN-8. */
const ownOf8 = /^[02]/;

/** True for 8, 12, 13 or 14 digits whose last one fits (GS1 General Specifications, section 7.9). */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = Array.from(text.padStart(14, '0'), Number).reduce(
    (all, digit, at) => all + digit * (at % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0;
}

/**
 * The code as it may be published as a GTIN; undefined for numbers that mean something only inside a shop, which another
 * shop has on other goods.
 */
export function publicGtin(ean: string | undefined): string | undefined {
  if (ean === undefined || !isGtin(ean)) return undefined;
  if (ean.length === 8) return ownOf8.test(ean) ? undefined : ean;
  // A pack of packs stands for the same item behind its first digit.
  const item = ean.length === 14 ? ean.slice(1) : ean.padStart(13, '0');
  return ownOf13.test(item) ? undefined : ean;
}
