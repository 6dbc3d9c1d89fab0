import { apiMarker, header } from '#contract/calls/endpoints.ts';
import type { Response } from '@playwright/test';
import {
  fillSteps,
  findProduct,
  openCheckout,
  isOrdinary,
  pathOf,
  placeOrder,
  toAddress,
} from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

const isChemical = (product: Parameters<typeof isOrdinary>[0]) =>
  product.isChemical &&
  product.professionalUse !== true &&
  product.variants.some((variant) => (variant.stock ?? 0) > 3);

test('R1.20 R1.21 chemicals are collected, and only where they are handed out: no courier, no locker, no other warehouse; with ordinary goods they are two parcels, each from its own warehouse, and hold every piece once', async ({
  page,
  shop,
}) => {
  const chemical = await findProduct(page, isChemical);
  await page.goto(pathOf(chemical));
  await expect(page.getByText('Tik atsiimti, nepristatoma.')).toBeVisible();
  const token = await openCheckout(page, chemical);
  await expect(page.getByRole('radio', { name: /Atsiimti sandėlyje/ }).first()).toBeVisible();
  for (const other of [/Kurjeris iki durų/, /Paštomatas/])
    await expect(page.getByRole('radio', { name: other })).toHaveCount(0);
  await page
    .getByRole('radio', { name: /Atsiimti sandėlyje/ })
    .first()
    .check();
  const handingOut = await shop.query('select code from warehouse where chemicals and collection');
  const places = page.locator('input[name="place"]:enabled');
  await expect(places.first()).toBeVisible();
  const offered = await places.evaluateAll((all) =>
    all.map((one) => (one as HTMLInputElement).value.replace('collection.', '')),
  );
  const allowed = new Set(handingOut.map((row) => row['code']));
  expect(offered.filter((code) => !allowed.has(code))).toEqual([]);
  await test.step('R1.21 with ordinary goods: two parcels', async () => {
    const ordinary = await findProduct(page, isOrdinary);
    const added = await page.request.post(`/api/v2/shop/orders/${token}/items`, {
      data: { productVariantCode: ordinary.defaultVariant, quantity: 1 },
    });
    expect(added.status()).toBe(201);
    await page.reload();
    await page.locator('input[name="way"][value="mixed.courier"]').check();
    await expect(page.getByText(/^1 siunta/)).toBeVisible();
    await expect(page.getByText(/^2 siunta/)).toBeVisible();
    await fillSteps(page);
    await placeOrder(page, 'Banko pavedimas');
    await expect(page).toHaveURL(/thank-you/);
    const answer = await page.request.get(`/api/v2/shop/orders/${token}`);
    const { items, shipments } = (await answer.json()) as {
      items: { id: number; quantity: number; collectOnly: boolean }[];
      shipments: {
        kind: string;
        warehouse: { code: string };
        items: { itemId: number; quantity: number }[];
      }[];
    };
    expect(shipments.map(({ kind }) => kind).toSorted()).toEqual(['collection', 'courier']);
    expect(new Set(shipments.map(({ warehouse }) => warehouse.code)).size).toBe(2);
    const parts = shipments.flatMap((shipment) => shipment.items);
    expect(parts.toSorted((one, other) => one.itemId - other.itemId)).toEqual(
      items.map(({ id, quantity }) => ({ itemId: id, quantity })),
    );
    const collected = shipments.find(({ kind }) => kind === 'collection')?.items.map(({ itemId }) => itemId);
    expect(collected).toEqual(items.filter((item) => item.collectOnly).map(({ id }) => id));
  });
});

