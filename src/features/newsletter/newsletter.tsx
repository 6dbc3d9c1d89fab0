import { later } from '#ui/later.tsx';

/** The sign-up block of the footer: the server draws it, its form comes alive when somebody is there. */
export const Newsletter = later(async () => (await import('./newsletter-part.tsx')).Newsletter);
