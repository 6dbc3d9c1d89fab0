// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { currentToast } from '#ui/toast-state.ts';
import { AddressList } from './address-list.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

const address = (id: number, street: string) => ({
  id,
  firstName: 'Ona',
  lastName: 'Žemaitė',
  phoneNumber: '+37061234567',
  countryCode: 'LT',
  city: 'Kėdainiai',
  street,
  houseNumber: '5',
  postCode: '57123',
  isDefault: false,
  version: 1,
});

test('after an address was deleted the focus is at the one in its place, which the shop made the default, and at last at the way to a new one', async () => {
  let kept = [{ ...address(1, 'Pirma g.'), isDefault: true }, address(2, 'Antra g.')];
  const { container, click, settle } = await show(<AddressList />, {
    answers: {
      addresses: () => ({ data: kept }),
      deleteAddress: ({ params }) => {
        kept = kept
          .filter(({ id }) => id !== Number((params as { id: unknown }).id))
          .map((one) => ({ ...one, isDefault: true }));
        return undefined;
      },
    },
  });
  const deleteFirst = async () => {
    const button = container.querySelector<HTMLElement>('button[aria-label^="Delete"]');
    button?.focus();
    await click(button);
    await click(
      [...document.querySelectorAll('dialog button')].find((one) => one.textContent === 'Delete the address'),
    );
    await settle();
  };
  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  await deleteFirst();
  await vi.waitFor(() => expect(focused()).toMatch(/^Edit: Antra g\./));
  await vi.waitFor(() => expect(container.querySelectorAll('li[data-default]')).toHaveLength(1));
  expect(focused()).toMatch(/^Edit: Antra g\./);
  await deleteFirst();
  await vi.waitFor(() => expect(focused()).toBe('Add an address'));
});

test('R8.35 a default that could not be chosen is said in words of its own, and the old one stays marked', async () => {
  const kept = [{ ...address(1, 'Pirma g.'), isDefault: true }, address(2, 'Antra g.')];
  const { container, click, settle } = await show(<AddressList />, {
    answers: {
      addresses: () => ({ data: kept }),
      changeCustomer: () => {
        throw new ApiError('refused', 500, { code: 500, errorCode: 'internal', message: '', violations: [] });
      },
    },
  });
  const [old, other] = container.querySelectorAll('li');
  expect([old?.textContent, other?.textContent]).toEqual([
    expect.stringContaining('Default address'),
    expect.not.stringContaining('Default address'),
  ]);
  await click(other?.querySelector('button[aria-label^="Make default"]'));
  await settle();
  expect(currentToast()?.text).toBe('Select default address error');
  const marked = [...container.querySelectorAll('li')].filter((one) =>
    one.textContent?.includes('Default address'),
  );
  expect(marked.map((one) => one.textContent)).toEqual([expect.stringContaining('Pirma g.')]);
});
