/**
 * Cart promotions (contract 5.2): which apply and what they take off. Pure: the caller says what is enabled for the
 * channel and the date. Amounts are integer cents, percentages whole numbers.
 */
import type { DeliveryKind } from '#contract/orders/delivery.ts';
import { spread } from '#domain/money/split-amount.ts';
import { roundHalfAway } from '#domain/money/tax.ts';

/** Goods by the codes of their taxons, products and variants: each list narrows them, without any all goods are meant. */
interface Named {
  taxons?: readonly string[];
  products?: readonly string[];
  variants?: readonly string[];
}

export type PromotionRule =
  /** Pieces in the cart, all of the named goods together. */
  | ({ type: 'quantity'; quantity: number } & Named)
  | { type: 'item_total'; amount: number }
  | { type: 'item_total_of_taxon'; taxon: string; amount: number }
  | { type: 'has_taxon'; taxons: readonly string[] }
  | { type: 'contains_product'; product: string }
  | { type: 'shipping_country'; countries: readonly string[] }
  | { type: 'first_purchase' }
  | { type: 'loyalty_member' }
  /** Holds for whoever knows it: a version that knows no `variants` would take the promotion off all goods, and skips what has it. */
  | { type: 'knows_variants' };

export type PromotionAction =
  | { type: 'order_fixed_discount'; amount: number }
  | { type: 'order_percentage_discount'; percentage: number }
  | ({ type: 'unit_fixed_discount'; amount: number } & Named)
  | ({ type: 'unit_percentage_discount'; percentage: number } & Named)
  | {
      type: 'shipping_percentage';
      percentage: number;
      shippingKinds?: readonly DeliveryKind[];
      /** Codes of the only ways that it is for: one that is added later is not among them. */
      onlyMethods?: readonly string[];
      excludeMethods?: readonly string[];
    };

export type ShippingDiscount = Extract<PromotionAction, { type: 'shipping_percentage' }>;

export interface Promotion {
  readonly code: string;
  readonly priority: number;
  readonly exclusive: boolean;
  /** Runs only while one of its coupons is on the cart. */
  readonly couponBased: boolean;
  readonly rules: readonly PromotionRule[];
  readonly actions: readonly PromotionAction[];
}

export interface PromotedLine {
  readonly quantity: number;
  readonly unitPrice: number;
  /** A unit never goes below this. */
  readonly minimumPrice: number;
  readonly productCode: string;
  readonly variantCode: string;
  /** Codes of its taxons and of all taxons above them. */
  readonly taxons: readonly string[];
  /** Gift lines are free already and take no discount. */
  readonly isGift: boolean;
  /** Of a part of a set: the code of the set, and what its price takes off this line (`set-price.ts`). */
  readonly set?: { readonly code: string; readonly reduction: number };
  /** A gift card that is bought is money: nothing makes it cheaper, and it counts for nothing. */
  readonly isVoucher?: boolean;
}

/** What a line comes to before any promotion: the price of a set is a price. */
export const priceOfLine = ({ unitPrice, quantity, set }: PromotedLine): number =>
  unitPrice * quantity - (set?.reduction ?? 0);

export interface PromotedShipment {
  readonly kind: DeliveryKind;
  readonly methodCode: string | null;
  readonly price: number;
}

export interface BuyerFacts {
  /** True only when the buyer is known and has no placed order in the channel. */
  readonly firstPurchase: boolean;
  readonly loyaltyMember: boolean;
  /** ISO code, or null before addressing. */
  readonly country: string | null;
}

/** One effect on one line (`line`) or shipment (`shipment`) of the input; `amount` is below zero. */
export interface PromotionEffect {
  readonly promotion: string;
  readonly type: 'order_promotion' | 'order_unit_promotion' | 'order_shipping_promotion';
  readonly line?: number;
  readonly shipment?: number;
  readonly amount: number;
}

const hasTaxon = (line: PromotedLine, taxons: readonly string[]): boolean =>
  taxons.some((code) => line.taxons.includes(code));
