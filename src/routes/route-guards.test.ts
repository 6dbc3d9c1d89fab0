import { QueryClient } from '@tanstack/react-query';
import { matchRoutes, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { expect, test, vi } from 'vitest';
import { normaliseError } from '#api/api-error.ts';
import type { Services } from '#api/services.ts';
import { createRoutes } from './create-routes.tsx';

const screen = vi.hoisted(() => ({
  guards: undefined as string[] | undefined,
  load: undefined as (() => unknown) | undefined,
}));
vi.mock('./screens/faq.tsx', () => ({
  Component: () => null,
  get handle() {
    return { pageKind: 'other', ...(screen.guards ? { guards: screen.guards } : {}) };
  },
  get createLoader() {
    return screen.load && (() => screen.load);
  },
}));

const services: Services = {
  shop: {
    locale: 'lt',
    localePath: '',
    channel: 'retail',
    call: () => Promise.reject(new Error('Nothing is asked here')),
    scope: { locale: 'lt', channel: 'retail' },
    newUrls: false,
  },
  queryClient: new QueryClient(),
  loadLaterTexts: () => Promise.resolve(),
};

/** Opens the screen at an address as the router does: its module, then its loader. */
async function open(address: string): Promise<unknown> {
  const route = matchRoutes(
    createRoutes({ ...services.shop, loadLaterTexts: services.loadLaterTexts }, () => services),
    address,
  )?.at(-1)?.route;
  if (typeof route?.lazy !== 'function') throw new Error('No such screen');
  const { loader } = (await route.lazy()) as RouteObject;
  return typeof loader === 'function'
    ? loader({ request: new Request(`http://localhost${address}`) } as LoaderFunctionArgs, {})
    : 'no loader';
}

test('R8.10 a screen that names an unknown guard fails with Unknown middleware, its name and 500', async () => {
  for (const load of [undefined, () => 'data']) {
    Object.assign(screen, { guards: ['foo'], load });
    const thrown: unknown = await open('/duk').catch((error: unknown) => error);
    expect(normaliseError(thrown)).toEqual({ message: 'Unknown middleware: foo', status: 500 });
  }
  // Without that guard the same screen opens.
  Object.assign(screen, { guards: undefined, load: () => 'data' });
  expect(await open('/duk')).toBe('data');
});
