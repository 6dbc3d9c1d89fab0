import { expect, test } from 'vitest';
import { createMarkupCache, type PageMarkup } from './markup-cache.ts';

const goods = (name: string) => `<b>Žemė ${name}</b>`;

/** As React would: articles that are kept stay empty. */
function page(markup: PageMarkup, ...names: string[]): { rendered: string; finished: string } {
  const articles = names.map(
    (name) => `<article data-name="${name}" class="card">${markup.has(name) ? '' : goods(name)}</article>`,
  );
  const rendered = `<main>Šaltis ${articles.join('·')}<p>ž</p></main>`;
  return { rendered, finished: Buffer.concat(markup.complete(Buffer.from(rendered))).toString() };
}
const whole = (...names: string[]) =>
  `<main>Šaltis ${names.map((name) => `<article data-name="${name}" class="card">${goods(name)}</article>`).join('·')}<p>ž</p></main>`;

function aShop() {
  const shop = { version: '1', time: 0 };
  return {
    shop,
    kept: createMarkupCache({ version: () => shop.version, maxAge: 60_000, now: () => shop.time }),
  };
}

test('what one page rendered stands in the next without being rendered, in its channel and language only', () => {
  const { kept } = aShop();
  expect(page(kept.forPage('retail lt'), 'h2 A-1', 'h2 A-2').finished).toBe(whole('h2 A-1', 'h2 A-2'));
  const next = page(kept.forPage('retail lt'), 'h2 A-2', 'h3 A-2', 'h2 A-1', 'h2 A-2');
  expect(next.finished).toBe(whole('h2 A-2', 'h3 A-2', 'h2 A-1', 'h2 A-2'));
  expect(next.rendered).not.toContain(goods('h2 A-1'));
  expect(next.rendered).toContain(goods('h3 A-2'));
  for (const scope of ['retail en', 'farm lt']) expect(kept.forPage(scope).has('h2 A-1')).toBe(false);
});

test('goods that stand twice on the first page are rendered twice and kept once', () => {
  const { kept } = aShop();
  const first = page(kept.forPage('retail lt'), 'h2 A-1', 'h2 A-1');
  expect(first.finished).toBe(first.rendered);
  expect(page(kept.forPage('retail lt'), 'h2 A-1').finished).toBe(whole('h2 A-1'));
});

test('a change of the shop and a minute end it; a page that began before gives nothing to those after', () => {
  const { shop, kept } = aShop();
  const before = kept.forPage('retail lt');
  shop.version = '2';
  expect(kept.forPage('retail lt').has('h2 A-1')).toBe(false);
  page(before, 'h2 A-1');
  const after = kept.forPage('retail lt');
  expect(after.has('h2 A-1')).toBe(false);
  page(after, 'h2 A-1');
  expect(kept.forPage('retail lt').has('h2 A-1')).toBe(true);
  shop.time = 60_001;
  expect(kept.forPage('retail lt').has('h2 A-1')).toBe(false);
});

test('the foot of a page is kept beside the articles, wherever each stands', () => {
  const { kept } = aShop();
  const shown = (markup: PageMarkup, ...names: string[]) => {
    const cards = names
      .map((name) => `<article data-name="${name}">${markup.has(name) ? '' : goods(name)}</article>`)
      .join('');
    const foot = markup.has('footer 4 _R_4p_') ? '' : '<p>Šiaudų g. 1</p>';
    return Buffer.concat(
      markup.complete(Buffer.from(`${cards}<footer data-name="footer 4 _R_4p_">${foot}</footer>${cards}`)),
    ).toString();
  };
  const first = shown(kept.forPage('retail lt'), 'h3 A-1');
  const markup = kept.forPage('retail lt');
  expect(shown(markup, 'h3 A-1')).toBe(first);
  expect([
    markup.has('footer 4 _R_4p_'),
    markup.has('footer 4 _R_8p_'),
    markup.has('footer 0 _R_4p_'),
  ]).toEqual([true, false, false]);
});

test('the menus of the header are kept, each under its own name', () => {
  const { kept } = aShop();
  const shown = (markup: PageMarkup, name: string) =>
    Buffer.concat(
      markup.complete(
        Buffer.from(
          `<header><nav data-name="${name}" class="nav" aria-label="Prekės">${markup.has(name) ? '' : `<ul>${name}</ul>`}</nav></header>`,
        ),
      ),
    ).toString();
  const first = shown(kept.forPage('retail lt'), 'goods');
  expect(shown(kept.forPage('retail lt'), 'goods')).toBe(first);
  expect(shown(kept.forPage('retail lt'), 'goods home')).toContain('<ul>goods home</ul>');
  expect(kept.forPage('retail lt').has('goods home')).toBe(true);
});

test('a name that markup would write otherwise is never kept', () => {
  const { kept } = aShop();
  page(kept.forPage('retail lt'), 'h2 &quot;><script>');
  expect(kept.forPage('retail lt').has('h2 &quot;><script>')).toBe(false);
});
