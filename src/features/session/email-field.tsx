import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { TextField } from '#ui/form/field.tsx';
import { writeDraft } from './auth-draft.ts';

/** Given when the field is registered: what is typed goes along to the other forms about signing in. */
export const keepEmail = {
  onChange: ({ target }: { target: { value: string } }) => {
    writeDraft({ email: target.value });
  },
};

/** The e-mail of a form about signing in. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'label'>) {
  const { t } = useLingui();
  return (
    <TextField
      autoComplete="email"
      {...props}
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      label={t`Email`}
    />
  );
}
