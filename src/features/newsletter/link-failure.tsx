import { useLingui } from '@lingui/react/macro';
import { sentenceOf } from '#api/form-errors.ts';
import { FormError } from '#ui/form/form-error.tsx';

/** Why the link of a letter had no effect. */
export function LinkFailure({ error }: { error: Error }) {
  const { t } = useLingui();
  return (
    <FormError
      message={sentenceOf(error, {
        away: t`No connection. Nothing was changed.`,
        other: t`The link could not be followed. Please try again.`,
      })}
    />
  );
}
