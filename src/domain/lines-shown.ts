/** The lines of an order in the words and sums of one moment, as an entry of the outbox keeps them for its screens. */
import type { Order } from '#contract/orders.ts';

export interface LineShown {
  code: string;
  name: string;
  variantName: string;
  quantity: number;
  /** Cents. */
  total: number;
}

export const linesShown = ({ items }: Pick<Order, 'items'>): LineShown[] =>
  items.map(({ variant, productName, variantName = '', quantity, total }) => ({
    code: variant.code,
    name: productName,
    variantName,
    quantity,
    total,
  }));

/** A line as it was agreed to and as the shop has it; null where it is not. */
export interface LinePair {
  code: string;
  name: string;
  agreed: LineShown | null;
  now: LineShown | null;
}

/** Both sides of every line, in the order of what was agreed to; what the shop added comes after it. */
export function besideEachOther(agreed: readonly LineShown[], now: readonly LineShown[]): LinePair[] {
  const pairs = new Map<string, LinePair>();
  for (const line of agreed)
    pairs.set(line.code, { code: line.code, name: nameOf(line), agreed: line, now: null });
  for (const line of now)
    pairs.set(line.code, {
      code: line.code,
      name: nameOf(line),
      agreed: pairs.get(line.code)?.agreed ?? null,
      now: line,
    });
  return [...pairs.values()];
}

const nameOf = ({ name, variantName }: LineShown) => [name, variantName].filter(Boolean).join(', ');
