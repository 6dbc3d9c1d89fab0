/** How a person of a browser schedule orders, on the screens as they are: on the device, and step by step at the shop. */
import type { Page } from '@playwright/test';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { expect } from './browser-device.ts';
import { die, look, type BrowserWorld } from './browser-presses.ts';
import { beginAgain, sorted, type Wish } from './shopper.ts';

const show = (lines: Iterable<readonly [string, number]>) => JSON.stringify(sorted(lines));

async function fillIn(page: Page): Promise<void> {
  const fields: [string, string][] = [
    ['El. paštas', 'rasa@example.lt'],
    ['Vardas', 'Rasa'],
    ['Pavardė', 'Ąžuolė'],
    ['Telefonas', '8 612 34567'],
    ['Gatvė', 'Laukų g.'],
    ['Namas', '5'],
    ['Miestas arba kaimas', 'Kėdainiai'],
    ['Pašto kodas', '57123'],
  ];
  for (const [label, value] of fields) await page.getByLabel(label).fill(value);
}

const consents = [/pirkimo taisyklėmis/, /privatumo politiką/];
const fieldHeading = (page: Page) => page.getByRole('heading', { name: 'Užsakymas be ryšio' });
/** The way from the steps at the shop to an order of the device, offered when the shop does not answer. */
const wayToField = (page: Page) =>
  page.getByRole('button', { name: /^Tęsti(?: be ryšio|, išsiųsti vėliau)$/ });
const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: 'Ačiū! Jūsų užsakymas priimtas' });

