import { announce } from './live-region.tsx';

/** Short notices (saved, copied, sent): one at a time, the newest replaces the one before. */
export interface Toast {
  id: number;
  text: string;
  kind: 'info' | 'error';
}
let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

export function currentToast(): Toast | null {
  return current;
}
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
/** Shows a notice at the bottom for at least six seconds; screen readers hear it. */
export function showToast(text: string, kind: Toast['kind'] = 'info') {
  lastId += 1;
  current = { id: lastId, text, kind };
  announce(text);
  for (const listener of listeners) listener();
}
export function hideToast() {
  current = null;
  for (const listener of listeners) listener();
}
