// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, toPromise, type PromiseActorLogic } from 'xstate';
import type { Shop } from '#api/shop.ts';
import { giftMarker } from '#contract/orders/gift-marker.ts';
import type { CheckoutOptions } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { choosing } from '#domain/waiting/cart-choices.ts';
import { waitingCart } from '#domain/waiting/waiting-cart.ts';
import { cartScope, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { createOfflineCheckout } from '#features/checkout/offline-checkout-actors.ts';
import { readIntent } from '#features/checkout/intent-shown.ts';
import { setConnectivity } from '#offline/connection/connectivity.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { IntentCard } from './intent-card.tsx';
import { OrderedLines } from './ordered-lines.tsx';

const scope = { locale: 'en', channel: 'retail' };
const options: CheckoutOptions = {
  shippingMethods: [{ code: 'COURIER', name: 'Courier', kind: 'courier', price: 499 }],
  paymentMethods: [],
  places: [],
};

/**
 * The order is saved on the device, as the last step of the checkout does it, and stands on its card.
 * @param typed a code that waits for the shop beside it
 */
async function cardOf(cart: Order, typed?: string): Promise<string[]> {
  setMedia();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('cut'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  setConnectivity('offline');
  const { tokenValue: token, currencyCode } = cart;
  if (typed !== undefined)
    await theOutbox().put(
      choosing(
        { what: 'couponCode', value: typed },
        { ...scope, scope: cartScope(token), params: { token } },
      ),
    );
  const { entries } = theOutbox().state();
  const order = waitingCart(cart, entries, { ...scope, token, currencyCode });
  await theOutbox().keepCart(cart);
  const { machine } = createOfflineCheckout({ ...scope, scope } as unknown as Shop, {});
  const seen = {
    order,
    options,
    delivery: { method: 'COURIER', pickupPoint: null, place: null },
    sendIf: { maximumTotal: null, whenShort: {} },
  };
  const { placeOrder } = machine.implementations.actors as Record<string, unknown>;
  const input = {
    paymentMethod: 'CASH',
    termsAndConditionsAccepted: true,
    privacyPolicyAccepted: true,
    seen,
  };
  const actor = createActor(placeOrder as PromiseActorLogic<string, typeof input>, { input });
  actor.start();
  await toPromise(actor);
  const Cards = () => useOutbox().entries.map((entry) => <IntentCard key={entry.seq} entry={entry} />);
  const { container } = await show(<Cards />);
  return [...container.querySelectorAll('article li, article [class*="sum"]')].map((row) => row.textContent);
}

afterEach(async () => {
  clearShown();
  vi.restoreAllMocks();
  await theOutbox().change(({ entries }) => ({ changes: { remove: [...entries] }, result: undefined }));
});

test('R0.44 the card of a waiting order adds up: a gift costs nothing, gift cards pay their part, and a code is named', async () => {
  const gift = { ...anItem().variant, code: 'GIFT', name: '' };
  const rows = await cardOf(
    anOrder({
      items: [
        anItem({ id: 1, productName: 'Harrow', subtotal: 8000, total: 7800 }),
        anItem({
          id: 2,
          productName: 'Gloves',
          variantName: '',
          variant: gift,
          marker: giftMarker,
          subtotal: 990,
          total: 0,
        }),
      ],
      adjustments: [
        { type: 'order_promotion', label: 'First order', originCode: 'F', amount: -200, neutral: false },
        {
          type: 'loyalty_points_spent',
          label: 'Loyalty points',
          originCode: 'P',
          amount: -100,
          neutral: false,
        },
      ],
      giftCards: [
        { code: 'AAAA-1111', label: '…1111', amountUsed: 1000, amountLeft: 0 },
        { code: 'AAAA-2222', label: '…2222', amountUsed: 2000, amountLeft: 500 },
        { code: 'AAAA-3333', label: '…3333', amountUsed: 0, amountLeft: 0 },
      ],
      giftCardTotal: -3000,
      giftWrap: { available: true, selected: true, price: 299 },
      giftWrapTotal: 299,
      total: 4999,
    }),
    'NERA123',
  );
  expect(rows).toEqual([
    'Harrow, 3 g ×\u00A01€80.00',
    'Gloves ×\u00A01Gift€0.00',
    'First order−€2.00',
    'Loyalty points−€1.00',
    'Gift card …1111−€10.00',
    // What it has left pays the delivery that is chosen here.
    'Gift card …2222−€25.00',
    'Promo code NERA123The shop judges it when the order arrives.',
    'Gift wrap€2.99',
    'Courier€4.99',
    'You agreed to€49.98',
  ]);
});

test('a code that the shop has counted with already is named by what it takes off', async () => {
  const promotionCoupon = { code: 'OLD', promotion: { code: 'P', name: 'Old' } };
  expect((await cardOf(anOrder({ promotionCoupon }))).join()).not.toContain('OLD');
});

test('a promo code that an older version kept with its order is still named', async () => {
  setMedia();
  const content = readIntent({
    kind: 'placeIntent',
    body: { couponCode: 'NERA123' },
    shown: { lines: [], delivery: '', deliveryPrice: 0, payment: '', total: 0, waitingCoupon: 'NERA123' },
  } as unknown as WaitingCommand);
  if (content === null) throw new Error('The order was not read.');
  const { container } = await show(<OrderedLines content={content} isPlaced={false} />);
  expect(container.textContent).toContain('Promo code NERA123');
});
