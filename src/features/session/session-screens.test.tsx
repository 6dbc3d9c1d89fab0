// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearShown, setMedia, show, type ShowOptions, type Shown } from '#tests/show.tsx';
import { ApiError } from '#api/api-error.ts';
import { emptyDraft, forgetDraft, readDraft, writeDraft } from './auth-draft.ts';
import { AuthView } from './auth-view.tsx';
import { RegistrationView } from './registration-view.tsx';
import { createRegistrationSchema, registrationBody, startOf } from './registration-schema.ts';
import { ResendVerification } from './resend-verification.tsx';
import { ResetPasswordView, ResetRequestView } from './reset-password-views.tsx';
import { VerifyAccountView } from './verify-account-view.tsx';

beforeEach(() => {
  // Every page is hydrated: its first media query holds.
  setMedia((query) => query === 'all');
  localStorage.clear();
});
afterEach(() => {
  clearShown();
  forgetDraft();
});

const refused =
  (status: number, more: object = {}) =>
  () =>
    Promise.reject(new ApiError('refused', status, { message: 'Refused', ...more }));
const page = { data: [], meta: {}, slug: 'privacy', id: 1 };
const withPages: NonNullable<ShowOptions['answers']> = { page: () => page };

const input = ({ container }: Shown, name: string) =>
  container.querySelector<HTMLInputElement>(`input[name="${name}"]`);
function type(shown: Shown, name: string, value: string): void {
  const field = input(shown, name);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field?.dispatchEvent(new Event('input', { bubbles: true }));
}
async function send(shown: Shown): Promise<void> {
  shown.container.querySelector('form')?.requestSubmit();
  await shown.settle();
}
/** What stands at a field, by its name. */
const errorAt = (shown: Shown, name: string): string | undefined => {
  const field = input(shown, name);
  if (field?.getAttribute('aria-invalid') !== 'true') return undefined;
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
  return document.getElementById(ids.at(-1) ?? '')?.textContent ?? '';
};
const alerts = ({ container }: Shown) =>
  [...container.querySelectorAll('[role="alert"]')].map((one) => one.textContent);

test('R5.02 a sign-in without an email is not sent, and says what is missing', async () => {
  const signIn = vi.fn<() => unknown>();
  const shown = await show(<AuthView />, { answers: { signIn } });
  await send(shown);
  expect(errorAt(shown, 'email')).toBe('Please enter your email.');
  expect(signIn).not.toHaveBeenCalled();
});

test('R8.28 a sign-in that fails without words of the shop says ours, one with words those', async () => {
  let answer = refused(500);
  const shown = await show(<AuthView />, { answers: { signIn: () => answer() } });
  type(shown, 'email', 'rasa@example.com');
  type(shown, 'password', 'x');
  await send(shown);
  await vi.waitFor(() => expect(alerts(shown)).toEqual(['Log in error']));
  answer = refused(401, { detail: 'The email or password is wrong.' });
  await send(shown);
  await vi.waitFor(() => expect(alerts(shown)).toEqual(['The email or password is wrong.']));
});

test('an account whose email is not confirmed can have the letter sent again', async () => {
  const asked = vi.fn<(input: unknown) => unknown>(() => undefined);
  const shown = await show(<AuthView />, {
    answers: {
      signIn: refused(423, { detail: 'Please confirm your email first.' }),
      requestVerification: asked,
    },
  });
  type(shown, 'email', 'rasa@example.com');
  type(shown, 'password', 'x');
  await send(shown);
  const again = () =>
    [...shown.container.querySelectorAll('button')].find(
      (one) => one.textContent === 'Send the letter again',
    );
  await vi.waitFor(() => expect(again()).toBeDefined());
  await shown.click(again());
  expect(asked).toHaveBeenCalledExactlyOnceWith({ body: { email: 'rasa@example.com' } });
  expect(alerts(shown).join()).toContain('now or less than 10 minutes ago');
});

test('R3.63 the draft of a sign-up agrees to nothing and has no email; both boxes are unticked on first show', async () => {
  expect(readDraft()).toEqual({ acceptedPrivacyPolicy: false, acceptedTermsAndConditions: false, email: '' });
  expect(startOf(emptyDraft)).toMatchObject(emptyDraft);
  const shown = await show(<RegistrationView />, { answers: withPages });
  expect(input(shown, 'acceptedPrivacyPolicy')?.checked).toBe(false);
  expect(input(shown, 'acceptedTermsAndConditions')?.checked).toBe(false);
});

test('the email of the sign-up tab is kept, and the registration begins with it', async () => {
  writeDraft({ email: 'rasa@example.com' });
  const shown = await show(<RegistrationView />, { answers: withPages });
  expect(input(shown, 'email')?.value).toBe('rasa@example.com');
});

const good = {
  ...startOf({ acceptedPrivacyPolicy: true, acceptedTermsAndConditions: true, email: 'rasa@example.com' }),
  password: 'Abcdefg1',
  repeatPassword: 'Abcdefg1',
};
const judge = (given: object, withCompany = false) => {
  const result = createRegistrationSchema({ withCompany, countryCode: 'LT' }).safeParse({
    ...good,
    ...given,
  });
  return result.success ? [] : result.error.issues.map((one) => `${one.path.join('.')} ${one.message}`);
};
test('R5.16 a password has 8 characters with a digit, a lower and an upper case letter', () => {
  expect(judge({})).toEqual([]);
  for (const password of ['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh'])
    expect(judge({ password, repeatPassword: password })[0]).toMatch(/^password /);
});

