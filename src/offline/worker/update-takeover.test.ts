import { expect, test } from 'vitest';
import { createConsent, validFor } from './update-takeover.ts';

/** A tab that can be begun anew; its storage of the session stays. */
function aTab() {
  const cells = new Map<string, string>();
  const timers: (() => void)[] = [];
  const quiet: (() => void)[] = [];
  const tab = { reloads: 0, told: 0, now: 1_000_000, isHeld: false, isBusy: false };
  const page = () =>
    createConsent({
      reload: () => (tab.reloads += 1),
      mayReload: () => !tab.isHeld,
      now: () => tab.now,
      after: (_ms, work) => timers.push(work),
      whenNetworkIdle: (work) => {
        if (tab.isBusy) quiet.push(work);
        else work();
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
  const comeToRest = () => {
    tab.isBusy = false;
    for (const work of quiet.splice(0)) work();
  };
  return Object.assign(tab, { page, wait, comeToRest, tell: () => (tab.told += 1) });
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

test('a new worker is told, and the page begins anew, when the page asks for nothing', () => {
  const tab = aTab();
  tab.isBusy = true;
  tab.page().give(() => tab.tell());
  expect(tab.told).toBe(0);
  tab.comeToRest();
  expect(tab.told).toBe(1);
  tab.isBusy = true;
  tab.wait();
  expect(tab.reloads).toBe(0);
  tab.comeToRest();
  expect(tab.reloads).toBe(1);
});

test('a new worker that does not come is told again after each start, and the page begins anew twice, not without end', () => {
  const tab = aTab();
  tab.page().give(() => tab.tell());
  for (let start = 1; start < 5; start += 1) {
    tab.wait();
    tab.page().found(() => tab.tell());
    expect(tab.told).toBe(start + 1);
    expect(tab.reloads).toBe(Math.min(start, 2));
  }
});

test('without a yes no new worker is told anything', () => {
  const tab = aTab();
  const page = tab.page();
  page.found(() => tab.tell());
  expect(tab.told).toBe(0);
  page.give(() => tab.tell());
  page.takenOver();
  tab.page().found(() => tab.tell());
  expect(tab.told).toBe(1);
});
