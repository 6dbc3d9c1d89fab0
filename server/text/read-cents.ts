/** Cents of an amount as people write it: `5`, `5.50`, `5,50 EUR`; null for what is none. Below ten million euros. */
export function readCents(text: string): number | null {
  const parts = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.replace(/\s*(?:EUR|€)$/, ''));
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null;
}
