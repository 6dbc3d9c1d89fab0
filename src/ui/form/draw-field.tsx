import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';
import type { DrawField } from './place-fields.tsx';

/**
 * Draws the text fields of a form, each with its place in the form and what is wrong with it.
 * @param register of React Hook Form
 * @param sentenceFor what is wrong with a field
 */
export const drawWith =
  <Name extends string>(
    register: (name: Name) => Partial<ComponentProps<'input'>>,
    sentenceFor: (name: Name) => string | undefined,
  ): DrawField<Name> =>
  (name, label, autoComplete, more = {}) => (
    <TextField
      key={name}
      label={label}
      error={sentenceFor(name)}
      autoComplete={autoComplete}
      spellCheck={false}
      {...more}
      {...register(name)}
    />
  );
