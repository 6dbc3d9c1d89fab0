/**
 * An operation of the shop whose failure does not throw: it is stored with the operation, and the caller gets false
 * (R8.02, R8.03). The four states and the reset are React Query's (docs/architecture.md, "What a file looks like").
 */
import { MutationObserver, type QueryClient } from '@tanstack/react-query';

export interface Operation<Given, Answer> {
  /** What the work answers, or false when it failed. Never throws. */
  run(given: Given): Promise<Answer | false>;
  /** State, error and reset, and what components subscribe to. */
  readonly observer: MutationObserver<Answer, unknown, Given>;
}

export function createOperation<Given, Answer>(
  queryClient: QueryClient,
  name: string,
  work: (given: Given) => Promise<Answer>,
): Operation<Given, Answer> {
  const observer = new MutationObserver<Answer, unknown, Given>(queryClient, {
    mutationKey: ['session', name],
    mutationFn: work,
    networkMode: 'always',
    retry: false,
  });
  // The failure is stored in the observer, where whoever began the work reads it.
  return { observer, run: (given) => observer.mutate(given).catch(() => false as const) };
}
