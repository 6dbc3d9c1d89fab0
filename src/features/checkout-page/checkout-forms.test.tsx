// @vitest-environment jsdom
import { setupI18n } from '@lingui/core';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forgetPersonalCells } from '#api/personal-cells.ts';
import { writeTokens } from '#api/session-tokens.ts';
import type { UpdateOrderBody } from '#contract/orders/order-requests.ts';
import type { Order } from '#contract/orders/orders.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { writeCartToken } from '#features/cart/cart-token.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { fieldSentence } from '#i18n/field-sentences.ts';
import {
  addressBody,
  createAddressSchema,
  type AddressForm,
} from '#features/checkout/address-step-schema.ts';
import { fieldOfPath } from './address-step-form.ts';
import { AddressStep } from './address-step.tsx';
import {
  closeDraft,
  readDraft,
  readPlacedOrder,
  writeDraft,
  writePlacedOrder,
} from '#features/checkout/device-cells.ts';
import { createPaymentSchema } from '#features/checkout/payment-schema.ts';
import { PaymentStep } from './payment-step.tsx';
import { ShippingStep } from './shipping-step.tsx';
import { findPoints } from './pickup-points.tsx';

beforeEach(() => {
  setMedia();
  localStorage.clear();
  writeCartToken('c'.repeat(32));
});
afterEach(clearShown);

const place = { city: 'Kėdainiai', street: 'Laukų g.', houseNumber: '5', flatNumber: '', postCode: '57123' };
const form: AddressForm = {
  email: 'rasa@example.lt',
  firstName: 'Rasa',
  lastName: 'Ąžuolė',
  phoneNumber: '+37061234567',
  address: place,
  wantsInvoice: false,
  invoice: {
    companyName: '',
    companyCode: '',
    vatNumber: '',
    city: '',
    street: '',
    houseNumber: '',
    flatNumber: '',
    postCode: '',
  },
  certificate: { number: '', holder: '', validUntil: '' },
};
const english = setupI18n({ locale: 'en', messages: { en: {} } });
const both = { withAddress: true, withInvoice: true, withCertificate: false, countryCode: 'LT' };

/** The sentence that the form shows at a field. */
function sentenceAt(
  path: string,
  value: Partial<AddressForm>,
  options = { ...both, withInvoice: false },
): string | undefined {
  const result = createAddressSchema(options).safeParse({ ...form, ...value });
  const issue = result.success ? undefined : result.error.issues.find((one) => one.path.join('.') === path);
  return issue === undefined ? undefined : fieldSentence(english, issue.message);
}

