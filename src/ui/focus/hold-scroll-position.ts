/** ms since the page was opened: what is said by then was so from the start, and its header is to be seen whole. */
const opening = 10_000;

const isInPlay = (element: HTMLElement): boolean => {
  // Browsers of before 2023 do not tell whether somebody has touched the page.
  const { userActivation } = navigator as Partial<Navigator>;
  if (performance.now() < opening && userActivation?.hasBeenActive === false) return false;
  // Its own place is no guide: it may be one that stays at the top while the page goes by.
  const { nextElementSibling: next, offsetHeight } = element;
  const top = next ? next.getBoundingClientRect().top - offsetHeight : element.getBoundingClientRect().top;
  // Above the screen the browser itself keeps what is read in its place, if it is one of those that do.
  return top < innerHeight && (top >= 0 || !CSS.supports('overflow-anchor', 'auto'));
};

/**
 * For the ref of an element in which the shop says things that nobody asked for (that the connection is gone, that
 * something waits): what is below it stays in its place on the screen, what is above gives way. A finger on its way to
 * a button meets that button.
 */
export function holdScrollPosition(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  let height = element.offsetHeight;
  // Told after the page was laid out and before it is painted.
  const growth = new ResizeObserver(() => {
    const grown = element.offsetHeight - height;
    height += grown;
    if (grown !== 0 && isInPlay(element)) scrollBy({ top: grown, behavior: 'instant' });
  });
  growth.observe(element);
  return () => growth.disconnect();
}