const isNamed = (line: PromotedLine, { taxons, products, variants }: Named): boolean =>
  (!taxons || hasTaxon(line, taxons)) &&
  (!products || products.includes(line.productCode)) &&
  (!variants || variants.includes(line.variantCode));
/** Whether promotions see the line: they count it, and may make it cheaper. */
export const isPromoted = ({ isGift, isVoucher = false }: PromotedLine): boolean => !isGift && !isVoucher;
const goods = (lines: readonly PromotedLine[]) => lines.filter(isPromoted);
const subtotal = (lines: readonly PromotedLine[]): number =>
  lines.reduce((sum, line) => sum + priceOfLine(line), 0);

/** Whether the rule holds for the cart before any promotion. */
function ruleHolds(rule: PromotionRule, lines: readonly PromotedLine[], facts: BuyerFacts): boolean {
  const sold = goods(lines);
  switch (rule.type) {
    case 'quantity':
      return (
        sold.filter((line) => isNamed(line, rule)).reduce((sum, line) => sum + line.quantity, 0) >=
        rule.quantity
      );
    case 'item_total':
      return subtotal(sold) >= rule.amount;
    case 'item_total_of_taxon':
      return subtotal(sold.filter((line) => hasTaxon(line, [rule.taxon]))) >= rule.amount;
    case 'has_taxon':
      return sold.some((line) => hasTaxon(line, rule.taxons));
    case 'contains_product':
      return sold.some((line) => line.productCode === rule.product);
    case 'shipping_country':
      return facts.country !== null && rule.countries.includes(facts.country);
    case 'first_purchase':
      return facts.firstPurchase;
    case 'loyalty_member':
      return facts.loyaltyMember;
    case 'knows_variants':
      return true;
    default:
      // A rule that this version does not know never lets a discount through.
      return false;
  }
}

export const isEligible = (
  promotion: Promotion,
  lines: readonly PromotedLine[],
  facts: BuyerFacts,
): boolean => goods(lines).length > 0 && promotion.rules.every((rule) => ruleHolds(rule, lines, facts));

/** Whether a cart that has goods has none of those that the rule counts: then no number of pieces of what is there is enough. */
const hasNoneOf = (named: Named, lines: readonly PromotedLine[]): boolean =>
  goods(lines).length > 0 && !goods(lines).some((line) => isNamed(line, named));

/**
 * What is missing where nothing else keeps the promotion from the cart: goods that it counts for `amount` cents, or so many `pieces`
 * of them; the money first where both are. Null where there is more to it, none of the goods are there, or nothing is missing.
 */
export function missedMinimum(
  { rules }: Pick<Promotion, 'rules'>,
  lines: readonly PromotedLine[],
  facts: BuyerFacts,
): { amount: number } | { pieces: number } | null {
  let amount: number | undefined;
  let pieces: number | undefined;
  for (const rule of rules.filter((one) => !ruleHolds(one, lines, facts))) {
    if (rule.type === 'item_total') amount = rule.amount;
    else if (rule.type === 'item_total_of_taxon' && !hasNoneOf({ taxons: [rule.taxon] }, lines))
      amount = rule.amount;
    else if (rule.type === 'quantity' && !hasNoneOf(rule, lines)) pieces = rule.quantity;
    else return null;
  }
  if (amount !== undefined) return { amount };
  return pieces === undefined ? null : { pieces };
}

/** Eligible promotions in the order in which they apply; an exclusive one stands alone. */
export function applicablePromotions(
  promotions: readonly Promotion[],
  couponPromotion: string | null,
  lines: readonly PromotedLine[],
  facts: BuyerFacts,
): Promotion[] {
  const eligible = promotions
    .filter((promotion) => !promotion.couponBased || promotion.code === couponPromotion)
    .filter((promotion) => isEligible(promotion, lines, facts))
    .sort((a, b) => b.priority - a.priority || (a.code < b.code ? -1 : 1));
  const exclusive = eligible.find((promotion) => promotion.exclusive);
  return exclusive ? [exclusive] : eligible;
}

