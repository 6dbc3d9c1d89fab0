import { deferred } from '#ui/hydration/deferred.tsx';

/** The sign-up block of the footer: the server draws it, its form is hydrated with the visitor's first input. */
export const Newsletter = deferred(async () => (await import('./newsletter-part.tsx')).Newsletter);
