import { Trans, useLingui } from '@lingui/react/macro';
import type { CheckoutState } from '#contract/orders/orders.ts';
import { isStepOpen } from '#domain/orders/checkout-step.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { checkShape } from '#ui/icons/icon-shapes.ts';
import type { OpenStep } from '#features/checkout/checkout-machine.ts';
import styles from './step-list.module.css';

const steps: readonly OpenStep[] = ['shipping', 'address', 'payment'];

/** The named steps in their order; those already done can be opened again (R4.19, R4.20). */
export function StepList({
  step,
  reached,
  nothingToShip = false,
  onOpen,
}: {
  step: OpenStep;
  reached: CheckoutState;
  /** There is no delivery to choose (R4.18). */
  nothingToShip?: boolean;
  onOpen: (step: OpenStep) => void;
}) {
  const { t } = useLingui();
  const names = {
    shipping: <Trans>Delivery</Trans>,
    address: <Trans>Address</Trans>,
    payment: <Trans>Payment</Trans>,
  };
  const shown = nothingToShip ? steps.filter((one) => one !== 'shipping') : steps;
  const at = shown.indexOf(step);
  return (
    <ol className={styles['steps']} aria-label={t`Steps`}>
      {shown.map((one, index) => {
        const done = index < at;
        const open = one !== step && isStepOpen(one, reached);
        const inside = (
          <>
            <span className={styles['number']}>
              {done ? <Icon shape={checkShape} size={18} /> : index + 1}
            </span>
            {names[one]}
          </>
        );
        return (
          <li
            key={one}
            className={classNames(styles['step'], one === step && styles['current'], done && styles['done'])}
            aria-current={one === step ? 'step' : undefined}
          >
            {open ? (
              <button
                type="button"
                onClick={() => {
                  onOpen(one);
                }}
              >
                {inside}
              </button>
            ) : (
              <span>{inside}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
