// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { aProduct, aVariant } from '#tests/builders.ts';
import { clearShown, setMedia, show, type ShowOptions, type Shown } from '#tests/show.tsx';
import { ProductCard } from './product-card.tsx';

beforeAll(async () => {
  await import('./back-in-stock-dialog.tsx');
});
beforeEach(() => setMedia());
afterEach(clearShown);

const soldOut = aProduct({ variants: [aVariant({ code: 'V-A', stock: 0 })] });
const page = () => ({ id: 2, slug: 'privatumo-politika', title: '', contentTypes: [] });
const buttonOf = ({ container }: Shown) =>
  [...container.querySelectorAll('button')].find((one) => one.textContent === 'Notify me');

async function fill(shown: Shown, email: string, consent = true) {
  const field = document.querySelector<HTMLInputElement>('input[type="email"]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, email);
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  const box = document.querySelector<HTMLInputElement>('input[type="checkbox"]');
  if (box?.checked !== consent) box?.click();
  document.querySelector('form')?.requestSubmit();
  await shown.settle();
}
async function opened(answers: NonNullable<ShowOptions['answers']>) {
  const shown = await show(<ProductCard product={soldOut} />, { answers: { page, ...answers } });
  await shown.click(buttonOf(shown));
  await vi.waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  return shown;
}

test('R2.123 R1.38 a sold-out card asks for an address in place of the cart; goods in stock do not', async () => {
  const inStock = await show(<ProductCard product={aProduct()} />);
  expect(buttonOf(inStock)).toBeUndefined();
  const asked = vi.fn();
  const shown = await opened({
    requestStock: ({ body }) => {
      asked(body);
      return { id: 1, productVariantCode: 'V-A', state: 'pending' };
    },
  });
  expect(shown.container.textContent).not.toContain('Add to cart');
  await fill(shown, ' ruta@example.com ');
  await vi.waitFor(() =>
    expect(document.querySelector('dialog [role="alert"]')?.textContent).toContain(
      'We will write to ruta@example.com',
    ),
  );
  expect(asked).toHaveBeenCalledExactlyOnceWith({
    productVariantCode: 'V-A',
    email: 'ruta@example.com',
    acceptedPrivacyPolicy: true,
  });
});

test('a request without an address or the consent is not sent, and says what is missing', async () => {
  const requestStock = vi.fn();
  const shown = await opened({ requestStock });
  await fill(shown, 'no address', false);
  await vi.waitFor(() => expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(2));
  expect(document.body.textContent).toContain('This email is invalid.');
  expect(requestStock).not.toHaveBeenCalled();
});

test('R8.40 a failure of the shop is said, and what was typed stays', async () => {
  const refuse = (answer: ApiError) => () => Promise.reject(answer);
  const failed = await opened({
    requestStock: refuse(
      new ApiError('refused', 500, { message: 'Internal Server Error', detail: 'Something went wrong.' }),
    ),
  });
  await fill(failed, 'ruta@example.com');
  await vi.waitFor(() =>
    expect(document.querySelector('dialog [role="alert"]')?.textContent).toBe('Stock request error'),
  );
  expect(document.querySelector<HTMLInputElement>('input[type="email"]')?.value).toBe('ruta@example.com');
  failed.remove();
  const came = await opened({
    requestStock: refuse(
      new ApiError('refused', 409, { message: 'Conflict', detail: 'This product is in stock.' }),
    ),
  });
  await fill(came, 'ruta@example.com');
  await vi.waitFor(() =>
    expect(document.querySelector('dialog [role="alert"]')?.textContent).toBe('This product is in stock.'),
  );
});
