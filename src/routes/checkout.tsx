import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';

export const handle: RouteHandle = { pageKind: 'checkout' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: 'checkout' } });
}

export function Component() {
  return <h1>checkout</h1>;
}
