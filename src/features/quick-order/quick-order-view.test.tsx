// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { writeTokens } from '#api/session-tokens.ts';
import { chooseSaving } from '#offline/connection/data-saver.ts';
import { aProduct, aVariant } from '#tests/builders.ts';
import { clearShown, show } from '#tests/show.tsx';
import { QuickOrderView } from './quick-order-view.tsx';

afterEach(() => {
  clearShown();
  chooseSaving(false);
  writeTokens({ token: null, refreshToken: null });
});

const codeOf = (at: number) => `C${String(at)}`;
const goods = Array.from({ length: 120 }, (_, at) =>
  aProduct({ code: `P${String(at)}`, variants: [aVariant({ code: codeOf(at), stock: 9 })] }),
);

const nitrate = aProduct({ code: 'N', variants: [aVariant({ code: 'N1' })], tradeOnly: true });

/** @param customer what the shop says of the account */
async function quickOrder(customer?: () => object) {
  const asked: string[][] = [];
  const page = await show(<QuickOrderView />, {
    answers: {
      productsByCodes: ({ query }) => {
        const { code } = query as { code: string[] };
        asked.push(code);
        return { data: [...goods, nitrate].filter(({ variants }) => code.includes(variants[0]?.code ?? '')) };
      },
      ...(customer ? { customer: () => ({ data: [customer()], meta: {} }) } : {}),
    },
  });
  const write = async (text: string) => {
    const field = page.container.querySelector('textarea');
    // What React listens to, as typing is.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    await page.settle();
  };
  const check = () => page.click(page.container.querySelector('button[type=submit]'));
  const rows = () => [...page.container.querySelectorAll('li b')].map((one) => one.textContent);
  return { ...page, asked, write, check, rows };
}

test('lines that are pasted are asked about before anybody presses, and once; a line that is typed is not', async () => {
  const page = await quickOrder();
  await page.write('C1\t1');
  expect(page.asked).toEqual([]);
  await page.write('C1\t1\nC2\t1\nC3\t1');
  expect(page.asked).toEqual([['C1', 'C2', 'C3']]);
  expect(page.rows()).toEqual([]);
  await page.check();
  expect(page.rows()).toEqual(['C1', 'C2', 'C3']);
  expect(page.asked).toHaveLength(1);
  // Pressed again, the shop is asked again: stock moves.
  await page.check();
  expect(page.asked).toHaveLength(2);
});

test('R0.36 with the data saver nothing is asked before somebody presses', async () => {
  chooseSaving(true);
  const page = await quickOrder();
  await page.write('C1\t1\nC2\t1\nC3\t1');
  expect(page.asked).toEqual([]);
  await page.check();
  expect(page.asked).toHaveLength(1);
});

test('a text that was changed after it was pasted is asked about as it is', async () => {
  const page = await quickOrder();
  await page.write('C1\t1\nC2\t1\nC3\t1');
  await page.write('C1\t1\nC2\t1\nC4\t1');
  await page.check();
  expect(page.rows()).toEqual(['C1', 'C2', 'C4']);
  expect(page.asked.at(-1)).toEqual(['C1', 'C2', 'C4']);
});

test('of many lines all are shown, and other pieces of one are judged beside what became of the others', async () => {
  const page = await quickOrder();
  await page.write(
    goods.map((_, at) => `${codeOf(at)}\t${at === 70 ? '20' : at === 71 ? '30' : '1'}`).join('\n'),
  );
  await page.check();
  await expect.poll(page.rows).toHaveLength(120);
  // What needs a look stands first.
  expect(page.rows().slice(0, 2)).toEqual(['C70', 'C71']);
  const take = () =>
    [...page.container.querySelectorAll('button')].find((one) => one.textContent === 'Take 9');
  await page.click(take());
  await page.click(take());
  expect(take()).toBeUndefined();
  expect(page.container.textContent).toContain('Put 120 lines into the cart');
  await expect.poll(page.rows).toHaveLength(120);
});

test('what is no number of pieces stays as it was written and stays wrong, whatever is taken or put into the cart beside it', async () => {
  const page = await quickOrder();
  const text = () => page.container.querySelector('textarea')?.value;
  const named = (words: string) =>
    [...page.container.querySelectorAll('button')].find((one) => one.textContent === words);
  await page.write('C1 9999\nC2 0\nC3 2\nC3 1\nC3 x');
  await page.check();
  await page.click(named('Take 9'));
  expect(text()).toBe('C1\t9\nC2\t0\nC3\t2\nC3\t1\nC3\tx');
  expect(page.rows()).toEqual(['C2', 'C3', 'C1', 'C3']);
  expect(page.container.textContent).toContain('“0” is no number');
  expect(page.container.textContent).toContain('“x” is no number');
  expect(page.container.textContent).toContain('3 pcs');
  await page.click(named('Put 2 lines into the cart'));
  await expect.poll(text).toBe('C2\t0\nC3\tx');
  expect(page.rows()).toEqual(['C2', 'C3']);
  expect(page.container.textContent).toContain('2 lines need a look');
});

test('goods for farmers and companies alone are no good line of an account that has shown no trade, and are of one that has', async () => {
  const seen = async (customer?: () => object) => {
    const page = await quickOrder(customer);
    await page.write('N1 1');
    await page.check();
    return page.container.querySelector('li')?.textContent;
  };
  expect(await seen()).toContain('Sign in to order');
  writeTokens({ token: `h.${btoa(JSON.stringify({ sub: '5' }))}.s`, refreshToken: 'r' });
  expect(await seen(() => ({ id: 5 }))).toContain('Sold to customers who have shown us what their trade is.');
  const inAYear = new Date(Date.now() + 31_536_000_000).toISOString();
  expect(await seen(() => ({ id: 5, tradeUntil: inAYear }))).toContain('1 pc');
  expect(await seen(() => ({ id: 5, tradeUntil: '2020-01-01T00:00:00.000Z' }))).toContain('Only for farmers');
  // The shop cannot be asked: it judges the line itself.
  expect(
    await seen(() => {
      throw new Error('no connection');
    }),
  ).toContain('1 pc');
});
