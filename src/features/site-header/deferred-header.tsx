import { deferred } from '#ui/hydration/deferred.tsx';

export const Header = deferred(async () => (await import('./header-part.tsx')).Header, {
  early: true,
  idle: true,
});
