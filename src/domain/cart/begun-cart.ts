/** A cart that was begun on this device: what it is before the shop has said anything. */
import { payingKinds, type PayingKind } from '#contract/orders/adjustments.ts';
import { noTotals } from '#contract/orders/order-totals.ts';
import type { Order } from '#contract/orders/orders.ts';

/** Facts of a cart that the shop has not seen yet. */
export interface BlankCart {
  token: string;
  /** What the channel asks for wrapping, cents. */
  giftWrap?: { enabled: boolean; price: number } | undefined;
  locale: string;
  channel: string;
  currencyCode: string;
}

const nothingPays = Object.fromEntries(
  payingKinds.map(({ listedIn }) => [listedIn, []]),
) as unknown as Record<PayingKind['listedIn'], []>;

/** An order that an older version kept: of the means of payment and sums that came since it has none. All else is as the shop said it. */
export function withNewerKinds(kept: Order): Order {
  const missing = Object.entries({ ...nothingPays, ...noTotals }).filter(([name]) => !(name in kept));
  return missing.length === 0 ? kept : { ...kept, ...Object.fromEntries(missing) };
}

/** A cart that was begun on this device and that the shop has not seen. */
export function emptyCart({ token, locale, channel, currencyCode }: BlankCart): Order {
  return {
    id: 0,
    tokenValue: token,
    version: 0,
    state: 'cart',
    checkoutState: 'cart',
    paymentState: 'cart',
    shippingState: 'cart',
    currencyCode,
    localeCode: locale,
    channelCode: channel,
    createdAt: '',
    updatedAt: '',
    items: [],
    deletedItems: [],
    shipments: [],
    payments: [],
    promotions: [],
    ...nothingPays,
    gift: { eligible: false },
    giftWrap: { available: false, selected: false, price: 0 },
    loyalty: { available: false, balance: 0, pointsSpent: 0, maxPoints: 0, pointsToEarn: 0 },
    ...noTotals,
    adjustments: [],
    childOrders: [],
    appliedCommandIds: [],
    warnings: [],
  };
}
