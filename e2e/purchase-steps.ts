/** Steps of buying that several journeys share. */
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import { expect, layOnDevice } from './shop-fixture.ts';

interface ListedProduct {
  id: number;
  slug: string;
  code: string;
  name: string;
  isChemical: boolean;
  professionalUse?: boolean;
  tradeOnly?: boolean;
  isGift: boolean;
  /** Code of the variant that is chosen when the page opens. */
  defaultVariant: string;
  variants: {
    code: string;
    name: string;
    tracked: boolean;
    stock: number | null;
    prices: { price: number; originalPrices: number[] };
  }[];
}

/**
 * Waits until the page is hydrated: React has taken over what the server drew. Before that a link loads its page anew and
 * nothing is asked by the page itself.
 * @param part something of the part that has to be hydrated; by default the whole page's frame.
 */
export async function whenHydrated(
  page: Page,
  part: Locator = page.getByRole('banner').getByRole('link').first(),
): Promise<void> {
  await expect
    .poll(async () => {
      // The visitor's first input: parts that wait for it come now.
      await page.mouse.move(2, 2);
      await page.mouse.move(4, 4);
      // As the page itself asks (src/ui/hydration/pre-hydration-events.ts).
      return await part.evaluate(
        (element) => !element.dispatchEvent(new Event('emptied', { cancelable: true })),
      );
    })
    .toBe(true);
}

/** The first listed product that fits; tests name what they need, not a code. */
export async function findProduct(
  page: Page,
  fits: (product: ListedProduct) => boolean,
): Promise<ListedProduct> {
  for (let number = 1; number < 6; number += 1) {
    const answer = await page.request.get(
      `/api/v2/shop/search/products?itemsPerPage=100&facets=0&page=${String(number)}`,
    );
    const { data } = (await answer.json()) as { data: ListedProduct[] };
    const found = data.find((product) => fits(product));
    if (found) return found;
  }
  throw new Error('No such product');
}

/** Ordinary goods that a courier brings, with enough pieces. */
export const isOrdinary = (product: ListedProduct) =>
  !product.isChemical &&
  product.professionalUse !== true &&
  product.tradeOnly !== true &&
  !product.isGift &&
  product.variants.every((variant) => variant.tracked && (variant.stock ?? 0) > 20);

export const pathOf = (product: { slug: string; id: number }) => `/p/${product.slug}-${String(product.id)}`;

/** As a link of the open page goes there: by the router, without a load. The page has to be hydrated. */
export const walkTo = (page: Page, address: string): Promise<void> =>
  page.evaluate((given) => {
    history.pushState(null, '', given);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** One more of the first line of the cart's page: until that has come the page before it has such a button too. */
export const oneMore = (page: Page): Locator =>
  page
    .getByRole('main')
    .filter({ has: page.getByRole('heading', { name: 'Krepšelis', level: 1 }) })
    .getByRole('button', { name: /^Vienu daugiau/ })
    .first();

/** Opens the product and puts it into the cart. */
export async function addToCart(page: Page, product: { slug: string; id: number }): Promise<void> {
  await page.goto(pathOf(product));
  await page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).click();
  await expect(page.getByText(/Krepšelyje: \d/)).toBeVisible();
}

type Product = { variants: readonly { code: string }[] };

/** A cart that the shop has, in front on this device: one piece of each product. */
export async function cartOf(page: Page, ...products: Product[]): Promise<Cart> {
  const token = randomBytes(24).toString('base64url');
  await page.request.post('/api/v2/shop/orders', { data: { localeCode: 'lt', tokenValue: token } });
  let cart: Cart | undefined;
  for (const { variants } of products) {
    const added = await page.request.post(`/api/v2/shop/orders/${token}/items`, {
      data: { productVariantCode: variants[0]?.code, quantity: 1 },
    });
    expect(added.status()).toBe(201);
    cart = (await added.json()) as Cart;
  }
  if (!cart) throw new Error('Nothing for the cart');
  await layOnDevice(page, { CART_TOKEN: token });
  return cart;
}
interface Cart {
  tokenValue: string;
  shipments: { id: number }[];
}

/**
 * The checkout with one piece of each product in a cart that the shop has. How goods come there from a page, and what happens
 * while they are on their way, is the matter of other journeys: on a busy machine the checkout would not wait for them.
 * @returns the cart's token
 */
export async function openCheckout(page: Page, ...products: Product[]): Promise<string> {
  const { tokenValue } = await cartOf(page, ...products);
  await page.goto('/apmokejimas');
  return tokenValue;
}

/** The checkout at its last step: to be brought by a courier, to an address that the shop knows already. */
export async function openPayment(page: Page): Promise<void> {
  const { tokenValue, shipments } = await cartOf(page, await findProduct(page, isOrdinary));
  const path = `/api/v2/shop/orders/${tokenValue}`;
  const contact = { firstName: 'Rasa', lastName: 'Ąžuolė', phoneNumber: '+37061234567' };
  const shippingAddress = {
    ...contact,
    countryCode: 'LT',
    city: 'Kėdainiai',
    street: 'Laukų g.',
    houseNumber: '5',
    flatNumber: null,
    postCode: '57123',
  };
  const answers = [
    await page.request.put(path, { data: { email: 'rasa@example.lt', contact } }),
    await page.request.patch(`${path}/shipments/${String(shipments[0]?.id)}`, {
      data: { shippingMethod: 'COURIER_HOME' },
    }),
    await page.request.put(path, { data: { shippingAddress } }),
  ];
  expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200]);
  await page.goto('/apmokejimas');
  await expect(page.getByText('Kaip norite mokėti?')).toBeVisible();
}

