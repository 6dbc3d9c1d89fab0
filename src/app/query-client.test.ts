import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { askAgain, createQueryClient } from './query-client.ts';

const minute = 60_000;

test('with the connection a page asks for what failed, has grown old or is the visitor’s own, and for nothing that was answered a moment ago or is on its way', async () => {
  const queryClient = createQueryClient();
  const asked: string[] = [];
  const cancelled: string[] = [];
  const show = (
    name: string,
    more: { updatedAt?: number; own?: boolean; answer?: () => Promise<string> },
  ) => {
    const queryKey = [name];
    if (more.updatedAt !== undefined)
      queryClient.setQueryData(queryKey, 'known', { updatedAt: more.updatedAt });
    return new QueryObserver(queryClient, {
      queryKey,
      queryFn: ({ signal }) => {
        asked.push(name);
        signal.addEventListener('abort', () => cancelled.push(name));
        return more.answer?.() ?? Promise.resolve('answer');
      },
      retry: false,
      meta: { own: more.own },
    }).subscribe(() => undefined);
  };
  const now = Date.now();
  const never = () => new Promise<never>(() => {});
  show('failed', { answer: () => Promise.reject(new Error('away')) });
  show('on its way', { updatedAt: now - minute, answer: never });
  show('just answered', { updatedAt: now });
  show('own', { updatedAt: now, own: true });
  await expect.poll(() => queryClient.getQueryState(['failed'])?.status).toBe('error');
  // Shown as new a minute ago.
  show('grown old', { updatedAt: now });
  queryClient
    .getQueryCache()
    .find({ queryKey: ['grown old'] })
    ?.setState({ dataUpdatedAt: now - minute });
  asked.length = 0;
  void askAgain(queryClient);
  await expect.poll(() => asked.toSorted()).toEqual(['failed', 'grown old', 'own']);
  expect(cancelled).toEqual([]);
  queryClient.clear();
});
