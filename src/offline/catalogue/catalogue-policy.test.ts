// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { LinkFacts } from '#offline/connection/prefetch-policy.ts';
import { isDue } from './offline-catalogue.ts';

const wifi: LinkFacts = {
  onLine: true,
  state: 'online',
  saveData: false,
  saveChosen: false,
  effectiveType: '4g',
  type: 'wifi',
};
const hour = 60 * 60 * 1000;
const now = 1_000 * hour;
const nothing = { savedAt: null };
const aged = (hours: number) => ({ savedAt: now - hours * hour });

test('without a word of the shopper the catalogue comes only where the browser says that the link costs nothing', () => {
  expect(isDue(null, nothing, now, wifi)).toBe(true);
  expect(isDue(null, nothing, now, { ...wifi, type: 'ethernet' })).toBe(true);
  for (const facts of [
    { type: 'cellular' },
    { type: undefined },
    { effectiveType: '3g' },
    { effectiveType: '2g' },
    { saveData: true },
    { saveChosen: true },
    { onLine: false },
    { state: 'slow' as const },
  ])
    expect([facts, isDue(null, nothing, now, { ...wifi, ...facts } as LinkFacts)]).toEqual([facts, false]);
});

test('asked for, it comes over any link that nobody saves on; changes are asked for each hour, or once a day where they may cost', () => {
  expect(isDue('on', nothing, now, { ...wifi, type: 'cellular' })).toBe(true);
  for (const facts of [
    { effectiveType: '2g' },
    { saveData: true },
    { saveChosen: true },
    { state: 'unavailable' as const },
  ])
    expect([facts, isDue('on', nothing, now, { ...wifi, ...facts })]).toEqual([facts, false]);
  expect([aged(0.5), aged(1)].map((kept) => isDue('on', kept, now, wifi))).toEqual([false, true]);
  expect([aged(2), aged(24)].map((kept) => isDue('on', kept, now, { ...wifi, type: 'cellular' }))).toEqual([
    false,
    true,
  ]);
});

test('a small catalogue comes without a word on every link that nobody saves on and that is not of the slowest', () => {
  const small = (facts: Partial<LinkFacts>, kept: { savedAt: number | null } = nothing) =>
    isDue(null, kept, now, { ...wifi, ...facts }, true);
  for (const facts of [
    { type: undefined, effectiveType: undefined },
    { type: 'cellular' },
    { type: undefined, effectiveType: '3g' },
  ])
    expect([facts, small(facts)]).toEqual([facts, true]);
  for (const facts of [
    { effectiveType: '2g' },
    { effectiveType: 'slow-2g' },
    { saveData: true },
    { saveChosen: true },
    { onLine: false },
    { state: 'slow' as const },
  ])
    expect([facts, small({ type: undefined, ...facts })]).toEqual([facts, false]);
  // Brought up to date by the same rule, more seldom where it may cost.
  expect([2, 24].map((hours) => small({ type: 'cellular' }, aged(hours)))).toEqual([false, true]);
  expect(isDue('off', nothing, now, { ...wifi, type: undefined }, true)).toBe(false);
});

test('one that was saved at a time to come is asked about: the clock was turned back', () => {
  expect(isDue('on', aged(-24 * 365), now, wifi)).toBe(true);
  expect(isDue(null, aged(-24 * 365), now, { ...wifi, type: undefined }, true)).toBe(true);
});

test('switched off it never comes by itself', () => {
  expect(isDue('off', nothing, now, wifi)).toBe(false);
});
