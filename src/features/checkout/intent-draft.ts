/** An order of this device that is taken back, as the fields of the checkout: who changes one thing of it types nothing anew. */
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { deliveryOf } from '#domain/waiting/offline-order.ts';
import { fieldsOf } from './address-values.ts';
import type { CheckoutDraft } from './device-cells.ts';
import { paymentDraft } from './payment-schema.ts';

/** @param token of the cart that the order's goods go back into */
export function draftOfIntent(token: string, body: OrderIntentBody): CheckoutDraft {
  return {
    token,
    delivery: deliveryOf(body.plan),
    isDeliveryUntold: true,
    payment: paymentDraft(body),
    address: {
      ...fieldsOf(body),
      email: body.email,
      ...body.contact,
      savedAddress: body.addressId,
      saveAddress: body.saveAddress ?? false,
    },
  };
}
