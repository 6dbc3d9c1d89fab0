// @vitest-environment jsdom
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aProduct, aValue, aVariant } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { variantPrice } from '#domain/catalogue/product-view.ts';
import { BuyBox } from './buy-box-part.tsx';
import { Gallery } from './gallery-part.tsx';
import { PriceBlock } from './price-block.tsx';
import { ProductBadges } from './product-badges.tsx';
import { ProductCard } from './product-card.tsx';
import { ProductGrid } from './product-grid.tsx';
import { StockLine } from './stock-line.tsx';
import { VariantChoice } from './variant-choice.tsx';

beforeEach(() => {
  setMedia();
});
afterEach(clearShown);

const text = (element: Element | null) => element?.textContent?.replaceAll('\u00a0', ' ');

test('R3.33 a price shows whole euros, two raised digits and the sign', async () => {
  for (const [cents, main, decimal] of [
    [1205, '12', '05'],
    [5, '0', '05'],
    [123450, '1 234', '50'],
  ] as const) {
    const { container } = await show(<PriceBlock shown={{ price: cents, withTax: cents, isFrom: false }} />, {
      locale: 'lt',
    });
    const seen = container.querySelector('p [aria-hidden]');
    expect(text(seen)).toBe(`${main},${decimal} €`);
    expect(text(seen?.querySelector('sup') ?? null)).toBe(`,${decimal}`);
  }
});

test('R3.34 a note stands beside a price without tax and nowhere else', async () => {
  const variant = aVariant({ price: 1210 });
  const business = await show(<PriceBlock shown={variantPrice(variant.prices, true)} variant={variant} />, {
    channel: { pricesWithoutTax: true },
  });
  expect(text(business.container)).toContain('without VAT');
  expect(text(business.container)).toContain('€12.10 with VAT');
  const retail = await show(<PriceBlock shown={variantPrice(variant.prices, false)} variant={variant} />);
  expect(text(retail.container)).not.toContain('VAT');
});

test('R4.36 a reduced price shows the one before it struck through; an equal one does not', async () => {
  const reduced = aVariant({ price: 800, original: 1000, percent: 20 });
  const { container } = await show(
    <PriceBlock shown={variantPrice(reduced.prices, false)} variant={reduced} />,
    { locale: 'lt' },
  );
  expect(text(container.querySelector('del'))).toContain('10,00 €');
  const plain = aVariant({ price: 800, original: 800 });
  const other = await show(<PriceBlock shown={variantPrice(plain.prices, false)} variant={plain} />, {
    locale: 'lt',
  });
  expect(other.container.querySelector('del')).toBeNull();
});

test('R4.35 a card of differing prices says from and the lowest', async () => {
  const variants = [aVariant({ code: 'A', price: 500 }), aVariant({ code: 'B', price: 700 })];
  const { container } = await show(<ProductCard product={aProduct({ variants })} />, { locale: 'en' });
  expect(text(container)).toContain('from €5.00');
  const equal = [aVariant({ code: 'A', price: 500 }), aVariant({ code: 'B', price: 500 })];
  const other = await show(<ProductCard product={aProduct({ variants: equal })} />);
  expect(text(other.container)).not.toContain('from');
});

test('a card found by the code of a pack is of that pack: its name, price and stock, and it is what goes into the cart', async () => {
  const variants = [
    aVariant({ code: 'A', name: '3 g', price: 500 }),
    aVariant({ code: 'B', name: '50 g', price: 700, stock: 0 }),
    aVariant({ code: 'C', name: '1 kg', price: 900 }),
  ];
  const products = [aProduct({ variants, keyFact: '3 g – 1 kg' })];
  const found = await show(<ProductGrid products={products} query="c" />);
  expect(text(found.container)).toContain('1 kg€9');
  expect(text(found.container)).not.toContain('from');
  expect(found.container.querySelector('a')?.getAttribute('href')).toMatch(/\?variant=C$/);
  expect(text(found.container.querySelector('button[aria-label^="Add to cart"]'))).toBe('Add to cart');
  const soldOut = await show(<ProductGrid products={products} query="b" />);
  expect(text(soldOut.container)).toContain('Out of stock');
  const other = await show(<ProductGrid products={products} query="seeds" />);
  expect(text(other.container)).toContain('from €5.00');
  expect(other.container.querySelector('a')?.getAttribute('href')).not.toContain('variant');
});