test('R0.39 R5.01 a required field that is empty', () => {
  expect(sentenceAt('firstName', { firstName: '' })).toBe('This value should not be blank.');
  expect(sentenceAt('address.city', { address: { ...place, city: ' ' } })).toBe(
    'This value should not be blank.',
  );
  expect(sentenceAt('phoneNumber', { phoneNumber: '' })).toBe('This value should not be blank.');
});
test('R5.02 an email that is missing', () => {
  expect(sentenceAt('email', { email: '' })).toBe('Please enter your email.');
});
test('R5.03 a value that is too short names its number', () => {
  expect(sentenceAt('firstName', { firstName: 'R' })).toBe(
    'This value is too short. It should have 2 characters or more.',
  );
});
test('R5.04 a value that is too long names its number', () => {
  expect(sentenceAt('address.houseNumber', { address: { ...place, houseNumber: '1'.repeat(17) } })).toBe(
    'This value is too long. It should have 16 characters or less.',
  );
});
test('R5.05 a pattern without an own sentence, with an example: the post code', () => {
  expect(sentenceAt('address.postCode', { address: { ...place, postCode: '5712' } })).toBe(
    'Invalid format. Write it like this: LT-12345',
  );
  expect(sentenceAt('address.postCode', { address: { ...place, postCode: 'lt-57123' } })).toBeUndefined();
});
test('R5.06 an email of the wrong form', () => {
  expect(sentenceAt('email', { email: 'a@b@c' })).toBe('This email is invalid.');
});
test('R5.07 a name with a figure', () => {
  expect(sentenceAt('firstName', { firstName: 'J0nas' })).toBe(
    "Name can contain all letters and symbols ' -",
  );
});
test('R5.08 R5.42 a phone number that is none in its country', () => {
  expect(sentenceAt('phoneNumber', { phoneNumber: '123' })).toBe('This value is not a valid phone number.');
  expect(sentenceAt('phoneNumber', { phoneNumber: '8 612 34567' })).toBeUndefined();
});
test('R5.09 a VAT number with a wrong check digit; an empty one passes', () => {
  const invoice = {
    ...form.invoice,
    ...place,
    companyName: 'UAB Laukas',
    companyCode: '123456789',
    vatNumber: 'LT119511516',
  };
  expect(sentenceAt('invoice.vatNumber', { invoice }, both)).toBe('Not a VAT number.');
  expect(sentenceAt('invoice.vatNumber', { invoice: { ...invoice, vatNumber: '' } }, both)).toBeUndefined();
});
test('the sentences of passwords and promo codes', () => {
  expect(fieldSentence(english, 'same-as')).toBe('Passwords do not match');
  expect(fieldSentence(english, 'promocode')).toBe('You forgot to add promocode');
});
test('R5.13 names of 2 to 255 and house numbers of 1 to 16 letters pass, one letter beyond does not', () => {
  const name = (length: number) => sentenceAt('lastName', { lastName: 'a'.repeat(length) });
  expect([name(1), name(2), name(255), name(256)].map((one) => one === undefined)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const house = (length: number) =>
    sentenceAt('address.houseNumber', { address: { ...place, houseNumber: '1'.repeat(length) } });
  expect([house(0), house(1), house(16), house(17)].map((one) => one === undefined)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
test('an address is asked for only when a courier comes, company data only with an invoice', () => {
  const nothing = { ...form, address: { ...place, city: '', street: '', houseNumber: '', postCode: '' } };
  expect(
    createAddressSchema({ ...both, withAddress: false, withInvoice: false }).safeParse(nothing).success,
  ).toBe(true);
  expect(createAddressSchema({ ...both, withInvoice: false }).safeParse(nothing).success).toBe(false);
  expect(createAddressSchema(both).safeParse(form).success).toBe(false);
});
test('what is sent has the phone number in its international form and no empty address', () => {
  const body = addressBody(
    { ...form, phoneNumber: '8 (612) 34-567' },
    { withAddress: true, withCertificate: false, countryCode: 'LT' },
  );
  expect(body.contact?.phoneNumber).toBe('+37061234567');
  expect(body.shippingAddress).toMatchObject({ city: 'Kėdainiai', flatNumber: null, countryCode: 'LT' });
  expect(body.invoice).toBeNull();
  expect(addressBody(form, { ...both, withAddress: false })).not.toHaveProperty('shippingAddress');
});

test('a certificate is asked for with goods of professional use only, and sent as it is kept', async () => {
  const professional = { ...anItem(), variant: { ...anItem().variant } };
  professional.variant.product = { ...professional.variant.product, professionalUse: true };
  const opened = (order: Order) =>
    show(<AddressStep order={order} busy={false} violations={[]} onSubmit={() => {}} />);
  const fields = async (order: Order) => {
    const { container } = await opened(order);
    const names = [...container.querySelectorAll<HTMLInputElement>('input[name^="certificate."]')].map(
      ({ name }) => name,
    );
    clearShown();
    return names;
  };
  expect(await fields(anOrder())).toEqual([]);
  expect(await fields(anOrder({ items: [professional] }))).toEqual([
    'certificate.number',
    'certificate.holder',
    'certificate.validUntil',
  ]);
  const certificate = { number: ' AP-1234 ', holder: 'Rasa Ąžuolė', validUntil: '2030-05-10' };
  const withCertificate = { ...both, withInvoice: false, withCertificate: true };
  expect(createAddressSchema(withCertificate).safeParse({ ...form, certificate }).success).toBe(true);
  for (const wrong of [
    { number: '' },
    { number: '--' },
    { number: 'A'.repeat(41) },
    { holder: 'R' },
    { holder: 'R2D2' },
    { validUntil: '' },
    { validUntil: '2020-01-01' },
    { validUntil: '2031-02-30' },
    { validUntil: '2999-01-01' },
  ])
    expect({
      ...wrong,
      fits: createAddressSchema(withCertificate).safeParse({
        ...form,
        certificate: { ...certificate, ...wrong },
      }).success,
    }).toEqual({ ...wrong, fits: false });
  const over = createAddressSchema(withCertificate).safeParse({
    ...form,
    certificate: { ...certificate, validUntil: '2020-01-01' },
  });
  expect(over.error?.issues.map(({ message }) => fieldSentence(english, message))).toEqual([
    'This day is over: write one that is today or later.',
  ]);
  expect(addressBody({ ...form, certificate }, withCertificate).certificate).toEqual({
    number: 'AP-1234',
    holder: 'Rasa Ąžuolė',
    validUntil: '2030-05-10',
  });
});

test('R5.29 both consents are needed, the letter with news is not', () => {
  const schema = createPaymentSchema(true);
  const given = {
    paymentMethod: 'TRANSFER',
    termsAndConditionsAccepted: true,
    privacyPolicyAccepted: true,
    subscribedToNewsletter: false,
    notes: '',
  };
  expect(schema.safeParse(given).success).toBe(true);
  for (const consent of ['termsAndConditionsAccepted', 'privacyPolicyAccepted']) {
    const result = schema.safeParse({ ...given, [consent]: false });
    expect(
      result.error?.issues.map((issue) => [issue.path[0], fieldSentence(english, issue.message)]),
    ).toEqual([[consent, 'Tick this box: without it we cannot go on.']]);
  }
  expect(schema.safeParse({ ...given, paymentMethod: '' }).success).toBe(false);
  expect(createPaymentSchema(false).safeParse({ ...given, paymentMethod: '' }).success).toBe(true);
});

test('the consumer’s right to withdraw is told to consumers, and not to companies', async () => {
  const answers = { paymentMethods: () => [] };
  const step = (pricesWithoutTax: boolean) =>
    show(<PaymentStep order={anOrder()} busy={false} onSubmit={() => {}} />, {
      channel: { pricesWithoutTax },
      answers,
    });
  expect((await step(false)).container.textContent).toContain('withdraw from the purchase within 14 days');
  expect((await step(true)).container.textContent).not.toContain('withdraw');
});

test('whoever has the newsletter already is not asked for it', async () => {
  const asksFor = async (subscribedToNewsletter: boolean) => {
    writeTokens({ token: 'bearer', refreshToken: 'refresh' });
    const { container, settle } = await show(
      <PaymentStep order={anOrder()} busy={false} onSubmit={() => {}} />,
      {
        answers: {
          paymentMethods: () => [],
          customer: () => ({ data: [{ subscribedToNewsletter }] }),
          addresses: () => ({ data: [] }),
        },
      },
    );
    await settle();
    const isThere = container.querySelector('[name="subscribedToNewsletter"]') !== null;
    clearShown();
    return isThere;
  };
  expect(await asksFor(true)).toBe(false);
  expect(await asksFor(false)).toBe(true);
});

test('a box that was ticked for an order is ticked still where its step is drawn anew, and for no other order', async () => {
  const step = (tokenValue: string) =>
    show(<PaymentStep order={anOrder({ tokenValue })} busy={false} onSubmit={() => {}} />, {
      answers: { paymentMethods: () => [] },
    });
  const isTicked = ({ container }: { container: HTMLElement }) =>
    container.querySelector<HTMLInputElement>('[name="termsAndConditionsAccepted"]')?.checked;
  const [one, other] = ['a'.repeat(32), 'b'.repeat(32)];
  const first = await step(one);
  expect(isTicked(first)).toBe(false);
  await first.click(first.container.querySelector('[name="termsAndConditionsAccepted"]'));
  clearShown();
  expect(isTicked(await step(one))).toBe(true);
  clearShown();
  expect(isTicked(await step(other))).toBe(false);
});

test.each(['privacyPolicyAccepted', 'termsAndConditionsAccepted', 'subscribedToNewsletter', 'notes'])(
  'R5.20 what the shop refuses of %s at the payment is told at its own field',
  async (propertyPath) => {
    const { container } = await show(
      <PaymentStep
        order={anOrder()}
        busy={false}
        violations={[{ propertyPath, message: 'Please read it' }]}
        onSubmit={() => {}}
      />,
    );
    const wrong = container.querySelectorAll('[aria-invalid="true"]');
    expect([...wrong].map((one) => one.getAttribute('name'))).toEqual([propertyPath]);
    const words = document.getElementById(wrong[0]?.getAttribute('aria-describedby') ?? '');
    expect(words?.textContent).toContain('Please read it');
  },
);

test('a way of delivery that cannot be chosen has no price, and is not called free', async () => {
  const warehouse = { code: 'W', name: 'W', address: '', city: '' };
  const order = anOrder({
    shippingPlan: 'courier',
    shipments: [{ id: 1, state: 'cart', kind: 'courier', price: 0, items: [], warehouse }],
  });
  const method = { kind: 'courier', priceWithoutTax: 0, price: 0 };
  const plan = { missing: undefined, shipments: [{ kind: 'courier', warehouse, items: [] }] };
  const { container } = await show(
    <ShippingStep order={order} busy={false} onSubmit={() => {}} onDelivery={() => {}} />,
    {
      answers: {
        shippingPlans: () => ({
          data: [
            { ...plan, code: 'courier', kind: 'courier', available: true, priceFrom: 0 },
            {
              ...plan,
              code: 'pickup_point',
              kind: 'pickup_point',
              available: false,
              unavailableReason: 'Too heavy',
              priceFrom: 0,
            },
          ],
        }),
        shippingMethods: () => ({
          data: [
            { ...method, code: 'A', name: 'Van', available: true },
            { ...method, code: 'B', name: 'Bike', available: false, unavailableReason: 'Too far' },
          ],
        }),
      },
    },
  );
  const card = (name: string) =>
    [...container.querySelectorAll('label')].find((one) => one.textContent?.includes(name))?.textContent;
  expect(card('Courier to your door')).toContain('Free');
  expect(card('Van')).toContain('Free');
  for (const name of ['Parcel locker', 'Bike']) expect(card(name)).not.toMatch(/Free|€/);
  expect(card('Parcel locker')).toContain('Too heavy');
  expect(card('Bike')).toContain('Too far');
});

test.each([
  [true, '4.99 with VAT'],
  [false, '4.99'],
] as const)(
  'where goods are shown without VAT (%s) a delivery says that its price is with it',
  async (pricesWithoutTax, price) => {
    const warehouse = { code: 'W', name: 'W', address: '', city: '' };
    const method = {
      kind: 'courier',
      code: 'A',
      name: 'Van',
      available: true,
      priceWithoutTax: 412,
      price: 499,
    };
    const { container } = await show(
      <ShippingStep
        order={anOrder({
          shippingPlan: 'courier',
          shipments: [{ id: 1, state: 'cart', kind: 'courier', price: 499, items: [], warehouse }],
        })}
        busy={false}
        onSubmit={() => {}}
        onDelivery={() => {}}
      />,
      {
        channel: { pricesWithoutTax },
        answers: {
          shippingPlans: () => ({
            data: [
              {
                code: 'courier',
                kind: 'courier',
                available: true,
                priceFrom: 499,
                shipments: [{ kind: 'courier', warehouse, items: [] }],
              },
            ],
          }),
          shippingMethods: () => ({ data: [method] }),
        },
      },
    );
    for (const name of ['Courier to your door', 'Van']) {
      const card = [...container.querySelectorAll('label')].find((one) => one.textContent?.includes(name));
      expect(card?.textContent?.includes('with VAT')).toBe(pricesWithoutTax);
      expect(card?.textContent).toContain(price);
    }
  },
);

test('R5.20 a violation of the server lands at the field that its path names', async () => {
  expect(fieldOfPath('shippingAddress.city')).toBe('address.city');
  expect(fieldOfPath('contact.phoneNumber')).toBe('phoneNumber');
  expect(fieldOfPath('invoice.vatNumber')).toBe('invoice.vatNumber');
  expect(fieldOfPath('foo')).toBeNull();
  const { container } = await show(
    <AddressStep
      order={anOrder()}
      busy={false}
      violations={[{ propertyPath: 'contact.lastName', message: 'Too odd' }]}
      onSubmit={() => undefined}
    />,
  );
  const wrong = container.querySelectorAll('[aria-invalid="true"]');
  expect([...wrong].map((one) => one.getAttribute('name'))).toEqual(['lastName']);
  // Under the field, and nowhere else.
  const under = wrong[0]?.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(under.map((id) => document.getElementById(id)?.textContent)).toContain('Too odd');
  expect(container.textContent.split('Too odd')).toHaveLength(2);
});

test('the e-mail field promises what every order gets: whether a pre-invoice comes is the payment’s to say', async () => {
  const { container } = await show(
    <AddressStep order={anOrder()} busy={false} violations={[]} onSubmit={() => undefined} />,
  );
  expect(container.textContent).toContain('The confirmation of the order comes here');
  expect(container.textContent).not.toContain('pre-invoice');
});

describe('whoever is signed in', () => {
  const courier = anOrder({
    shipments: [
      {
        id: 1,
        state: 'cart',
        kind: 'courier',
        price: 499,
        items: [],
        warehouse: { code: 'W', name: 'W', address: '', city: '' },
      },
    ],
  });
  const book = [
    { ...place, id: 7, street: 'Kaimo g.', isDefault: false },
    { ...place, id: 9, street: 'Miesto g.', flatNumber: '3', isDefault: true },
  ].map(({ flatNumber, ...one }) => ({
    ...one,
    ...(flatNumber === '' ? {} : { flatNumber }),
    firstName: 'Ona',
    lastName: 'Gavėja',
    phoneNumber: '+37061111111',
    countryCode: 'LT',
    version: 1,
  }));
  const account = {
    email: 'rasa@example.lt',
    firstName: 'Rasa',
    lastName: 'Ąžuolė',
    phoneNumber: '+37061234567',
  };
  const open = async (addresses = book, isKnown = true) => {
    writeTokens({ token: 'bearer', refreshToken: 'refresh' });
    const bodies: UpdateOrderBody[] = [];
    const shown = await show(
      <AddressStep order={courier} busy={false} violations={[]} onSubmit={(body) => bodies.push(body)} />,
      isKnown
        ? { answers: { customer: () => ({ data: [account] }), addresses: () => ({ data: addresses }) } }
        : {},
    );
    const submit = async () => {
      await shown.click(shown.container.querySelector('button[type="submit"]'));
      await shown.settle();
    };
    const streetShown = () =>
      shown.container.querySelector<HTMLInputElement>('input[name="address.street"]')?.value;
    return { ...shown, bodies, submit, streetShown };
  };

  test('types no e-mail, and begins with the default address of the account, which its recipient gets', async () => {
    const { container, bodies, submit, streetShown } = await open();
    expect(container.querySelector('input[name="email"]')).toBeNull();
    expect(container.textContent).toContain(account.email);
    expect(streetShown()).toBe('Miesto g.');
    await submit();
    expect(bodies).toEqual([
      expect.objectContaining({
        email: account.email,
        contact: expect.objectContaining({ firstName: 'Rasa' }) as unknown,
        shippingAddress: expect.objectContaining({ firstName: 'Ona', street: 'Miesto g.' }) as unknown,
      }),
    ]);
    expect(bodies[0]).toHaveProperty('saveAddress', false);
    // Personal things of an account do not stay on the device.
    expect(localStorage.getItem('KNOWN_ADDRESS')).toBeNull();
  });

  test('picks another address of the account, or types one that is kept on request', async () => {
    const { container, bodies, click, submit, streetShown } = await open();
    await click(container.querySelector('input[name="savedAddress"][value="7"]'));
    expect(streetShown()).toBe('Kaimo g.');
    await submit();
    expect(bodies.at(-1)?.shippingAddress).toMatchObject({ firstName: 'Ona', street: 'Kaimo g.' });
    await click(container.querySelector('input[name="savedAddress"][value=""]'));
    expect(streetShown()).toBe('');
  });

  test('whom neither the shop nor the device knows for now types no e-mail, and nothing is kept as of a guest', async () => {
    writeDraft({ token: courier.tokenValue, address: { ...form, email: '' } });
    const { container, bodies, submit } = await open([], false);
    expect(container.querySelector('input[name="email"]')).toBeNull();
    await submit();
    expect(bodies).toEqual([expect.objectContaining({ saveAddress: false })]);
    expect(bodies[0]).not.toHaveProperty('email');
    expect(localStorage.getItem('KNOWN_ADDRESS')).toBeNull();
  });

  test('without addresses yet types one and may keep it', async () => {
    writeDraft({ token: courier.tokenValue, address: { ...form, email: 'other@example.lt' } });
    const { container, bodies, click, submit } = await open([]);
    await click(container.querySelector('input[name="saveAddress"]'));
    await submit();
    expect(bodies.at(-1)).toMatchObject({
      email: account.email,
      saveAddress: true,
      shippingAddress: { firstName: 'Rasa', street: place.street },
    });
  });
});

test('the draft of one cart is not shown in another, and a broken one counts as none', () => {
  writeDraft({ token: 'one', address: form });
  expect(readDraft('one').address?.firstName).toBe('Rasa');
  expect(readDraft('two')).toEqual({ token: 'two' });
  localStorage.setItem('CHECKOUT_DRAFT', '{oops');
  expect(readDraft('one')).toEqual({ token: 'one' });
  writePlacedOrder('a'.repeat(32));
  expect(readPlacedOrder()).toBe('a'.repeat(32));
  localStorage.setItem('PLACED_ORDER', '"<x>"');
  expect(readPlacedOrder()).toBeNull();
});

test('the chosen way of payment stays in sight while the order is placed, though that makes another version of it', async () => {
  let isOver = false;
  const payment = {
    id: 3,
    state: 'cart' as const,
    amount: 1000,
    currencyCode: 'EUR',
    createdAt: '2026-11-21T10:00:00Z',
  };
  const cart = anOrder({ total: 1000, payments: [payment] });
  const paid = { ...cart, version: cart.version + 1 };
  function Step() {
    const [order, setOrder] = useState(cart);
    return (
      <>
        <button type="button" id="placed" onClick={() => setOrder(paid)}>
          Placed
        </button>
        <PaymentStep order={order} busy={order === paid} onSubmit={() => undefined} />
      </>
    );
  }
  const { container, click } = await show(<Step />, {
    answers: {
      paymentMethods: () =>
        isOver
          ? new Promise(() => {})
          : { data: [{ code: 'CASH', name: 'Cash', kind: 'cash', position: 1 }] },
    },
  });
  const ways = () => container.querySelectorAll('input[name="paymentMethod"]').length;
  expect(ways()).toBe(1);
  isOver = true;
  await click(container.querySelector('#placed'));
  expect(ways()).toBe(1);
});

test('the title begins with the error of a step that was sent with a field that is wrong, until it is right', async () => {
  document.title = 'Checkout';
  const { container, click, settle } = await show(
    <AddressStep order={anOrder()} busy={false} violations={[]} onSubmit={() => undefined} />,
  );
  await click(container.querySelector('button[type="submit"]'));
  await settle();
  expect(document.title).toBe('Error: Checkout');
  clearShown();
  expect(document.title).toBe('Checkout');
});

test('what a guest typed is called that of an earlier order only once there is one', async () => {
  const earlier = 'Your details from an earlier order';
  const open = (order: Order) =>
    show(<AddressStep order={order} busy={false} violations={[]} onSubmit={() => undefined} />);
  const order = anOrder();
  writeDraft({ token: order.tokenValue, address: form });
  const first = await open(order);
  await first.click(first.container.querySelector('button[type="submit"]'));
  // Back from the payment step, or the page loaded again.
  const again = await open(order);
  expect(again.container.textContent).not.toContain(earlier);
  expect(again.container.querySelector<HTMLInputElement>('input[name="lastName"]')?.value).toBe(
    form.lastName,
  );
  clearShown();
  closeDraft();
  expect(readDraft(order.tokenValue).address).toBeUndefined();
  const next = await open(anOrder({ tokenValue: 'n'.repeat(32) }));
  expect(next.container.textContent).toContain(earlier);
  expect(next.container.querySelector<HTMLInputElement>('input[name="lastName"]')?.value).toBe(form.lastName);
});

test('R0.28 what is typed for an order of an account does not stay on the device after it', () => {
  writeTokens({ token: 'bearer', refreshToken: 'refresh' });
  writeDraft({ token: 'one', address: form });
  closeDraft();
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(form.lastName);
});

test('R0.28 a form that still stands when somebody has signed out keeps nothing of them', async () => {
  const order = anOrder();
  writeDraft({ token: order.tokenValue, address: form });
  const { container, click, settle } = await show(
    <AddressStep order={order} busy={false} violations={[]} onSubmit={() => undefined} />,
  );
  expect(JSON.stringify(Object.entries(localStorage))).toContain(form.lastName);
  writeCartToken(null);
  forgetPersonalCells();
  // The form writes its values down whenever one of them changes.
  await click(container.querySelector('input[name="wantsInvoice"]'));
  await settle();
  expect(container.querySelector('input[name="invoice.companyName"]')).not.toBeNull();
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(form.lastName);
});

test('places are found by words without marks and by post code with and without LT', () => {
  const point = (name: string, postCode: string) => ({
    code: name,
    provider: 'P',
    name,
    address: 'Pavyzdžio g. 1',
    city: name,
    postCode,
    countryCode: 'LT',
  });
  const points = [point('Šiauliai', 'LT-76101'), point('Vilnius', 'LT-01103')];
  const found = (words: string) => findPoints(points, words).map((one) => one.name);
  expect(found('siauliai')).toEqual(['Šiauliai']);
  expect(found('76101')).toEqual(['Šiauliai']);
  expect(found('LT-01103')).toEqual(['Vilnius']);
  expect(found('pavyzdzio')).toHaveLength(2);
  expect(found('vilnius siauliai')).toEqual([]);
});
