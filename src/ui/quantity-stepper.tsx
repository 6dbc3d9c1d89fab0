import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from './icon.tsx';
import { minusShape, plusShape } from './icon-shapes.ts';
import styles from './quantity-stepper.module.css';

interface QuantityStepperProps {
  value: number;
  onChange: (quantity: number) => void;
  /** Name of what is counted, for screen readers. */
  label: string;
  min?: number;
  /** Largest amount that may be asked for (contract 2.6). */
  max?: number;
  compact?: boolean;
  disabled?: boolean;
}

/**
 * A number field between two buttons. What is typed stays as typed until the field is left; then it
 * is brought within bounds and reported.
 */
export function QuantityStepper({
  value,
  onChange,
  label,
  min = 1,
  max = 9999,
  compact = false,
  disabled = false,
}: QuantityStepperProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const report = (next: number) => {
    const bounded = Math.min(max, Math.max(min, next));
    setTyped(null);
    if (bounded !== value) onChange(bounded);
  };
  const commit = () => {
    if (typed === null) return;
    const number = Number.parseInt(typed, 10);
    report(Number.isNaN(number) ? value : number);
  };
  return (
    <div
      className={classNames(styles['stepper'], compact && styles['compact'])}
      role="group"
      aria-label={label}
    >
      <button
        type="button"
        disabled={disabled || value <= min}
        onClick={() => {
          report(value - 1);
        }}
        aria-label={t`One less: ${label}`}
      >
        <Icon shape={minusShape} size={20} />
      </button>
      <input
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        aria-label={t`Quantity: ${label}`}
        value={typed ?? String(value)}
        disabled={disabled}
        onChange={(event) => {
          setTyped(event.target.value.replaceAll(/\D/g, '').slice(0, 4));
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            commit();
          }
        }}
      />
      <button
        type="button"
        disabled={disabled || value >= max}
        onClick={() => {
          report(value + 1);
        }}
        aria-label={t`One more: ${label}`}
      >
        <Icon shape={plusShape} size={20} />
      </button>
    </div>
  );
}
