/** The steps of an order without a connection, which begin anew or where a checkout at the shop was left. */
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useShop } from '#api/shop.ts';
import { useChannel } from '#api/channel-queries.ts';
import type { CheckoutOptions } from '#contract/orders/order-intents.ts';
import type { CheckoutState, Order } from '#contract/orders/orders.ts';
import type { UpdateOrderBody } from '#contract/orders/order-requests.ts';
import { asksCertificate } from '#domain/fields/certificate.ts';
import {
  deliveryWays,
  isDeliveryComplete,
  kindsOf,
  type OfflineDelivery,
} from '#domain/waiting/offline-order.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { createAddressSchema } from './address-step-schema.ts';
import { submittedBody } from './address-values.ts';
import { readDraft, writeDraft } from './device-cells.ts';
import { createOfflineCheckout } from './offline-checkout-actors.ts';
import { knownBuyer, type Buyer } from './use-buyer.ts';

const nothingYet: { state: CheckoutState; contacts: UpdateOrderBody } = { state: 'cart', contacts: {} };

/** Where a checkout that was begun at the shop goes on without it: as far as what was chosen and typed is complete. */
function reachedAtShop(
  order: Order,
  options: CheckoutOptions,
  delivery: OfflineDelivery,
  countryCode: string,
  buyer: Buyer,
): typeof nothingYet {
  const ways = deliveryWays(order.items, options);
  if (!isDeliveryComplete(delivery, ways)) return nothingYet;
  const form = readDraft(order.tokenValue).address;
  const withAddress = kindsOf(delivery, ways).includes('courier');
  const withCertificate = asksCertificate(order.items);
  const typed =
    form === undefined
      ? undefined
      : createAddressSchema({
          withEmail: buyer.isGuest || buyer.customer !== null,
          withAddress,
          withInvoice: form.wantsInvoice,
          withCertificate,
          countryCode,
        }).safeParse(form);
  if (typed?.success !== true) return { state: 'shipping_selected', contacts: {} };
  return {
    state: 'addressed',
    contacts: submittedBody(typed.data, buyer, { withAddress, withCertificate, countryCode }),
  };
}

/**
 * The chart of an order that is made on this device; the delivery that is chosen is kept.
 * @param isContinued begun at the shop: goes on at the step that was reached
 */
export function useOfflineChart(
  order: ShownCart,
  options: CheckoutOptions | null,
  delivery: OfflineDelivery,
  isContinued: boolean,
) {
  const shop = useShop();
  const queryClient = useQueryClient();
  const countryCode = useChannel().countries[0]?.code ?? 'LT';
  const [begun] = useState(() =>
    isContinued && options !== null
      ? reachedAtShop(order, options, delivery, countryCode, knownBuyer(shop, queryClient))
      : nothingYet,
  );
  const [{ machine }] = useState(() => createOfflineCheckout(shop, begun.contacts));
  const chart = useMachine(machine, { input: { state: begun.state } });
  const [beforehand] = useState(delivery);
  /** Chosen anew, or gone on with: what only stands there from before the shop has as it was left. */
  const isChosenHere = delivery !== beforehand || chart[0].context.reached !== 'cart';
  useEffect(() => {
    const { isDeliveryUntold = false, ...draft } = readDraft(order.tokenValue);
    writeDraft({ ...draft, delivery, isDeliveryUntold: isDeliveryUntold || isChosenHere });
  }, [delivery, isChosenHere, order.tokenValue]);
  return chart;
}
