import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { TextField } from '#ui/form/field.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { checkShape } from '#ui/icons/icon-shapes.ts';
import styles from './password-field.module.css';
import { dotShape, eyeOffShape, eyeShape } from '#ui/icons/icon-shapes-orders.ts';

/** A password that can be looked at while it is typed; pasting and password managers work (UX CHK-16). */
export function PasswordField({ label, ...rest }: Omit<ComponentProps<typeof TextField>, 'type' | 'after'>) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...rest}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={254}
      after={
        <button
          type="button"
          className={styles['eye']}
          aria-pressed={isShown}
          aria-label={t`Show the password`}
          onClick={() => {
            setShown(!isShown);
          }}
        >
          <Icon shape={isShown ? eyeOffShape : eyeShape} size={22} />
        </button>
      }
    />
  );
}

const hasEnough = /^.{8,}$/su;
const hasDigit = /\p{Nd}/u;
const hasBothCases = /(?=.*\p{Ll})(?=.*\p{Lu})/su;

/** What a password has to be (R5.16), told before it is typed; what is fulfilled gets its tick. */
export function PasswordRules({ password }: { password: string }) {
  const rules = [
    { id: 'length', isMet: hasEnough.test(password), words: <Trans>At least 8 characters</Trans> },
    { id: 'digit', isMet: hasDigit.test(password), words: <Trans>A digit</Trans> },
    {
      id: 'cases',
      isMet: hasBothCases.test(password),
      words: <Trans>A lower-case and an upper-case letter</Trans>,
    },
  ];
  return (
    <ul className={styles['rules']}>
      {rules.map(({ id, isMet, words }) => (
        <li key={id} className={classNames(styles['rule'], isMet && styles['met'])}>
          <Icon shape={isMet ? checkShape : dotShape} size={18} />
          <span>
            {words}
            {isMet && (
              <span className="visually-hidden">
                {': '}
                <Trans>done</Trans>
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
