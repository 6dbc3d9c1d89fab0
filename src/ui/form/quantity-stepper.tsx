import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import fieldStyles from './field.module.css';
import { useAfterPress } from './after-press.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { minusShape, plusShape, warningShape } from '#ui/icons/icon-shapes.ts';
import styles from './quantity-stepper.module.css';

interface QuantityStepperProps {
  value: number;
  onChange: (quantity: number) => void;
  /** Told when something stands in the field that is no quantity, and when it does no longer. */
  onRefused?: (isRefused: boolean) => void;
  /** Name of what is counted, for screen readers. */
  label: string;
  min?: number;
  /** Largest amount that may be asked for (contract 2.6). */
  max?: number;
  compact?: boolean;
  disabled?: boolean;
}

/** What was typed as a number of pieces, or null: half a piece is none, and no digit of it is one. */
export function readQuantity(typed: string): number | null {
  // Thousands are typed with a space; elsewhere between digits it may stand for a comma or another number.
  return /^\s*(?:\d{1,9}|[1-9]\d{0,2}(?:\s\d{3}){1,2})\s*$/.test(typed)
    ? Number(typed.replaceAll(/\s/g, ''))
    : null;
}

/**
 * A number field between two buttons. What is typed stays as typed; once the field is left it is reported if it is a
 * quantity within bounds, and refused in words if not: never taken for another one.
 */
export function QuantityStepper({
  value,
  onChange,
  onRefused,
  label,
  min = 1,
  max = 9999,
  compact = false,
  disabled = false,
}: QuantityStepperProps) {
  const { t } = useLingui();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const isSaid = useAfterPress(isRefused);
  const refuse = (now: boolean) => {
    if (now === isRefused) return;
    setRefused(now);
    onRefused?.(now);
  };
  const report = (next: number) => {
    setTyped(null);
    refuse(false);
    if (next !== value) onChange(next);
  };
  const commit = () => {
    if (typed === null) return;
    if (typed.trim() === '') {
      report(value);
      return;
    }
    const quantity = readQuantity(typed);
    if (quantity === null || quantity < min || quantity > max) refuse(true);
    else report(quantity);
  };
  return (
    <div className={classNames(styles['place'], compact && styles['compact'])}>
      <div className={styles['stepper']} role="group" aria-label={label}>
        <button
          type="button"
          disabled={disabled}
          // Reached by its own press it keeps the focus, so it is not disabled for the browser.
          aria-disabled={value <= min || undefined}
          onClick={() => {
            if (value > min) report(value - 1);
          }}
          aria-label={t`One less: ${label}`}
        >
          <Icon shape={minusShape} size={20} />
        </button>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          aria-label={t`Quantity: ${label}`}
          aria-invalid={isSaid || undefined}
          aria-describedby={isSaid ? id : undefined}
          value={typed ?? String(value)}
          disabled={disabled}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Escape') report(value);
            if (event.key !== 'Enter') return;
            event.preventDefault();
            commit();
          }}
        />
        <button
          type="button"
          disabled={disabled}
          aria-disabled={value >= max || undefined}
          onClick={() => {
            if (value < max) report(value + 1);
          }}
          aria-label={t`One more: ${label}`}
        >
          <Icon shape={plusShape} size={20} />
        </button>
      </div>
      {isSaid && (
        <p id={id} role="alert" className={classNames(fieldStyles['error'], styles['error'])}>
          <Icon shape={warningShape} size={18} />
          <span>
            <Trans>
              Please type a whole number from {min} to {max}. Until then it stays at {value}.
            </Trans>
          </span>
        </p>
      )}
    </div>
  );
}
