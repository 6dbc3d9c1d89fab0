/** A start that knows nothing of its host, as it goes over the wire: real caller, answers by hand. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aChannel } from '#tests/builders.ts';
import { createCall } from '#api/call.ts';
import { accessTokenKey } from '#api/session-tokens.ts';
import { loadFrame } from '#features/site-header/frame-queries.ts';
import { askFacts } from './ask-facts.ts';

const codes: Record<string, string> = { 'arimas.example': 'retail', 'verslui.example': 'business' };
let asked: { address: string; bearer: string | null }[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (address: string, { headers }: RequestInit) => {
    asked.push({ address, bearer: new Headers(headers).get('authorization') });
    const { pathname, searchParams } = new URL(address, 'http://shop.example');
    const hostname = searchParams.get('hostname') ?? '';
    const body = pathname.endsWith('/channels')
      ? {
          data: [aChannel({ code: codes[hostname] ?? 'none' })],
          meta: { totalItems: 1, page: 1, itemsPerPage: 1, pageCount: 1 },
        }
      : aChannel({ code: pathname.split('/').at(-1) ?? '' });
    return Promise.resolve(
      new Response(JSON.stringify(body), {
        headers: { 'X-Shop-Api': '2', 'Content-Type': 'application/json' },
      }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each(Object.entries(codes))(
  'R7.21 at %s the channel is asked for with the code of the host, %s, and with the bearer of who is signed in',
  async (hostname, code) => {
    vi.stubGlobal('location', { hostname });
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key === accessTokenKey ? 'a.b.c' : null) });
    const { channel } = await askFacts(() => Promise.reject(new Error('Nothing is saved')));
    const scope = { locale: 'lt', channel };
    const call = createCall({ ...scope, baseUrl: '', onOutcome: () => undefined });
    const shop = { ...scope, scope, localePath: '', newUrls: false, call };
    // As the frame of every screen asks before anything is drawn.
    await loadFrame({ shop, queryClient: new QueryClient() } as never);
    expect(asked.filter(({ address }) => address.includes('/channels'))).toEqual([
      { address: `/api/v2/shop/channels?hostname=${hostname}`, bearer: null },
      { address: `/api/v2/shop/channels/${code}`, bearer: 'Bearer a.b.c' },
    ]);
  },
);
