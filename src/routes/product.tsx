import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';

export const handle: RouteHandle = { pageKind: 'product' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: 'product' } });
}

export function Component() {
  return <h1>product</h1>;
}