test('R4.32 new, reduced and sold out have each their own badge; a plain product has none', async () => {
  const badge = async (product: Parameters<typeof aProduct>[0]) =>
    text((await show(<ProductBadges product={aProduct(product)} />)).container);
  expect(await badge({ attributeValues: [aValue({ code: 'new' })] })).toBe('New');
  expect(await badge({ variants: [aVariant({ percent: 12 })] })).toBe('-12%');
  expect(await badge({ variants: [aVariant({ stock: 0 })] })).toBe('Sold out');
  expect(await badge({})).toBe('');
});

test('R4.34 the badge shows the discount of the default variant on a card and of the chosen one on the page', async () => {
  const [a, b] = [aVariant({ code: 'A', percent: 10 }), aVariant({ code: 'B', percent: 20 })];
  const product = aProduct({ variants: [a, b], defaultVariant: 'A' });
  expect(text((await show(<ProductBadges product={product} />)).container)).toBe('-10%');
  expect(text((await show(<ProductBadges product={product} variant={b} />)).container)).toBe('-20%');
});

test('R3.35 the new badge wears the colours that come with its value', async () => {
  const mark = aValue({ code: 'new', color: '#2a1d00', backgroundColor: '#f2b134' });
  const { container } = await show(<ProductBadges product={aProduct({ attributeValues: [mark] })} />);
  const badge = container.querySelector('span');
  expect(badge?.style.backgroundColor).toBe('rgb(242, 177, 52)');
  expect(badge?.style.color).toBe('rgb(42, 29, 0)');
});

test('R2.119 R7.81 the picture of a card is 280 by 320 and offered in three densities', async () => {
  const { container } = await show(<ProductCard product={aProduct()} />);
  const image = container.querySelector('img');
  expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['280', '320']);
  expect(image?.getAttribute('srcset')).toContain('/images/840x960/goods/a.webp 3x');
});

test('R2.121 a reduced card shows its badge and both prices', async () => {
  const { container } = await show(
    <ProductCard product={aProduct({ variants: [aVariant({ price: 800, original: 1000, percent: 20 })] })} />,
  );
  expect(text(container)).toContain('-20%');
  expect(text(container)).toContain('€8.00');
  expect(text(container.querySelector('del'))).toContain('€10.00');
});

test('a reduced card says what is saved, also where variants differ in price', async () => {
  const variants = [
    aVariant({ code: 'A', name: '10', price: 151, original: 189, percent: 20 }),
    aVariant({ code: 'B', name: '100', price: 900 }),
  ];
  const { container } = await show(<ProductCard product={aProduct({ variants })} />);
  expect(text(container)).toContain('from €1.51');
  expect(text(container.querySelector('del'))).toContain('€1.89');
  expect(text(container)).toContain('You save €0.38');
  const beside = await show(
    <ProductCard
      product={aProduct({
        variants: [
          aVariant({ code: 'A', name: '5 g', price: 119 }),
          aVariant({ code: 'B', name: '20 g', price: 351, original: 439, percent: 20 }),
        ],
      })}
    />,
  );
  expect(text(beside.container)).toContain('20 g: €3.51');
  expect(text(beside.container.querySelector('del'))).toContain('€4.39');
});

