// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anOrder, cartToken } from '#tests/builders.ts';
import { clearShown, show } from '#tests/show.tsx';
import { useCartProcessing } from './use-cart-processing.ts';
import { useCoupon } from './use-coupon.ts';
import { useGift } from '#features/cart/use-gift.ts';
import { useRecoverCart } from './use-recover-cart.ts';

beforeEach(() => localStorage.setItem('CART_TOKEN', cartToken));
afterEach(clearShown);

function Cycles() {
  const recover = useRecoverCart();
  const gift = useGift();
  const coupon = useCoupon();
  const isProcessing = useCartProcessing(false);
  return (
    <>
      <output>{[recover.status, gift.status, coupon.status, isProcessing].join(' ')}</output>
      <button type="button" onClick={() => recover.mutate('gone')}>
        recover
      </button>
      <button type="button" onClick={() => gift.mutate({ code: 'G', name: 'G' })}>
        gift
      </button>
      <button type="button" onClick={() => coupon.mutate('CODE')}>
        coupon
      </button>
    </>
  );
}
const open = async () => {
  const never = () => new Promise(() => undefined);
  const page = await show(<Cycles />, {
    answers: { order: () => anOrder(), applyCoupon: never, chooseGift: never },
  });
  const press = (at: number) => page.click(page.container.querySelectorAll('button')[at]);
  return { press, said: () => page.container.querySelector('output')?.textContent };
};

test('a cart that could not be recovered leaves the other cycles as they were (of R4.05)', async () => {
  const { press, said } = await open();
  expect(said()).toBe('idle idle idle false');
  await press(0);
  await expect.poll(said).toBe('error idle idle false');
});

test('a gift on its way leaves the cart usable, a promo code does not (of R4.06, R4.07)', async () => {
  const { press, said } = await open();
  await press(1);
  await expect.poll(said).toBe('idle pending idle false');
  await press(2);
  await expect.poll(said).toBe('idle pending pending true');
});