export async function fillContacts(page: Page): Promise<void> {
  await page.getByLabel('El. paštas').fill('rasa@example.lt');
  await page.getByLabel('Vardas').fill('Rasa');
  await page.getByLabel('Pavardė').fill('Ąžuolė');
  await page.getByLabel('Telefonas').fill('8 612 34567');
}

export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Gatvė').fill('Laukų g.');
  await page.getByLabel('Namas').fill('5');
  await page.getByLabel('Miestas arba kaimas').fill('Kėdainiai');
  await page.getByLabel('Pašto kodas').fill('57123');
}

/** @param field that the step then shows; whoever is signed in is asked for no e-mail */
export async function toAddress(page: Page, field = 'El. paštas'): Promise<void> {
  await page.getByRole('button', { name: 'Toliau: adresas' }).click();
  await expect(page.getByLabel(field)).toBeVisible();
}

export async function toPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Toliau: mokėjimas' }).click();
  await expect(page.getByText('Kaip norite mokėti?')).toBeVisible();
}

/** From the checkout's first step to its last. */
export async function fillSteps(page: Page): Promise<void> {
  await toAddress(page);
  await fillContacts(page);
  await fillAddress(page);
  await toPayment(page);
}

/** From the product to the last press. */
export async function upToPayment(page: Page): Promise<void> {
  await openCheckout(page, await findProduct(page, isOrdinary));
  await page.getByRole('radio', { name: /Kurjeris iki durų/ }).check();
  await fillSteps(page);
}

export async function placeOrder(page: Page, payment: string): Promise<void> {
  await page.getByRole('radio', { name: payment }).check();
  await page.getByLabel(/pirkimo taisyklėmis/).check();
  await page.getByLabel(/privatumo politiką/).check();
  await page.getByRole('button', { name: /Užsakyti su pareiga sumokėti/ }).click();
}

export interface CourierGoods {
  id: number;
  slug: string;
  name: string;
  code: string;
  price: number;
}

/** Ordinary goods of one variant that a courier brings. */
export async function courierGoods(shop: RunningShop, skip = 0): Promise<CourierGoods> {
  const result = await shop.database.pool.query<CourierGoods>(
    `select p.id, p.slug->>'lt' as slug, p.name->>'lt' as name, v.code, cp.price from product p
     join product_variant v on v.product_id = p.id
     join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id and c.code = 'retail'
     join stock s on s.variant_id = v.id join warehouse w on w.id = s.warehouse_id and w.main
     where p.enabled and v.enabled and v.tracked and not p.is_chemical and not p.is_gift and not p.professional_use and not p.ammonium_nitrate16
       and p.type = 'simple' and v.weight between 1 and 5000 and s.on_hand - s.on_hold > 20 and cp.price between 500 and 2500
       and cp.original_price is null and (select count(*) from product_variant o where o.product_id = p.id) = 1
     order by v.code offset $1 limit 1`,
    [skip],
  );
  const row = result.rows[0];
  if (!row) throw new Error('The seed has no such product.');
  return row;
}
