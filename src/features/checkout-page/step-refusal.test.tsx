// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { Order } from '#contract/orders/orders.ts';
import { anOrder, anItem } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { AddressStep } from './address-step.tsx';
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
  const { container, settle } = await show(
    <StepRefusal
      error={error}
      step="address"
      order={anOrder()}
      isDrawn={(path) => path === 'shippingAddress.city'}
    />,
  );
  await settle();
  expect(container.querySelector('b')?.textContent).toBe('Not today');
  expect(container.querySelector('script')).toBeNull();
  expect(container.textContent).not.toContain('<');
  expect(container.textContent).not.toContain('No such town');
});

/** What a step shows of a refusal: in its box, and at its fields. */
async function refusedAt(step: 'address' | 'payment', order: Order, path: string) {
  const violations = [{ propertyPath: path, message: 'Not like this' }];
  const given = {
    order,
    busy: false,
    violations,
    onSubmit: () => {},
    refusal: (isDrawn: (path: string) => boolean) => (
      <StepRefusal
        error={refusal(422, 'Please correct.', violations)}
        step={step}
        order={order}
        isDrawn={isDrawn}
      />
    ),
  };
  const { container, settle } = await show(
    step === 'address' ? <AddressStep {...given} /> : <PaymentStep {...given} />,
    { fill: (_shop, client) => client.setQueryDefaults(['checkout'], { enabled: false }) },
  );
  await settle();
  const whole = container.textContent?.split('Not like this').length ?? 0;
  const box = [...container.querySelectorAll('[role="alert"]')].some(
    (one) => one.textContent?.includes('Please correct.') && one.textContent.includes('Not like this'),
  );
  return { times: whole - 1, box };
}

const shipment = (kind: 'courier' | 'pickup_point') => ({
  id: 1,
  state: 'cart' as const,
  kind,
  price: 499,
  items: [],
  warehouse: { code: 'W', name: 'W', address: '', city: '' },
});

test('R5.20 R5.21 a violation is said in the box of the step when its field is not on the screen, else at its field', async () => {
  const sent = anOrder({ shipments: [shipment('courier')] });
  const collected = anOrder({ shipments: [shipment('pickup_point')] });
  expect(await refusedAt('address', sent, 'shippingAddress.city')).toEqual({ times: 1, box: false });
  expect(await refusedAt('address', collected, 'shippingAddress.city')).toEqual({ times: 1, box: true });
  expect(await refusedAt('address', sent, 'invoice.companyCode')).toEqual({ times: 1, box: true });
  expect(await refusedAt('payment', anOrder({ total: 0 }), 'paymentMethod')).toEqual({
    times: 1,
    box: true,
  });
  expect(await refusedAt('payment', anOrder(), 'paymentMethod')).toEqual({ times: 1, box: false });
  expect(await refusedAt('payment', anOrder(), 'subscribedToNewsletter')).toEqual({ times: 1, box: false });
});

test.each([
  ['payment', 'pickup_point', 'Complete order error'],
  ['address', 'courier', 'Saving address error'],
  ['address', 'pickup_point', 'Saving contacts error'],
] as const)(
  'R8.24 R8.25 R8.26 a shop that fails at the step %s of an order by %s: %s',
  async (step, kind, sentence) => {
    const order = anOrder({ shipments: [shipment(kind)] });
    const { container, settle } = await show(
      <StepRefusal error={refusal(500, 'Internal')} step={step} order={order} />,
    );
    await settle();
    expect(container.textContent).toContain(sentence);
  },
);

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

test('what was refused takes the focus, and so comes into sight: the button that was pressed stands far below it', async () => {
  const { container } = await show(
    <StepRefusal error={refusal(409, 'Not now.')} step="payment" order={anOrder()} />,
  );
  expect(document.activeElement?.contains(container.querySelector('[role="alert"]'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});
