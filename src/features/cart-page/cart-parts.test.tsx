// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeTokens } from '#api/session-tokens.ts';
import { aVariant, anItem, anOrder, cartToken } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { order as orderShape } from '#contract/orders/orders.ts';
import { AddToCartButton } from '#features/product/add-to-cart-button.tsx';
import { currentToast } from '#ui/toast-state.ts';
import { OrderAside } from '#features/checkout-page/order-aside.tsx';
import { CartLines } from '#features/cart-lines/cart-lines.tsx';
import { CartSummary } from './cart-summary.tsx';
import { CartView } from './cart-view.tsx';
import { cartQueries } from '#features/cart/cart-queries.ts';
import { cartTokenKey, readCartToken } from '#features/cart/cart-token.ts';
import { useGoodsAtFirst } from './use-goods-at-first.ts';

beforeEach(() => {
  setMedia(() => true);
  localStorage.clear();
});
afterEach(clearShown);

const text = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00a0', ' ');

test('R3.41 an answer with everything parses, and one without the optional parts shows', async () => {
  const full = anOrder({
    number: '10001',
    promotionCoupon: { code: 'PAVASARIS', promotion: { code: 'p', name: 'P' } },
    promotions: [{ code: 'p', name: 'P', amount: -100 }],
    customer: { email: 'a@b.lt' },
    giftCards: [{ code: 'X', label: 'Card', amountUsed: 100, amountLeft: 0 }],
  });
  expect(orderShape.parse(full)).toMatchObject({ number: '10001', promotionCoupon: { code: 'PAVASARIS' } });
  localStorage.setItem(cartTokenKey, cartToken);
  const { container } = await show(<CartView />, { answers: { order: () => anOrder() } });
  expect(text(container)).toContain('Morkų sėklos');
});

test('what the shop says is free for this cart stands by its sums, and nothing where it says nothing', async () => {
  localStorage.setItem(cartTokenKey, cartToken);
  const freeDelivery = [{ from: 5000, methods: ['Courier', 'Locker'] }];
  const said = await show(<CartView />, { answers: { order: () => anOrder({ freeDelivery }) } });
  expect(text(said.container)).toContain('Delivery is free from €50.00: Courier, Locker.');
  clearShown();
  const silent = await show(<CartView />, { answers: { order: () => anOrder() } });
  expect(text(silent.container)).not.toContain('Delivery is free');
});

test('R3.42 a line shows name, quantity, unit and line price, and the price before when it is reduced', async () => {
  const item = anItem({
    quantity: 3,
    originalUnitPrice: 1200,
    unitPrice: 1000,
    discountedUnitPrice: 1000,
    subtotal: 3000,
    total: 3000,
  });
  const { container } = await show(
    <CartLines removed={[null, () => {}]} order={anOrder({ items: [item] })} />,
  );
  const line = container.querySelector('li');
  expect(text(line?.querySelector('a'))).toBe('Morkų sėklos');
  expect(line?.querySelector('input')?.value).toBe('3');
  expect(text(line)).toContain('€10.00 each');
  expect(text(line)).toContain('€30.00');
  expect(text(line?.querySelector('del'))).toContain('€36.00');
  const plain = await show(<CartLines removed={[null, () => {}]} order={anOrder()} />);
  expect(plain.container.querySelector('del')).toBeNull();
});

