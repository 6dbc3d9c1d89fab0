/** What a schedule in a browser finds at its end: the screen, the device and the shop against the invariants. */
import type { Page } from '@playwright/test';
import { foreignCopies } from './browser-caches.ts';
import { expect } from './browser-device.ts';
import type { BrowserPhone } from './browser-phone.ts';
import { isUsedUp, look, type BrowserWorld } from './browser-presses.ts';
import type { Sent } from './faulty-network.ts';
import { brokenInvariants } from './invariants.ts';
import { stillDue } from './world.ts';

/** What lies in the storage of the phone, for whoever looks for the cause. */
export async function deviceInWords(phone: BrowserPhone): Promise<string> {
  const { token, entries, carts } = await phone.stored();
  const waiting = entries.map(
    ({ id, kind, state, scope }) => `${id.slice(0, 8)} ${kind} ${state} for ${scope}`,
  );
  const known = [...carts.values()].map(
    (cart) =>
      `${cart.token} ${cart.order ? `with ${String(cart.order.items.length)} lines` : 'without an order'}`,
  );
  return `cart ${String(token)}; waiting: ${waiting.join(', ')}; carts: ${known.join(', ')}`;
}

/** Pieces by name of the goods, as the cart page shows them. */
const shownLines = (page: Page) =>
  page
    .locator('main ul [role=group]')
    .evaluateAll((rows) =>
      rows.map(
        (one) => [one.getAttribute('aria-label') ?? '', Number(one.querySelector('input')?.value)] as const,
      ),
    );

/** What is broken once the faults are over, on the screen, on the device and at the shop. */
export async function findings(
  world: BrowserWorld,
  journal: readonly Sent[],
  seconds: number,
): Promise<string[]> {
  const { phone, shop, shopper, scarce, owners } = world;
  const page = await phone.front();
  const codeOf = new Map(shop.goods.map((one) => [one.name, one.code]));
  const onScreen = async () =>
    Object.fromEntries(
      (await shownLines(page)).map(([name, quantity]) => [codeOf.get(name) ?? name, quantity]),
    );
  let stored = await look(world);
  // The screen may be asking yet: what it says in the end is what counts.
  await expect
    .poll(
      async () => {
        stored = await look(world);
        const shown = await onScreen();
        return (
          stillDue(stored.entries).length === 0 &&
          Object.entries(phone.cartOf(stored)).every(([code, quantity]) => shown[code] === quantity)
        );
      },
      { timeout: 10_000 },
    )
    .toBe(true)
    .catch(() => undefined);
  const screen = await onScreen();
  const { entries, unreadable, token } = stored;
  const { goods, query } = shop;
  const inFront =
    token !== null && isUsedUp(world, token) ? ['I10: the cart in front has become an order'] : [];
  const broken = await brokenInvariants({
    shopper,
    journal,
    goods,
    scarce,
    owners,
    query,
    entries,
    unreadable,
    screen,
    seconds,
  });
  return [...inFront, ...broken];
}

/** Copies of others than who is signed in (I11). */
export const strangers = async (phone: BrowserPhone, isWhole: boolean): Promise<string[]> =>
  (await foreignCopies(await phone.front(), isWhole)).map((one) => `I11: ${one}`);
