import { deferred } from '#ui/hydration/deferred.tsx';

export const SearchNotes = deferred(async () => (await import('./search-notes-part.tsx')).SearchNotes, {
  early: true,
});
