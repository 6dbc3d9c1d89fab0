import { later } from '#ui/later.tsx';

export const ErrorScreen = later(async () => (await import('./error-screen-part.tsx')).ErrorScreen, {
  idle: true,
});
