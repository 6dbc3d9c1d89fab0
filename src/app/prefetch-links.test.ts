// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mostInView } from './links-in-view.ts';
import { prefetchLinks } from './prefetch-links.ts';

const loader = vi.fn(() => Promise.resolve(null));
const lazy = vi.fn(() => Promise.resolve({ loader }));
const routes = [
  {
    path: '/',
    children: [
      { id: 'TAXON_PRODUCTS', path: '/c/*', lazy },
      { id: 'CART', path: '/krepselis', lazy },
    ],
  },
];
let stop: () => void;
const connection = { saveData: false, effectiveType: '4g' };
let onLine = true;
let hasHover = true;
/** What the browser would say of each link that is watched. */
let tellView: (inView: boolean) => void = () => {};
class FakeObserver {
  targets: Element[] = [];
  constructor(tell: (changes: { target: Element; isIntersecting: boolean }[]) => void) {
    tellView = (isIntersecting) => tell(this.targets.map((target) => ({ target, isIntersecting })));
  }
  observe(target: Element) {
    this.targets.push(target);
  }
  disconnect() {
    this.targets = [];
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  connection.saveData = false;
  connection.effectiveType = '4g';
  onLine = true;
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  Object.defineProperty(navigator, 'onLine', { get: () => onLine, configurable: true });
  document.body.innerHTML =
    '<a href="/c/seklos-1"><b>Sėklos</b></a><a href="/krepselis">Krepšelis</a><a href="https://example.lt/c/x-1">x</a>';
  hasHover = true;
  vi.stubGlobal('matchMedia', () => ({ matches: !hasHover }));
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  stop = prefetchLinks(routes as never);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  lazy.mockClear();
  loader.mockClear();
});

async function near(selector: string, type = 'pointerover'): Promise<void> {
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));
  await vi.runAllTimersAsync();
}

test('R0.33 a link that is hovered, focused or touched is fetched, once per address', async () => {
  await near('a b');
  expect(lazy).toHaveBeenCalledOnce();
  expect(loader).toHaveBeenCalledOnce();
  await near('a', 'focusin');
  await near('a', 'touchstart');
  expect(lazy).toHaveBeenCalledOnce();
});

test('R0.34 R0.35 R0.36 R4.99 offline, on 2g or with a data saver no call and no import is begun', async () => {
  onLine = false;
  await near('a');
  onLine = true;
  connection.effectiveType = '2g';
  await near('a');
  connection.effectiveType = '4g';
  connection.saveData = true;
  await near('a');
  expect(lazy).not.toHaveBeenCalled();
  connection.saveData = false;
  await near('a');
  expect(lazy).toHaveBeenCalledOnce();
});

test('a pointer that passes by, what belongs to the visitor and other sites are left alone', async () => {
  document.querySelector('a')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  document.body.dispatchEvent(new Event('pointerover', { bubbles: true }));
  await vi.runAllTimersAsync();
  await near('a:nth-child(2)');
  await near('a:nth-child(3)');
  expect(lazy).not.toHaveBeenCalled();
});

test('what failed is fetched again at the next chance', async () => {
  loader.mockImplementationOnce(() => Promise.reject(new Error('unreachable')));
  await near('a');
  await near('a');
  expect(loader).toHaveBeenCalledTimes(2);
});

/** A phone: no pointer to hover with, links in the content. */
function onPhone(links: number): void {
  stop();
  hasHover = false;
  document.body.innerHTML = `<main>${Array.from({ length: links }, (_, place) => `<a href="/c/seklos-${place + 1}">x</a>`).join('')}</main>`;
  stop = prefetchLinks(routes as never);
}

test('R0.33 R0.37 where nothing can hover, links that stay in view are fetched, a few per page, one after another', async () => {
  Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true });
  onPhone(20);
  tellView(true);
  tellView(false);
  await vi.runAllTimersAsync();
  expect(loader).not.toHaveBeenCalled();
  tellView(true);
  await vi.runAllTimersAsync();
  expect(loader).toHaveBeenCalledTimes(mostInView);
});

test('R0.34 R0.35 R0.36 R4.99 what only stands in view is not fetched offline, on 2g or 3g, with a data saver, or over a mobile network', async () => {
  const cases: (() => void)[] = [
    () => (onLine = false),
    () => (connection.effectiveType = '2g'),
    () => (connection.effectiveType = 'slow-2g'),
    () => (connection.effectiveType = '3g'),
    () => (connection.saveData = true),
    () => Object.assign(connection, { type: 'cellular' }),
  ];
  for (const change of cases) {
    Object.assign(connection, { saveData: false, effectiveType: '4g', type: undefined });
    onLine = true;
    onPhone(3);
    change();
    tellView(true);
    await vi.runAllTimersAsync();
    expect(lazy).not.toHaveBeenCalled();
  }
  Object.assign(connection, { saveData: false, effectiveType: '4g', type: undefined });
  tellView(true);
  await vi.runAllTimersAsync();
  expect(lazy).toHaveBeenCalledTimes(3);
});
