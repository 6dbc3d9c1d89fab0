/**
 * Nine rounds of new versions against pages that are idle, in the middle of a form, doubled, or offline (F14). In each round: nobody
 * is left behind, no word is lost, no page turns in circles.
 */
import type { Page } from '@playwright/test';
import { patience } from '#offline/worker/update-takeover.ts';
import { picture } from './picture.ts';
import { addToCart, findProduct, isOrdinary, toAddress } from './purchase-steps.ts';
import { expect, workerReady } from './shop-fixture.ts';
import { look, test, testWithPictures, untilLetGo, type Releases } from './update-steps.ts';

/**
 * Of each of the four kinds: one version that is taken and one that cannot be installed; of idle pages the one that comes after
 * it too. 125 are the five hundred that are run by hand: `UPDATE_ROUNDS=125 playwright test updates`.
 */
const rounds = Number(process.env['UPDATE_ROUNDS'] ?? 2);
const idleRounds = Math.max(rounds, 3);
/** ms for so many rounds. */
const roundsLimit = (idleRounds + rounds) * 60_000;

test.use({ workerComes: true });

const shownVersion = (of: Page) =>
  of
    .evaluate(() => document.querySelector('meta[name=version]')?.getAttribute('content') ?? '')
    .catch(() => 'on its way');
const offer = (of: Page) => of.getByRole('status').filter({ hasText: 'nauja versija' });
const yes = (of: Page) => of.getByRole('button', { name: 'Atnaujinti' });

/** Counts the loads of a page from now on. */
function countLoads(of: Page): () => number {
  let loads = 0;
  of.on('load', () => (loads += 1));
  return () => loads;
}

/** Counts from now on how often a page begins anew, also before its last picture has come, when it is no load yet. */
function countStarts(of: Page): () => number {
  let starts = 0;
  of.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === of.mainFrame()) starts += 1;
  });
  return () => starts;
}

/** Not forced: the page goes on beside the offer, and what is typed stays. */
async function staysAsItWas(page: Page): Promise<void> {
  await picture(page, 'new-version');
  const box = page.getByRole('search').first().getByRole('combobox');
  await box.fill('morkos');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(box).toHaveValue('morkos');
  await box.press('Escape');
  await expect(offer(page)).toBeVisible();
}

test(`R0.23 ${String(idleRounds)} new versions while nothing is done: each comes with one press, one load, and none by itself; behind one that cannot be installed, and is found again and again, the next is offered; ${String(rounds)} that are taken without a connection: the new shell opens from the device`, async ({
  releases,
}) => {
  test.setTimeout(roundsLimit);
  const page = await releases.onWholeDevice();
  for (let round = 0; round < idleRounds; round += 1) {
    const loads = countLoads(page);
    if (await releases.deploy(page)) {
      await expect(offer(page)).toBeVisible();
      if (round === 0) await staysAsItWas(page);
      expect(loads()).toBe(0);
      const pressedAt = performance.now();
      await yes(page).click();
      await expect.poll(() => shownVersion(page), { timeout: untilLetGo }).toBe(String(releases.good()));
      const took = performance.now() - pressedAt;
      // The version stands in the first bytes of the page, whose load ends later.
      await expect.poll(loads).toBeGreaterThan(0);
      // A worker that comes later than this is not waited for: the page has begun anew before it, twice at most.
      expect(loads()).toBeLessThanOrEqual(took < patience ? 1 : 3);
    } else {
      // What cannot be installed changes nothing, now, when it is found again, and after the next start.
      for (const _ of [1, 2, 3]) expect(await look(page)).toBe(false);
      await expect(offer(page)).toHaveCount(0);
      await page.reload();
      expect(await shownVersion(page)).toBe(String(releases.good()));
    }
    await expect(page.getByRole('banner')).toBeVisible();
  }
  await test.step('one that came between the first bytes of a page and its first script is not missed', async () => {
    const starts = countStarts(page);
    await page.evaluate(() => sessionStorage.setItem('UPDATE_AGREED', `${Date.now()} 1`));
    // It begins anew itself, in whatever state this load is.
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(starts).toBe(2);
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('UPDATE_AGREED')).catch(() => 'on its way'))
      .toBeNull();
    await expect(() => workerReady(page)).toPass();
    expect(starts()).toBe(2);
  });
  releases.beginAnew();
  await test.step(`${String(rounds)} that are taken without a connection`, () =>
    areTakenOffline(page, releases));
});

