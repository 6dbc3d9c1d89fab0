import './web-font.css';

/** Marks the page as having the web font; the fallback has the same metrics, so nothing moves. */
export function showWebFont(): void {
  document.documentElement.dataset['font'] = 'web';
}
