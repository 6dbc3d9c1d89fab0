// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { setConnectivity } from './connectivity.ts';
import { mayFetchAhead, readLinkFacts, type LinkFacts } from './prefetch-policy.ts';
import { chooseSaving } from './data-saver.ts';

const good: LinkFacts = {
  onLine: true,
  state: 'online',
  saveData: false,
  saveChosen: false,
  effectiveType: '4g',
};
const links = (facts: Partial<LinkFacts>) => mayFetchAhead('link', { ...good, ...facts });
const connect = (connection: object | undefined) => vi.stubGlobal('navigator', { onLine: true, connection });

afterEach(() => {
  vi.unstubAllGlobals();
  setConnectivity('online');
  chooseSaving(false);
});

test('R0.34 R4.99 offline nothing is fetched ahead, nor while the shop is away or slow', () => {
  expect(links({ onLine: false })).toBe(false);
  for (const state of ['offline', 'unavailable', 'sign-in', 'slow'] as const)
    expect(links({ state })).toBe(false);
});

test('R0.35 R4.99 on 2g and slow-2g nothing is fetched ahead, on 3g links are', () => {
  expect(links({ effectiveType: '2g' })).toBe(false);
  expect(links({ effectiveType: 'slow-2g' })).toBe(false);
  expect(links({ effectiveType: '3g' })).toBe(true);
});

test('R0.36 R4.99 a data saver forbids it even on 4g, and is asked at each decision', () => {
  const connection = { saveData: false, effectiveType: '4g' };
  connect(connection);
  expect(mayFetchAhead('link', readLinkFacts())).toBe(true);
  connection.saveData = true;
  expect(mayFetchAhead('link', readLinkFacts())).toBe(false);
  connection.saveData = false;
  chooseSaving(true);
  expect(mayFetchAhead('link', readLinkFacts())).toBe(false);
});

test('R0.37 a browser that tells nothing of its connection fetches ahead when online', () => {
  connect(undefined);
  expect(mayFetchAhead('link', readLinkFacts())).toBe(true);
});

test('much at once waits for a link that is quick and not paid by the byte', () => {
  expect(mayFetchAhead('snapshot', good)).toBe(true);
  expect(mayFetchAhead('snapshot', { ...good, effectiveType: '3g' })).toBe(false);
  expect(mayFetchAhead('snapshot', { ...good, type: 'cellular' })).toBe(false);
});
