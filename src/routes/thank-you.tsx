import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';

export const handle: RouteHandle = { pageKind: 'order' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: 'thank-you' } });
}

export function Component() {
  return <h1>thank-you</h1>;
}