test('R4.20 R2.59 R4.19 R5.12 R5.18 the first steps of the checkout: none can be left out, the only way out leads to the cart, a cart asked for again in vain leaves them where they are, and errors show in Lithuanian once a field was left, all of them on submit', async ({
  page,
}) => {
  await openCheckout(page, await findProduct(page, isOrdinary));

  await test.step('R4.20 R2.59 a later step cannot be opened before the earlier is done; the only way out leads to the cart', async () => {
    await expect(page.getByText('Kaip norite gauti prekes?')).toBeVisible();
    await expect(page.getByRole('button', { name: /Mokėjimas/ })).toHaveCount(0);
    // No menu of goods, no lists at the foot: only help and rules (the menu place "checkout", R2.85), each in a tab of its own.
    const help = page.getByRole('navigation', { name: 'Pagalba užsakant' });
    await expect(help).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(1);
    const links = page.getByRole('contentinfo').getByRole('link');
    expect(await links.count()).toBe(await help.getByRole('link').count());
    for (const link of await links.all()) {
      // A number to call leaves the page where it is.
      if (!(await link.getAttribute('href'))?.startsWith('tel:'))
        await expect(link).toHaveAttribute('target', '_blank');
    }
    await expect(page.getByRole('link', { name: 'Atgal į krepšelį' })).toHaveAttribute('href', '/krepselis');
  });

  await test.step('R4.19 a cart that is asked for again in vain leaves the steps where they are', async () => {
    await expect(page.getByRole('radio', { name: /Kurjeris iki durų/ })).toBeVisible();
    const token = await page.evaluate(() => localStorage.getItem('CART_TOKEN'));
    const cart = `**/api/v2/shop/orders/${token ?? ''}`;
    await page.context().route(cart, (route) =>
      route.fulfill({
        status: 429,
        headers: { [header.marker]: apiMarker },
        json: { code: 'rate_limit.exceeded', message: 'Per daug užklausų.', violations: [] },
      }),
    );
    const refusals: Response[] = [];
    page.on('response', (response) => {
      if (response.status() === 429) refusals.push(response);
    });
    // The next look is a minute later each time: an asking that was under way at the one before made the cart a fresh one.
    let minutes = 0;
    await expect
      .poll(async () => {
        minutes += 1;
        await page.clock.setSystemTime(Date.now() + minutes * 60_000);
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
        return refusals.length;
      })
      .toBeGreaterThan(0);
    await refusals[0]?.finished();
    // Read by the page, and shown in the frame after.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await expect(page.getByText('Užsakymo gauti nepavyko')).toHaveCount(0);
    await expect(page.getByRole('radio', { name: /Kurjeris iki durų/ })).toBeVisible();
    await page.context().unroute(cart);
  });

  await test.step('R5.12 R5.18 errors show once a field was left, all of them on submit', async () => {
    await toAddress(page);
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
    await page.getByLabel('Vardas').focus();
    await page.getByLabel('Pavardė').focus();
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    await expect(page.getByText('Laukas negali būti tuščias.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Toliau: mokėjimas' }).click();
    await expect(page.getByText('Pataisykite šiuos laukus:')).toBeVisible();
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBeGreaterThan(5);
    await page.getByLabel('Vardas').fill('J0nas');
    await expect(page.getByText("Varde gali būti visos raidės ir ženklai ' -").first()).toBeVisible();
    await page.getByLabel('Vardas').fill('Jonas');
    await expect(page.getByLabel('Vardas')).not.toHaveAttribute('aria-invalid', 'true');
  });
});

test('R3.31 R3.29 another variant changes price, stock and what goes into the cart; a thumbnail per picture', async ({
  page,
}) => {
  const product = await findProduct(
    page,
    (one) =>
      isOrdinary(one) &&
      one.variants.length > 1 &&
      one.variants[0]!.prices.price !== one.variants[1]!.prices.price,
  );
  const detail = (await (await page.request.get(`/api/v2/shop/products/${product.code}`)).json()) as {
    images: unknown[];
    shortDescription: string;
  };
  await page.goto(pathOf(product));
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  await expect(page.getByText(detail.shortDescription).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /nuotrauka iš/ })).toHaveCount(detail.images.length);
  const other = product.variants[1]!;
  await page.getByRole('radio', { name: new RegExp(`^${other.name}`) }).click();
  await expect(page).toHaveURL(new RegExp(`variant=${other.code}`));
  await page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).click();
  await expect(page.getByText(/Krepšelyje: 1/)).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('CART_TOKEN'));
  const codes = async () => {
    const order = (await (await page.request.get(`/api/v2/shop/orders/${token ?? ''}`)).json()) as {
      items?: { variant: { code: string } }[];
    };
    return order.items?.map((item) => item.variant.code);
  };
  await expect.poll(codes).toEqual([other.code]);
});
