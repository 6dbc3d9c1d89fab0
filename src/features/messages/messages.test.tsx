// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearShown, setMedia, show, type Shown } from '#tests/show.tsx';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { newsletterMessage } from '#domain/waiting/waiting-message.ts';
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx';
import { BackInStockDialog } from '#features/product/back-in-stock-dialog.tsx';
import { ReviewByLink } from '#features/reviews/review-by-link.tsx';
import { WaitingView } from '#features/waiting/waiting-view.tsx';

const sent: { path: string; body: unknown }[] = [];
let answer: (path: string) => { status: number; body: unknown };
beforeEach(() => {
  setMedia((query) => query === 'all');
  sent.length = 0;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const path = typeof input === 'string' ? input : '';
    if (!navigator.onLine) return Promise.reject(new TypeError('Failed to fetch'));
    // The page's question whether the shop is there has its own time, and sends nothing.
    if (path.startsWith('/api/'))
      sent.push({ path, body: JSON.parse(typeof init?.body === 'string' ? init.body : '{}') });
    const { status, body } = answer(path);
    const key = new Headers(init?.headers).get('Idempotency-Key') ?? '';
    return Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { 'X-Shop-Api': '2', 'Idempotency-Key': key } }),
    );
  });
});
afterEach(async () => {
  clearShown();
  for (const { id } of (await theOutbox().list()).entries) await theOutbox().withdraw(id);
});

