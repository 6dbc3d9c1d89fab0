import type { KeyboardEvent } from 'react';

/**
 * Up and down arrows move the focus among the links and buttons within the element that listens, around at the ends
 * (R2.144); Home and End go to them. Tab goes on as ever.
 */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  if (
    !['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key) ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey
  )
    return;
  const items = [...currentTarget.querySelectorAll<HTMLElement>('a[href], button:not([disabled])')];
  const at = items.findIndex((item) => item === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  const to = key === 'Home' ? 0 : key === 'End' ? -1 : at + (key === 'ArrowDown' ? 1 : -1);
  items.at(to % items.length)?.focus();
}
