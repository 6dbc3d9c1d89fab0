// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { writeTokens } from '#api/session-tokens.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { AddressForm } from './address-form.tsx';

beforeEach(() => {
  localStorage.clear();
  setMedia();
});
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

const typed = {
  firstName: 'Ona',
  lastName: 'Žemaitė',
  phoneNumber: '+37061234567',
  city: 'Kėdainiai',
  street: 'Laukų g.',
  houseNumber: '5',
  postCode: 'LT-57123',
};

test('a new address that found no connection stands in the form again after a reload, until it is saved or given up, and for nobody else', async () => {
  const signIn = (id: number) =>
    writeTokens({
      token: `h.${btoa(JSON.stringify({ sub: String(id), exp: 4e9 }))}.s`,
      refreshToken: 'refresh',
    });
  signIn(5);
  let isAway = true;
  let saved = 0;
  const open = async () => {
    clearShown();
    return show(<AddressForm address={null} onSaved={() => (saved += 1)} />, {
      answers: {
        addAddress: ({ body }) => {
          if (isAway) throw new ApiError('unreachable', 500, { message: '' });
          return { ...(body as object), id: 8, version: 1 };
        },
      },
    });
  };
  const values = ({ container }: { container: HTMLElement }) =>
    Object.fromEntries(
      Object.keys(typed).map((name) => [
        name,
        container.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value,
      ]),
    );
  const nothing = Object.fromEntries(Object.keys(typed).map((name) => [name, '']));
  const send = async ({ container, settle }: Awaited<ReturnType<typeof open>>) => {
    container.querySelector('form')?.requestSubmit();
    await settle();
  };

  const first = await open();
  expect(first.container.textContent).not.toContain('not saved yet');
  for (const [name, value] of Object.entries(typed)) {
    const input = first.container.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  }
  await send(first);
  await expect
    .poll(() => first.container.querySelector('[role="alert"]')?.textContent)
    .toContain('what you typed stays here');

  const second = await open();
  expect(values(second)).toEqual(typed);
  expect(second.container.textContent).toContain('This is what you typed before. It is not saved yet.');
  signIn(6);
  expect(values(await open())).toEqual(nothing);
  signIn(5);
  isAway = false;
  await send(await open());
  await expect.poll(() => saved).toBe(1);
  expect(values(await open())).toEqual(nothing);

  isAway = true;
  localStorage.setItem(
    'ADDRESS_DRAFT',
    JSON.stringify({ customer: '5', id: null, version: null, form: typed }),
  );
  const given = await open();
  await given.click([...given.container.querySelectorAll('a')].find((link) => link.textContent === 'Cancel'));
  expect(values(await open())).toEqual(nothing);
});