test('R5.10 two different passwords are refused at the repeat, also after the first was changed', async () => {
  const shown = await show(<RegistrationView />, { answers: withPages });
  type(shown, 'email', 'rasa@example.com');
  type(shown, 'password', 'Abcdefg1');
  type(shown, 'repeatPassword', 'Abcdefg2');
  for (const name of ['acceptedPrivacyPolicy', 'acceptedTermsAndConditions']) input(shown, name)?.click();
  await send(shown);
  expect(errorAt(shown, 'repeatPassword')).toBe('Passwords do not match');
  expect(errorAt(shown, 'password')).toBeUndefined();
});

test('fields of a company are asked for where one buys, and only then sent', () => {
  expect(judge({ isCompany: true }, true)).toContain('companyName required');
  expect(registrationBody({ ...good, companyName: 'UAB' }, 'LT')).not.toHaveProperty('companyName');
  expect(
    registrationBody(
      { ...good, isCompany: true, companyName: ' UAB „Ąžuolas“ ', phoneNumber: '8 612 34567' },
      'LT',
    ),
  ).toMatchObject({
    companyName: 'UAB „Ąžuolas“',
    vatNumber: null,
    countryCode: 'LT',
    phoneNumber: '+37061234567',
  });
});

async function register(signUp: () => unknown): Promise<Shown> {
  const shown = await show(<RegistrationView />, { answers: { ...withPages, signUp } });
  type(shown, 'email', 'rasa@example.com');
  type(shown, 'password', 'Abcdefg1');
  type(shown, 'repeatPassword', 'Abcdefg1');
  for (const name of ['acceptedPrivacyPolicy', 'acceptedTermsAndConditions']) input(shown, name)?.click();
  await send(shown);
  return shown;
}
test('R8.27 a sign-up that fails says so, and what was typed stays', async () => {
  const shown = await register(refused(500));
  await vi.waitFor(() => expect(alerts(shown)).toEqual(['Registration error']));
  expect(input(shown, 'password')?.value).toBe('Abcdefg1');
});
test('a violation of the shop stands at its field', async () => {
  const shown = await register(
    refused(422, {
      detail: 'Please check the marked fields.',
      violations: [{ propertyPath: 'password', message: 'Too well known', code: 'x' }],
    }),
  );
  await vi.waitFor(() => expect(errorAt(shown, 'password')).toBe('Too well known'));
});

test('R8.31 a password that could not be changed says so, at the request and at the link', async () => {
  const request = await show(<ResetRequestView />, { answers: { requestPasswordReset: refused(500) } });
  type(request, 'email', 'rasa@example.com');
  await send(request);
  await vi.waitFor(() => expect(alerts(request)).toEqual(['Reset password error']));
  const link = await show(<ResetPasswordView />, {
    route: 'RESET_PASSWORD',
    path: '/reset-password/abc',
    answers: { resetPassword: refused(500) },
  });
  type(link, 'newPassword', 'Abcdefg1');
  type(link, 'confirmNewPassword', 'Abcdefg1');
  await send(link);
  await vi.waitFor(() => expect(alerts(link)).toEqual(['Reset password error']));
});

test('R8.38 a letter that could not be sent once more says so', async () => {
  const { container, click } = await show(<ResendVerification email="ona@example.lt" />, {
    answers: { requestVerification: () => Promise.reject(new ApiError('refused', 500, { message: 'x' })) },
  });
  await click(container.querySelector('button'));
  expect(container.querySelector('[role="alert"]')?.textContent).toBe('An error occured');
});

test('R8.32 an account that could not be confirmed says so, with what the shop says of it', async () => {
  const at = { path: '/verify-account?token=abc' };
  const broken = await show(<VerifyAccountView />, { ...at, answers: { verifyAccount: refused(500) } });
  expect(broken.container.querySelector('[role="alert"] strong')?.textContent).toBe(
    'Account verification error',
  );
  const old = await show(<VerifyAccountView />, {
    ...at,
    answers: { verifyAccount: refused(422, { detail: 'This link is not valid or has expired.' }) },
  });
  expect(old.container.querySelector('[role="alert"]')?.textContent).toBe(
    'Account verification errorThis link is not valid or has expired.',
  );
  expect(old.container.querySelector('input[name="email"]')).not.toBeNull();
});

test('a link of the confirming letter that was used before says so, and leads to the sign-in', async () => {
  const keys: unknown[] = [];
  const { container } = await show(<VerifyAccountView />, {
    path: '/verify-account?token=abc',
    answers: {
      verifyAccount: (input) => {
        keys.push((input as { idempotencyKey?: string }).idempotencyKey);
        return { used: true };
      },
    },
  });
  await vi.waitFor(() => expect(container.querySelector('h2')?.textContent).toBe('This link has been used'));
  expect(container.querySelector('a')?.textContent).toBe('Sign in');
  expect(container.querySelector('[role="status"]')?.textContent).toContain(
    'Sign in here, and those orders come',
  );
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
});
