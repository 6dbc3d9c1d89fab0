/**
 * Links that somebody reads: those of the content that stay in view, told one after another. For devices that have no
 * pointer to hover with, where a page could else be fetched no earlier than the finger is down (R0.33).
 */

/** In view for so long that it was not only scrolled past, ms. */
const readingTime = 600;
/** Pages fetched because they stood in view, per page that is looked at. */
export const mostInView = 6;

/** @param fetch resolves when the page is fetched; false when it was not wanted, then it does not count. */
export function watchLinksInView(fetch: (link: HTMLAnchorElement) => Promise<boolean>): () => void {
  const inView = new Map<Element, ReturnType<typeof setTimeout>>();
  let queue: Promise<unknown> = Promise.resolve();
  let page = '';
  let count = 0;

  const take = async (link: HTMLAnchorElement) => {
    if (page !== location.pathname) {
      page = location.pathname;
      count = 0;
    }
    if (count >= mostInView || !inView.has(link)) return;
    if (await fetch(link)) count += 1;
  };
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      clearTimeout(inView.get(target));
      inView.delete(target);
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
      const timer = setTimeout(() => {
        queue = queue.then(() => take(target));
      }, readingTime);
      inView.set(target, timer);
    }
  });
  const known = new WeakSet<Element>();
  let scanning: ReturnType<typeof setTimeout> | undefined;
  const scan = () => {
    scanning = undefined;
    for (const link of document.querySelectorAll('main a[href]')) {
      if (known.has(link)) continue;
      known.add(link);
      observer.observe(link);
    }
  };
  // A list that is drawn anew costs one look at the end, not one for each card.
  const drawn = new MutationObserver(() => {
    scanning ??= setTimeout(scan, readingTime);
  });
  scan();
  drawn.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    drawn.disconnect();
    clearTimeout(scanning);
    for (const timer of inView.values()) clearTimeout(timer);
  };
}
