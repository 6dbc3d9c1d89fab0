/** Whether the checkout at the shop gets on: what the link check says of the shop is not yet an answer of its calls. */
import { notifyManager, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '#api/api-error.ts';
import { isReachable, onConnectivityChange } from '#offline/connection/connectivity.ts';
import { useLongWork } from '#ui/loading-time.ts';

/** How long a step may take before another way is offered, ms. */
const patience = 8_000;

/** The shop gave no answer of its own, or says that it cannot serve now. */
export function isNoAnswer(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.kind === 'unreachable' ||
      error.kind === 'malformed' ||
      error.status >= 500 ||
      error.status === 429)
  );
}

type Reading = 'well' | 'asking' | 'silent';

interface Return {
  /** ms since 1970; 0: it was there all the time. */
  at: number;
  /** Of the step that was saved last by then. */
  error: unknown;
}

/**
 * When the shop could be reached again for the last time: what failed before says nothing of it any more. What was asked in vain is
 * asked again then.
 */
function useReturn(error: unknown): Return {
  const queryClient = useQueryClient();
  const [back, setBack] = useState<Return>({ at: 0, error: undefined });
  const last = useRef(error);
  useEffect(() => {
    last.current = error;
  }, [error]);
  useEffect(() => {
    let wasReachable = isReachable();
    return onConnectivityChange(() => {
      if (isReachable() && !wasReachable) {
        setBack({ at: Date.now(), error: last.current });
        void queryClient.refetchQueries({
          queryKey: ['checkout'],
          predicate: ({ state }) => isNoAnswer(state.error),
        });
      }
      wasReachable = isReachable();
    });
  }, [queryClient]);
  return back;
}

/**
 * True while what the steps ask or save finds no answer: a call failed for good or is tried again, or takes longer than a
 * person waits.
 * @param isSaving a step is being saved now
 * @param error of the step that was saved last
 */
export function useShopUnreachable(token: string, isSaving: boolean, error: unknown): boolean {
  const cache = useQueryClient().getQueryCache();
  const read = (): Reading => {
    const questions = cache
      .findAll({ queryKey: ['checkout'] })
      .filter(({ queryKey: [, , params] }) => (params as { token?: string } | undefined)?.token === token);
    if (questions.some(({ state }) => isNoAnswer(state.error) || isNoAnswer(state.fetchFailureReason)))
      return 'silent';
    return questions.some(({ state }) => state.status === 'pending' && state.fetchStatus === 'fetching')
      ? 'asking'
      : 'well';
  };
  const questions = useSyncExternalStore(
    // A question is asked while a step is being drawn: it is told of afterwards.
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    read,
    (): Reading => 'well',
  );
  const back = useReturn(error);
  const writes = useMutationState({
    filters: { mutationKey: ['checkout', token] },
    select: ({ state }) =>
      state.status === 'error' && isNoAnswer(state.error) && state.submittedAt > back.at
        ? 'silent'
        : state.status === 'pending'
          ? 'asking'
          : 'well',
  });
  const isOpen = isSaving || questions === 'asking' || writes.at(-1) === 'asking';
  const isLate = useLongWork(isOpen, patience);
  return (
    isLate ||
    questions === 'silent' ||
    writes.at(-1) === 'silent' ||
    (isNoAnswer(error) && error !== back.error)
  );
}
