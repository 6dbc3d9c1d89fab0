import { expect, test } from 'vitest';
import { createConsent, patience, validFor } from './update-consent.ts';

/** A tab that can be begun anew; its storage of the session stays. */
function aTab() {
  const cells = new Map<string, string>();
  const timers: (() => void)[] = [];
  const tab = { reloads: 0, told: 0, now: 1_000_000, isHeld: false };
  const page = () =>
    createConsent({
      reload: () => (tab.reloads += 1),
      mayReload: () => !tab.isHeld,
      now: () => tab.now,
      after: (ms, work) => {
        expect(ms).toBe(patience);
        timers.push(work);
      },
      storage: () => ({
        getItem: (key) => cells.get(key) ?? null,
        setItem: (key, value) => cells.set(key, value),
        removeItem: (key) => cells.delete(key),
      }),
    });
  const wait = () => {
    for (const work of timers.splice(0)) work();
  };
  return Object.assign(tab, { page, wait, tell: () => (tab.told += 1) });
}

test('after a yes the page begins anew once, when the new worker is in charge', () => {
  const tab = aTab();
  const consent = tab.page();
  expect(consent.takenOver()).toBe(false);
  consent.give(() => tab.tell());
  expect(tab).toMatchObject({ told: 1, reloads: 0 });
  expect(consent.takenOver()).toBe(true);
  tab.wait();
  expect(tab.page().takenOver()).toBe(false);
  expect(tab.reloads).toBe(1);
});

test('a new worker that does not come is not waited for; the yes holds for when it comes after the start', () => {
  const tab = aTab();
  tab.page().give(() => tab.tell());
  tab.wait();
  expect(tab.reloads).toBe(1);
  const next = tab.page();
  expect(next.takenOver()).toBe(true);
  expect(next.takenOver()).toBe(false);
  expect(tab.page().takenOver()).toBe(false);
  expect(tab.reloads).toBe(2);
});

test('a yes of long ago, or one that a clock has moved away from, is none', () => {
  const tab = aTab();
  tab.page().give(() => tab.tell());
  tab.now += validFor;
  expect(tab.page().takenOver()).toBe(false);
  tab.now -= 3 * validFor;
  expect(tab.page().takenOver()).toBe(false);
});

test('words that were begun after the yes are not lost', () => {
  const tab = aTab();
  const consent = tab.page();
  consent.give(() => tab.tell());
  tab.isHeld = true;
  tab.wait();
  expect(consent.takenOver()).toBe(false);
  expect(tab.reloads).toBe(0);
});