test('lists of the cart page leave out what was in the cart when the page came, and not what is put in from them', async () => {
  localStorage.setItem(cartTokenKey, cartToken);
  const Seen = () => <p>{useGoodsAtFirst().join(' ')}</p>;
  const { container, queryClient, shop } = await show(<Seen />, { answers: { order: () => anOrder() } });
  const first = anItem().variant.product.code;
  await expect.poll(() => container.textContent).toBe(first);
  const { variant } = anItem();
  const other = anItem({ id: 2, variant: { ...variant, product: { ...variant.product, code: 'PUT-IN' } } });
  queryClient.setQueryData(
    cartQueries.current(shop, cartToken).queryKey,
    anOrder({ items: [anItem(), other] }),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(container.textContent).toBe(first);
});

test('only a guest is told that nobody has to register', async () => {
  const words = 'You can buy without registration.';
  localStorage.setItem(cartTokenKey, cartToken);
  const answers = { order: () => anOrder() };
  expect((await show(<CartView />, { answers })).container.textContent).toContain(words);
  clearShown();
  writeTokens({ token: 'bearer', refreshToken: 'refresh' });
  const { container } = await show(<CartView />, { answers });
  expect(container.textContent).toContain('Morkų sėklos');
  expect(container.textContent).not.toContain(words);
});

test('a company reads its cart without VAT, and every sum with VAT says so', async () => {
  const item = anItem({
    quantity: 3,
    originalUnitPrice: 1452,
    unitPrice: 1210,
    discountedUnitPrice: 1210,
    subtotal: 3630,
    total: 3630,
    taxTotal: 630,
  });
  const order = anOrder({ items: [item], itemsSubtotal: 3630, taxTotal: 630, totalWithoutTax: 3000 });
  const cart = (pricesWithoutTax: boolean) =>
    show(
      <>
        <CartLines removed={[null, () => {}]} order={order} />
        <OrderAside order={order} />
      </>,
      { channel: { pricesWithoutTax } },
    );
  const business = await cart(true);
  const line = business.container.querySelector('li');
  expect(text(line)).toContain('€10.00 each without VAT');
  expect(text(line?.querySelector('del'))).toContain('€36.00');
  expect(text(line)).toContain('€30.00€36.30 with VAT');
  expect(text(business.container.querySelector('details li'))).toContain('€30.00€36.30 with VAT');
  expect(text(business.container.querySelector('[data-line="subtotal"]'))).toBe('Subtotal with VAT€36.30');
  clearShown();
  const shop = await cart(false);
  expect(text(shop.container)).not.toMatch(/with VAT|each without VAT/);
  expect(text(shop.container.querySelector('details li b'))).toBe('€36.30');
});

test('R3.47 the summary has its nine lines in order; discounts of zero are left out', async () => {
  const order = anOrder({
    itemsSubtotal: 10000,
    itemsTotal: 8300,
    loyaltyDiscountTotal: -500,
    shippingTotal: 299,
    shippingPromotionTotal: -200,
    giftCardTotal: -1000,
    taxTotal: 1493,
    totalWithoutTax: 7106,
    total: 7599,
  });
  const names = async (one: typeof order) => {
    const { container } = await show(<CartSummary order={one} />);
    return [...container.querySelectorAll('[data-line]')].map((line) => line.getAttribute('data-line'));
  };
  expect(await names(order)).toEqual([
    'subtotal',
    'delivery',
    'discount',
    'tax',
    'amountWithoutTax',
    'total',
    'shippingDiscount',
    'giftCoupon',
    'loyaltyDiscount',
    'toPay',
  ]);
  expect(await names(anOrder())).toEqual(['subtotal', 'delivery', 'tax', 'amountWithoutTax', 'total']);
});

test('R3.46 a coupon stands with its code and its own amount, under the discount of goods and not under that of delivery', async () => {
  const order = anOrder({
    itemsSubtotal: 10_000,
    itemsTotal: 9332,
    shippingPromotionTotal: -499,
    promotions: [
      { code: 'FREE', name: 'Free delivery', amount: -499 },
      { code: 'SPRING', name: 'Spring', amount: -668 },
    ],
    promotionCoupon: { code: 'PAVASARIS', promotion: { code: 'SPRING', name: 'Spring' } },
    adjustments: [
      { type: 'order_promotion', label: 'Spring', amount: -668, originCode: 'SPRING', neutral: false },
      {
        type: 'order_shipping_promotion',
        label: 'Free delivery',
        amount: -499,
        originCode: 'FREE',
        neutral: false,
      },
    ],
  });
  const { container } = await show(<CartSummary order={order} />);
  expect(text(container.querySelector('[data-line="discount"] small'))).toBe('Spring (PAVASARIS): −€6.68');
  expect(text(container.querySelector('[data-line="shippingDiscount"] small'))).toBe('Free delivery: −€4.99');
});

test('R3.43 changing a quantity sends the quantity and nothing of what only the page knows', async () => {
  localStorage.setItem(cartTokenKey, cartToken);
  const sent: unknown[] = [];
  const { container, click } = await show(<CartLines removed={[null, () => {}]} order={anOrder()} />, {
    answers: {
      changeQuantity: (input) => {
        sent.push(input);
        return anOrder({ items: [anItem({ quantity: 2 })] });
      },
    },
  });
  await click(container.querySelector('button[aria-label^="One more"]'));
  expect(sent).toEqual([
    {
      params: { token: cartToken, id: 1 },
      body: { quantity: 2 },
      idempotencyKey: expect.stringMatching(/^[\w-]{16,64}$/),
    },
  ]);
});

test('R4.09 R4.10 a removed line stays in its place with the way back, between its neighbours', async () => {
  localStorage.setItem(cartTokenKey, cartToken);
  const items = [
    anItem({ id: 1, productName: 'One' }),
    anItem({ id: 2, productName: 'Two' }),
    anItem({ id: 3, productName: 'Three' }),
  ];
  const deleted = {
    id: 2,
    productName: 'Two',
    variantCode: 'V',
    quantity: 1,
    deletedAt: '2026-11-21T10:00:00Z',
    restorableUntil: '2026-11-21T10:30:00Z',
  };
  const after = anOrder({ items: items.filter((item) => item.id !== 2), deletedItems: [deleted] });
  const { container, click } = await show(<CartView />, {
    answers: {
      order: () => anOrder({ items }),
      deleteItem: () => after,
      restoreItem: () => anOrder({ items }),
    },
  });
  await click(container.querySelector('button[aria-label="Remove: Two"]'));
  const rows = () =>
    [...container.querySelectorAll('ul > li')].map((row) => /One|Two|Three/.exec(row.textContent ?? '')?.[0]);
  expect(rows()).toEqual(['One', 'Two', 'Three']);
  expect(text(container)).toContain('Removed: Two');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Bring back: Two');
  await click(container.querySelector('button[aria-label="Bring back: Two"]'));
  expect(text(container)).not.toContain('Removed');
});

test('R8.21 a refused change brings back what stood before and says so', async () => {
  localStorage.setItem(cartTokenKey, cartToken);
  const { container, click } = await show(<CartView />, {
    answers: { order: () => anOrder(), changeQuantity: () => Promise.reject(new Error('no')) },
  });
  await click(container.querySelector('button[aria-label^="One more"]'));
  expect(container.querySelector('input')?.value).toBe('1');
  expect(currentToast()).toMatchObject({ text: 'Change item quantity error', kind: 'error' });
});

test('R8.22 R8.23 a refused removal keeps the line, a refused return keeps the way back', async () => {
  localStorage.setItem(cartTokenKey, cartToken);
  const refuse = () => Promise.reject(new Error('no'));
  const kept = await show(<CartView />, { answers: { order: () => anOrder(), deleteItem: refuse } });
  await kept.click(kept.container.querySelector('button[aria-label^="Remove"]'));
  expect(currentToast()?.text).toBe('Delete item quantity error');
  expect(text(kept.container)).toContain('Morkų sėklos');
  kept.remove();
  const deleted = {
    id: 1,
    productName: 'Gone',
    variantCode: 'V',
    quantity: 1,
    deletedAt: '2026-11-21T10:00:00Z',
    restorableUntil: '2026-11-21T10:30:00Z',
  };
  const { container, click } = await show(<CartView />, {
    answers: {
      order: () => anOrder({ items: [anItem({ productName: 'Gone' })] }),
      deleteItem: () => anOrder({ items: [], deletedItems: [deleted] }),
      restoreItem: refuse,
    },
  });
  await click(container.querySelector('button[aria-label="Remove: Gone"]'));
  await click(container.querySelector('button[aria-label="Bring back: Gone"]'));
  expect(currentToast()?.text).toBe('Restore item error');
  expect(container.querySelector('button[aria-label="Bring back: Gone"]')).not.toBeNull();
});

test('R4.10 what was removed before the page was loaded is gone from it', async () => {
  localStorage.setItem(cartTokenKey, cartToken);
  const [restorableUntil, deletedAt] = ['2026-11-21T10:30:00Z', '2026-11-21T10:00:00Z'];
  const gone = { id: 9, productName: 'Gone', variantCode: 'V', quantity: 1, deletedAt, restorableUntil };
  const { container } = await show(<CartView />, {
    answers: { order: () => anOrder({ deletedItems: [gone] }) },
  });
  expect(text(container)).toContain('Morkų sėklos');
  expect(text(container)).not.toContain('Gone');
});

test('R8.20 adding makes the cart with its own token; when it fails the words say so and the button is ready again', async () => {
  const begun: unknown[] = [];
  const product = { code: 'V-A', name: '1 kg' };
  const { container, click } = await show(<AddToCartButton variant={product} productName="Carrots" />, {
    answers: {
      pickUpCart: ({ body }) => {
        begun.push(body);
        return anOrder({ items: [] });
      },
      addItem: () => Promise.reject(new Error('no')),
    },
  });
  await click(container.querySelector('button'));
  expect(begun).toEqual([{ localeCode: 'en', tokenValue: expect.stringMatching(/^[\w-]{22,64}$/) }]);
  expect(currentToast()?.text).toBe('Product add to cart error');
  expect(text(container.querySelector('button'))).toBe('Add to cart');
});

test('R3.80 the cart token is kept under CART_TOKEN; broken content counts as none', () => {
  expect(newCartToken()).toMatch(/^[\w-]{32}$/);
  localStorage.setItem(cartTokenKey, cartToken);
  expect(readCartToken()).toBe(cartToken);
  localStorage.setItem(cartTokenKey, '{oops');
  expect(readCartToken()).toBeNull();
});

test('a cart that was placed is dropped with its token', async () => {
  localStorage.setItem(cartTokenKey, cartToken);
  const { shop, queryClient } = await show(null, { answers: { order: () => anOrder({ state: 'new' }) } });
  await expect(queryClient.fetchQuery(cartQueries.current(shop, cartToken))).resolves.toBeNull();
  expect(localStorage.getItem(cartTokenKey)).toBeNull();
});

test('a line that is short says how many are left', async () => {
  const item = anItem({
    availability: { status: 'insufficient', available: 2 },
    variant: { ...anItem().variant, ...aVariant({ stock: 2 }) },
  });
  const { container } = await show(
    <CartLines removed={[null, () => {}]} order={anOrder({ items: [item] })} />,
  );
  expect(text(container.querySelector('[role="alert"]'))).toBe('Only 2 pcs left');
});
