/** What a person presses in a browser schedule, on the screens of the shop as they are. */
import type { Page } from '@playwright/test';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { Chance } from './random.ts';
import { expect } from './browser-device.ts';
import { addButton, type BrowserGoods, type BrowserShop } from './browser-shop.ts';
import type { BrowserPhone, Stored } from './browser-phone.ts';
import type { Sent } from './faulty-network.ts';
import { type Shopper } from './shopper.ts';

export interface BrowserWorld {
  chance: Chance;
  shop: BrowserShop;
  phone: BrowserPhone;
  shopper: Shopper;
  /** Codes of which the shop may have too few: their lines may be refused. */
  scarce: ReadonlySet<string>;
  /** Keys of entries, with their owner. */
  owners: Map<string, string>;
  problems: string[];
  /** Faults done to others than a request. */
  done: { faults: number };
  journal: readonly Sent[];
  log: (line: string) => void;
}

/** Reads the device and notes what it tells of tokens and keys. */
export async function look(world: BrowserWorld): Promise<Stored> {
  const stored = await world.phone.stored();
  for (const entry of stored.entries) world.owners.set(entry.id, entry.owner);
  for (const token of stored.carts.keys()) world.shopper.ordered.add(token);
  // What was ordered stays in front until the shop has answered: the cart that is meant by then is another one.
  if (stored.token !== null && !isUsedUp(world, stored.token)) world.shopper.token = stored.token;
  return stored;
}

/** Whether this cart went into an order that was neither refused nor taken back. */
export const isUsedUp = ({ shopper }: BrowserWorld, token: string): boolean =>
  shopper.wishes.some((wish) => wish.state === 'open' && wish.token === token);

/** The phone dies in mid-press, before a word was said: what it kept is what counts, if it is one of the two. */
async function dieUnsure(world: BrowserWorld, code: string, after: number): Promise<void> {
  const { chance, phone, shopper } = world;
  await new Promise((resolve) => setTimeout(resolve, chance.between(0, 60)));
  await die(world);
  const stored = await look(world);
  const now = phone.cartOf(stored)[code] ?? 0;
  const before = shopper.lines.get(code) ?? 0;
  world.log(`  unsure: ${String(before)} or ${String(after)}, kept ${String(now)}`);
  if (now !== before && now !== after && !world.scarce.has(code))
    world.problems.push(
      `I1: ${code} was ${String(before)}, a press for ${String(after)} was under way, the phone has ${String(now)}`,
    );
  if (now === 0) shopper.lines.delete(code);
  else shopper.lines.set(code, now);
}

export async function die(world: BrowserWorld): Promise<void> {
  world.done.faults += 1;
  world.log('  SIGKILL');
  await world.phone.die();
}

/** One more piece, on the page of the product. "In the cart: N" is the word that it is saved (I1). */
export async function add(world: BrowserWorld, { code, name, path }: BrowserGoods): Promise<void> {
  const { phone, shopper, chance } = world;
  const page = await phone.go(path);
  const before = shopper.lines.get(code) ?? 0;
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  const button = addButton(page);
  await expect(button.or(page.getByText('Laikinai nėra')).first()).toBeVisible();
  if (!(await button.isVisible())) return;
  const says = (count: number) => page.getByText(`Krepšelyje: ${String(count)}`, { exact: true });
  const isCertain = !world.scarce.has(code);
  if (before > 0 && isCertain)
    await expect(says(before), `I1: ${code} that was saved is shown`).toBeVisible();
  await button.click();
  if (isCertain && chance.isTrue(0.15)) return dieUnsure(world, code, before + 1);
  if (isCertain) await expect(says(before + 1), `${code} goes into the cart`).toBeVisible();
  else
    await expect
      .poll(async () => phone.cartOf(await phone.stored())[code] ?? 0, { timeout: 3_000 })
      .not.toBe(before)
      .catch(() => undefined);
  shopper.isBegun = true;
  shopper.lines.set(code, before + 1);
  // Told is told: from here on no death of the phone may lose it.
  if (chance.isTrue(0.15)) await die(world);
  await look(world);
}

const row = (page: Page, name: string) => page.getByRole('main').getByRole('group', { name, exact: true });

