// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { BuyBar } from './buy-bar.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

test('a price without VAT is said to be without it beside the button that stays in reach', async () => {
  for (const pricesWithoutTax of [true, false]) {
    const { container } = await show(
      <BuyBar
        instead={{ current: null }}
        productName="Hoe"
        variantName="Large"
        price={1000}
        isReduced={false}
        quantity={1}
        isLong={false}
        inCart={0}
        onBuy={() => {}}
      />,
      { channel: { pricesWithoutTax } },
    );
    expect(container.querySelector('strong')?.textContent?.includes('without VAT')).toBe(pricesWithoutTax);
  }
});

test('a press is answered beside the button: the bar says how many lie in the cart', async () => {
  const bar = (inCart: number) => (
    <BuyBar
      instead={{ current: null }}
      productName="Hoe"
      variantName="Large"
      price={1000}
      isReduced={false}
      quantity={1}
      isLong={false}
      inCart={inCart}
      onBuy={() => {}}
    />
  );
  expect((await show(bar(0))).container.textContent).toContain('Large');
  expect((await show(bar(2))).container.textContent).toContain('Put into the cart: 2');
});
