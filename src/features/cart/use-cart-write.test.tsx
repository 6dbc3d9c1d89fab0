// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, normaliseError } from '#api/api-error.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { clearShown, show, type ShowOptions } from '#tests/show.tsx';
import { useAddToCart } from './use-add-to-cart.ts';
import { useChangeQuantity } from './use-change-quantity.ts';
import { useBringBack, useClearCart } from '#features/cart-page/use-clear-cart.ts';
import { useDeleteItem } from './use-delete-item.ts';
import { useCart } from './use-cart.ts';
import { useCartProcessing } from '#features/cart-page/use-cart-processing.ts';
import { useCoupon } from '#features/cart-page/use-coupon.ts';
import { useGiftWrap } from '#features/cart-page/use-gift-wrap.ts';
import { useRestoreItem } from './use-restore-item.ts';

/** Names of the specification for the four states that React Query keeps of each operation. */
const names = { idle: 'INIT', pending: 'PROCESSING', success: 'SUCCESS', error: 'ERROR' } as const;
interface Operation {
  status: keyof typeof names;
  error: Error | null;
  reset: () => void;
}

function Report({ name, of, start }: { name: string; of: Operation; start: () => void }) {
  const error =
    of.error === null ? '' : `${normaliseError(of.error).status} ${normaliseError(of.error).message}`;
  return (
    <p>
      <output id={name}>{`${names[of.status]}|${error}`}</output>
      <button type="button" id={`start-${name}`} onClick={start}>
        start
      </button>
      <button type="button" id={`reset-${name}`} onClick={() => of.reset()}>
        reset
      </button>
    </p>
  );
}

function Operations() {
  const remove = useDeleteItem();
  const change = useChangeQuantity();
  const restore = useRestoreItem();
  const add = useAddToCart();
  const wrap = useGiftWrap();
  const coupon = useCoupon();
  const couponOff = useCoupon();
  const clear = useClearCart();
  const bringBack = useBringBack();
  const item = anItem({ variant: { ...anItem().variant, code: 'V' } });
  const pieces = { variantCode: 'V', quantity: 1, productName: 'Carrots' };
  return (
    <>
      <Report name="delete" of={remove} start={() => remove.mutate({ itemId: 1 })} />
      <Report name="change" of={change} start={() => change.mutate({ itemId: 1, quantity: 2 })} />
      <Report name="restore" of={restore} start={() => restore.mutate({ itemId: 1 })} />
      <Report name="add" of={add} start={() => add.mutate(pieces)} />
      <Report name="wrap" of={wrap} start={() => wrap.mutate(true)} />
      <Report name="coupon" of={coupon} start={() => coupon.mutate('CODE')} />
      <Report name="coupon-off" of={couponOff} start={() => couponOff.mutate(null)} />
      <Report name="clear" of={clear} start={() => clear.mutate()} />
      <Report
        name="bring-back"
        of={bringBack}
        start={() =>
          bringBack.mutate({
            token: order.tokenValue,
            items: [item],
            chosen: {},
            key: crypto.randomUUID(),
          })
        }
      />
      <output id="processing">{String(useCartProcessing(false))}</output>
    </>
  );
}

const order = { tokenValue: 't'.repeat(32), items: [], deletedItems: [], total: 0 };
const refusal = new ApiError('refused', 422, { code: 422, errorCode: 'x', message: 'Sorry', violations: [] });
beforeEach(() => localStorage.setItem('CART_TOKEN', order.tokenValue));
afterEach(clearShown);

/** The operations, with answers that the test gives when it wants to. */
async function open() {
  let give: ((how: 'good' | 'bad') => void) | undefined;
  const held = () =>
    new Promise((resolve, reject) => {
      give = (how) => (how === 'good' ? resolve(order) : reject(refusal));
    });
  const answers: ShowOptions['answers'] = {
    order: () => order,
    changeQuantity: held,
    deleteItem: held,
    restoreItem: held,
    addItem: held,
    chooseGiftWrap: held,
    applyCoupon: held,
    clearCart: held,
  };
  const shown = await show(<Operations />, { answers });
  const state = (name: string) => shown.container.querySelector(`#${name}`)?.textContent;
  const states = () => all.map((name) => state(name));
  const isProcessing = () => state('processing') === 'true';
  const press = (id: string) => shown.click(shown.container.querySelector(`#${id}`));
  const answer = async (how: 'good' | 'bad') => {
    // What brings a cart back is fetched first.
    await vi.waitFor(() => expect(give).toBeDefined());
    give?.(how);
    give = undefined;
    await shown.settle();
  };
  return { state, states, press, answer, isProcessing };
}

const all = ['delete', 'change', 'restore', 'add', 'wrap', 'coupon', 'coupon-off', 'clear', 'bring-back'];
test.each(all)(
  'R4.01 of the cart the operation %s goes INIT, PROCESSING, SUCCESS, or INIT, PROCESSING, ERROR with its error',
  async (name) => {
    for (const [how, end] of [
      ['good', 'SUCCESS|'],
      ['bad', 'ERROR|422 Sorry'],
    ] as const) {
      localStorage.setItem('CART_TOKEN', order.tokenValue);
      const { state, states, press, answer } = await open();
      expect(state(name)).toBe('INIT|');
      await press(`start-${name}`);
      expect(state(name)).toBe('PROCESSING|');
      await answer(how);
      expect(states()).toEqual(all.map((one) => (one === name ? end : 'INIT|')));
    }
  },
);

test('R4.02 the error is cleared at the next start and stays empty on success', async () => {
  const { state, press, answer } = await open();
  await press('start-delete');
  await answer('bad');
  await press('start-delete');
  expect(state('delete')).toBe('PROCESSING|');
  await answer('good');
  expect(state('delete')).toBe('SUCCESS|');
});

test('R4.03 a reset after an error restores the start', async () => {
  const { state, press, answer } = await open();
  await press('start-delete');
  await answer('bad');
  await press('reset-delete');
  expect(state('delete')).toBe('INIT|');
});

test('R8.02 an error belongs to its own operation: another one is not touched by it', async () => {
  const { state, press, answer } = await open();
  await press('start-delete');
  await answer('bad');
  expect(state('delete')).toBe('ERROR|422 Sorry');
  expect(state('change')).toBe('INIT|');
});

test.each(['delete', 'change', 'restore', 'coupon', 'coupon-off'])(
  'R4.06 the cart counts as processing while %s is',
  async (name) => {
    const { press, answer, isProcessing } = await open();
    expect(isProcessing()).toBe(false);
    await press(`start-${name}`);
    expect(isProcessing()).toBe(true);
    await answer('good');
    expect(isProcessing()).toBe(false);
  },
);

test('R4.06 the cart counts as processing while it is loaded', async () => {
  let give = () => {};
  const held = new Promise(
    (resolve) => (give = () => resolve({ ...anOrder(), tokenValue: order.tokenValue })),
  );
  const Loading = () => {
    return <output>{String(useCartProcessing(useCart().isPending))}</output>;
  };
  const shown = await show(<Loading />, { answers: { order: () => held } });
  expect(shown.container.textContent).toBe('true');
  give();
  await expect.poll(() => shown.container.textContent).toBe('false');
});

test.each(['add', 'wrap', 'clear', 'bring-back'])(
  'R4.07 %s leaves the cart usable meanwhile',
  async (name) => {
    const { state, press, isProcessing } = await open();
    await press(`start-${name}`);
    expect(state(name)).toBe('PROCESSING|');
    expect(isProcessing()).toBe(false);
  },
);
