import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';

export const handle: RouteHandle = { pageKind: 'order' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: 'order' } });
}

export function Component() {
  return <h1>order</h1>;
}
