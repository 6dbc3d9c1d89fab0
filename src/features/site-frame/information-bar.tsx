import { later } from '#ui/later.tsx';

export const InformationBar = later(async () => (await import('./information-bar-part.tsx')).InformationBar, {
  early: true,
  idle: true,
});
