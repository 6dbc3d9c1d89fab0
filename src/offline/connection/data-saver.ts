/** The shopper's own switch: fetch less. Kept on the device; the start of the page reads it before it paints. */
import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';
import { readStored, writeStored } from '#lib/stored-value.ts';

/** Also read by the script in index.html, which marks the page so that pictures come in one density. */
const cell = 'DATA_SAVER';
const { subscribe, tell } = createListeners();
/** Without storage the choice lasts as long as the page. */
let fallback: 'on' | null = null;

export const isSavingChosen = (): boolean => readStored(cell, fallback) === 'on';

export function chooseSaving(on: boolean): void {
  fallback = on ? 'on' : null;
  writeStored(cell, fallback);
  const bySystem = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (on || bySystem) document.documentElement.dataset['save'] = '';
  else delete document.documentElement.dataset['save'];
  tell();
}

export function useSavingChosen(): boolean {
  return useSyncExternalStore(subscribe, isSavingChosen, () => false);
}
