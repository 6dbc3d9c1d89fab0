// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { ApiError, normaliseError } from '#api/api-error.ts';
import { show, type ShowOptions } from '#tests/show.tsx';
import { useChangeQuantity } from './use-change-quantity.ts';
import { useDeleteItem } from './use-delete-item.ts';

/** Names of the specification for the four states that React Query keeps of each operation. */
const names = { idle: 'INIT', pending: 'PROCESSING', success: 'SUCCESS', error: 'ERROR' } as const;
type Operation = ReturnType<typeof useDeleteItem> | ReturnType<typeof useChangeQuantity>;

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
  return (
    <>
      <Report name="delete" of={remove} start={() => remove.mutate({ itemId: 1 })} />
      <Report name="change" of={change} start={() => change.mutate({ itemId: 1, quantity: 2 })} />
    </>
  );
}

const order = { tokenValue: 't'.repeat(32), items: [], deletedItems: [], total: 0 };
const refusal = new ApiError('refused', 422, { code: 422, errorCode: 'x', message: 'Sorry', violations: [] });
beforeEach(() => localStorage.setItem('CART_TOKEN', order.tokenValue));

/** The operations, with an answer to "delete" that the test gives when it wants to. */
async function open() {
  let give: ((how: 'good' | 'bad') => void) | undefined;
  const answers: ShowOptions['answers'] = {
    order: () => order,
    changeQuantity: () => order,
    deleteItem: () =>
      new Promise((resolve, reject) => {
        give = (how) => (how === 'good' ? resolve(order) : reject(refusal));
      }),
  };
  const shown = await show(<Operations />, { answers });
  const state = (name: string) => shown.container.querySelector(`#${name}`)?.textContent;
  const press = (id: string) => shown.click(shown.container.querySelector(`#${id}`));
  const answer = async (how: 'good' | 'bad') => {
    give?.(how);
    await shown.settle();
  };
  return { state, press, answer };
}

test('R4.01 an operation goes INIT, PROCESSING, SUCCESS, or INIT, PROCESSING, ERROR with its error', async () => {
  const good = await open();
  expect(good.state('delete')).toBe('INIT|');
  await good.press('start-delete');
  expect(good.state('delete')).toBe('PROCESSING|');
  await good.answer('good');
  expect(good.state('delete')).toBe('SUCCESS|');
  const bad = await open();
  await bad.press('start-delete');
  await bad.answer('bad');
  expect(bad.state('delete')).toBe('ERROR|422 Sorry');
});

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
