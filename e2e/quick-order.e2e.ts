/** Buying by codes: pasted, from a file, again from a saved list, with and without a connection. */
import type { Page } from '@playwright/test';
import { walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

const lineOf = (page: Page, code: string) => page.getByRole('listitem').filter({ hasText: code });
const codes = (page: Page) => page.getByRole('textbox', { name: 'Kodai ir kiekiai' });
const check = (page: Page) => page.getByRole('button', { name: 'Patikrinti eilutes' });

interface Pack {
  code: string;
  stock: number | null;
  ean?: string;
}
/** Packs of ordinary goods, which a guest may buy, with at least 2 pieces, one of each product. */
async function packsOf(page: Page, most: number): Promise<Pack[]> {
  const packs: Pack[] = [];
  for (let number = 1; packs.length < most; number += 1) {
    const { data } = (await (
      await page.request.get(
        `/api/v2/shop/search/products?itemsPerPage=100&facets=0&inStock=1&page=${number}`,
      )
    ).json()) as { data: { bundle?: object; isGift: boolean; tradeOnly?: boolean; variants: Pack[] }[] };
    if (data.length === 0) break;
    for (const { bundle, isGift, tradeOnly = false, variants } of data)
      if (bundle === undefined && !isGift && !tradeOnly)
        packs.push(...variants.filter(({ stock }) => stock === null || stock > 1));
  }
  return packs.slice(0, most);
}

async function openQuickOrder(page: Page): Promise<void> {
  await page.goto('/greitas-uzsakymas');
  await whenHydrated(page, check(page));
}

test('a file of Windows-1257 with semicolons is read, a workbook is refused in words and nothing is lost; pasted lines are named one by one, the good ones go into the cart, the others stay; a list is kept and ordered again', async ({
  page,
}) => {
  const [one, other] = await packsOf(page, 200).then((packs) => [
    packs.find(({ ean }) => ean !== undefined),
    packs.findLast(({ stock }) => stock !== null && stock < 900),
  ]);
  if (one === undefined || other?.stock == null) throw new Error('No such goods');
  await openQuickOrder(page);
  await test.step('files', async () => {
    // `Prekės kodas;Kiekis`, ė as Windows-1257 has it.
    const table = Buffer.from(`Prek\u00ebs kodas;Kiekis\r\n"${one.code}";"1"\r\n`, 'latin1');
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'prekes.csv', mimeType: 'text/csv', buffer: table });
    await expect(page.getByRole('button', { name: 'Įdėti į krepšelį 1 eilutę' })).toBeVisible();
    await file.setInputFiles({
      name: 'prekes.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]),
    });
    await expect(page.getByRole('alert').filter({ hasText: 'Failas nėra tekstas' })).toBeVisible();
    await expect(codes(page)).not.toHaveValue('');
  });
  await codes(page).fill(
    `Kodas\tKiekis\n${one.code.toLowerCase()}\t1\n${one.ean ?? ''}\t1\nNERA-TOKIO\t2\n${other.code}\t${other.stock + 1}\n=1+1\t2`,
  );
  await check(page).click();
  await expect(lineOf(page, 'NERA-TOKIO')).toContainText('Prekės su tokiu kodu nėra');
  await expect(lineOf(page, '=1+1')).toContainText('Prekės su tokiu kodu nėra');
  await expect(lineOf(page, one.code.toLowerCase())).toContainText('2 vnt.');
  await lineOf(page, other.code)
    .getByRole('button', { name: `Imti ${other.stock}` })
    .click();
  await page.getByRole('textbox', { name: 'Sąrašo pavadinimas' }).fill('Pavasario sąrašas');
  await page.getByRole('button', { name: 'Išsaugoti sąrašą' }).click();
  await page.getByRole('button', { name: 'Įdėti į krepšelį 2 eilutes' }).click();
  await expect(page.getByText('Į krepšelį įdėtos 2 eilutės.')).toBeVisible();
  await expect(codes(page)).toHaveValue('NERA-TOKIO\t2\n=1+1\t2');
  await page.reload();
  await page.getByRole('button', { name: 'Užsakyti dar kartą' }).click();
  await expect(lineOf(page, one.code.toLowerCase()).first()).toBeVisible();
  await walkTo(page, '/krepselis');
  await expect(page.getByRole('main')).toContainText(`${other.stock + 2} vienet`);
});

/** ms from the press until the page shows what came of it: told of each change, since to look in every frame takes a part of what it measures. */
const pressed = (page: Page, button: RegExp, shown: RegExp) =>
  page.evaluate(
    ({ button: name, shown: words }) =>
      new Promise<number>((resolve) => {
        const main = document.querySelector('main') ?? document.body;
        const wanted = new RegExp(words, 'u');
        const from = performance.now();
        const observer = new MutationObserver(() => {
          if (!wanted.test(main.textContent)) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - from));
        });
        observer.observe(main, { childList: true, subtree: true, characterData: true });
        [...document.querySelectorAll('button')]
          .find((one) => new RegExp(name, 'u').test(one.textContent))
          ?.click();
      }),
    { button: button.source, shown: shown.source },
  );

test('200 lines are checked and put into the cart with one press each, with and without a connection; the time is told', async ({
  page,
  context,
}) => {
  const packs = await packsOf(page, 200);
  expect(packs.length).toBe(200);
  await installWorker(page);
  await page.goto('/sis-irenginys');
  const keep = page.getByRole('checkbox', { name: 'Laikyti katalogą šiame įrenginyje' });
  await whenHydrated(page, keep);
  await keep.check();
  await expect(page.getByText(/Laikoma prekių: \d+/)).toBeVisible();
  await openQuickOrder(page);
  const devtools = await context.newCDPSession(page);
  for (const isAway of [false, true]) {
    await context.setOffline(isAway);
    // The first question begins what the others find begun: schema, catalogue worker.
    await codes(page).fill(`${packs[0]?.code ?? ''}\t1`);
    await check(page).click();
    await expect(page.getByRole('button', { name: 'Įdėti į krepšelį 1 eilutę' })).toBeVisible();
    await page.getByRole('button', { name: 'Įdėti į krepšelį 1 eilutę' }).click();
    await expect(page.getByText('Į krepšelį įdėta 1 eilutė.')).toBeVisible();
    await codes(page).fill(packs.map(({ code }) => `${code}\t1`).join('\n'));
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const checking = await pressed(page, /Patikrinti eilutes/, /Įdėti į krepšelį 200/);
    const adding = await pressed(page, /Įdėti į krepšelį 200/, /Į krepšelį įdėta 200/);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const ms = `${checking.toFixed(0)} + ${adding.toFixed(0)} ms`;
    test.info().annotations.push({ type: isAway ? 'offline' : 'online', description: ms });
    console.log(`200 lines ${isAway ? 'offline' : 'online'}: ${ms}`);
  }
});
