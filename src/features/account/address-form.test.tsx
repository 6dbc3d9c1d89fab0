// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { AddressForm } from './address-form.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

test('R8.26 an address that could not be saved is said in words of its own, and what was typed stays', async () => {
  const bodies: unknown[] = [];
  let saved = 0;
  const address = {
    id: 7,
    firstName: 'Ona',
    lastName: 'Žemaitė',
    phoneNumber: '+37061234567',
    countryCode: 'LT',
    city: 'Kėdainiai',
    street: 'Laukų g.',
    houseNumber: '5',
    postCode: 'LT-57123',
    isDefault: true,
    version: 1,
  };
  const { container, settle } = await show(<AddressForm address={address} onSaved={() => (saved += 1)} />, {
    answers: {
      changeAddress: ({ body }) => {
        bodies.push(body);
        throw new ApiError('refused', 500, { code: 500, errorCode: 'internal', message: '', violations: [] });
      },
    },
  });
  const house = container.querySelector<HTMLInputElement>('input[name="houseNumber"]');
  if (house === null) throw new Error('No house number');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(house, '7');
  house.dispatchEvent(new Event('input', { bubbles: true }));
  container.querySelector('form')?.requestSubmit();
  await settle();
  await expect
    .poll(() => container.querySelector('[role="alert"]')?.textContent)
    .toBe('Saving address error');
  expect(bodies).toEqual([expect.objectContaining({ street: 'Laukų g.', houseNumber: '7' })]);
  expect(house.value).toBe('7');
  expect(saved).toBe(0);
});
