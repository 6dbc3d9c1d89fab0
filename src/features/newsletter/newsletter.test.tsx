// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearShown, setMedia, show, type ShowOptions, type Shown } from '#tests/show.tsx';
import { ApiError } from '#api/api-error.ts';
import { LetterLinkView } from './letter-link-view.tsx';
import { Newsletter } from './newsletter-part.tsx';
import { StopLetters } from './stop-letters.tsx';

beforeEach(() => {
  setMedia();
});
afterEach(clearShown);

const tick = 'Tick this box: without it we cannot go on.';
const asked = vi.fn();
const subscribed: NonNullable<ShowOptions['answers']> = {
  subscribeNewsletter: (input) => {
    asked(input);
    return { email: 'ruta@example.com', status: 'confirmation_sent' };
  },
};
async function form(answers = subscribed) {
  asked.mockClear();
  return show(<Newsletter privacyPath="/privatumas" termsPath="/taisykles" />, { answers });
}
async function fill(shown: Shown, given: { email?: string; privacy?: boolean; terms?: boolean }) {
  const { email = 'ruta@example.com', privacy = true, terms = true } = given;
  const field = shown.container.querySelector<HTMLInputElement>('input[type="email"]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, email);
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  for (const [name, wanted] of Object.entries({
    acceptedPrivacyPolicy: privacy,
    acceptedTermsAndConditions: terms,
  })) {
    const box = shown.container.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (wanted && box?.checked === false) box.click();
  }
  shown.container.querySelector('form')?.requestSubmit();
  await shown.settle();
}
/** What stands at a field, by its name. */
const errorAt = ({ container }: Shown, name: string): string | undefined => {
  const field = container.querySelector(`input[name="${name}"]`);
  if (field?.getAttribute('aria-invalid') !== 'true') return undefined;
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
};

test('R1.36 R4.42 a subscription that succeeds opens a dialog that says so, and the form is empty again', async () => {
  const shown = await form();
  await fill(shown, { email: '  ruta@example.com ' });
  expect(asked).toHaveBeenCalledExactlyOnceWith({ body: { email: 'ruta@example.com' } });
  const dialog = document.querySelector('dialog');
  expect(dialog?.open).toBe(true);
  expect(dialog?.textContent).toContain('ruta@example.com');
  expect(dialog?.querySelector('[role="alert"]')?.className).toMatch(/ok/);
  expect(
    [...shown.container.querySelectorAll('input')].map((one) =>
      one.type === 'checkbox' ? one.checked : one.value,
    ),
  ).toEqual(['', false, false]);
  await shown.click(dialog?.querySelector('button'));
  expect(document.querySelector('dialog')).toBeNull();
});

test('R4.43 R8.49 R8.51 a refusal opens an error dialog and stays in the error box of the form, both in the words of the server', async () => {
  const detail = 'The <b>subscription</b> did not succeed.<script>1</script>';
  const shown = await form({
    subscribeNewsletter: () =>
      Promise.reject(new ApiError('refused', 422, { message: 'Unprocessable', detail })),
  });
  await fill(shown, {});
  const dialog = document.querySelector('dialog');
  expect(dialog?.open).toBe(true);
  expect(dialog?.textContent).toContain('The subscription did not succeed.');
  const box = shown.container.querySelector('form [role="alert"]');
  expect(box?.textContent).toBe('The subscription did not succeed.');
  expect(box?.querySelector('b')).not.toBeNull();
  // What was typed is not lost.
  expect(shown.container.querySelector<HTMLInputElement>('input[type="email"]')?.value).toBe(
    'ruta@example.com',
  );
  await shown.click(dialog?.querySelector('button'));
  expect(document.querySelector('dialog')).toBeNull();
  expect(shown.container.querySelector('form [role="alert"]')).not.toBeNull();
});

test('R8.36 R8.50 a refusal without words of its own gets ours', async () => {
  const shown = await form({
    subscribeNewsletter: () => Promise.reject(new ApiError('refused', 500, { message: 'Internal' })),
  });
  await fill(shown, {});
  expect(document.querySelector('dialog [role="alert"]')?.textContent).toBe('Subscribe to newsletters error');
  expect(shown.container.querySelector('form [role="alert"]')?.textContent).toBe(
    'Subscribe to newsletters error',
  );
});

test('without a connection the dialog says so, and nothing that was typed is lost', async () => {
  const shown = await form({
    subscribeNewsletter: () => Promise.reject(new ApiError('unreachable', 500, { message: 'x' })),
  });
  await fill(shown, {});
  expect(document.querySelector('dialog [role="alert"]')?.textContent).toMatch(/^No connection/);
  expect(
    shown.container.querySelector<HTMLInputElement>('input[name="acceptedPrivacyPolicy"]')?.checked,
  ).toBe(true);
});

test.each([
  ['', 'Please enter your email.'],
  ['ruta@', 'This email is invalid.'],
])('R5.26 the email %j is not sent, and its field says why', async (email, sentence) => {
  const shown = await form();
  await fill(shown, { email });
  expect(errorAt(shown, 'email')).toBe(sentence);
  expect(asked).not.toHaveBeenCalled();
});
test('R5.27 without accepting the privacy policy nothing is sent', async () => {
  const shown = await form();
  await fill(shown, { privacy: false });
  expect(errorAt(shown, 'acceptedPrivacyPolicy')).toBe(tick);
  expect(errorAt(shown, 'acceptedTermsAndConditions')).toBeUndefined();
  expect(asked).not.toHaveBeenCalled();
});
test('R5.28 without accepting the terms nothing is sent', async () => {
  const shown = await form();
  await fill(shown, { terms: false });
  expect(errorAt(shown, 'acceptedTermsAndConditions')).toBe(tick);
  expect(errorAt(shown, 'acceptedPrivacyPolicy')).toBeUndefined();
  expect(asked).not.toHaveBeenCalled();
});
test('a violation of the server stands at the email', async () => {
  const violations = [{ propertyPath: 'email', message: 'Too odd', code: 'x' }];
  const shown = await form({
    subscribeNewsletter: () => Promise.reject(new ApiError('refused', 422, { message: 'x', violations })),
  });
  await fill(shown, {});
  expect(errorAt(shown, 'email')).toBe('Too odd');
});
test('both texts can be read in a new tab before they are accepted', async () => {
  const { container } = await form();
  expect([...container.querySelectorAll('a')].map((one) => [one.getAttribute('href'), one.target])).toEqual([
    ['/privatumas', '_blank'],
    ['/taisykles', '_blank'],
  ]);
});

test('R5.22 an error box shows the message of a form cleaned: its marks stay, what could run does not', async () => {
  const detail =
    '<del>old</del> <a href="javascript:alert(1)" onclick="alert(1)">link</a><iframe src="https://evil.example"></iframe><img src=x onerror=alert(1)>';
  const shown = await form({
    subscribeNewsletter: () => Promise.reject(new ApiError('refused', 422, { message: 'x', detail })),
  });
  await fill(shown, {});
  const box = shown.container.querySelector('form [role="alert"]');
  expect(box?.querySelector('del')?.textContent).toBe('old');
  expect(box?.innerHTML).not.toMatch(/javascript|onclick|onerror|evil/);
});

test('the link of a letter subscribes; a used link says that it was used, an old one what to do', async () => {
  const answer = (more: object) => () => ({ email: 'ruta@example.com', status: 'subscribed', ...more });
  for (const [more, words] of [
    [{}, 'Thank you: you are subscribed as ruta@example.com.'],
    [{ used: true }, 'This link has been used: you are subscribed as ruta@example.com.'],
  ] as const) {
    const { container } = await show(<LetterLinkView token="1_x" />, {
      answers: { confirmNewsletter: answer(more) },
    });
    expect(container.querySelector('[role="alert"]')?.textContent).toBe(words);
  }
  const old = await show(<LetterLinkView token="1_x" />, {
    answers: {
      confirmNewsletter: () =>
        Promise.reject(new ApiError('refused', 404, { message: 'x', detail: 'This link has expired.' })),
    },
  });
  expect(old.container.querySelector('[role="alert"]')?.textContent).toBe('This link has expired.');
  expect(old.container.querySelector('a')?.getAttribute('href')).toBe('/');
  const away = await show(<LetterLinkView token="1_x" />, {
    answers: {
      confirmNewsletter: () => Promise.reject(new ApiError('unreachable', 500, { message: 'Unreachable' })),
    },
  });
  expect(away.container.querySelector('[role="alert"]')?.textContent).toBe(
    'No connection. Nothing was changed.',
  );
  expect(away.container.querySelector('button')?.textContent).toBe('Try again');
});

test('the page of the other link stops nothing by being opened: one press does, and a second link says that it was done', async () => {
  for (const [more, words] of [
    [{}, 'No more letters will be sent to ruta@example.com.'],
    [{ used: true }, 'You were already unsubscribed: no letters are sent to ruta@example.com.'],
  ] as const) {
    const unsubscribeNewsletter = vi.fn<() => object>(() => ({
      email: 'ruta@example.com',
      status: 'unsubscribed',
      ...more,
    }));
    const { container, click } = await show(<StopLetters token="1_x" />, {
      answers: { unsubscribeNewsletter },
    });
    expect(unsubscribeNewsletter).not.toHaveBeenCalled();
    // Without scripts the browser sends what a mail program does.
    const form = container.querySelector('form');
    expect([form?.method, [...new FormData(form ?? undefined)]]).toEqual([
      'post',
      [['List-Unsubscribe', 'One-Click']],
    ]);
    await click(container.querySelector('button'));
    expect(container.querySelector('[role="alert"]')?.textContent).toBe(words);
    expect(container.querySelector('button')).toBeNull();
    expect(container.querySelector('a')?.getAttribute('href')).toBe('/');
  }
  for (const [error, words, hasButton] of [
    [
      new ApiError('unreachable', 500, { message: 'Unreachable' }),
      'No connection. Nothing was changed.',
      true,
    ],
    [
      new ApiError('refused', 503, { message: '', detail: '' }),
      'The link could not be followed. Please try again.',
      true,
    ],
    [
      new ApiError('refused', 404, { message: 'x', detail: 'This link is not ours.' }),
      'This link is not ours.',
      false,
    ],
  ] as const) {
    const { container, click } = await show(<StopLetters token="1_x" />, {
      answers: { unsubscribeNewsletter: () => Promise.reject(error) },
    });
    await click(container.querySelector('button'));
    expect(container.querySelector('[role="alert"]')?.textContent).toBe(words);
    expect(container.querySelector('button') !== null).toBe(hasButton);
  }
});