/** Another number of pieces, or none, in the cart. */
export async function change(world: BrowserWorld, good: BrowserGoods, quantity: number): Promise<void> {
  const { phone, shopper } = world;
  const page = await phone.go('/krepselis');
  const line = row(page, good.name).first();
  const isCertain = !world.scarce.has(good.code);
  if (isCertain) await expect(line, `I10: ${good.code} is in the cart`).toBeVisible();
  else if (!(await line.isVisible())) return;
  if (quantity === 0)
    await page
      .getByRole('main')
      .getByRole('button', { name: `Pašalinti: ${good.name}`, exact: true })
      .first()
      .click();
  else {
    await line.getByRole('textbox').fill(String(quantity));
    await line.getByRole('textbox').press('Enter');
  }
  const now = async () => phone.cartOf(await phone.stored())[good.code] ?? 0;
  const settled = expect
    .poll(now, { message: `${good.code} becomes ${String(quantity)}`, timeout: isCertain ? 10_000 : 3_000 })
    .toBe(quantity);
  await (isCertain ? settled : settled.catch(() => undefined));
  if (quantity === 0) shopper.lines.delete(good.code);
  else shopper.lines.set(good.code, quantity);
  await look(world);
}

/** Takes back an order that has not left the device. */
export async function takeBack(world: BrowserWorld): Promise<void> {
  const { phone, shopper } = world;
  const { entries } = await look(world);
  const wish = shopper.wishes.findLast(
    (one) =>
      one.state === 'open' &&
      entries.some((entry) => entry.id === one.keys.at(-1) && entry.tries === 0 && entry.state === 'queued'),
  );
  if (wish === undefined) return;
  const page = await phone.go('/laukia');
  const saved = page.getByRole('article', { name: 'Išsaugota šiame įrenginyje, dar neišsiųsta' }).first();
  const key = wish.keys.at(-1);
  const isThere = await saved.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  const withdraw = async () => {
    await saved.getByRole('button', { name: 'Atšaukti' }).click({ timeout: 2_000 });
    const question = page.getByRole('dialog', { name: 'Atšaukti užsakymą?' });
    await question.getByRole('button', { name: 'Atšaukti užsakymą' }).click({ timeout: 2_000 });
  };
  const isPressed = await withdraw().then(
    () => true,
    () => false,
  );
  if (!isPressed) return;
  const isGone = await expect
    .poll(async () => (await phone.stored()).entries.some((one) => one.id === key), { timeout: 2_000 })
    .toBe(false)
    .then(
      () => true,
      () => false,
    );
  if (isGone) wish.state = 'taken back';
  world.log(`  ${isGone ? 'taken back' : 'too late to take back'}`);
}

/** An order that the shop would not place as it was agreed: the shopper decides. */
export async function decide(world: BrowserWorld): Promise<void> {
  const { phone, shopper, chance } = world;
  const { entries } = await look(world);
  const open = entries.filter((one) => one.kind === 'placeIntent' && one.state === 'needs-review');
  if (open.length === 0) return;
  const page = await phone.go('/laukia');
  const card = page.getByRole('article', { name: 'Reikia jūsų sprendimo' }).first();
  await expect(card).toBeVisible();
  const ways = card.getByRole('button', {
    name: /^(Užsakyti už|Imti tiek, kiek yra|Praleisti, ko trūksta|Neužsakyti)/,
  });
  const names = await ways.allTextContents();
  const name = chance.pick(names);
  world.log(`  decides: ${name}`);
  await card.getByRole('button', { name, exact: true }).click();
  if (name === 'Neužsakyti')
    await page.getByRole('dialog').getByRole('button', { name: 'Atšaukti užsakymą' }).click();
  const seqOf = new Map(open.map((one) => [one.seq, one.id]));
  const find = async () => (await phone.stored()).entries;
  await expect
    .poll(
      async () =>
        (await find()).filter((one) => seqOf.get(one.seq) === one.id && one.state === 'needs-review').length,
      { message: 'the decision is taken' },
    )
    .toBeLessThan(open.length);
  const now = (await look(world)).entries;
  for (const wish of shopper.wishes) {
    const entry = open.find((one) => one.id === wish.keys.at(-1));
    if (entry === undefined) continue;
    const next = now.find((one) => one.seq === entry.seq);
    if (next === undefined) wish.state = 'taken back';
    else if (next.id !== entry.id) {
      wish.keys.push(next.id);
      wish.body = next.body as unknown as OrderIntentBody;
    }
  }
}

/** A page that starts while the storage of the browser is none: it opens all the same (I12). */
export async function openWithoutStorage(world: BrowserWorld): Promise<void> {
  const { phone, chance } = world;
  world.done.faults += 1;
  const how = chance.pick([
    `indexedDB.open = () => { throw new DOMException('private', 'SecurityError'); };`,
    `indexedDB.open = () => new EventTarget();`,
    `IDBDatabase.prototype.transaction = () => { throw new DOMException('lost', 'UnknownError'); };`,
  ]);
  const page = await phone.openTab();
  await page.addInitScript(`(() => { ${how} })()`);
  await phone.go('/');
  await expect(page.locator('main h2').first(), 'I12: the shop opens without storage').toBeVisible();
  await page.close();
}
