import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';
import { writeStored } from '#lib/stored-value.ts';

/** Key that the start of the page reads before it paints (index.html). */
const themeKey = 'THEME';
export const themes = ['light', 'dark', 'field'] as const;
export type Theme = (typeof themes)[number];

const { subscribe, tell } = createListeners();

function chosenTheme(): Theme | 'system' {
  const chosen = document.documentElement.dataset['theme'];
  return themes.find((theme) => theme === chosen) ?? 'system';
}

/** Shows the shop in a theme and keeps the choice on the device; `system` follows the device. */
export function chooseTheme(theme: Theme | 'system') {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  // Without storage the choice lasts as long as the page.
  writeStored(themeKey, theme === 'system' ? null : theme);
  paintBrowserBar();
  tell();
}

/** Gives the browser's own bar the colour of the header. */
function paintBrowserBar() {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  if (colour !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
}

export function useTheme(): Theme | 'system' {
  return useSyncExternalStore(subscribe, chosenTheme, () => 'system');
}
