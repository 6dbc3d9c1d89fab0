import { ApiError } from '#api/api-error.ts';

/** Whether the shop gave no answer, or even the script that asks it did not come: what was typed has not been judged. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError ? error.kind === 'unreachable' : error instanceof TypeError;

/** The shop's own sentence for people; ours where it has none. */
export function sentenceOf(error: unknown, ours: { away: string; other: string }): string {
  if (isAway(error)) return ours.away;
  if (!(error instanceof ApiError)) return ours.other;
  return error.detail ?? error.violations.find((one) => one.propertyPath === '')?.message ?? ours.other;
}
