import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';

export const handle: RouteHandle = { pageKind: 'front' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: 'home' } });
}

export function Component() {
  return <h1>home</h1>;
}
