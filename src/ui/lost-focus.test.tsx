// @vitest-environment jsdom
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CartMarkNote } from '#features/cart-lines/line-mark-note.tsx';
import { AddressStep } from '#features/checkout-page/address-step.tsx';
import { writeKnownAddress } from '#features/checkout/device-cells.ts';
import { WithdrawRequest } from '#features/product/withdraw-request.tsx';
import { RegistrationView } from '#features/session/registration-view.tsx';
import { ResetRequestView } from '#features/session/reset-password-views.tsx';
import { anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show, type ShowOptions } from '#tests/show.tsx';
import { Dialog } from './dialog.tsx';
import { catchLostFocus } from './lost-focus.ts';

let end: () => void;
beforeEach(() => {
  setMedia((query) => query === 'all');
  localStorage.clear();
  end = catchLostFocus();
});
afterEach(() => {
  end();
  clearShown();
});

const focused = () => document.activeElement?.textContent;
/** As a person does: the browser gives the focus to what is pressed. */
function press(name: string | RegExp): void {
  const button = [...document.querySelectorAll('button')].find((one) =>
    typeof name === 'string' ? one.textContent === name : name.test(one.textContent ?? ''),
  );
  expect(button).toBeDefined();
  button?.focus();
  button?.click();
}
/** A page with a part that goes by its own press. */
function Page({ children, strip }: { children?: (leave: () => void) => ReactNode; strip?: boolean }) {
  const [isThere, setThere] = useState(true);
  const part = isThere && children?.(() => setThere(false));
  return (
    <>
      {strip && <div>{part}</div>}
      <main tabIndex={-1}>
        <h1>Title</h1>
        <section>
          <h2>First</h2>
        </section>
        <section>
          <h2>Second</h2>
          {!strip && part}
        </section>
        <h2>Third</h2>
      </main>
    </>
  );
}
const leaver = (leave: () => void) => (
  <button type="button" onClick={leave}>
    Go
  </button>
);

test('what goes by its own press gives the focus to the heading that it stood under', async () => {
  await show(<Page>{leaver}</Page>);
  press('Go');
  await vi.waitFor(() => expect(focused()).toBe('Second'));
});

test('a strip over the page gives it to the page, which does not move', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'focus');
  await show(<Page strip>{leaver}</Page>);
  press('Go');
  await vi.waitFor(() => expect(focused()).toBe('Title'));
  expect(scrolled).toHaveBeenLastCalledWith({ preventScroll: true });
});

test('within a dialog it stays in the dialog', async () => {
  await show(
    <>
      <Page />
      <Dialog title="Window" onClose={() => {}}>
        <Page>{leaver}</Page>
      </Dialog>
    </>,
  );
  press('Go');
  await vi.waitFor(() => expect(focused()).toBe('Second'));
  expect(document.activeElement?.closest('dialog')).not.toBeNull();
});

test('who was given the focus by the part itself, or went on alone, keeps it', async () => {
  await show(
    <Page>
      {(leave) => (
        <button
          type="button"
          onClick={() => {
            leave();
            document.querySelector('main')?.focus();
          }}
        >
          Go
        </button>
      )}
    </Page>,
  );
  press('Go');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(document.activeElement?.tagName).toBe('MAIN');
});

const page = { data: [], meta: {}, slug: 'privacy', id: 1 };
const failing = { state: 'failing', kind: 'clearCart', since: 0, answer: undefined } as never;
function LeftMark() {
  const [isLeft, setLeft] = useState(false);
  return (
    <section>
      <h2>Cart</h2>
      <CartMarkNote mark={isLeft ? undefined : failing} fallback="No" onLeave={() => setLeft(true)} />
    </section>
  );
}

const parts: [string, ReactNode, string | RegExp, string, ShowOptions['answers']][] = [
  [
    'a letter that was asked for',
    <ResetRequestView key="" />,
    'Send the link',
    'Look into your mailbox',
    { requestPasswordReset: () => undefined },
  ],
  [
    'an account that was made',
    <RegistrationView key="" />,
    'Create the account',
    'One step is left: confirm your email',
    { page: () => page, signUp: () => ({ email: 'ona@example.lt' }) },
  ],
  [
    'a request that was withdrawn',
    <WithdrawRequest key="" hash="x" />,
    'Do not write to me',
    'Waiting for a product',
    { withdrawStockRequest: () => undefined },
  ],
  ['a change of the cart that is left as it was', <LeftMark key="" />, 'Leave as it was', 'Cart', {}],
  [
    'details that are forgotten',
    <AddressStep key="" order={anOrder()} busy={false} violations={[]} onSubmit={() => {}} />,
    'Forget them',
    'Page',
    {},
  ],
];
test.each(parts)('%s has the focus at a heading', async (_name, part, name, heading, answers) => {
  writeKnownAddress({
    firstName: 'Ona',
    lastName: 'Ona',
    phoneNumber: '',
    email: '',
    address: {},
    invoice: {},
  } as never);
  await show(
    <main tabIndex={-1}>
      <h1>Page</h1>
      {part}
    </main>,
    { answers: answers ?? {} },
  );
  for (const [field, value] of Object.entries({
    email: 'ona@example.lt',
    password: 'Abcdefg1',
    repeatPassword: 'Abcdefg1',
  })) {
    const input = document.querySelector<HTMLInputElement>(`input[name="${field}"]`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      input ?? document.createElement('input'),
      value,
    );
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  }
  for (const box of document.querySelectorAll<HTMLInputElement>('input[name^="accepted"]')) box.click();
  press(name);
  await vi.waitFor(() => expect(focused()).toBe(heading), 5_000);
});
