import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';

export const handle: RouteHandle = { pageKind: 'search' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: 'search-results' } });
}

export function Component() {
  return <h1>search-results</h1>;
}
