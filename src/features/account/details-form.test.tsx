// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Customer } from '#contract/customers.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { DetailsForm } from './details-form.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

const countries = [
  { code: 'LT', name: 'Lithuania', phoneCode: '+370', postCodePattern: String.raw`^(LT-)?\d{5}$` },
  { code: 'LV', name: 'Latvia', phoneCode: '+371', postCodePattern: String.raw`^(LV-)?\d{4}$` },
];
const farm = {
  id: 5,
  email: 'ona@example.lt',
  firstName: 'Ona',
  lastName: 'Žemaitė',
  phoneNumber: '8 612 34567',
  gender: 'unknown',
  isCompany: true,
  company: {
    companyName: 'UAB Laukas',
    companyCode: '123456789',
    countryCode: 'LT',
    city: 'Kėdainiai',
    street: 'Laukų g.',
    houseNumber: '5',
    postCode: '57123',
  },
  subscribedToNewsletter: false,
  consents: { privacyPolicyAccepted: true, termsAndConditionsAccepted: true },
} as unknown as Customer;

test('R5.08 another country judges what was typed before by its own rules, at once', async () => {
  const { container, settle } = await show(<DetailsForm customer={farm} />, { channel: { countries } });
  const wrong = () =>
    [...container.querySelectorAll('[aria-invalid="true"]')].map((one) => one.getAttribute('name'));
  const choose = async (country: string) => {
    const select = container.querySelector<HTMLSelectElement>('select[name="countryCode"]');
    if (select === null) throw new Error('No country');
    select.value = country;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
  };
  expect(wrong()).toEqual([]);
  await choose('LV');
  expect(wrong()).toEqual(expect.arrayContaining(['phoneNumber', 'postCode']));
  await choose('LT');
  expect(wrong()).toEqual([]);
});

test.each([
  [true, 'We have sent a letter to ona@example.lt: the newsletter begins once you follow its link.'],
  [
    false,
    'The newsletter begins once you have confirmed your email: follow the link in the letter that we sent you.',
  ],
])(
  'who asks for letters at an address that is not proven reads what they wait for (confirmed: %s), until they have them',
  async (verified, words) => {
    const customer = {
      ...farm,
      isCompany: false,
      company: undefined,
      phoneNumber: undefined,
      user: { verified },
    };
    let subscribedToNewsletter = false;
    const { container, settle, click } = await show(<DetailsForm customer={customer} />, {
      channel: { countries },
      answers: { updateCustomer: () => ({ ...customer, subscribedToNewsletter }) },
    });
    const said = () =>
      [...container.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);
    const save = async () => {
      await click(container.querySelector('input[name="subscribedToNewsletter"]'));
      await click(container.querySelector('button[type="submit"]'));
      await settle();
    };
    expect(said().join(' ')).not.toContain(words);
    await save();
    expect(said().join(' ')).toContain(words);
    subscribedToNewsletter = true;
    await save();
    expect(said().join(' ')).not.toContain(words);
  },
);
