/** What a shopper of the model does to the cart (docs/reliability.md, M1). */
import { lineName, type NewCommand } from '#domain/waiting/waiting-command.ts';
import { manyLines } from '#domain/waiting/many-lines.ts';
import type { Page } from './device.ts';
import { beginAgain, sorted } from './shopper.ts';
import { goodsOf, screenOf, type World } from './world.ts';

export const common = (token: string) => ({ scope: `cart:${token}`, locale: 'lt', channel: 'retail' });

/** Presses done to the cart: what the shopper means goes into the model once the device has said "saved" (I1). */
export async function put(world: World, page: Page, command: NewCommand, mean: () => void): Promise<void> {
  world.log(`  put ${command.kind} ${command.line ?? ''} ${JSON.stringify(command.body['quantity'] ?? '')}`);
  await page.outbox.put(command);
  mean();
  for (const entry of (await page.store.read()).entries) world.owners.set(entry.id, entry.owner);
  await page.idle();
}

export async function begin(world: World, page: Page): Promise<void> {
  const { shopper } = world;
  await follow(world, page);
  if (shopper.isBegun) return;
  const { token } = shopper;
  shopper.isBegun = true;
  await put(
    world,
    page,
    {
      ...common(token),
      kind: 'pickUpCart',
      line: null,
      params: {},
      body: { localeCode: 'lt', tokenValue: token },
    },
    () => {},
  );
}

/** The token that the cart goes on under, when the shop had lost the first; a cart that ended empty is left behind. */
export async function follow(world: World, page: Page): Promise<string> {
  const { shopper } = world;
  const { carts } = await page.store.read();
  for (;;) {
    const moved = carts.get(shopper.token)?.movedTo;
    if (moved === undefined) return shopper.token;
    world.log(`  the cart goes on as ${moved === '' ? 'nothing' : moved.slice(0, 6)}`);
    if (moved !== '') {
      shopper.ordered.add(shopper.token);
      shopper.token = moved;
      continue;
    }
    const lost = sorted([...shopper.lines].filter(([code]) => !world.scarce.has(code)));
    if (Object.keys(lost).length > 0)
      world.problems.push(`I10: a cart ended with ${JSON.stringify(lost)} in it`);
    beginAgain(shopper, world.chance.token());
    return shopper.token;
  }
}

/** The line's id as the screen has it: none for a line that the shop has not made yet. */
async function idOf(page: Page, token: string, code: string): Promise<number | null> {
  const id = (await screenOf(page, token)).items.find((item) => lineName(item) === code)?.id;
  return id !== undefined && id > 0 ? id : null;
}

export const adding = (token: string, code: string, quantity: number): NewCommand => ({
  ...common(token),
  kind: 'addItem',
  line: code,
  params: { token },
  body: { productVariantCode: code, quantity },
  shown: goodsOf(code),
});

export async function add(world: World, page: Page, code: string, quantity: number): Promise<void> {
  const { shopper } = world;
  const token = await follow(world, page);
  await put(world, page, adding(token, code, quantity), () => {
    shopper.lines.set(code, (shopper.lines.get(code) ?? 0) + quantity);
  });
}

/** A list of goods, put in by one command (CART-21). */
export async function addMany(world: World, page: Page, goods: ReadonlyMap<string, number>): Promise<void> {
  const { shopper } = world;
  const token = await follow(world, page);
  const listed = [...goods].map(([variantCode, quantity]) => ({
    variantCode,
    quantity,
    shown: goodsOf(variantCode),
  }));
  await put(world, page, manyLines({ ...common(token), params: { token } }, listed), () => {
    for (const [code, quantity] of goods) shopper.lines.set(code, (shopper.lines.get(code) ?? 0) + quantity);
  });
}

export async function change(world: World, page: Page, code: string, quantity: number): Promise<void> {
  const { shopper } = world;
  const token = await follow(world, page);
  const id = await idOf(page, token, code);
  await put(
    world,
    page,
    { ...common(token), kind: 'changeQuantity', line: code, params: { token, id }, body: { quantity } },
    () => shopper.lines.set(code, quantity),
  );
}

export async function take(world: World, page: Page, code: string): Promise<void> {
  const { shopper } = world;
  const token = await follow(world, page);
  const id = await idOf(page, token, code);
  await put(
    world,
    page,
    { ...common(token), kind: 'deleteItem', line: code, params: { token, id }, body: {} },
    () => {
      shopper.lines.delete(code);
      if (shopper.lines.size === 0) shopper.wasEmptied = true;
    },
  );
}
