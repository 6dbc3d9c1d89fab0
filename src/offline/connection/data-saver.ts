/** The shopper's own switch: fetch less. Kept on the device; the start of the page reads it before it paints. */
import { useSyncExternalStore } from 'react';

/** Also read by the script in index.html, which marks the page so that pictures come in one density. */
const cell = 'DATA_SAVER';
const listeners = new Set<() => void>();
let fallback = false;

export function isSavingChosen(): boolean {
  try {
    return localStorage.getItem(cell) === 'on';
  } catch {
    // Without storage the choice holds for this page.
    return fallback;
  }
}

export function chooseSaving(on: boolean): void {
  fallback = on;
  try {
    if (on) localStorage.setItem(cell, 'on');
    else localStorage.removeItem(cell);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  const bySystem = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (on || bySystem) document.documentElement.dataset['save'] = '';
  else delete document.documentElement.dataset['save'];
  for (const listener of listeners) listener();
}

export function useSavingChosen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isSavingChosen,
    () => false,
  );
}