const good = (path: string) => ({
  status: path.includes('stock') ? 201 : 200,
  body: { id: 1, email: 'ruta@example.com', status: 'confirmation_sent' },
});
const refusal = (status: number, detail: string, violations: unknown[] = []) => ({
  status,
  body: { code: status, errorCode: 'body.invalid', message: 'Unprocessable', detail, violations },
});
const online = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
const write = (field: HTMLInputElement | HTMLTextAreaElement | null, text: string) => {
  if (field === null) throw new Error('No such field');
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
/** All that is on the page, its dialogs among it. */
const { body: container } = document;
async function fill({ settle }: Shown, email = 'ruta@example.com') {
  write(container.querySelector('input[type="email"]'), email);
  for (const box of container.querySelectorAll<HTMLInputElement>('input[type="checkbox"]'))
    if (!box.checked) box.click();
  container.querySelector('form')?.requestSubmit();
  await settle();
}
const button = (name: string) =>
  [...container.querySelectorAll('button')].find((one) => one.textContent === name);
/** Parts are fetched first: on a busy machine that takes its time. */
const patience = { timeout: 15_000 };
const says = (words: string) => vi.waitFor(() => expect(container.textContent).toContain(words), patience);
const emailIn = () => container.querySelector<HTMLInputElement>('input[type="email"]')?.value;

test('R0.44 a sign-up without a connection is shown as waiting in its place; sent now, the form says so', async () => {
  answer = good;
  const shown = await show(<NewsletterForm />);
  await fill(shown);
  await says('Saved on this device, not sent yet · ruta@example.com');
  expect(shown.container.querySelector('form')).toBeNull();
  expect(sent).toEqual([]);
  online();
  await shown.click(button('Send now'));
  await says('Thank you. We have sent a letter to ruta@example.com');
  expect(sent).toEqual([
    { path: '/api/v2/shop/customers/subscribe-newsletter', body: { email: 'ruta@example.com' } },
  ]);
  expect((await theOutbox().list()).entries).toEqual([]);
  expect(emailIn()).toBe('');
});

test('R0.44 what waits is taken back where it was made and on its page, and nothing is sent', async () => {
  answer = good;
  const dialog = await show(<BackInStockDialog variantCode="V1" productName="Carrots" onClose={() => {}} />);
  await fill(dialog);
  await says('Saved on this device, not sent yet');
  await dialog.click(button('Withdraw'));
  await vi.waitFor(() => expect(container.querySelector('form')).not.toBeNull(), patience);
  await fill(dialog);
  await says('Saved on this device, not sent yet');
  dialog.remove();
  const page = await show(<WaitingView />);
  await says('Write to ruta@example.com when “Carrots” is in stock again');
  await page.click(button('Withdraw'));
  await says('Nothing waits on this device.');
  online();
  await theOutbox().wake(true);
  expect(sent).toEqual([]);
});

test('R0.44 what the shop refuses later stands with its sentence, and leads back to the form with its values', async () => {
  answer = () => refusal(422, 'This product is not sold any more.');
  const form = await show(<BackInStockDialog variantCode="V1" productName="Carrots" onClose={() => {}} />);
  await fill(form);
  await says('Saved on this device, not sent yet');
  form.remove();
  online();
  await theOutbox().wake(true);
  const page = await show(<WaitingView />);
  await says('Needs your answer: This product is not sold any more.');
  await page.click(button('Change and send again'));
  await vi.waitFor(() => expect(emailIn()).toBe('ruta@example.com'), patience);
  expect(document.querySelector('dialog [role="alert"]')?.textContent).toContain(
    'This product is not sold any more.',
  );
  answer = good;
  await fill(page, 'jonas@example.com');
  await says('Thank you. We will write to jonas@example.com when it is back.');
  expect((await theOutbox().list()).entries).toEqual([]);
  expect(sent.map((one) => (one.body as { email: string }).email)).toEqual([
    'ruta@example.com',
    'jonas@example.com',
  ]);
});

test('R8.34 R0.44 a shop that cannot answer: the error is said, the text stays in the form, and it is asked again by itself', async () => {
  online();
  answer = () => ({
    status: 500,
    body: { code: 500, errorCode: 'internal', message: 'Internal Server Error', violations: [] },
  });
  const link = {
    product: { id: 7, code: 'AA1001', slug: 'a', name: 'A' },
    orderNumber: '1',
    expiresAt: '2026-12-01T00:00:00.000Z',
  };
  const shown = await show(<ReviewByLink token="token-of-a-letter" productCode="AA1001" productName="A" />, {
    answers: { reviewLink: () => link },
  });
  const review = async () => {
    shown.container.querySelector<HTMLInputElement>('input[value="4"]')?.click();
    write(shown.container.querySelector('textarea'), 'Grows well');
    shown.container.querySelector('form')?.requestSubmit();
    await shown.settle();
  };
  await review();
  await says('Create review error');
  expect(shown.container.querySelector('textarea')?.value).toBe('Grows well');
  expect(shown.container.textContent).toContain('nothing is sent twice');
  answer = good;
  const review4 = { product: 'AA1001', rating: 4, comment: 'Grows well', reviewToken: 'token-of-a-letter' };
  await review();
  await says('Thank you. Your review will be shown');
  expect(sent.map((one) => one.body)).toEqual([review4, review4]);
});

test('R8.49 R8.50 a sign-up that the shop fails at is told once: it failed and is tried again, never “being sent” beside it', async () => {
  online();
  answer = () => ({
    status: 500,
    body: { code: 500, errorCode: 'internal', message: 'Internal Server Error', violations: [] },
  });
  const shown = await show(<NewsletterForm />);
  await fill(shown);
  await says('Subscribe to newsletters error');
  expect(shown.container.textContent).toContain('The shop is asked again by itself.');
  expect(shown.container.textContent).not.toMatch(/Being sent|not sent yet/);
  expect(shown.container.querySelectorAll('form [role="alert"]').length).toBe(1);
  expect(emailIn()).toBe('ruta@example.com');
  answer = good;
  await theOutbox().wake(true);
  await says('Thank you. We have sent a letter to ruta@example.com');
  expect(shown.container.textContent).not.toContain('error');
});

test('R8.49 a sign-up that the shop refuses keeps the address and both consents', async () => {
  online();
  answer = () => refusal(400, 'Not this address.');
  const shown = await show(<NewsletterForm />);
  await fill(shown);
  await says('Not this address.');
  // The form comes back with its values once the sentence stands.
  await vi.waitFor(() => expect(emailIn()).toBe('ruta@example.com'), patience);
  expect([...shown.container.querySelectorAll('input:checked')].length).toBe(2);
});

test('a refusal that comes while the form is there goes into the form, and nothing of it stays on the device', async () => {
  online();
  answer = () => refusal(422, '', [{ propertyPath: 'email', message: 'We do not write there.', code: 'x' }]);
  const shown = await show(<NewsletterForm />);
  await fill(shown);
  await says('We do not write there.');
  expect(emailIn()).toBe('ruta@example.com');
  await vi.waitFor(async () => expect((await theOutbox().list()).entries).toEqual([]));
});

test('what a customer left waiting when they logged out is not in the form of the next person, whose own is', async () => {
  answer = good;
  await theOutbox().change(() => ({
    changes: {
      append: [
        {
          ...newsletterMessage('rasa@example.com', { locale: 'lt', channel: 'retail' }),
          id: 'k'.repeat(36),
          owner: '17',
          at: 1,
        },
      ],
    },
    result: undefined,
  }));
  const shown = await show(<NewsletterForm />);
  await fill(shown, 'jonas@example.com');
  await says('jonas@example.com');
  expect(container.textContent).not.toContain('rasa@example.com');
  online();
  await theOutbox().wake(true);
  await says('We have sent a letter to jonas@example.com');
  expect(theOutbox().state().entries).toMatchObject([{ owner: '17' }]);
});
