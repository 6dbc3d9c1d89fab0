import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';

export const handle: RouteHandle = { pageKind: 'cart' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: 'cart' } });
}

export function Component() {
  return <h1>cart</h1>;
}
