import { deferred } from '#ui/hydration/deferred.tsx';

export const InformationBar = deferred(
  async () => (await import('./information-bar-part.tsx')).InformationBar,
  {
    early: true,
    idle: true,
  },
);
