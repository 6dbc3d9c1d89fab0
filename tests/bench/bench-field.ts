/** What a person in the field waits for: "saved" on the screen, and what became of an order once the link is back. */
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { browserOptions } from './browser-options.ts';
import { atRest } from './bench-touch.ts';
import { figure, startBenchShop, type Figure } from './bench-shop.ts';

interface Goods {
  id: number;
  slug: string;
  isChemical: boolean;
  isGift: boolean;
  professionalUse?: boolean;
  tradeOnly?: boolean;
  variants: { tracked: boolean; stock: number | null; weight?: number }[];
}

const sorted = (values: number[]) => values.toSorted((one, other) => one - other);
const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? 0;

/** The address of ordinary, light goods of one variant: ten of them still fit into a parcel. */
async function anOrdinaryProduct(page: Page, url: string): Promise<string> {
  const answer = await page.request.get(`${url}/api/v2/shop/search/products?itemsPerPage=100&facets=0`);
  const { data } = (await answer.json()) as { data: Goods[] };
  const found = data.find(
    (one) =>
      !one.isChemical &&
      !one.isGift &&
      one.professionalUse !== true &&
      one.tradeOnly !== true &&
      one.variants.length === 1 &&
      one.variants.every(
        ({ tracked, stock, weight }) => tracked && (stock ?? 0) > 50 && (weight ?? Infinity) < 1_000,
      ),
  );
  if (!found) throw new Error('No ordinary goods');
  return `/p/${found.slug}-${String(found.id)}`;
}

const addButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).first();

/** A visit that leaves on the device what an order needs; then the network goes. */
async function visitAndLeave(page: Page, context: BrowserContext, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const options = page.waitForResponse((answer) => answer.url().endsWith('/shop/checkout-options'));
  await page.reload();
  await page.getByRole('heading', { level: 1 }).click();
  await options;
  await addButton(page).waitFor();
  await atRest(page);
  await context.setOffline(true);
}

/** From the press until the cart's line of the product says the new number: by then the change is on the disk (I1). */
const press = (page: Page, pieces: number) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const button = [...document.querySelectorAll<HTMLButtonElement>('main button')].find(
          (one) => one.textContent?.trim() === 'Į krepšelį',
        );
        if (!button) {
          reject(new Error('No button'));
          return;
        }
        const startedAt = performance.now();
        const look = () => {
          if (document.querySelector('main')?.textContent?.includes(`Krepšelyje: ${String(wanted)}`))
            resolve(performance.now() - startedAt);
          else requestAnimationFrame(look);
        };
        button.click();
        requestAnimationFrame(look);
      }),
    pieces,
  );

async function orderOffline(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/apmokejimas`);
  await page.getByRole('radio', { name: /^Kurjeris į namus/ }).check();
  await page.getByRole('button', { name: 'Toliau: adresas' }).click();
  for (const [label, value] of [
    ['El. paštas', 'rasa@example.lt'],
    ['Vardas', 'Rasa'],
    ['Pavardė', 'Ąžuolė'],
    ['Telefonas', '8 612 34567'],
    ['Gatvė', 'Laukų g.'],
    ['Namas', '5'],
    ['Miestas arba kaimas', 'Kėdainiai'],
    ['Pašto kodas', '57123'],
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Toliau: mokėjimas' }).click();
  await page.getByRole('radio', { name: /^Banko pavedimas/ }).check();
  await page.getByLabel(/pirkimo taisyklėmis/).check();
  await page.getByLabel(/privatumo politiką/).check();
  await page.getByRole('button', { name: /^Išsaugoti užsakymą/ }).click();
  await page.getByRole('article', { name: /^Išsaugota šiame įrenginyje/ }).waitFor();
}

export async function measurePrepared(): Promise<Figure[]> {
  const shop = await startBenchShop();
  const browser = await chromium.launch(browserOptions());
  try {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
    const page = await context.newPage();
    const address = shop.url + (await anOrdinaryProduct(page, shop.url));
    await visitAndLeave(page, context, address);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const presses: number[] = [];
    for (let pieces = 1; pieces <= 9; pieces += 1) presses.push(await press(page, pieces));
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });

    const fates: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      if (round > 0) {
        await page.goto(address);
        await addButton(page).waitFor();
        await context.setOffline(true);
        await page.getByRole('heading', { level: 1 }).click();
        await press(page, 1);
      }
      await orderOffline(page, shop.url);
      const startedAt = performance.now();
      await context.setOffline(false);
      await page
        .getByRole('article', { name: /^Užsakyta, numeris/ })
        .nth(round)
        .waitFor({ timeout: 60_000 });
      fates.push(performance.now() - startedAt);
    }
    const slowest = sorted(presses).at(-1) ?? 0;
    const worst = sorted(fates).at(-1) ?? 0;
    return [
      figure(
        'add to cart without network until "saved" shows, 4x slowed',
        median(presses),
        'ms',
        '< 100',
        median(presses) < 100,
      ),
      figure('the same, slowest of nine (the first press among them)', slowest, 'ms', 'information', true),
      figure(
        'fate of a waiting order after the link is back, worst of three',
        worst / 1000,
        's',
        '<= 5',
        worst <= 5_000,
      ),
    ];
  } finally {
    await browser.close();
    await shop.stop();
  }
}
