import type { QueryClient } from '@tanstack/react-query';
import { forgetOwnAnswers } from '#offline/storage/saved-queries.ts';

/** The visitor's own answers leave the memory of the page and the device; the catalogue stays. */
export async function forgetVisitor(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ predicate: (query) => query.meta?.['own'] === true });
  // A store that cannot be opened has shown nothing to anybody either, and is made anew when it can.
  await forgetOwnAnswers().catch(() => undefined);
}
