import { Trans } from '@lingui/react/macro';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useAfterPress } from './after-press.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { warningShape } from '#ui/icons/icon-shapes.ts';
import styles from './field.module.css';

interface FieldFrameProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Optional fields say so; required is the default. */
  optional?: boolean | undefined;
  /** Width hint at the content, in characters. */
  characters?: number | undefined;
}

/** Ids that tie a control to its hint and error. */
function describedBy(id: string, hint: ReactNode, error: ReactNode): string | undefined {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return ids === '' ? undefined : ids;
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  optional,
  children,
}: FieldFrameProps & { id: string; children: ReactNode }) {
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
        {optional === true && (
          <span className={styles['optional']}>
            {' '}
            <Trans>(optional)</Trans>
          </span>
        )}
      </label>
      {hint ? (
        <div id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </div>
      ) : null}
      {children}
      {error ? (
        <p id={`${id}-error`} className={styles['error']}>
          <Icon shape={warningShape} size={18} />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}

/** A labelled text field; the error stands below it with a sign and is tied to it (ux CHK-06). */
export function TextField({
  label,
  hint,
  error: found,
  optional,
  characters,
  className,
  after,
  id: givenId,
  ...rest
}: FieldFrameProps &
  ComponentProps<'input'> & {
    /** A sign button within the field, at its end. */
    after?: ReactNode;
  }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const error = useAfterPress(found);
  const input = (
    <input
      {...rest}
      id={id}
      className={classNames(styles['control'], className)}
      style={characters === undefined ? undefined : { maxWidth: `calc(${String(characters)}ch + 2.5rem)` }}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(id, hint, error)}
      aria-required={optional === true ? undefined : true}
    />
  );
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      {after === undefined ? (
        input
      ) : (
        <div className={styles['with']}>
          {input}
          {after}
        </div>
      )}
    </FieldFrame>
  );
}

/** A labelled native choice list. */
export function SelectField({
  label,
  hint,
  error: found,
  optional,
  characters,
  children,
  id: givenId,
  ...rest
}: FieldFrameProps & ComponentProps<'select'>) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const error = useAfterPress(found);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <select
        {...rest}
        id={id}
        className={classNames(styles['control'], styles['select'])}
        style={characters === undefined ? undefined : { maxWidth: `calc(${String(characters)}ch + 3.5rem)` }}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      >
        {children}
      </select>
    </FieldFrame>
  );
}

/** A labelled text area. */
export function TextArea({
  label,
  hint,
  error: found,
  optional,
  id: givenId,
  ...rest
}: FieldFrameProps & ComponentProps<'textarea'>) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const error = useAfterPress(found);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className={styles['control']}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}

/** A tick box whose whole text is its label; never ticked beforehand. */
export function CheckField({
  label,
  error: found,
  id: givenId,
  ...rest
}: { label: ReactNode; error?: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const error = useAfterPress(found);
  return (
    <div className={styles['field']}>
      <label className={styles['check']} htmlFor={id}>
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, null, error)}
        />
        <span>{label}</span>
      </label>
      {error ? (
        <p id={`${id}-error`} className={styles['error']}>
          <Icon shape={warningShape} size={18} />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}
