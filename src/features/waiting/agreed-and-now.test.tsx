// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { giftMarker } from '#contract/gift-marker.ts';
import type { OrderIntentBody } from '#contract/order-intents.ts';
import { contentShown } from '#domain/cart/lines-shown.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { AgreedAndNow } from './agreed-and-now.tsx';

afterEach(clearShown);

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
  const rows = [...container.querySelectorAll('tbody')].map((body) => ({
    name: body.querySelector('th')?.textContent,
    sums: [...body.querySelectorAll('td')].map((cell) => cell.textContent),
    differs: body.querySelector('[data-differs]')?.getAttribute('data-differs'),
  }));
  expect(rows).toEqual([
    { name: 'Harrow', sums: ['€80.001 pc', '€75.001 pc'], differs: 'better' },
    { name: 'Harrow (Gift)', sums: ['€0.001 pc', '€0.001 pc'], differs: undefined },
    { name: 'Gift wrap', sums: ['€2.99', '€3.99'], differs: 'worse' },
    { name: 'Delivery', sums: ['€4.99', '€4.99'], differs: undefined },
    { name: 'Total', sums: ['€87.98', '€83.98'], differs: 'better' },
  ]);
});
