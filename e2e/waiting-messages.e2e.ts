import { createHash, randomBytes } from 'node:crypto';
import { expect, installWorker, test } from './shop-fixture.ts';
import { findProduct, isOrdinary, pathOf, whenHydrated } from './purchase-steps.ts';

test('R0.44 a sign-up, a stock request and a review made without a connection wait, outlive the page, and are sent once', async ({
  page,
  context,
  shop,
}) => {
  // Goods of its own: other journeys take the first that fits.
  let seen = 0;
  const product = await findProduct(
    page,
    (one) => isOrdinary(one) && one.variants.length === 1 && (seen += 1) === 25,
  );
  const code = product.variants[0]?.code ?? '';
  const [variant] = await shop.query('select id from product_variant where code = $1', [code]);
  const setStock = async (pieces: number) => {
    await shop.query('update stock set on_hand = $1, on_hold = 0 where variant_id = $2', [
      pieces,
      variant?.['id'],
    ]);
    await shop.query(`select pg_notify('catalogue', '')`);
  };
  const token = randomBytes(24).toString('base64url');
  const [order] = await shop.query(
    `insert into "order" (token, number, channel_id, locale, currency_code, state, email, first_name, checkout_completed_at)
     values ($1, $2, (select id from channel where code = 'retail'), 'lt', 'EUR', 'fulfilled', 'rasa@example.lt', 'Rasa', now()) returning id`,
    [randomBytes(24).toString('base64url'), `W${String(Date.now())}`],
  );
  await shop.query(
    `insert into review_link (hash, product_id, order_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), product.id, order?.['id']],
  );
  await setStock(0);
  const email = `ruta-${token
    .slice(0, 8)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')}@example.com`;
  try {
    const notify = page
      .getByRole('main')
      .getByRole('button', { name: `Pranešti man, kai vėl bus: ${product.name}` })
      .first();
    await installWorker(page);
    await expect(async () => {
      await page.goto(`${pathOf(product)}?review=${token}`);
      await expect(notify).toBeVisible();
    }).toPass();
    await whenHydrated(page, notify);
    const review = page.getByRole('region', { name: 'Atsiliepimai' });
    await expect(review.getByRole('button', { name: 'Siųsti atsiliepimą' })).toBeVisible();
    await context.setOffline(true);

    await notify.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(email);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Pranešti man' }).click();
    await expect(dialog.getByText('Išsaugota šiame įrenginyje, dar neišsiųsta')).toBeVisible();
    await dialog.getByRole('button', { name: 'Uždaryti' }).click();

    await review.getByRole('radio', { name: '4 iš 5' }).check();
    await review.getByRole('textbox').fill('Auga gerai.');
    await review.getByRole('button', { name: 'Siųsti atsiliepimą' }).click();
    await expect(review.getByText('Išsaugota šiame įrenginyje, dar neišsiųsta')).toBeVisible();

    const footer = page.getByRole('contentinfo');
    const subscribe = footer.getByRole('button', { name: 'Prenumeruoti' });
    await whenHydrated(page, subscribe);
    await footer.getByRole('textbox').fill(email);
    for (const box of await footer.getByRole('checkbox').all()) await box.check();
    await subscribe.click();
    await expect(footer.getByText('Išsaugota šiame įrenginyje, dar neišsiųsta')).toBeVisible();

    // The page is closed and opened again: what waits is on the disk.
    await page.close();
    const again = await context.newPage();
    await again.goto('/laukia');
    const main = again.getByRole('main');
    // This page's browser says that it has a network: what it has tried in vain is told as being sent.
    await expect(
      main.getByRole('listitem').filter({ hasText: /Išsaugota šiame įrenginyje, dar neišsiųsta|Siunčiamas/ }),
    ).toHaveCount(3);
    await expect(main.getByText('Auga gerai.')).toBeVisible();
    expect(await shop.query('select 1 from newsletter_subscriber where email = $1', [email])).toEqual([]);
    await context.setOffline(false);
    await expect(main.getByText('Šiame įrenginyje niekas nelaukia.')).toBeVisible();
    expect(await shop.query('select status from newsletter_subscriber where email = $1', [email])).toEqual([
      { status: 'pending' },
    ]);
    expect(
      await shop.query('select count(*)::int as n from stock_request where email = $1', [email]),
    ).toEqual([{ n: 1 }]);
    expect(
      await shop.query(`select rating, state from review where comment = 'Auga gerai.' and product_id = $1`, [
        product.id,
      ]),
    ).toEqual([{ rating: 4, state: 'new' }]);
  } finally {
    await setStock(50);
  }
});
