import { later } from '#ui/later.tsx';

export const Footer = later(async () => (await import('./footer-part.tsx')).Footer, { early: true });
