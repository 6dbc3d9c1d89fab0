/**
 * Goods that an order intent cannot have in the way that its buyer chose, told with where they lie instead (contract CHK-19):
 * "no more" is true only of what is nowhere.
 */
import type { OrderIntentBody, ShortLine } from '#contract/order-intents.ts';
import { settleShort, type WantedLine } from '#domain/waiting/intent-lines.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { presentWarehouse } from '#server/orders/delivery-presenter.ts';
import type { VariantFacts } from '#server/order-terms/variant-facts.ts';
import type { WarehouseRow } from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { violationOf } from '#server/forms/refusal.ts';

export interface PiecesThere {
  warehouses: readonly WarehouseRow[];
  /** Pieces of a variant that this warehouse may give to a buyer who collects them there. */
  pieces: (place: WarehouseRow, code: string) => number;
  facts: ReadonlyMap<string, VariantFacts>;
}

/**
 * The refusal of lines that the chosen way of delivery cannot have.
 * @param short those of `lines` that stop the order
 * @param most pieces that the chosen way can have
 * @param place where the buyer wanted to collect, null where they named none
 */
export function shortRefusal(
  short: readonly WantedLine[],
  lines: readonly WantedLine[],
  most: (code: string) => number,
  { plan }: Pick<OrderIntentBody, 'plan'>,
  place: string | null,
  { warehouses, pieces, facts }: PiecesThere,
  locale: string,
): ApiFailure {
  const others = warehouses.filter((one) => one.collection && one.code !== place);
  const sent = (code: string): number =>
    facts.get(code)?.is_chemical
      ? 0
      : warehouses.filter((one) => one.ships).reduce((sum, one) => sum + pieces(one, code), 0);
  const isMixed = plan.code.startsWith('mixed.');
  const isCollected = plan.code.startsWith('collection');
  const isWhole = (available: (code: string) => number): boolean => {
    const { waiting, kept } = settleShort(lines, available);
    return waiting.length === 0 && kept.length > 0;
  };
  const told = short.map((line) => {
    const { code, quantity } = line;
    const collectAt = others
      .filter((one) => pieces(one, code) >= quantity)
      .map((one) => ({ code: one.code, name: textIn(one.name, locale), city: one.city }));
    const shown: ShortLine = {
      productVariantCode: code,
      quantity,
      available: Math.max(0, most(code)),
      ...(collectAt.length > 0 ? { collectAt } : {}),
      ...(isCollected && sent(code) >= quantity ? { delivered: true } : {}),
    };
    return { line, shown };
  });
  const isElsewhere = told.every(({ shown }) => shown.collectAt !== undefined || shown.delivered);
  return new ApiFailure(422, isElsewhere ? 'order.goods_elsewhere' : 'order.out_of_stock', {
    violations: told.map(({ line: { code, index }, shown }) => {
      const name = textIn(facts.get(code)?.product_name, locale) || code;
      const path = `lines[${index}].quantity`;
      if (shown.collectAt !== undefined)
        return violationOf(path, 'order.line_elsewhere', locale, {
          name,
          places: shown.collectAt.map((one) => one.name).join(', '),
        });
      if (shown.delivered) return violationOf(path, 'order.line_delivered', locale, { name });
      return violationOf(path, 'cart.insufficient_stock', locale, { code, name });
    }),
    // The buyer decides by what there is, and where.
    context: {
      short: told.map(({ shown }) => shown),
      places: others
        .filter((one) => isWhole((code) => Math.max(pieces(one, code), isMixed ? sent(code) : 0)))
        .map((one) => presentWarehouse(one, locale)),
      delivered: isCollected && isWhole(sent),
    },
  });
}
