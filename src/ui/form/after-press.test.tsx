// @vitest-environment jsdom
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearShown, setMedia, show, type Shown } from '#tests/show.tsx';
import { CheckField, SelectField, TextArea, TextField } from './field.tsx';
import { QuantityStepper } from './quantity-stepper.tsx';

/** Each field is wrong once it was left. */
function Example() {
  const [error, setError] = useState<string>();
  return (
    <div onBlur={() => setError('Wrong')} onInput={() => setError(undefined)}>
      <TextField label="Text" error={error} />
      <TextArea label="Area" error={error} />
      <SelectField label="List" error={error} />
      <CheckField label="Box" error={error} />
      <button type="button">Send</button>
    </div>
  );
}

beforeEach(() => setMedia());
afterEach(clearShown);

const said = ({ container }: Shown) => container.querySelectorAll('[id$="-error"]').length;
const marked = ({ container }: Shown) => container.querySelectorAll('[aria-invalid]').length;

/** A press, event by event; what the browser makes of it in one task comes in one. */
function press(button: Element, ...names: string[]): void {
  for (const name of names)
    button.dispatchEvent(
      name.startsWith('pointer')
        ? new PointerEvent(name, { bubbles: true, isPrimary: true })
        : new MouseEvent(name, { bubbles: true }),
    );
}

test.each([
  ['a mouse', [], ['pointerdown', 'mousedown'], ['pointerup', 'mouseup', 'click']],
  // The browser makes a press of the mouse of a touch that is over, and the field is left in it.
  ['a finger', ['pointerdown', 'pointerup'], ['mousedown'], ['mouseup', 'click']],
])(
  'what a field says when it is left by the press of %s comes once the press is over, and moves no button from under it',
  async (_name, before, down, up) => {
    const shown = await show(<Example />);
    const button = shown.container.querySelector('button')!;
    const field = shown.container.querySelector('input')!;
    field.focus();
    if (before.length > 0) press(button, ...before);
    await shown.settle();
    press(button, ...down);
    field.blur();
    await shown.settle();
    expect([said(shown), marked(shown)]).toEqual([0, 0]);
    press(button, ...up);
    await shown.settle();
    await shown.settle();
    expect([said(shown), marked(shown)]).toEqual([4, 4]);
    // Nor does a sentence leave while the next press lasts.
    press(button, ...down);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await shown.settle();
    expect(said(shown)).toBe(4);
    press(button, 'pointercancel');
    await shown.settle();
    await shown.settle();
    expect(said(shown)).toBe(0);
  },
);

test('a field that is left by the keyboard says at once what is wrong', async () => {
  const shown = await show(<Example />);
  const field = shown.container.querySelector('input')!;
  field.focus();
  field.blur();
  await shown.settle();
  expect(said(shown)).toBe(4);
});

test('what was typed as a quantity and is none is refused once the press that left it is over', async () => {
  const shown = await show(
    <>
      <QuantityStepper label="Carrots" value={3} onChange={() => {}} />
      <button type="submit">Send</button>
    </>,
  );
  const { container, settle } = shown;
  const field = container.querySelector('input')!;
  const button = container.querySelector('[type=submit]')!;
  field.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '1,5');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await settle();
  press(button, 'pointerdown', 'mousedown');
  field.blur();
  await settle();
  expect(container.querySelector('[role=alert]')).toBeNull();
  press(button, 'pointerup', 'mouseup', 'click');
  await settle();
  await settle();
  expect(container.querySelector('[role=alert]')).not.toBeNull();
});
