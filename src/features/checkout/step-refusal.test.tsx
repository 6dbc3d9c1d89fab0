// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { anOrder, anItem } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { PaymentStep } from './payment-step.tsx';
import { StepRefusal } from './step-refusal.tsx';

beforeEach(() => {
  setMedia();
  localStorage.clear();
});
afterEach(clearShown);

const refusal = (
  status: number,
  message: string,
  violations: { propertyPath: string; message: string }[] = [],
) => new ApiError('refused', status, { code: status, errorCode: 'x', message, violations });

test('R5.21 R5.22 what belongs to no field of the step stands in its box, cleaned and not as literal tags; the rest does not', async () => {
  const error = refusal(422, 'Please correct the fields.', [
    { propertyPath: 'foo', message: '<b>Not today</b><script>1</script>' },
    { propertyPath: 'shippingAddress.city', message: 'No such town' },
  ]);
  const { container, settle } = await show(<StepRefusal error={error} step="address" order={anOrder()} />);
  await settle();
  expect(container.querySelector('b')?.textContent).toBe('Not today');
  expect(container.querySelector('script')).toBeNull();
  expect(container.textContent).not.toContain('<');
  expect(container.textContent).not.toContain('No such town');
});

test.each([
  ['payment', 'Complete order error'],
  ['address', 'Saving address error'],
] as const)('R8.24 R8.26 a shop that fails at the step %s: %s', async (step, sentence) => {
  const { container, settle } = await show(
    <StepRefusal error={refusal(500, 'Internal')} step={step} order={anOrder()} />,
  );
  await settle();
  expect(container.textContent).toContain(sentence);
});

test('R8.19 goods that are sold out are named with their ways out: as many as are left, or none', async () => {
  const some = {
    ...anItem({ id: 1, quantity: 5 }),
    productName: 'Hoe',
    availability: { status: 'insufficient' as const, available: 2 },
  };
  const gone = {
    ...anItem({ id: 2, quantity: 1 }),
    productName: 'Rake',
    availability: { status: 'unavailable' as const, available: 0 },
  };
  const error = refusal(422, 'Cannot complete order with products out of stock', [
    {
      propertyPath: 'items[1].quantity',
      message: 'The product variant with "H" code does not have sufficient stock.',
    },
    {
      propertyPath: 'items[2].quantity',
      message: 'The product variant with "R" code does not have sufficient stock.',
    },
  ]);
  const { container, settle } = await show(
    <StepRefusal error={error} step="payment" order={anOrder({ items: [some, gone] })} />,
  );
  await settle();
  expect(container.textContent).toContain('Cannot complete order with products out of stock');
  const rows = [...container.querySelectorAll('li')].map((row) => [
    row.querySelector('strong')?.textContent,
    ...[...row.querySelectorAll('button')].map((button) => button.textContent),
  ]);
  expect(rows).toEqual([
    ['Hoe', 'Take 2', 'Take out'],
    ['Rake', 'Take out'],
  ]);
});

test('R5.20 a refused consent or way of payment stands at its own place', async () => {
  const { container, settle } = await show(
    <PaymentStep
      order={anOrder({ total: 0 })}
      busy={false}
      violations={[{ propertyPath: 'privacyPolicyAccepted', message: 'Read the policy first' }]}
      onSubmit={() => {}}
    />,
    { fill: (shop, client) => client.setQueryDefaults([], { enabled: false }) },
  );
  await settle();
  const box = container.querySelector('input[name="privacyPolicyAccepted"]');
  const described = box
    ?.getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(described?.join('')).toContain('Read the policy first');
});