test('the pictures are those of the chosen pack, from its front', async () => {
  const image = (id: number, path: string, type: string) => ({ id, path, type, alt: path });
  const small = aVariant({ code: 'A', name: '25 kg' });
  const large = aVariant({
    code: 'B',
    name: '1000 kg',
    images: [image(11, 'goods/B/front-1', 'front'), image(12, 'goods/B/back-1', 'back')],
  });
  const product = { ...aProduct({ variants: [small, large], defaultVariant: 'A' }) };
  const images = [
    image(1, 'goods/A/front-1', 'front'),
    image(2, 'goods/A/back-1', 'back'),
    image(3, 'goods/A/detail-1', 'detail'),
  ];
  const { bundle: _, ...card } = product;
  const whole = { ...card, productTaxons: [], associations: [], translations: {} };
  function Page() {
    const [variant, setVariant] = useState(small);
    return (
      <>
        <Gallery images={images} productName="Nitrate" product={whole} variant={variant} />
        <button type="button" id="choose" onClick={() => setVariant(large)}>
          choose
        </button>
      </>
    );
  }
  const { container, click } = await show(<Page />);
  const shown = () => container.querySelector('img')?.getAttribute('src') ?? '';
  expect(shown()).toContain('goods/A/front-1');
  await click(container.querySelectorAll('li button')[1]);
  expect(shown()).toContain('goods/A/back-1');
  await click(container.querySelector('#choose'));
  expect(shown()).toContain('goods/B/front-1');
  expect(container.querySelectorAll('li button')).toHaveLength(3);
});

test('what a card offers follows the goods: add, choose, or only details', async () => {
  const buttonOf = async (product: Parameters<typeof aProduct>[0]) => {
    const { container } = await show(<ProductCard product={aProduct(product)} />);
    return text(container.querySelector('article > :last-child'));
  };
  expect(await buttonOf({})).toBe('Add to cart');
  expect(await buttonOf({ variants: [aVariant({ code: 'A' }), aVariant({ code: 'B' })] })).toBe('Choose');
  expect(await buttonOf({ variants: [aVariant({ stock: 0 })] })).toBe('Notify me');
  expect(await buttonOf({ variants: [aVariant({ stock: 0 })], professionalUse: true })).toBe('Details');
  expect(await buttonOf({ professionalUse: true })).toBe('Details');
  expect(await buttonOf({ tradeOnly: true })).toBe('Details');
});

test('goods that are only collected name the towns', async () => {
  const { container } = await show(
    <StockLine variants={[aVariant()]} isChemical collectAt={['Kėdainiai', 'Biržai', 'Alytus']} />,
  );
  expect(text(container)).toBe('Collect: Kėdainiai, Biržai +1');
});

test('a card whose lowest price is of a pack that is only collected names the pack and its towns', async () => {
  const bag = aVariant({ code: 'A', name: '5 kg', price: 151, collectAt: ['Alytus'] });
  const sent = aVariant({ code: 'B', name: '10 kg', price: 300 });
  const seen = async (given: Parameters<typeof aProduct>[0]) =>
    text((await show(<ProductCard product={aProduct(given)} />)).container);
  expect(await seen({ variants: [bag, sent] })).toContain('In stock5 kg: only collected, Alytus');
  // What is sent costs less, or all of it is collected, which the line of stock says.
  for (const given of [
    { variants: [{ ...bag, prices: { ...bag.prices, price: 999 } }, sent] },
    { variants: [bag], collectAt: ['Alytus'] },
  ])
    expect(await seen(given)).not.toContain('only collected');
});

test('R3.31 a chosen variant is shown, and meant by what is pressed next, before the page has followed the choice', async () => {
  const [a, b] = [
    aVariant({ code: 'A', name: '1 l', price: 500 }),
    aVariant({ code: 'B', name: '10 l', price: 4000 }),
  ];
  const { bundle: _, ...card } = aProduct({ variants: [a, b], defaultVariant: 'A' });
  const product = {
    ...card,
    productTaxons: [],
    associations: [],
    translations: {},
  };
  const chosen: string[] = [];
  function Page() {
    const [variant, setVariant] = useState(a);
    return (
      <>
        <BuyBox product={product} variant={variant} onChoose={(code) => chosen.push(code)} />
        <button type="button" id="follow" onClick={() => setVariant(b)}>
          follow
        </button>
        <button type="button" id="back" onClick={() => setVariant(a)}>
          back
        </button>
      </>
    );
  }
  const { container, click } = await show(<Page />);
  const price = () => text(container.querySelector('p'));
  expect(price()).toContain('€5.00');
  await click(container.querySelector('input[value=B]'));
  expect(chosen).toEqual(['B']);
  expect(price()).toContain('€40.00');
  await click(container.querySelector('#follow'));
  expect(price()).toContain('€40.00');
  // Going back in the browser is followed, whatever was chosen before.
  await click(container.querySelector('#back'));
  expect(price()).toContain('€5.00');
});