async function areTakenOffline(page: Page, releases: Releases): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const isNew = await releases.deploy(page);
    await page.context().setOffline(true);
    if (isNew) await expect(offer(page)).toBeVisible();
    else await page.reload();
    // A page that looks for its connection may wake the old worker in the very moment: then it is offered again.
    await expect(async () => {
      if (await yes(page).isVisible()) await yes(page).click({ timeout: 1_000 });
      await expect.poll(() => shownVersion(page), { timeout: 6_000 }).toBe(String(releases.good()));
    }).toPass({ timeout: 2 * untilLetGo });
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('main h2').first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('status').filter({ hasText: 'Nėra ryšio' })).toHaveCount(0);
  }
}

test(`${String(rounds)} new versions in the middle of an order: not offered, no word lost; offered when it is left; ${String(rounds)} with two tabs: a yes in one takes both along`, async ({
  releases,
}) => {
  test.setTimeout(roundsLimit);
  const page = await releases.onWholeDevice();
  await addToCart(page, await findProduct(page, isOrdinary));
  for (let round = 0; round < rounds; round += 1) {
    await page.goto('/apmokejimas');
    const email = page.getByLabel('El. paštas');
    if (!(await email.isVisible().catch(() => false))) {
      const next = page.getByRole('button', { name: 'Toliau: adresas' });
      await expect(next.or(email).first()).toBeVisible();
      if (await next.isVisible()) await toAddress(page);
    }
    const words = `rasa${String(round)}@example.lt`;
    await email.fill(words);
    const loads = countLoads(page);
    const isNew = await releases.deploy(page);
    await expect(offer(page)).toHaveCount(0);
    await expect(email).toHaveValue(words);
    expect(loads()).toBe(0);
    await page.goto('/');
    if (isNew) {
      await expect(offer(page)).toBeVisible();
      await yes(page).click();
    }
    await expect.poll(() => shownVersion(page), { timeout: untilLetGo }).toBe(String(releases.good()));
  }
  releases.beginAnew();
  await test.step(`${String(rounds)} with two tabs`, () => takeBothAlong(page, releases));
});

async function takeBothAlong(page: Page, releases: Releases): Promise<void> {
  const other = await page.context().newPage();
  for (let round = 0; round < rounds; round += 1) {
    await other.goto('/krepselis');
    await expect(other.locator('main h1, main h2').first()).toBeVisible();
    await page.bringToFront();
    if (!(await releases.deploy(page))) {
      await expect(offer(page)).toHaveCount(0);
      continue;
    }
    await expect(offer(page)).toBeVisible();
    // What the other tab sends meanwhile may ask for a second press.
    await expect(async () => {
      if (await yes(page).isVisible()) await yes(page).click({ timeout: 1_000 });
      await expect.poll(() => shownVersion(page), { timeout: 3_000 }).toBe(String(releases.good()));
    }).toPass({ timeout: untilLetGo });
    // The other tab is asked too, or has moved already because nobody sees it.
    await other.bringToFront();
    await expect(async () => {
      if (await yes(other).isVisible()) await yes(other).click({ timeout: 1_000 });
      expect(await shownVersion(other)).toBe(String(releases.good()));
    }).toPass({ timeout: untilLetGo });
  }
}

testWithPictures(
  'a yes is followed though the old worker has work that does not end: the page begins anew, and ends on the new version',
  async ({ releases }) => {
    const page = await releases.onWholeDevice();
    const other = await page.context().newPage();
    await other.goto('/');
    await page.bringToFront();
    expect(await releases.deploy(page)).toBe(true);
    await expect(offer(page)).toBeVisible();
    // A picture of the other tab hangs in the worker's hands, for its time limit at most: it is not let go while it works.
    releases.door.state = 'stall';
    const picture = '/images/280x320/scenes/never/00000000';
    await other.evaluate((address) => {
      new Image().src = address;
    }, picture);
    await expect.poll(() => releases.door.asked).toContain(picture);
    const loads = countLoads(page);
    await yes(page).click();
    await expect.poll(loads, { timeout: 20_000 }).toBeGreaterThan(0);
    releases.door.state = 'open';
    // The new worker comes when it may, and the page with it: nobody is asked again.
    await expect.poll(() => shownVersion(page), { timeout: untilLetGo }).toBe(String(releases.good()));
    expect(loads()).toBeLessThan(4);
  },
);
