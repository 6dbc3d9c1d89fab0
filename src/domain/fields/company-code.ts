/**
 * Whether the last digit of a Lithuanian company code of nine digits checks the others: their sum by place, modulo 11, with other
 * factors where that would be 10. Codes of seven digits, of companies from before 2004, are taken as they are.
 */
export function isLithuanianCompanyCode(text: string): boolean {
  if (/^\d{7}$/.test(text)) return true;
  if (!/^\d{9}$/.test(text)) return false;
  const digits = Array.from(text, Number);
  const rest = (factors: readonly number[]) =>
    factors.reduce((sum, factor, index) => sum + factor * (digits[index] ?? 0), 0) % 11;
  const first = rest([1, 2, 3, 4, 5, 6, 7, 8]);
  const check = first === 10 ? rest([3, 4, 5, 6, 7, 8, 9, 1]) % 10 : first;
  return check === digits[8];
}