/** The whole cart becomes an order that waits; made while nothing gets through. */
export async function orderInField(world: BrowserWorld): Promise<void> {
  const { phone, shopper, chance } = world;
  if (shopper.lines.size === 0) return;
  await phone.setLink(false, chance.isTrue(0.5));
  await look(world);
  const page = await phone.go('/apmokejimas');
  // A link that died in silence is found out a little later: then the steps at the shop offer the way without it. An answer
  // that was on its way may take the offer back.
  await expect(async () => {
    if (!(await fieldHeading(page).isVisible())) await wayToField(page).click({ timeout: 1_000 });
    await expect(fieldHeading(page)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await saveOnDevice(world, page);
}

/** The steps of an order of the device, up to the press that saves it. */
async function saveOnDevice(world: BrowserWorld, page: Page): Promise<void> {
  const { phone, shopper, chance, problems } = world;
  await expect(fieldHeading(page)).toBeVisible();
  const courier = page.getByRole('radio', { name: /^Kurjeris į namus/ });
  const transfer = page.getByRole('radio', { name: /^Banko pavedimas/ });
  await expect(courier.or(page.getByLabel('Vardas')).or(transfer).first()).toBeVisible();
  if (await courier.isVisible()) {
    await courier.check();
    await page.getByRole('button', { name: 'Toliau: adresas' }).click();
  }
  // Whoever comes from the steps at the shop goes on where those had got to.
  await expect(page.getByLabel('Vardas').or(transfer).first()).toBeVisible();
  if (!(await transfer.isVisible())) {
    await fillIn(page);
    await page.getByRole('button', { name: 'Toliau: mokėjimas' }).click();
  }
  await transfer.check();
  for (const consent of consents) await page.getByLabel(consent).check();
  const { entries, token } = await look(world);
  const known = new Set(entries.map((one) => one.id));
  await page.getByRole('button', { name: /^Išsaugoti užsakymą/ }).click();
  const isUnsure = chance.isTrue(0.2);
  if (isUnsure) await dieSoon(world, 120);
  else
    // Where the browser believes in its link it has tried to send at once.
    await expect(
      page
        .getByRole('article', {
          name: /^(Išsaugota šiame įrenginyje, dar neišsiųsta|Siunčiamas|Užsakyta, numeris .+|Reikia jūsų sprendimo)$/,
        })
        .first(),
    ).toBeVisible();
  const entry = (await look(world)).entries.find((one) => one.kind === 'placeIntent' && !known.has(one.id));
  if (entry === undefined) {
    if (!isUnsure) problems.push('I1: an order that was said to be saved is not on the device');
    world.log('  the order was not saved');
    return;
  }
  wish(world, {
    keys: [entry.id],
    body: entry.body as unknown as OrderIntentBody,
    token: token ?? shopper.token,
    state: 'open',
  });
  if (!isUnsure && !phone.isLinkUp() && chance.isTrue(0.3)) await die(world);
}

async function dieSoon(world: BrowserWorld, most: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, world.chance.between(0, most)));
  await die(world);
}

/** The press is on the device: what it says must be what was meant, and the next goods begin another cart (I10). */
function wish(world: BrowserWorld, made: Wish): void {
  const { shopper, chance, scarce, problems } = world;
  const certain = (lines: Iterable<readonly [string, number]>) =>
    show([...lines].filter(([code]) => !scarce.has(code)));
  const ordered = certain(made.body.lines.map((line) => [line.productVariantCode, line.quantity] as const));
  const meant = certain(shopper.lines);
  if (ordered !== meant) problems.push(`I10: meant to order ${meant}, the order says ${ordered}`);
  shopper.wishes.push(made);
  beginAgain(shopper, `none-${chance.token()}`);
}

/** How long a buyer goes on trying to get through the steps at the shop, ms. */
const buyersPatience = 20_000;

/**
 * The whole cart becomes an order step by step at the shop (CHK-12), through whatever the network does to each step. Nobody
 * who gets no further has ordered; whoever is offered the way of the device may take it.
 */
export async function orderAtShop(world: BrowserWorld): Promise<void> {
  const { phone, shopper, chance } = world;
  if (shopper.lines.size === 0) return;
  await phone.setLink(true);
  const page = await phone.go('/apmokejimas');
  const takesOtherWay = chance.isTrue(0.5);
  const press = page.getByRole('button', { name: 'Užsakyti su pareiga sumokėti' });
  const until = performance.now() + buyersPatience;
  let isReady = false;
  while (!isReady && performance.now() < until) {
    if (await fieldHeading(page).isVisible()) return saveOnDevice(world, page);
    if (takesOtherWay && (await wayToField(page).isVisible())) {
      world.log('  goes on without the shop');
      // The offer goes when the shop answers after all: then the steps go on.
      const isTaken = await wayToField(page)
        .click({ timeout: 1_000 })
        .then(
          () => true,
          () => false,
        );
      if (isTaken) return saveOnDevice(world, page);
    }
    // A step that is being saved cannot be pressed: looked at again a little later.
    isReady = await doStep(page).catch(() => false);
    if (!isReady) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  if (!isReady) return world.log('  gets no further');
  const { entries } = await look(world);
  const { token } = shopper;
  const known = new Set(entries.map((one) => one.id));
  const isPressed = await press.click({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  if (!isPressed) return world.log('  could not press');
  const isUnsure = chance.isTrue(0.5);
  if (isUnsure) await dieSoon(world, 150);
  else
    await expect(
      thanks(page)
        .or(page.getByRole('main').getByRole('article'))
        .or(page.getByRole('main').getByRole('alert'))
        .or(wayToField(page))
        .first(),
    )
      .toBeVisible({ timeout: 20_000 })
      .catch(async (error: unknown) => {
        const said = await page.locator('body').innerText({ timeout: 1_000 });
        const kept = (await look(world)).entries.map(({ kind, state }) => `${kind} ${state}`);
        world.log(`  ${page.url()} says: ${said.replaceAll(/\s+/g, ' ')}; waiting: ${kept.join(', ')}`);
        throw error;
      });
  let entry: WaitingCommand | undefined;
  const findKey = async () => {
    entry = (await look(world)).entries.find((one) => one.kind === 'completeOrder' && !known.has(one.id));
    return entry?.id ?? sentKey(world, token);
  };
  let key = await findKey();
  // What was waited for may have been on the screen before the press, which is still on its way to the disk.
  const end = performance.now() + (isUnsure ? 0 : 3_000);
  while (key === undefined && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    key = await findKey();
  }
  if (key === undefined) return world.log('  the press was not saved');
  wish(world, { keys: [key], body: bodyOf(world, entry), token, state: 'open', isAtShop: true });
  if (!isUnsure && chance.isTrue(0.3)) await die(world);
}

/** The next step that the screen offers; true when only the press is left. */
async function doStep(page: Page): Promise<boolean> {
  const quick = { timeout: 1_500 };
  const [toAddress, toPayment] = ['adresas', 'mokėjimas'].map((name) =>
    page.getByRole('button', { name: `Toliau: ${name}` }),
  );
  const transfer = page.getByRole('radio', { name: /^Banko pavedimas/ });
  if (await toAddress?.isVisible()) {
    await page.getByRole('radio', { name: /^Kurjeris iki durų/ }).check(quick);
    await toAddress?.click(quick);
  } else if (await toPayment?.isVisible()) {
    await fillIn(page);
    await toPayment?.click(quick);
  } else if (await transfer.isVisible()) {
    await transfer.check(quick);
    for (const consent of consents) await page.getByLabel(consent).check(quick);
    return true;
  }
  return false;
}

/** The key of a press that was answered so quickly that it does not lie on the device any more. */
const sentKey = (world: BrowserWorld, token: string): string | undefined =>
  world.journal.findLast(
    (sent) =>
      sent.path.endsWith(`/${token}/complete`) &&
      !world.shopper.wishes.some(({ keys }) => keys.includes(sent.key)),
  )?.key;

/** What was agreed to, in the form of an order of the device: exactly these goods, for exactly this total. */
function bodyOf(world: BrowserWorld, entry: WaitingCommand | undefined): OrderIntentBody {
  const shown = entry?.shown as { lines?: { code: string; quantity: number }[]; total?: number } | undefined;
  const lines = shown?.lines?.map(({ code, quantity }) => [code, quantity] as const) ?? [
    ...world.shopper.lines,
  ];
  return {
    lines: lines.map(([productVariantCode, quantity]) => ({
      productVariantCode,
      quantity,
      whenShort: 'wait',
    })),
    expectedTotal: shown?.total ?? Number.MAX_SAFE_INTEGER,
  } as OrderIntentBody;
}

/**
 * What became of a press at the shop. Placed: the next goods begin another cart. Refused: nothing was ordered, and the cart
 * is the shopper's again, by itself or by a press on its card. False while only the shop knows.
 */
export async function isAnswered(world: BrowserWorld): Promise<boolean> {
  const { phone, shopper, journal, problems } = world;
  for (const one of shopper.wishes.filter(({ isAtShop, state }) => isAtShop === true && state === 'open')) {
    const key = one.keys.at(-1);
    const find = async () => (await look(world)).entries.find(({ id }) => id === key);
    const entry = await find();
    if (entry?.state === 'confirmed') continue;
    if (entry?.state === 'queued' || entry?.state === 'sending') return false;
    const [order] = await world.shop.query<{ state: string }>('select state from "order" where token = $1', [
      one.token,
    ]);
    if (order !== undefined && order.state !== 'cart') continue;
    const isRefused = journal.some(
      (sent) =>
        sent.key === key && sent.said.some(({ status }) => status >= 400 && status < 500 && status !== 429),
    );
    if (!isRefused)
      problems.push(`I6: a press of "order" at the shop is gone without a word (${String(key)})`);
    if (entry !== undefined) {
      const page = await phone.go('/laukia');
      world.log('  takes the refused order back into the cart');
      await page
        .getByRole('article', { name: /^(Reikia jūsų sprendimo|Išsiųsti negalima)$/ })
        .getByRole('button', { name: 'Keisti užsakymą' })
        .first()
        .click();
      await page.getByRole('button', { name: 'Grąžinti į krepšelį ir keisti' }).click();
      await expect.poll(find, { message: 'the refused order is taken back' }).toBeUndefined();
    }
    one.state = 'refused';
    shopper.isBegun = true;
    for (const line of one.body.lines)
      shopper.lines.set(
        line.productVariantCode,
        (shopper.lines.get(line.productVariantCode) ?? 0) + line.quantity,
      );
    await look(world);
  }
  return true;
}
