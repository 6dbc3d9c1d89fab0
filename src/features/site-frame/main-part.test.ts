import { expect, test } from 'vitest';
import { placeKey } from './main-part.tsx';

test('the name of a place on a page says nothing of an address that holds a token', () => {
  const token = 'abcdefghijklmnopqrstuvwxyz012345';
  const place = (pathname: string) => placeKey({ key: 'default', pathname });
  expect(place(`/orders/${token}`)).toMatch(/^-?\d+$/);
  // The same page has the same place, another one another.
  expect(place(`/orders/${token}`)).toBe(place(`/orders/${token}`));
  expect(new Set(['/', '/c/seklos-1', '/c/seklos-2', `/orders/${token}`].map(place)).size).toBe(4);
  expect(placeKey({ key: 'x1y2', pathname: '/' })).toBe('x1y2');
});
