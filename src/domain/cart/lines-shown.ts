/** The lines of an order in the words and sums of one moment, as an entry of the outbox keeps them for its screens. */
import type { Order } from '#contract/orders.ts';
import { discountsOf } from './summary-lines.ts';

export interface LineShown {
  code: string;
  name: string;
  variantName: string;
  quantity: number;
  /** Cents, before what promotions take off the whole order: as on the order's page and in its letter. */
  total: number;
}

export const linesShown = ({ items }: Pick<Order, 'items'>): LineShown[] =>
  items.map(({ variant, productName, variantName = '', quantity, subtotal }) => ({
    code: variant.code,
    name: productName,
    variantName,
    quantity,
    total: subtotal,
  }));

/** What promotions take off the goods, each by its own name; cents, below zero. */
export interface DiscountShown {
  name: string;
  amount: number;
}

export const discountsShown = (order: Pick<Order, 'adjustments'>): DiscountShown[] =>
  discountsOf(order, 'discount').map(({ name, amount }) => ({ name, amount }));

/** A line as it was agreed to and as the shop has it; null where it is not. */
export interface LinePair {
  code: string;
  name: string;
  agreed: LineShown | null;
  now: LineShown | null;
}

/** Lines of the same variant (bought, and part of a bundle) are one: pieces and sums are added. */
function byCode(lines: readonly LineShown[]): Map<string, LineShown> {
  const found = new Map<string, LineShown>();
  for (const line of lines) {
    const before = found.get(line.code);
    found.set(
      line.code,
      before === undefined
        ? line
        : { ...before, quantity: before.quantity + line.quantity, total: before.total + line.total },
    );
  }
  return found;
}

/** Both sides of every variant, in the order of what was agreed to; what the shop added comes after it. */
export function besideEachOther(agreed: readonly LineShown[], now: readonly LineShown[]): LinePair[] {
  const [before, after] = [byCode(agreed), byCode(now)];
  return [...new Map([...before, ...after])].map(([code, line]) => ({
    code,
    name: nameOf(before.get(code) ?? line),
    agreed: before.get(code) ?? null,
    now: after.get(code) ?? null,
  }));
}

const nameOf = ({ name, variantName }: LineShown) => [name, variantName].filter(Boolean).join(', ');
