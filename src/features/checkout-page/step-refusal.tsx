import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { ApiError } from '#api/api-error.ts';
import type { Violation } from '#contract/errors.ts';
import type { ShipmentItem } from '#contract/orders/delivery.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { ErrorTitle } from '#ui/form/error-title.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import type { OpenStep } from '#features/checkout/checkout-machine.ts';
import { ThrownBack } from '#features/checkout/thrown-back.ts';
import { ShortLines } from './short-lines.tsx';
import styles from './checkout-view.module.css';

/**
 * Lines that a refusal names by `items[ID].quantity`: as many are missing as the cart last said of the stock; all where it
 * does not know of a shortage.
 */
function shortIn(order: Order, violations: readonly Violation[]): ShipmentItem[] {
  return order.items.flatMap(({ id, quantity, availability: { available = 0 } }) =>
    violations.some(({ propertyPath }) => propertyPath === `items[${String(id)}].quantity`)
      ? [{ itemId: id, quantity: available < quantity ? quantity - available : quantity }]
      : [],
  );
}

interface StepRefusalProps {
  error: unknown;
  step: OpenStep;
  order: ShownCart;
  /** Whether a violation's path has a field that is on the screen now: its words stand there. */
  isDrawn?: (path: string) => boolean;
}

/**
 * What was refused of a step, in the shop's words or ours, with everything that belongs to none of the fields on the screen
 * (R5.21) and, for goods that are gone, the ways out. It takes the focus, and so comes into sight.
 */
export function StepRefusal(props: StepRefusalProps) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is at the end of the step, on a phone far below.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <ErrorTitle />
      <Refused {...props} />
    </div>
  );
}

function Refused({ error, step, order, isDrawn = () => false }: StepRefusalProps) {
  const { t } = useLingui();
  const failed: Record<OpenStep, string> = {
    shipping: t`The way of delivery could not be saved.`,
    // Where nothing is brought the step asks for the contacts alone.
    address: order.shipments.some(({ kind }) => kind === 'courier')
      ? t`Saving address error`
      : t`Saving contacts error`,
    payment: t`Complete order error`,
  };
  if (error instanceof ThrownBack)
    return <FormError message={t`The delivery has changed meanwhile: choose it again, then go on.`} />;
  if (!(error instanceof ApiError)) return <FormError message={failed[step]} />;
  if (error.kind === 'unreachable')
    return (
      <FormError message={t`No connection. Everything you typed is kept; try again when you are online.`} />
    );
  const short = shortIn(order, error.violations);
  const ofLine = /^items\[\d+\]\.quantity$/;
  const others = error.violations
    .filter(({ propertyPath }) => !isDrawn(propertyPath) && !(short.length > 0 && ofLine.test(propertyPath)))
    .map(({ message }) => message)
    .filter((message) => message !== '' && message !== error.message);
  const sentence = error.kind !== 'refused' || error.status >= 500 ? failed[step] : error.message;
  return (
    <div className={styles['refusal']}>
      <FormError message={[sentence || failed[step], ...others].join('<br>')} />
      {short.length > 0 && <ShortLines order={order} missing={short} />}
    </div>
  );
}
