import { LastWords } from '#features/site-frame/last-resort.tsx';
import { deferred } from '#ui/deferred.tsx';

export const ErrorScreen = deferred(async () => (await import('./error-screen-part.tsx')).ErrorScreen, {
  idle: true,
  instead: <LastWords />,
});
