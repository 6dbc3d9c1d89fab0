// @vitest-environment jsdom
// Every form of the shop, refused with something that it has no field for.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { writeTokens } from '#api/session-tokens.ts';
import type { Customer } from '#contract/customers.ts';
import { AddressForm } from '#features/account/address-form.tsx';
import { DetailsForm } from '#features/account/details-form.tsx';
import { PasswordForm } from '#features/account/password-form.tsx';
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx';
import { BackInStockDialog } from '#features/product/back-in-stock-dialog.tsx';
import { ReviewByLink } from '#features/reviews/review-by-link.tsx';
import { AuthView } from '#features/session/auth-view.tsx';
import { RegistrationView } from '#features/session/registration-view.tsx';
import { ResetPasswordView, ResetRequestView } from '#features/session/reset-password-views.tsx';
import { VerificationLetterForm } from '#features/session/verification-letter-form.tsx';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';

beforeEach(() => {
  setMedia((query) => query === 'all');
  localStorage.clear();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  // Messages go by the outbox, which asks the network itself.
  vi.spyOn(globalThis, 'fetch').mockImplementation((_input, init) => {
    const key = new Headers(init?.headers).get('Idempotency-Key') ?? '';
    const headers = { 'X-Shop-Api': '2', 'Idempotency-Key': key };
    return Promise.resolve(new Response(JSON.stringify(refusal), { status: 422, headers }));
  });
});
afterEach(async () => {
  clearShown();
  for (const { id } of (await theOutbox().list()).entries) await theOutbox().withdraw(id);
  vi.restoreAllMocks();
});

let refusal: {
  code: number;
  errorCode: string;
  message: string;
  detail: string;
  violations: { propertyPath: string; message: string }[];
};
const refuse = (detail: string, propertyPath = 'foo', message = '<b>M</b> of <script>1</script>foo') => {
  refusal = {
    code: 422,
    errorCode: 'body.invalid',
    message: 'Unprocessable',
    detail,
    violations: [{ propertyPath, message }],
  };
};
const no = () => Promise.reject(new ApiError('refused', 422, refusal));

const customer = {
  id: 5,
  email: 'ona@example.lt',
  firstName: 'Ona',
  lastName: 'Žemaitė',
  phoneNumber: '+37061234567',
  gender: 'unknown',
  isCompany: false,
  subscribedToNewsletter: false,
  consents: { privacyPolicyAccepted: true, termsAndConditionsAccepted: true },
} as unknown as Customer;
const address = {
  id: 1,
  firstName: 'Ona',
  lastName: 'Žemaitė',
  phoneNumber: '+37061234567',
  countryCode: 'LT',
  city: 'Kėdainiai',
  street: 'Pirma g.',
  houseNumber: '5',
  postCode: '57123',
  isDefault: false,
  version: 1,
};
const review = {
  product: { id: 7, code: 'AA1001', slug: 'a', name: 'A' },
  orderNumber: '1',
  expiresAt: '2026-12-01T00:00:00.000Z',
};
const forms: [string, () => Promise<unknown>][] = [
  ['sign-in', () => show(<AuthView />, { answers: { signIn: no } })],
  ['registration', () => show(<RegistrationView />, { answers: { signUp: no } })],
  ['forgotten password', () => show(<ResetRequestView />, { answers: { requestPasswordReset: no } })],
  ['letter that confirms', () => show(<VerificationLetterForm />, { answers: { requestVerification: no } })],
  [
    'new password',
    () =>
      show(<ResetPasswordView />, {
        route: 'RESET_PASSWORD',
        path: '/reset-password/abc',
        answers: { resetPassword: no },
      }),
  ],
  ['newsletter', () => show(<NewsletterForm />)],
  [
    'back in stock',
    () => show(<BackInStockDialog variantCode="V1" productName="Carrots" onClose={() => {}} />),
  ],
  [
    'review',
    () =>
      show(<ReviewByLink token="token" productCode="AA1001" productName="A" />, {
        answers: { reviewLink: () => review },
      }),
  ],
  ['details', () => show(<DetailsForm customer={customer} />, { answers: { updateCustomer: no } })],
  [
    'password',
    () => {
      writeTokens({ token: 'bearer', refreshToken: 'refresh' });
      return show(<PasswordForm customer={customer} />, { answers: { changePassword: no } });
    },
  ],
  [
    'address',
    () => {
      writeTokens({ token: 'bearer', refreshToken: 'refresh' });
      return show(<AddressForm address={address} onSaved={() => {}} />, {
        answers: { changeAddress: no, addresses: () => ({ data: [address] }) },
      });
    },
  ],
];

