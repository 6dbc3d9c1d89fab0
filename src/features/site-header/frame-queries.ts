import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { channelQuery } from '#api/channel-queries.ts';
import type { Services } from '#api/services.ts';
import type { Shop } from '#api/shop.ts';
import { secondaryContent } from '#lib/secondary-content.ts';
import type { Channel, MenuRole, NavItem } from '#contract/channel.ts';

/** A menu entry without what stands below it: all that the first page needs of the large menus. */
export interface MenuHead extends Omit<NavItem, 'children' | 'content'> {
  hasChildren: boolean;
}

/** What an information bar may belong to: codes, `attribute:value` for a value. */
export interface BarScope {
  taxon?: string;
  product?: string;
  attributeValue?: string;
}

/** All bars at once (R9.16). */
const barsPageSize = '9999';

async function itemsOf(shop: Shop, code: string | undefined, signal: AbortSignal): Promise<NavItem[]> {
  if (code === undefined) return [];
  try {
    return (await shop.call('menu', { params: { code }, signal })).items;
  } catch (error) {
    // The shop has no such menu: its place stays empty (SYS-06). Not reached is no answer, and is not kept as one.
    if (error instanceof ApiError && error.kind === 'refused' && error.status === 404) return [];
    throw error;
  }
}

export const frameQueries = {
  /** A whole menu, for the footer and for panels when they open. */
  menu: (shop: Shop, channel: Channel | undefined, role: MenuRole) =>
    queryOptions({
      queryKey: ['system', 'menu', { ...shop.scope, role }],
      queryFn: ({ signal }) => itemsOf(shop, channel?.menus[role], signal),
      enabled: channel !== undefined,
      meta: { saved: true, start: true },
      staleTime: 300_000,
      retry: false,
    }),
  /** The top level alone, so that the page's data stays small. */
  menuHeads: (shop: Shop, channel: Channel | undefined, role: MenuRole) =>
    queryOptions({
      queryKey: ['system', 'menu heads', { ...shop.scope, role }],
      queryFn: async ({ signal }): Promise<MenuHead[]> =>
        (await itemsOf(shop, channel?.menus[role], signal)).map(
          ({ children, content: _content, ...item }) => ({
            ...item,
            hasChildren: children.length > 0,
          }),
        ),
      enabled: channel !== undefined,
      meta: { saved: true, start: true },
      staleTime: 300_000,
      retry: false,
    }),
  /** Information bars of a scope, or of the whole shop (CMS-08); the last of the list is the active one (R3.04). */
  bars: (shop: Shop, audience: 'guests' | 'registered' = 'guests', scope?: BarScope) =>
    queryOptions({
      queryKey: ['content', 'bars', { ...shop.scope, audience, ...scope }],
      queryFn: async ({ signal }) => {
        const query = {
          itemsPerPage: barsPageSize,
          displayFor: ['all_users', audience],
          ...(scope ?? { standalone: true }),
        };
        const { data } = await shop.call('banners', { query, signal });
        return data.slice(-1);
      },
      meta: { saved: true, start: scope === undefined },
      retry: false,
    }),
};

/**
 * What header and footer show, asked for before the first paint. Without the channel (a language never seen before the link went,
 * a device that lost what it had) the server has no page; in the browser the frame stands with what needs no answer.
 */
export async function loadFrame({ shop, queryClient }: Services): Promise<void> {
  const asked = queryClient.ensureQueryData(channelQuery(shop));
  if (import.meta.env.SSR) await asked;
  // Without it, or until it comes, the frame stands with what needs no answer.
  else await secondaryContent(asked);
  const channel = queryClient.getQueryData(channelQuery(shop).queryKey);
  if (channel === undefined) return;
  // A menu that cannot be had leaves its place empty, and the page stands.
  await secondaryContent(
    Promise.allSettled([
      ...(['main', 'mega'] as const).map((role) =>
        queryClient.ensureQueryData(frameQueries.menuHeads(shop, channel, role)),
      ),
      ...(['top', 'footer', 'social'] as const).map((role) =>
        queryClient.ensureQueryData(frameQueries.menu(shop, channel, role)),
      ),
      queryClient.ensureQueryData(frameQueries.bars(shop)),
    ]),
  );
}

/** The bar of what a screen shows, asked for with the screen; without an answer the shop's own bar stands. */
export async function loadBar({ shop, queryClient }: Services, scope: BarScope): Promise<void> {
  // Without an answer the shop’s own bar stands.
  await queryClient.ensureQueryData(frameQueries.bars(shop, 'guests', scope)).catch(() => []);
}
