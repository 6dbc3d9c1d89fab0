/** What a form or a button says of a call that failed (R5.20, R5.21). */
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api-error.ts';

interface Words {
  /** No answer came: what was typed has not been judged. */
  away: string;
  /** Where the shop did not say itself what is wrong. */
  other: string;
}

/** Whether the shop gave no answer, or even the script that asks it did not come. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError ? error.kind === 'unreachable' : error instanceof TypeError;

/** The shop's own sentence for people; ours where it has none. */
export function sentenceOf(error: unknown, ours: Words): string {
  if (isAway(error)) return ours.away;
  if (!(error instanceof ApiError)) return ours.other;
  // An empty sentence says nothing.
  return error.detail || error.violations.find((one) => one.propertyPath === '')?.message || ours.other;
}

/**
 * Puts what the shop refused to the fields that have its name; the first of them takes the focus.
 * @returns what has no field
 */
export function markFields<Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
): string[] {
  if (!(error instanceof ApiError)) return [];
  const others: string[] = [];
  let isFirst = true;
  for (const { propertyPath, message } of error.violations) {
    const field = fields.find((name) => name === propertyPath);
    if (field === undefined) {
      others.push(message);
      continue;
    }
    setError(field, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
  return others;
}

/** Marks the fields, and says what is left for the form's box; null = all of it stands at fields. */
export function tellTrouble<Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
  ours: Words,
): string | null {
  const others = markFields(error, fields, setError);
  if (others.length > 0) return others.join(' ');
  return error instanceof ApiError && error.violations.length > 0 ? null : sentenceOf(error, ours);
}
