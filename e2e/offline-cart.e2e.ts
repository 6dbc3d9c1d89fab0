import type { Page } from '@playwright/test';
import { picture } from './picture.ts';
import { keptOnDevice, unanswered } from './offline-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';
import { findProduct, isOrdinary, oneMore, pathOf, walkTo } from './purchase-steps.ts';

const add = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true });

/** A second start: the worker holds the page, the shell comes from the device. */
async function visit(page: Page, path: string): Promise<void> {
  await installWorker(page);
  await page.goto(path);
  await expect(add(page)).toBeVisible();
}

const linesOf = async (
  shop: { query: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]> },
  token: string | null,
) =>
  shop.query(
    `select v.code, i.quantity from order_item i join "order" o on o.id = i.order_id join product_variant v on v.id = i.variant_id
     where o.token = $1 and i.deleted_at is null order by i.id`,
    [token],
  );
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('CART_TOKEN'));

test('R0.44 a cart begun, changed and reopened without a connection is sent once when there is one', async ({
  page,
  context,
  shop,
}) => {
  const product = await findProduct(page, isOrdinary);
  await visit(page, pathOf(product));
  await context.setOffline(true);
  await add(page).click();
  await expect(page.getByText('Krepšelyje: 1')).toBeVisible();
  await page.goto('/krepselis');
  const field = page
    .getByRole('spinbutton')
    .or(page.getByRole('textbox', { name: product.name }))
    .first();
  await expect(page.getByText(/Išsaugota šiame įrenginyje .*, dar neišsiųsta/)).toBeVisible();
  await expect(page.getByText('bus patikslinta')).toBeVisible();
  await oneMore(page).click();
  await oneMore(page).click();
  await expect(field).toHaveValue('3');
  await keptOnDevice(page, '"quantity":3');
  const token = await tokenOf(page);
  expect(await linesOf(shop, token)).toEqual([]);
  // The page is closed and opened again: what waits is on the disk.
  await page.close();
  const again = await context.newPage();
  await again.goto('/krepselis');
  await expect(again.getByText(/dar neišsiųsta/)).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => linesOf(shop, token)).toEqual([{ code: product.variants[0]?.code, quantity: 3 }]);
  await expect(again.getByText(/dar neišsiųsta/)).toHaveCount(0);
});

test('what the shop refuses stands on its line with its sentence and a way back', async ({
  page,
  context,
  shop,
}) => {
  const product = await findProduct(page, isOrdinary);
  await visit(page, pathOf(product));
  await add(page).click();
  await expect(page.getByText('Krepšelyje: 1')).toBeVisible();
  const token = await tokenOf(page);
  await expect.poll(() => linesOf(shop, token)).toHaveLength(1);
  await walkTo(page, '/krepselis');
  await expect(oneMore(page)).toBeVisible();
  await context.setOffline(true);
  await oneMore(page).click();
  await expect(page.getByText(/dar neišsiųsta/)).toBeVisible();
  const code = product.variants[0]?.code;
  const ofVariant = 'variant_id = (select id from product_variant where code = $1)';
  await shop.query(`update stock set on_hand = 0, on_hold = 0 where ${ofVariant}`, [code]);
  await shop.query(
    `update stock set on_hand = 1 where ctid = (select ctid from stock where ${ofVariant} limit 1)`,
    [code],
  );
  await context.setOffline(false);
  const refusal = page.getByRole('alert').filter({ hasText: 'Norėjote 2, krepšelyje yra 1.' });
  await expect(refusal).toBeVisible();
  await picture(page, 'line-refused');
  await refusal.getByRole('button', { name: 'Palikti, kaip buvo' }).click();
  await expect(refusal).toHaveCount(0);
  expect(await linesOf(shop, token)).toEqual([{ code: product.variants[0]?.code, quantity: 1 }]);
});

test('two tabs show the same cart, and each change reaches the shop once', async ({
  page,
  context,
  shop,
}) => {
  const product = await findProduct(page, isOrdinary);
  await visit(page, pathOf(product));
  const other = await context.newPage();
  await other.goto('/krepselis');
  await expect(other.getByText(/krepšelis tuščias/i)).toBeVisible();
  await add(page).click();
  await expect(other.getByRole('button', { name: /^Pašalinti/ })).toBeVisible();
  await oneMore(other).click();
  await expect(page.getByText('Krepšelyje: 2')).toBeVisible();
  await expect
    .poll(async () => linesOf(shop, await tokenOf(page)))
    .toEqual([{ code: product.variants[0]?.code, quantity: 2 }]);
});

test('what another device changed in the cart is shown with the fresh cart; one that the shop has lost is begun anew from the lines of the device; a phone that died before local storage was written shows it, and never says that it is empty', async ({
  page,
  request,
  shop,
}) => {
  const product = await findProduct(page, isOrdinary);
  await visit(page, pathOf(product));
  await add(page).click();
  await expect(page.getByText('Krepšelyje: 1')).toBeVisible();
  const token = await tokenOf(page);
  await expect.poll(() => linesOf(shop, token)).toHaveLength(1);
  // This device has had the shop's answer: without it nobody could say who changed what.
  await expect.poll(() => unanswered(page)).toBe(0);
  const cart = await request.get(`/api/v2/shop/orders/${String(token)}`);
  const { items } = (await cart.json()) as { items: { id: number }[] };
  const answer = await request.patch(`/api/v2/shop/orders/${String(token)}/items/${String(items[0]?.id)}`, {
    data: { quantity: 4 },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto('/krepselis');
  const note = page.getByRole('alert').filter({ hasText: 'Krepšelis pakeistas kitame įrenginyje' });
  await expect(note).toContainText('1 → 4 vnt.');
  await picture(page, 'changed-elsewhere');
  await note.getByRole('button', { name: 'Gerai, supratau' }).click();
  await expect(note).toHaveCount(0);
  await test.step('lost by the shop', async () => {
    await shop.query(`delete from "order" where token = $1`, [token]);
    await page.goto('/krepselis');
    await expect(page.getByRole('button', { name: /^Pašalinti/ })).toBeVisible();
    await expect
      .poll(async () => linesOf(shop, await tokenOf(page)))
      .toEqual([{ code: product.variants[0]?.code, quantity: 4 }]);
    expect(await tokenOf(page)).not.toBe(token);
  });
  await test.step('without the cell of local storage', async () => {
    await expect.poll(() => unanswered(page)).toBe(0);
    await page.addInitScript(() => {
      localStorage.removeItem('CART_TOKEN');
      const said =
        (globalThis as { said?: string[] }).said ?? ((globalThis as { said?: string[] }).said = []);
      new MutationObserver(() => {
        const words = document.querySelector('main')?.textContent ?? '';
        if (words.includes('Krepšelis tuščias')) said.push(words);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await page.goto('/krepselis');
    await expect(page.getByRole('main').getByText(product.name)).toBeVisible();
    expect(await page.evaluate(() => (globalThis as { said?: string[] }).said)).toEqual([]);
  });
  await test.step('CART-18 emptied on another device', async () => {
    const answered = await request.delete(`/api/v2/shop/orders/${String(await tokenOf(page))}`, {
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
    expect(answered.status()).toBe(204);
    await page.goto('/krepselis');
    await expect(page.getByText('Jūsų krepšelis buvo ištuštintas kitame įrenginyje.')).toBeVisible();
    await expect(page.getByRole('main').getByText(/krepšelis tuščias/i)).toBeVisible();
    expect(await tokenOf(page)).toBeNull();
  });
});
