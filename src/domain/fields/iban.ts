/**
 * Whether an account number can be one (ISO 13616): two letters of the country, 15 to 34 signs, and check digits that hold, so
 * that a slip of the pen sends no money elsewhere. Spaces are for the eye.
 */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const moved = iban.slice(4) + iban.slice(0, 4);
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
