// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { QuantityStepper, readQuantity } from './quantity-stepper.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

async function stepper(value: number) {
  const reported: number[] = [];
  const refusals: boolean[] = [];
  const { container, settle, click } = await show(
    <QuantityStepper
      label="Carrots"
      value={value}
      onChange={(quantity) => reported.push(quantity)}
      onRefused={(isRefused) => refusals.push(isRefused)}
    />,
  );
  const field = container.querySelector('input') ?? document.createElement('input');
  /** Types over what stands there, as a person does: the field is entered, and left again. */
  const type = async (text: string) => {
    field.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await settle();
    field.blur();
    await settle();
  };
  return { container, field, type, click, reported, refusals };
}

test('a typed quantity is taken as it was typed or refused in words, and never becomes another', async () => {
  const { container, field, type, reported, refusals } = await stepper(3);
  for (const typed of [
    '1,5',
    '2.5',
    '1e2',
    '99999',
    '0',
    '-2',
    '1-2',
    '1 5',
    '12 34',
    '1  000',
    'penki',
    '٣',
    '12a',
  ]) {
    await type(typed);
    expect([typed, reported, field.value]).toEqual([typed, [], typed]);
    expect(container.querySelector('[role=alert]')?.textContent).toBe(
      'Please type a whole number from 1 to 9999. Until then it stays at 3.',
    );
    expect(field.getAttribute('aria-describedby')).toBe(container.querySelector('[role=alert]')?.id);
  }
  expect(refusals).toEqual([true]);
  await type('1 000');
  expect(reported).toEqual([1000]);
  expect(refusals).toEqual([true, false]);
  expect(container.querySelector('[role=alert]')).toBeNull();
});

test('an emptied field goes back to what is there', async () => {
  const { container, field, type, reported } = await stepper(3);
  await type('');
  expect([field.value, reported, container.querySelector('[role=alert]')]).toEqual(['3', [], null]);
});

test('the buttons beside a refused text count from what is there', async () => {
  const { container, field, type, click, reported } = await stepper(3);
  await type('2.5');
  await click(container.querySelectorAll('button')[1]);
  expect([field.value, reported, container.querySelector('[role=alert]')]).toEqual(['3', [4], null]);
});

test('the button that has reached its end keeps the focus and does nothing more', async () => {
  const { container, click, reported } = await stepper(1);
  const less = container.querySelector('button');
  less?.focus();
  await click(less);
  expect([reported, less?.getAttribute('aria-disabled')]).toEqual([[], 'true']);
  expect(document.activeElement).toBe(less);
});

test('no text is read as a number that does not stand in it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d .,e+-]{0,8}$/)), (typed) => {
      const quantity = readQuantity(typed);
      if (quantity === null) return;
      // As one writes it: its digits in a row, or in groups of three with one space between two.
      const inRow = typed.trim().replace(/^0+(?=\d)/, '');
      const grouped = quantity.toLocaleString('en').replaceAll(',', ' ');
      expect([String(quantity), grouped]).toContain(inRow.replaceAll(/\s/g, ' '));
    }),
    { numRuns: 2000 },
  );
});
