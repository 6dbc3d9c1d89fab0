// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import {
  forgetSearch,
  forgetSearches,
  recentSearches,
  recentSearchesKey,
  rememberSearch,
} from './recent-searches.ts';
import * as limits from './search-limits.ts';

beforeEach(() => localStorage.clear());

test('R4.50 words are remembered once, trimmed, newest first; a repeated one keeps its place', () => {
  for (const words of ['a', ' b ', 'a', '  ']) rememberSearch(words);
  expect(recentSearches()).toEqual(['b', 'a']);
});

test('R9.12 of six searches the newest five stay, in storage too', () => {
  for (const words of ['1', '2', '3', '4', '5', '6']) rememberSearch(words);
  expect(recentSearches()).toEqual(['6', '5', '4', '3', '2']);
  expect(JSON.parse(localStorage.getItem(recentSearchesKey) ?? '')).toEqual(['6', '5', '4', '3', '2']);
});

test('one can be forgotten, and all', () => {
  for (const words of ['1', '2', '3']) rememberSearch(words);
  forgetSearch('2');
  expect(recentSearches()).toEqual(['3', '1']);
  forgetSearches();
  expect(recentSearches()).toEqual([]);
  expect(localStorage.getItem(recentSearchesKey)).toBe('[]');
});

test('broken words in the cell read as none', () => {
  for (const text of ['{oops', '{"a":1}', '[1,null]', 'null']) {
    localStorage.setItem(recentSearchesKey, text);
    expect(recentSearches()).toEqual([]);
  }
});

test('R9.11 the limits of searching are 5, 5, 3 and 4', () => {
  const { minimumQueryLength, recentSearchesCap, taxonSuggestionsCap, productSuggestionsCap } = limits;
  expect([minimumQueryLength, recentSearchesCap, taxonSuggestionsCap, productSuggestionsCap]).toEqual([
    5, 5, 3, 4,
  ]);
});
