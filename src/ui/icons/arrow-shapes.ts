/** Arrows of ways and pages (Lucide, ISC, THIRD-PARTY.md): the only signs that the first scripts of a page draw. */
export const rightShape = 'M9 18l6-6-6-6';
export const leftShape = 'M15 18l-6-6 6-6';
