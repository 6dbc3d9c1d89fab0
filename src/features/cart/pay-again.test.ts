// @vitest-environment jsdom
/** What paid for an emptied cart, brought back over a link so slow that a press would have given up. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeTokens } from '#api/session-tokens.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { atShop, customer, emptied, goods, leaveShop, nobody, onNewShop } from '#tests/emptied-carts.ts';
import { currentToast } from '#ui/toast-state.ts';

beforeEach(onNewShop);
afterEach(leaveShop);

const giftCards = [{ code: 'CARD-1', label: 'CARD', amountUsed: 2000, amountLeft: 0 }];

/** The way back is pressed, and as long as a press waits is over before the goods are answered. */
async function pressedOnSlowLink() {
  atShop.isTaking = true;
  const { undo } = await emptied([goods], { giftCards });
  const patience: (() => void)[] = [];
  const setTimer = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
    ms === 5_000 ? patience.push(run) : setTimer(run, ms)) as typeof setTimeout);
  const fetching = vi.mocked(globalThis.fetch);
  const send = fetching.getMockImplementation() ?? expect.unreachable();
  let answer = (): void => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  fetching.mockImplementation(async (...request) => {
    await isAnswered;
    return send(...request);
  });
  const wake = vi.spyOn(theOutbox(), 'wake');
  const pressed = undo();
  await vi.waitFor(() => expect(wake).toHaveBeenCalledWith(true));
  for (const end of patience) end();
  return { pressed, answer };
}

test('CART-18 what paid for the cart pays again however long the shop takes over the goods', async () => {
  const { pressed, answer } = await pressedOnSlowLink();
  answer();
  await pressed;
  expect(atShop.calls).toMatchObject([{ name: 'addGiftCard', body: { code: 'CARD-1' } }]);
  expect(currentToast()).toBeNull();
});

test('R0.28 a customer who leaves while the goods are on their way pays with nothing more, and the next person hears nothing of it', async () => {
  writeTokens(customer);
  const { pressed, answer } = await pressedOnSlowLink();
  writeTokens(nobody);
  answer();
  await pressed;
  expect(atShop.calls).toEqual([]);
  expect(currentToast()).toBeNull();
});

test('R0.28 a customer who leaves between two cards pays with the first alone', async () => {
  writeTokens(customer);
  const { undo } = await emptied([goods], {
    giftCards: [...giftCards, { code: 'CARD-2', label: 'CARD', amountUsed: 500, amountLeft: 0 }],
  });
  atShop.isTaking = true;
  atShop.meanwhile = () => Promise.resolve(writeTokens(nobody));
  await undo();
  expect(atShop.calls).toMatchObject([{ name: 'addGiftCard', body: { code: 'CARD-1' } }]);
  expect(currentToast()).toBeNull();
});
