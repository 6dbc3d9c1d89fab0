import { LastWords } from '#features/site-frame/last-resort.tsx';
import { later } from '#ui/later.tsx';

export const ErrorScreen = later(async () => (await import('./error-screen-part.tsx')).ErrorScreen, {
  idle: true,
  instead: <LastWords />,
});
