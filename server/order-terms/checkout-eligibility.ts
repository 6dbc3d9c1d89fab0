/** Which delivery and payment methods fit an order (contract CHK-04, CHK-10, 5.6, 5.7). Weights in grams. */
import type { DeliveryKind } from '#contract/delivery.ts';
import type { MethodRow, PaymentMethodRow } from './channel-methods.ts';
import type { BuyerRights } from './restricted-goods-checks.ts';

export const weightOfShipment = (
  items: readonly { itemId: number; quantity: number }[],
  weights: ReadonlyMap<number, number>,
): number => items.reduce((sum, item) => sum + item.quantity * (weights.get(item.itemId) ?? 0), 0);

/** Reason why a method cannot take a parcel of this weight, or null. */
export function weightRefusal(
  method: Pick<MethodRow, 'min_weight' | 'max_weight'>,
  weight: number,
): 'shipping.too_heavy' | 'shipping.too_light' | null {
  if (method.max_weight !== null && weight > method.max_weight) return 'shipping.too_heavy';
  if (method.min_weight !== null && weight < method.min_weight) return 'shipping.too_light';
  return null;
}

export const isMethodEligible = (
  method: Pick<MethodRow, 'kind' | 'min_weight' | 'max_weight'>,
  kind: DeliveryKind,
  weight: number,
): boolean => method.kind === kind && weightRefusal(method, weight) === null;

/**
 * Cash only when everything is collected, cash on delivery only when everything is delivered, limits of the method,
 * goods on credit only for accepted farms. Leasing needs a lender, and there is none yet.
 */
export function isPaymentEligible(
  method: Pick<PaymentMethodRow, 'kind' | 'min_amount' | 'max_amount' | 'certificate_required'>,
  total: number,
  kinds: readonly DeliveryKind[],
  rights: Pick<BuyerRights, 'credit'> = { credit: false },
): boolean {
  if (method.kind === 'leasing' || (method.certificate_required && !rights.credit)) return false;
  if (method.min_amount !== null && total < method.min_amount) return false;
  if (method.max_amount !== null && total > method.max_amount) return false;
  if (method.kind === 'cash') return kinds.length > 0 && kinds.every((kind) => kind === 'collection');
  if (method.kind === 'cash_on_delivery')
    return kinds.length > 0 && kinds.every((kind) => kind !== 'collection');
  return true;
}
