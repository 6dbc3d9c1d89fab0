/** ms without an answer that count as quiet, and the longest wait for it. */
const pause = 300;
const limit = 3_000;

/** Does the work once the page has asked for nothing for a moment: when its worker is at rest too. */
export function whenNetworkIdle(work: () => void): void {
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    clearTimeout(last);
    work();
  };
  const last = setTimeout(end, limit);
  let timer = setTimeout(end, pause);
  const observer = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(end, pause);
  });
  observer.observe({ type: 'resource' });
}
