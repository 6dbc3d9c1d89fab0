import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import styles from './button.module.css';

export type ButtonKind = 'primary' | 'secondary' | 'quiet';

/** Class of a button, for links that look like one. */
export function buttonClass(kind: ButtonKind = 'primary', wide = false): string {
  return classNames(styles['button'], styles[kind], wide && styles['wide']);
}

interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind | undefined;
  wide?: boolean | undefined;
  /** What happens meanwhile, in words; the button keeps its width and ignores presses. */
  busy?: ReactNode;
}

/** The shop's button: one solid (primary) in a view, outlined or quiet otherwise. */
export function Button({
  kind = 'primary',
  wide = false,
  busy,
  children,
  className,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  const isBusy = Boolean(busy);
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classNames(buttonClass(kind, wide), className)}
      aria-busy={isBusy || undefined}
      onClick={
        isBusy
          ? (event) => {
              event.preventDefault();
            }
          : onClick
      }
    >
      {isBusy ? (
        <>
          <span className={styles['spinner']} aria-hidden="true" />
          {busy}
        </>
      ) : (
        children
      )}
    </button>
  );
}
