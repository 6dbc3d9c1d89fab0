/** An order of this device that is taken back, as the fields of the checkout: who changes one thing of it types nothing anew. */
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { deliveryOf } from '#domain/waiting/offline-order.ts';
import { noCertificate, noPlace, placeOf } from './address-values.ts';
import type { CheckoutDraft } from './device-cells.ts';
import { paymentDraft } from './payment-schema.ts';

/** @param token of the cart that the order's goods go back into */
export function draftOfIntent(token: string, body: OrderIntentBody): CheckoutDraft {
  const { email, contact, shippingAddress, addressId, saveAddress, invoice, certificate } = body;
  return {
    token,
    delivery: deliveryOf(body.plan),
    payment: paymentDraft(body),
    address: {
      email,
      ...contact,
      address: shippingAddress ? placeOf(shippingAddress) : noPlace,
      savedAddress: addressId,
      saveAddress: saveAddress ?? false,
      wantsInvoice: Boolean(invoice),
      invoice: {
        companyName: invoice?.companyName ?? '',
        companyCode: invoice?.companyCode ?? '',
        vatNumber: invoice?.vatNumber ?? '',
        ...(invoice ? placeOf(invoice) : noPlace),
      },
      certificate: certificate ?? noCertificate,
    },
  };
}
