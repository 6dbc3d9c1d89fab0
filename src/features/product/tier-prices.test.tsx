// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anItem, anOrder, aVariant } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { CartLines } from '#features/cart-lines/cart-lines.tsx';
import { TierPrices } from './tier-prices-part.tsx';

beforeEach(() => {
  setMedia();
});
afterEach(clearShown);

const text = (element: Element | null | undefined) => element?.textContent.replaceAll('\u00A0', ' ');
const tierPrices = [
  { quantity: 10, price: 1089, priceWithoutTax: 900 },
  { quantity: 40, price: 968, priceWithoutTax: 800, pack: 'pallet' as const },
];
const sack = aVariant({ price: 1210, stock: 50, tierPrices });

test('a table tells what each piece costs from so many on, and which price is reached', async () => {
  const table = async (pieces: number, pricesWithoutTax: boolean) => {
    const { container } = await show(<TierPrices prices={sack.prices} tiers={tierPrices} pieces={pieces} />, {
      channel: { pricesWithoutTax },
    });
    const rows = [...container.querySelectorAll('tr')].map((row) => [...row.children].map(text));
    const reached = text(container.querySelector('[aria-current] th'));
    clearShown();
    return { rows, reached };
  };
  expect(await table(9, true)).toEqual({
    rows: [
      ['Quantity', 'Each without VAT'],
      ['1–9 pcs', '€10.00 €12.10 with VAT'],
      ['from 10 pcs', '€9.00 €10.89 with VAT'],
      ['pallet, from 40 pcs', '€8.00 €9.68 with VAT'],
    ],
    reached: '1–9 pcs',
  });
  expect((await table(10, true)).reached).toBe('from 10 pcs');
  expect(await table(99, false)).toMatchObject({
    rows: [['Quantity', 'Each'], ['1–9 pcs', '€12.10'], ['from 10 pcs', '€10.89'], {}],
    reached: 'pallet, from 40 pcs',
  });
});

test('the cart says how many more make each cheaper, and from how many the price is; not where so many are not there', async () => {
  const line = async (quantity: number, more: object = {}, pricesWithoutTax = true) => {
    const item = anItem({ quantity });
    const order = anOrder({ items: [{ ...item, variant: { ...item.variant, ...sack, ...more } }] });
    const { container } = await show(<CartLines removed={[null, () => {}]} order={order} />, {
      channel: { pricesWithoutTax },
    });
    const words = text(container.querySelector('li')) ?? '';
    clearShown();
    return words;
  };
  expect(await line(8)).toContain('2 more and each costs €9.00 without VAT.');
  expect(await line(8)).not.toContain('Price from');
  expect(await line(8, {}, false)).toContain('2 more and each costs €10.89.');
  const twelve = await line(12);
  expect(twelve).toContain('Price from 10 pcs.');
  expect(twelve).toContain('28 more make a pallet, and each costs €8.00 without VAT.');
  expect(await line(12, { stock: 39 })).not.toContain('more make');
  expect(await line(40)).toContain('Price from 40 pcs.');
  expect(await line(8, { tierPrices: undefined })).not.toMatch(/more and|Price from/);
});

test('a part of a set is told nothing of it', async () => {
  const item = anItem({ quantity: 8, bundle: { code: 'RK1', name: 'Set', groupId: 'g' } });
  const order = anOrder({ items: [{ ...item, variant: { ...item.variant, ...sack } }] });
  const { container } = await show(<CartLines removed={[null, () => {}]} order={order} />);
  expect(text(container.querySelector('li'))).not.toContain('more and each costs');
});
