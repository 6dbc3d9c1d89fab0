import { createListeners } from '#lib/listeners.ts';
import { wordsOf } from '#lib/plain-words.ts';
import { announce } from './live-region.tsx';

/** Short notices (saved, copied, sent): one at a time, the newest replaces the one before. */
export interface Toast {
  id: number;
  text: string;
  kind: 'info' | 'error';
}
let current: Toast | null = null;
let lastId = 0;
const { subscribe, tell } = createListeners();

export function currentToast(): Toast | null {
  return current;
}
export const subscribeToToasts = subscribe;
/** Shows a notice at the bottom for at least six seconds; screen readers hear it. */
export function showToast(given: string, kind: Toast['kind'] = 'info') {
  // Errors are often the shop's own sentences, which may be marked up.
  const text = kind === 'error' ? wordsOf(given) : given;
  lastId += 1;
  current = { id: lastId, text, kind };
  announce(text);
  tell();
}
export function hideToast() {
  current = null;
  tell();
}