const values: Record<string, string> = {
  email: 'ona@example.lt',
  comment: 'Grows well',
  password: 'Abcdefg1',
  repeatPassword: 'Abcdefg1',
  currentPassword: 'Abcdefg0',
  newPassword: 'Abcdefg1',
  confirmNewPassword: 'Abcdefg1',
};
function fillAndSend(): void {
  const form = document.querySelector('form');
  for (const field of form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ??
    []) {
    const value = values[field.name];
    if (field.type === 'checkbox') {
      if (field.name.startsWith('accepted') && !(field as HTMLInputElement).checked) field.click();
    } else if (field.type === 'radio') field.click();
    else if (value !== undefined) {
      const prototype =
        field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
  form?.requestSubmit();
}
/** The first form of a file waits for what it fetches. */
const patience = 5_000;
/** Error boxes, wherever they stand. */
const boxes = () => [...document.querySelectorAll('form [role="alert"]')];

test.each(forms)(
  'R5.21 R5.22 %s: what is refused of no field stands in the box, cleaned',
  async (_name, open) => {
    refuse('Please correct');
    await open();
    fillAndSend();
    await vi.waitFor(() => {
      expect(boxes().map((one) => one.textContent)).toEqual(['Please correctM of foo']);
      // Its marks come with the code that cleans.
      expect(boxes()[0]?.querySelector('b')?.textContent).toBe('M');
    }, patience);
  },
);

test.each(forms)('%s: a refusal whose words are empty says ours', async (_name, open) => {
  refuse('', 'foo', '');
  await open();
  fillAndSend();
  await vi.waitFor(() => expect(boxes()).toHaveLength(1));
  expect(boxes()[0]?.textContent?.length).toBeGreaterThan(5);
});

test('R5.20 what is refused of a field stands there without marks, and not in the box', async () => {
  refuse('Please correct', 'email', '<b>Too</b> odd');
  await show(<RegistrationView />, { answers: { signUp: no } });
  fillAndSend();
  const field = () => document.querySelector('input[name="email"]');
  await vi.waitFor(() => expect(field()?.getAttribute('aria-invalid')).toBe('true'));
  const ids = (field()?.getAttribute('aria-describedby') ?? '').split(' ');
  expect(document.getElementById(ids.at(-1) ?? '')?.textContent).toBe('Too odd');
  expect(boxes()).toEqual([]);
});

test('R5.21 what is refused of a field that is not on the screen stands in the box', async () => {
  refuse('Please correct', 'companyCode', 'No such company');
  await show(<RegistrationView />, { answers: { signUp: no } });
  fillAndSend();
  await vi.waitFor(() =>
    expect(boxes().map((one) => one.textContent)).toEqual(['Please correctNo such company']),
  );
});

test('R5.10 the repeat of a new password is judged anew when the first is corrected', async () => {
  await show(<PasswordForm customer={customer} />);
  const write = (name: string, value: string) => {
    const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    field?.dispatchEvent(new Event('focusout', { bubbles: true }));
    return field;
  };
  write('newPassword', 'Abcdefg2');
  const repeat = write('confirmNewPassword', 'Abcdefg1');
  await vi.waitFor(() => expect(repeat?.getAttribute('aria-invalid')).toBe('true'));
  write('newPassword', 'Abcdefg1');
  await vi.waitFor(() => expect(repeat?.getAttribute('aria-invalid')).toBeNull());
});

test('R5.15 marks that were pasted along are not sent', async () => {
  const asked = vi.fn();
  await show(<ResetRequestView />, {
    answers: {
      requestPasswordReset: ({ body }) => {
        asked(body);
      },
    },
  });
  values['email'] = '\u202Aona@example.lt\u202C';
  fillAndSend();
  values['email'] = 'ona@example.lt';
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith({ email: 'ona@example.lt', locale: 'en' }));
});
