/** What the shop refused of a form: each violation to its field, the rest into the form's box (R5.20, R5.21). */
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';

interface Words {
  /** Where the shop did not say itself what is wrong. */
  fallback: string;
  offline: string;
}

/**
 * Puts violations to the fields that have their name. The first of them takes the focus.
 * @returns what is left for the form's box; null = all of it stands at fields
 */
export function tellTrouble<Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
  { fallback, offline }: Words,
): string | null {
  if (!(error instanceof ApiError)) return fallback;
  if (error.kind === 'unreachable') return offline;
  const isField = (path: string): path is Path<Form> => (fields as readonly string[]).includes(path);
  const placed = error.violations.filter(({ propertyPath }) => isField(propertyPath));
  for (const [at, { propertyPath, message }] of placed.entries())
    setError(propertyPath as Path<Form>, { type: 'server', message }, { shouldFocus: at === 0 });
  const others = error.violations.filter(({ propertyPath }) => !isField(propertyPath));
  if (others.length > 0) return others.map(({ message }) => message).join(' ');
  return placed.length > 0 ? null : (error.detail ?? fallback);
}
