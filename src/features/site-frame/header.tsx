import { later } from '#ui/later.tsx';

export const Header = later(async () => (await import('./header-part.tsx')).Header, {
  early: true,
  idle: true,
});