test('goods that come later say when', async () => {
  const { bundle: _, ...card } = aProduct();
  const sold = aVariant({ tracked: true, stock: 0, inStock: false });
  const shown = async (variant: typeof sold) => {
    const product = { ...card, variants: [variant], productTaxons: [], associations: [], translations: {} };
    const { container } = await show(
      <BuyBox product={product} variant={variant} onChoose={() => undefined} />,
    );
    return container.textContent;
  };
  expect(await shown({ ...sold, availableFrom: '2027-03-05T08:00:00.000Z' })).toContain(
    'This pack is sold out for now. Expected 5 Mar 2027.',
  );
  expect(await shown(sold)).not.toContain('Expected');
});

test('a press beside a quantity that is none buys no other quantity, and leads back to the field', async () => {
  const { bundle: _, ...card } = aProduct();
  const product = { ...card, productTaxons: [], associations: [], translations: {} };
  const { container, click, settle } = await show(
    <BuyBox product={product} variant={aVariant()} onChoose={() => undefined} />,
  );
  const field = container.querySelector<HTMLInputElement>('input[inputmode=numeric]');
  field?.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '2,5');
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  await settle();
  field?.blur();
  await settle();
  const buy = [...container.querySelectorAll('button')].find((one) => one.textContent === 'Add to cart');
  // The test's shop would refuse the call, and a piece in the cart would be named below the button.
  await click(buy);
  await settle();
  expect(document.activeElement).toBe(field);
  expect(field?.value).toBe('2,5');
  expect(container.textContent).not.toContain('In the cart');
});

test('a choice is named after all that the variants differ in', async () => {
  const variants = ['Red, M', 'Red, L', 'Green, M'].map((name) => {
    const [colour = '', size = ''] = name.split(', ');
    const option = (optionCode: string, optionName: string, value: string) => ({
      optionCode,
      optionName,
      code: value,
      value,
    });
    return {
      ...aVariant({ code: name, name }),
      optionValues: [
        option('color', 'Colour', colour),
        option('gender', 'Gender', 'Men'),
        option('size', 'Size', size),
      ],
    };
  });
  const [chosen] = variants;
  if (!chosen) throw new Error('no variant');
  const { container } = await show(<VariantChoice variants={variants} chosen={chosen} onChoose={() => {}} />);
  expect(text(container.querySelector('legend'))).toBe('Colour, Size');
});

test('the size of the only pack is said on the page and in the bar of a phone; one without a name leaves no trace', async () => {
  const pack = async (given: Parameters<typeof aVariant>[0]) => {
    const variant = aVariant(given);
    const { bundle: _, ...card } = aProduct({ name: 'Hen feed', variants: [variant] });
    const product = { ...card, productTaxons: [], associations: [], translations: {} };
    const { container } = await show(
      <BuyBox product={product} variant={variant} onChoose={() => undefined} />,
    );
    return {
      page: [...container.querySelectorAll('p')].map(text),
      bar: text(container.querySelector('[class*=bar] [class*=variant]')),
    };
  };
  const option = { optionCode: 'size', optionName: 'Pack', code: '25', value: '25 kg' };
  const named = await pack({ name: '25 kg', optionValues: [option] });
  expect(named.page).toContain('Pack: 25 kg');
  expect(named.bar).toBe('25 kg');
  expect((await pack({ name: '25 kg' })).page).toContain('25 kg');
  const nameless = await pack({ name: '' });
  expect(nameless.page.filter((words) => words === '' || /kg|:$/.test(words ?? ''))).toEqual([]);
  expect(nameless.bar).toBe('Hen feed');
});
