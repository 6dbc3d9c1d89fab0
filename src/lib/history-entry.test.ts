// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { entryKey, isOfDocument, nameEntry } from './history-entry.ts';

const token = 'abcdefghijklmnopqrstuvwxyz012345';
beforeEach(() => history.pushState(null, '', `/orders/${token}`));

test('the same address opened anew is another entry, and a reload finds the one that was left', () => {
  nameEntry();
  const left = entryKey();
  expect(isOfDocument(left)).toBe(true);
  // The document is loaded again: its entry has kept its state.
  nameEntry();
  expect(entryKey()).toBe(left);
  history.pushState(null, '', `/orders/${token}`);
  nameEntry();
  expect(entryKey()).not.toBe(left);
});

test('the name of an entry says nothing of an address that holds a token', () => {
  nameEntry();
  expect(entryKey()).toMatch(/^default[\d.]+$/);
});

test('what the router and pages keep in an entry stays, its name among it', () => {
  history.replaceState({ idx: 2, usr: { from: 'x' } }, '');
  nameEntry();
  expect(history.state).toEqual({ idx: 2, usr: { from: 'x' }, key: entryKey() });
  history.replaceState({ idx: 2, key: 'x1y2' }, '');
  nameEntry();
  expect(entryKey()).toBe('x1y2');
  expect(isOfDocument('x1y2')).toBe(false);
});
