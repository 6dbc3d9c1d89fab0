// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageViewDelay, watchPageViews, type RouterState } from './page-views.ts';

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  delete window.dataLayer;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function aRouter(pathname: string, path = '/c/*') {
  const at = (pathname: string, path: string, errors: object | null = null): RouterState => ({
    location: { pathname, key: pathname },
    navigation: { state: 'idle' },
    matches: [{ route: { path } }],
    errors,
  });
  let listener: (state: RouterState) => void = () => {};
  const router = {
    state: at(pathname, path),
    subscribe: (tell: typeof listener) => ((listener = tell), () => {}),
  };
  stop = watchPageViews(router, 'lt');
  return (pathname: string, path = '/c/*', errors: object | null = null) => {
    listener({ ...at(pathname, path, errors), navigation: { state: 'loading' } });
    listener(at(pathname, path, errors));
  };
}
const paths = () => (window.dataLayer ?? []).map((entry) => (entry as { page_path: string }).page_path);

test('R4.96 R9.34 a page view is told 250 ms after the page has changed, and not before', () => {
  expect(pageViewDelay).toBe(250);
  const go = aRouter('/');
  vi.advanceTimersByTime(250);
  go('/c/seklos-1');
  vi.advanceTimersByTime(249);
  expect(paths()).toEqual(['/']);
  vi.advanceTimersByTime(1);
  expect(window.dataLayer?.at(-1)).toEqual({
    event: 'page_view',
    page_path: '/c/seklos-1',
    page_title: document.title,
    page_language: 'lt',
  });
  expect(paths()).toHaveLength(2);
});

test('R4.96 of two changes within 250 ms the last is told; another filter is the same page', () => {
  const go = aRouter('/');
  vi.advanceTimersByTime(250);
  go('/c/seklos-1');
  vi.advanceTimersByTime(200);
  go('/c/trasos-2');
  vi.advanceTimersByTime(1000);
  go('/c/trasos-2');
  vi.advanceTimersByTime(1000);
  expect(paths()).toEqual(['/', '/c/trasos-2']);
});

test('tokens of orders and letters, and addresses that do not exist, are not told', () => {
  const go = aRouter('/');
  for (const [path, pattern] of [
    ['/orders/secret', '/orders/:orderToken'],
    ['/apmokejimas/secret', '/apmokejimas/:orderToken?'],
    ['/naujienlaiskis/atsisakyti/secret', '/naujienlaiskis/atsisakyti/:token'],
  ] as const) {
    go(path, pattern);
    vi.advanceTimersByTime(250);
  }
  go('/reset-password/secret', '/*', {});
  vi.advanceTimersByTime(250);
  expect(JSON.stringify(window.dataLayer)).not.toContain('secret');
});
