/** Sets in a cart that waits: one line to the outbox (`setLine`), a line for each part on the screen. Estimates, integer cents. */
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Adjustment } from '#contract/orders/orders.ts';
import { setReductions } from '#domain/cart/set-price.ts';
import { withQuantity } from './estimated-lines.ts';
import { newLine, type ShownItem } from './shown-goods.ts';
import { lineName, setLine, type NewCommand } from './waiting-command.ts';

export interface ShownPart extends ShownItem {
  /** Pieces in one set. */
  quantity: number;
  required: boolean;
}

/** What adding a set shows until the shop has answered. */
export interface ShownSet {
  productName: string;
  /** Of the product. */
  code: string;
  /** Of one set, as seen last. */
  price: number;
  /** In their order, as far as they are taken. */
  parts: ShownPart[];
}

const isShownSet = (value: unknown): value is ShownSet =>
  typeof value === 'object' && value !== null && 'parts' in value && 'price' in value;

/** Whether the item is what a change of this line is about. */
export const isOfLine = (item: OrderItem, line: string): boolean =>
  lineName(item) === line || (item.bundle !== undefined && setLine(item.bundle.groupId) === line);

/** The item that a line says its number by: of a set the first that the set cannot be without. */
export const itemOfLine = <T extends OrderItem>(items: readonly T[], line: string): T | undefined =>
  items.find((item) => lineName(item) === line) ?? items.find((item) => isOfLine(item, line));

export const inOneSet = ({ bundle }: Pick<OrderItem, 'bundle'>): number => bundle?.quantity ?? 1;

/** How many sets a change of their number asks for: it says pieces of the line that it shows. */
export function setsAsked({ body, shown }: Pick<NewCommand, 'body' | 'shown'>): number {
  const inOne = typeof shown === 'object' && shown !== null ? inOneSet(shown as OrderItem) : 1;
  return Math.floor(Number(body['quantity'] ?? 0) / inOne);
}

/** The lines that a set comes as, at its price. */
export function newSet({ shown, line, body }: Pick<NewCommand, 'shown' | 'line' | 'body'>): OrderItem[] {
  if (!isShownSet(shown) || line === null) return [];
  const { code, productName: name, price, parts } = shown;
  const sets = Number(body['quantity'] ?? 0);
  const reductions = setReductions(
    {
      price,
      parts: parts.map((part) => ({
        code: part.variant.code,
        quantity: part.quantity,
        required: part.required,
        price: part.unitPrice,
      })),
    },
    parts.map((part) => ({
      code: part.variant.code,
      quantity: part.quantity * sets,
      inOne: part.quantity,
      unitPrice: part.unitPrice,
    })),
  );
  return parts.map(({ quantity, required, ...goods }, at) => {
    const item = newLine(`${line} ${goods.variant.code}`, goods, quantity * sets);
    const total = item.subtotal - (reductions[at] ?? 0);
    return {
      ...item,
      total,
      taxTotal: item.subtotal === 0 ? 0 : Math.round((item.taxTotal * total) / item.subtotal),
      bundle: { code, name, groupId: line.slice(1), quantity, required },
    };
  });
}

/** What sets that the shop has not seen yet are cheaper by than their parts, each under its name. */
export function reductionsOf(items: readonly OrderItem[]): Adjustment[] {
  const found = new Map<string, Adjustment>();
  for (const { id, bundle, total, subtotal } of items) {
    if (id > 0 || bundle === undefined || total === subtotal) continue;
    const { code, name } = bundle;
    const amount = (found.get(code)?.amount ?? 0) + total - subtotal;
    found.set(code, { type: 'order_item_promotion', label: name, amount, originCode: code, neutral: false });
  }
  return [...found.values()];
}

/** The items with this number of sets of a line. */
export const withSets = (items: readonly OrderItem[], line: string, sets: number): OrderItem[] =>
  items.map((item) => (isOfLine(item, line) ? withQuantity(item, inOneSet(item) * sets) : item));

/** The sets among these lines, as what puts them in and shows them again. Prices are what the lines show. */
export function setsIn(items: readonly OrderItem[]): { line: string; sets: number; shown: ShownSet }[] {
  const groups = new Set(items.flatMap(({ bundle }) => (bundle ? [bundle.groupId] : [])));
  return [...groups].flatMap((groupId) => {
    const parts = items.filter(({ bundle }) => bundle?.groupId === groupId);
    const lead = itemOfLine(items, setLine(groupId));
    if (lead?.bundle === undefined) return [];
    const sets = Math.max(1, Math.floor(lead.quantity / inOneSet(lead)));
    const { code, name } = lead.bundle;
    const shown: ShownSet = {
      productName: name,
      code,
      price: Math.round(parts.reduce((sum, { total }) => sum + total, 0) / sets),
      parts: parts.map((item) => ({
        productName: item.productName,
        ...(item.variantName === undefined ? {} : { variantName: item.variantName }),
        unitPrice: item.unitPrice,
        originalUnitPrice: item.originalUnitPrice,
        collectOnly: item.collectOnly,
        variant: item.variant,
        quantity: inOneSet(item),
        required: item.bundle?.required !== false,
      })),
    };
    return [{ line: setLine(groupId), sets, shown }];
  });
}

/** The body of CART-04 for a set as it is shown. */
export const bundleBody = (line: string, { code, parts }: ShownSet, sets: number) => ({
  productCode: code,
  quantity: sets,
  items: parts.map(({ variant, quantity }) => ({ productVariantCode: variant.code, quantity })),
  groupId: line.slice(1),
});
