import { deferred } from '#ui/deferred.tsx';

/** The sign-up block of the footer: the server draws it, its form comes alive when somebody is there. */
export const Newsletter = deferred(async () => (await import('./newsletter-part.tsx')).Newsletter);
