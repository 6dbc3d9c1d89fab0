/** What browsers and their helpers do to the page: no press, choice or count is lost, and nothing else is bought than is shown. */
import type { Page } from '@playwright/test';
import { findProduct, isOrdinary, pathOf, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

// React says in the console that it has drawn anew what was changed before it came: of each part when that is hydrated, which
// may be after all that was looked at.
test.afterEach(({ consoleErrors }) => {
  consoleErrors.splice(0, Infinity, ...consoleErrors.filter((line) => !line.startsWith('Hydration')));
});

/** As page translators do it: each text goes into two elements, new texts as well. */
function translatePage(): void {
  const done = new WeakSet<Node>();
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!text.data.trim() || done.has(text) || !parent) continue;
      if (/^(SCRIPT|STYLE|TEXTAREA|FONT|TITLE)$/.test(parent.nodeName) || parent.closest('[translate=no]'))
        continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      const copy = document.createTextNode(text.data);
      done.add(copy);
      inner.append(copy);
      outer.append(inner);
      parent.replaceChild(outer, text);
    }
  };
  translate(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node.nodeType === 1 && node.nodeName !== 'FONT') translate(node);
        else if (node.nodeType === 3 && node.parentNode && !done.has(node)) translate(node.parentNode);
  }).observe(document.body, { childList: true, subtree: true });
}

/** As password managers and writing aids do it: an element of their own beside each text field. */
function helpFields(): void {
  addEventListener('DOMContentLoaded', () => {
    const help = () => {
      for (const field of document.querySelectorAll(
        'input[type=text]:not([data-helped]),input[type=email]:not([data-helped])',
      )) {
        field.setAttribute('data-helped', '');
        field.after(document.createElement('field-helper'));
      }
    };
    help();
    new MutationObserver(help).observe(document.documentElement, { childList: true, subtree: true });
  });
}

/** Chooses the pack of this name and puts it into the cart at once; the shop has to have that one. */
async function buyPack(page: Page, { name, code }: { name: string; code: string }): Promise<void> {
  const main = page.getByRole('main');
  await main.locator('label', { hasText: name }).first().click();
  await main.getByRole('button', { name: 'Į krepšelį', exact: true }).first().click();
  const inShop = async () => {
    const token = await page.evaluate(() => localStorage.getItem('CART_TOKEN') ?? 'none');
    const answer = await page.request.get(`/api/v2/shop/orders/${token}`);
    const { items = [] } = (await answer.json()) as { items?: { variant: { code: string } }[] };
    return items.map(({ variant }) => variant.code);
  };
  await expect.poll(inShop).toEqual([code]);
  await expect(page.getByText(/Krepšelyje: 1/)).toBeVisible();
}

type Listed = Awaited<ReturnType<typeof findProduct>>;
const hasPacks = (product: Listed) => isOrdinary(product) && product.variants.length > 1;

function secondOf({ variants }: Listed): Listed['variants'][number] {
  const [, second] = variants;
  if (!second) throw new Error('One pack only');
  return second;
}

for (const when of ['before the page is hydrated', 'in the open page'] as const)
  test(`a page translated ${when}: the chosen pack is bought, counts follow`, async ({ page }) => {
    const product = await findProduct(page, hasPacks);
    const second = secondOf(product);
    if (when === 'before the page is hydrated')
      await page.addInitScript(`addEventListener('DOMContentLoaded', ${translatePage.toString()})`);
    await page.goto(pathOf(product));
    if (when === 'in the open page') {
      await whenHydrated(page);
      await page.evaluate(translatePage);
    }
    // A press in the middle of the translation finds another pack under it at its end: no click is made of it.
    await expect(page.locator('main font').first()).toBeAttached();
    await buyPack(page, second);
    await page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).first().click();
    await expect(page.getByText(/Krepšelyje: 2/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name);
  });

test('an element of a helper beside the fields: what is pressed before the page is hydrated is what is bought', async ({
  page,
}) => {
  const product = await findProduct(page, hasPacks);
  const second = secondOf(product);
  await page.addInitScript(helpFields);
  await page.goto(pathOf(product), { waitUntil: 'commit' });
  await buyPack(page, second);
});