/** The share of the goods that these take off, where that is all that they do to them. */
export function percentageOf(actions: readonly PromotionAction[] = []): number | undefined {
  const [one, ...others] = actions.filter(({ type }) => type !== 'shipping_percentage');
  const isShare = one?.type === 'order_percentage_discount' || one?.type === 'unit_percentage_discount';
  return isShare && others.length === 0 ? one.percentage : undefined;
}

/** Applies the promotions one after another; each sees what the ones before it left. */
export function applyPromotions(
  promotions: readonly Promotion[],
  lines: readonly PromotedLine[],
  shipments: readonly PromotedShipment[],
): PromotionEffect[] {
  const totals = lines.map(priceOfLine);
  const fees = shipments.map((shipment) => shipment.price);
  const effects: PromotionEffect[] = [];
  for (const promotion of promotions) {
    for (const action of promotion.actions) {
      for (const effect of effectsOf(promotion.code, action, lines, totals, shipments, fees)) {
        effects.push(effect);
        if (effect.line !== undefined) totals[effect.line] = (totals[effect.line] ?? 0) + effect.amount;
        if (effect.shipment !== undefined)
          fees[effect.shipment] = (fees[effect.shipment] ?? 0) + effect.amount;
      }
    }
  }
  return effects;
}

/** Whether a discount on delivery is for this way; one that is not chosen yet is none of those that are named. */
export function isForMethod(
  { onlyMethods, excludeMethods }: Pick<ShippingDiscount, 'onlyMethods' | 'excludeMethods'>,
  methodCode: string | null,
): boolean {
  const isAmong = (codes: readonly string[]) => methodCode !== null && codes.includes(methodCode);
  return (!onlyMethods || isAmong(onlyMethods)) && !(excludeMethods && isAmong(excludeMethods));
}

function effectsOf(
  promotion: string,
  action: PromotionAction,
  lines: readonly PromotedLine[],
  totals: readonly number[],
  shipments: readonly PromotedShipment[],
  fees: readonly number[],
): PromotionEffect[] {
  switch (action.type) {
    case 'order_fixed_discount':
    case 'order_percentage_discount': {
      const base = lines.reduce((sum, line, index) => sum + (isPromoted(line) ? (totals[index] ?? 0) : 0), 0);
      const amount =
        action.type === 'order_fixed_discount'
          ? Math.min(action.amount, base)
          : roundHalfAway(base * action.percentage, 100);
      const shares = spread(
        amount,
        lines.map((line, index) => ({
          weight: isPromoted(line) ? (totals[index] ?? 0) : 0,
          capacity: isPromoted(line)
            ? Math.max(0, (totals[index] ?? 0) - line.minimumPrice * line.quantity)
            : 0,
        })),
      );
      return shares.flatMap((share, line) =>
        share === 0 ? [] : [{ promotion, type: 'order_promotion' as const, line, amount: -share }],
      );
    }
    case 'unit_fixed_discount':
    case 'unit_percentage_discount':
      return lines.flatMap((line, index) => {
        if (!isPromoted(line) || !isNamed(line, action)) return [];
        // Every unit of a line has had the same reductions so far, but for a cent of spreading.
        const unit = Math.floor((totals[index] ?? 0) / line.quantity);
        const wanted =
          action.type === 'unit_fixed_discount'
            ? action.amount
            : roundHalfAway(unit * action.percentage, 100);
        const off = Math.max(0, Math.min(wanted, unit - line.minimumPrice)) * line.quantity;
        return off === 0
          ? []
          : [{ promotion, type: 'order_unit_promotion' as const, line: index, amount: -off }];
      });
    case 'shipping_percentage':
      return shipments.flatMap((shipment, index) => {
        const kindFits = !action.shippingKinds || action.shippingKinds.includes(shipment.kind);
        if (!kindFits || !isForMethod(action, shipment.methodCode)) return [];
        const fee = fees[index] ?? 0;
        const off = Math.min(fee, roundHalfAway(fee * action.percentage, 100));
        return off === 0
          ? []
          : [{ promotion, type: 'order_shipping_promotion' as const, shipment: index, amount: -off }];
      });
    default:
      return [];
  }
}
