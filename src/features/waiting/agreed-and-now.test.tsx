// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { giftMarker } from '#contract/orders/gift-marker.ts';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { contentShown } from '#domain/cart/lines-shown.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { AgreedAndNow } from './agreed-and-now.tsx';

afterEach(clearShown);

const rowsIn = (container: Element) =>
  [...container.querySelectorAll('tbody')].map((body) => ({
    name: body.querySelector('th')?.textContent,
    sums: [...body.querySelectorAll('td')].map((cell) => cell.textContent),
    differs: body.querySelector('[data-differs]')?.getAttribute('data-differs'),
  }));

test('CHK-19 both sides of what was agreed to add up, the wrap and a gift of the same goods too, and what has become better is no alarm', async () => {
  setMedia();
  const withSum = (price: number, wrap: number) =>
    anOrder({
      items: [
        anItem({ productName: 'Harrow', variantName: '', subtotal: price, total: price }),
        anItem({ id: 2, productName: 'Harrow', variantName: '', marker: giftMarker }),
      ],
      shippingTotal: 499,
      giftWrapTotal: wrap,
      total: price + 499 + wrap,
    });
  const agreed = withSum(8000, 299);
  const now = withSum(7500, 399);
  const { container } = await show(
    <AgreedAndNow
      body={{ giftWrap: true } as OrderIntentBody}
      shown={{
        ...contentShown(agreed),
        delivery: 'Courier',
        deliveryPrice: 499,
        payment: 'Cash',
        total: agreed.total,
      }}
      order={now}
    />,
  );
  expect(rowsIn(container)).toEqual([
    { name: 'Harrow', sums: ['€80.001 pc', '€75.001 pc'], differs: 'better' },
    { name: 'Harrow (Gift)', sums: ['€0.001 pc', '€0.001 pc'], differs: undefined },
    { name: 'Gift wrap', sums: ['€2.99', '€3.99'], differs: 'worse' },
    { name: 'Delivery', sums: ['€4.99', '€4.99'], differs: undefined },
    { name: 'Total', sums: ['€87.98', '€83.98'], differs: 'better' },
  ]);
});

test('CHK-19 a card that pays for what became dearer is no better price, though nothing more is left to pay', async () => {
  setMedia();
  const paidWith = (price: number, card: number) =>
    anOrder({
      items: [anItem({ productName: 'Harrow', variantName: '', subtotal: price, total: price })],
      giftCards: [{ code: 'CARD-1', label: '…D-1', amountUsed: card, amountLeft: 0 }],
      giftCardTotal: -card,
      total: price - card,
    });
  const paid = async (agreed: Order, now: Order) => {
    const shown = {
      ...contentShown(agreed),
      delivery: '',
      deliveryPrice: 0,
      payment: '',
      total: agreed.total,
    };
    const { container } = await show(<AgreedAndNow body={null as never} shown={shown} order={now} />);
    const row = rowsIn(container).find(({ name }) => name === 'Gift cards');
    clearShown();
    return row;
  };
  expect(await paid(paidWith(8000, 8000), paidWith(8200, 8200))).toEqual({
    name: 'Gift cards',
    sums: ['−€80.00', '−€82.00'],
    differs: 'worse',
  });
  expect(await paid(paidWith(8000, 8000), paidWith(7500, 7500))).toMatchObject({ differs: 'better' });
  // Emptied elsewhere: the rest is to be paid.
  expect(await paid(paidWith(8000, 8000), paidWith(8000, 500))).toMatchObject({ differs: 'worse' });
});
