import { expect, test } from 'vitest';
import { createConsent, patience, reminder, validFor } from './update-consent.ts';

/** A tab that can be begun anew; its storage of the session stays. */
function aTab() {
  const cells = new Map<string, string>();
  const timers: (() => void)[] = [];
  const reminders: (() => void)[] = [];
  const tab = { reloads: 0, told: 0, now: 1_000_000, isHeld: false };
  const page = () =>
    createConsent({
      reload: () => (tab.reloads += 1),
      mayReload: () => !tab.isHeld,
      now: () => tab.now,
      after: (ms, work) => {
        if (ms === patience) timers.push(work);
        else reminders.push(work);
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
  const remind = () => {
    for (const work of reminders.splice(0)) work();
  };
  return Object.assign(tab, { page, wait, remind, tell: () => (tab.told += 1) });
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

test('a new worker that was told and does not come is told again, also after the start, and not without end', () => {
  const tab = aTab();
  tab.page().give(() => tab.tell());
  tab.remind();
  expect(tab.told).toBe(2);
  const next = tab.page();
  next.found(() => tab.tell());
  expect(tab.told).toBe(3);
  for (let second = 0; second < 2 * reminder.times; second += 1) tab.remind();
  const { told } = tab;
  expect(told).toBeLessThanOrEqual(2 * reminder.times);
  tab.remind();
  expect(tab.told).toBe(told);
});

test('without a yes no new worker is told anything', () => {
  const tab = aTab();
  const page = tab.page();
  page.found(() => tab.tell());
  expect(tab.told).toBe(0);
  page.give(() => tab.tell());
  page.takenOver();
  tab.remind();
  expect(tab.told).toBe(1);
});
