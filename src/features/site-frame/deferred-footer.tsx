import { deferred } from '#ui/deferred.tsx';

export const Footer = deferred(async () => (await import('./footer-part.tsx')).Footer, { early: true });
