/** What a form or a button says of a call that failed (R5.20, R5.21). */
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type { Violation } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';

interface Words {
  /** No answer came: what was typed has not been judged. */
  away: string;
  /** Where the shop did not say itself what is wrong. */
  other: string;
}

/** A "no" of the shop, to a call or to what waited on the device. */
export interface Refusal {
  detail?: string | undefined;
  violations: readonly Violation[];
}

const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' && error !== null && 'violations' in error;

/** Whether the shop gave no answer, or even the script that asks it did not come. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError ? error.kind === 'unreachable' : error instanceof TypeError;

/** Whether the shop has said no to what was asked: asking again changes nothing. */
export const isJudged = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'refused' && error.status < 500;

/** Every sentence once, one below the other, as the markup of an error box; empty where none says anything. */
const oneBelowAnother = (sentences: readonly (string | undefined)[]): string =>
  [...new Set(sentences.filter((one) => one !== undefined && one !== ''))].join('<br>');

/** All that the shop says of a refusal, where no field is there to say a part of it. */
export const allOf = ({ detail, violations }: Refusal): string =>
  oneBelowAnother([detail, ...violations.map(({ message }) => message)]);

/** All that the shop says for people, as markup; ours where it says nothing. */
export function sentenceOf(error: unknown, ours: Words): string {
  if (isAway(error)) return ours.away;
  return (isRefusal(error) && allOf(error)) || ours.other;
}

/**
 * Puts what the shop refused to the fields that have its name; the first of them takes the focus.
 * @param fields those that are on the screen and show their error
 * @returns what is left for the form's box: the shop's sentence with all that has no field (R5.21), ours where it gave none;
 * null = all of it stands at fields
 */
export function showFormErrors<Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
  ours: Words,
): string | null {
  if (isAway(error)) return ours.away;
  if (!isRefusal(error)) return ours.other;
  const others: string[] = [];
  let isMarked = false;
  for (const { propertyPath, message } of error.violations) {
    const field = fields.find((name) => name === propertyPath);
    if (field === undefined) {
      others.push(message);
    } else if (message !== '') {
      setError(field, { type: 'server', message }, { shouldFocus: !isMarked });
      isMarked = true;
    }
  }
  const isAllSaid = isMarked && others.length === 0;
  return isAllSaid ? null : oneBelowAnother([error.detail, ...others]) || ours.other;
}
