import { later } from '#ui/later.tsx';

export const SearchNotes = later(async () => (await import('./search-notes-part.tsx')).SearchNotes, {
  early: true,
});
