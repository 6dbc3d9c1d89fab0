import { useSyncExternalStore } from 'react';

/** Key that the start of the page reads before it paints (index.html). */
export const themeKey = 'THEME';
export const themes = ['light', 'dark', 'field'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

function chosenTheme(): Theme | 'system' {
  const chosen = document.documentElement.dataset['theme'];
  return themes.find((theme) => theme === chosen) ?? 'system';
}

/** Shows the shop in a theme and keeps the choice on the device; `system` follows the device. */
export function chooseTheme(theme: Theme | 'system') {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  paintBrowserBar();
  for (const listener of listeners) listener();
}

/** Gives the browser's own bar the colour of the header. */
export function paintBrowserBar() {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  if (colour !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useTheme(): Theme | 'system' {
  return useSyncExternalStore(subscribe, chosenTheme, () => 'system');
}
