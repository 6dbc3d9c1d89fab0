import { deferred } from '#ui/hydration/deferred.tsx';

export const Footer = deferred(async () => (await import('./footer-part.tsx')).Footer, { early: true });
