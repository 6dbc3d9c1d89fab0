/** Whether what is about to be written stands there already: a call that changes nothing leaves the version of a cart as it is (contract 1.9). */
import { isDeepStrictEqual } from 'node:util';

/** @param columns as they are written: those of JSON as its text */
export const isStored = (row: object, columns: object): boolean =>
  Object.entries(columns).every(([name, value]) => {
    const stored = (row as Record<string, unknown>)[name];
    const isJson = typeof value === 'string' && typeof stored === 'object' && stored !== null;
    return isDeepStrictEqual(stored, isJson ? JSON.parse(value) : value);
  });
