/** What the steps of the checkout hand over to be saved, and what comes of it. What the address step hands over is the call's own body. */
import type { CheckoutOptions } from '#contract/orders/order-intents.ts';
import type { Placing } from '#contract/orders/order-requests.ts';
import type { CheckoutState } from '#contract/orders/orders.ts';
import type { BlankCart } from '#domain/cart/begun-cart.ts';
import type { OfflineDelivery, SendIf } from '#domain/waiting/offline-order.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';

export interface ShippingChoice {
  shipmentId: number;
  method: string;
  pickupPoint?: string | undefined;
}

/** An order of this device as the screen showed it when it was pressed: that is ordered, or nothing. */
export interface SeenOrder {
  order: ShownCart;
  options: CheckoutOptions;
  delivery: OfflineDelivery;
  sendIf: SendIf;
  /** What the channel asks for wrapping. */
  giftWrap?: BlankCart['giftWrap'];
}

export interface PlacingInput extends Placing {
  /** Absent when nothing is left to pay. */
  paymentMethod?: string | undefined;
  /** Absent at the shop, which compares the order itself. */
  seen?: SeenOrder;
}

/** A step was saved by the server, or the whole order on this device. */
export type Placed = CheckoutState | 'queued';
