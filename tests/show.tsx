/** Shows a part of the page in jsdom as the page would: router, query cache, texts. */
import { setupI18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { channelQuery } from '#api/channel-queries.ts';
import { ShopProvider, type Call, type Shop } from '#api/shop.ts';
import { routePattern, type RouteName } from '#contract/route-table.ts';
import type { Channel } from '#contract/channel.ts';
import { HydrationProbe } from '#ui/hydration/hydration-probe.tsx';
import { aChannel } from './builders.ts';

// What the page fetches when first needed is here from the start: a test then waits for turns of the loop, not for time.
await Promise.all([
  import('#ui/clean-html.ts'),
  import('#features/newsletter/newsletter-part.tsx'),
  import('#features/product/product-slider-part.tsx'),
  import('#features/cart/cart-outbox.ts'),
]);

export interface Shown {
  container: HTMLElement;
  queryClient: QueryClient;
  shop: Shop;
  /** Waits until what was begun has been shown. */
  settle: () => Promise<void>;
  click: (element: Element | null | undefined) => Promise<void>;
  remove: () => void;
}

export interface ShowOptions {
  channel?: Partial<Channel>;
  path?: string;
  /** The screen of the site map that is shown: its pattern and name; without it the element is at every address. */
  route?: RouteName;
  locale?: string;
  /** Compiled texts of the locale; without them the source sentences show. */
  messages?: Messages;
  /** Answers of the shop by endpoint name; a call without one fails the test's expectation by refusing. */
  answers?: Record<string, (input: { params?: unknown; query?: unknown; body?: unknown }) => unknown>;
  /** What the screen's loader says. */
  loader?: () => unknown;
  /** Puts answers into the cache before anything is shown. */
  fill?: (shop: Shop, queryClient: QueryClient) => void;
}

const all: Shown[] = [];

/** English by default: the source texts of the sentences. */
export async function show(element: ReactNode, options: ShowOptions = {}): Promise<Shown> {
  const locale = options.locale ?? 'en';
  const i18n = setupI18n({ locale, messages: { [locale]: options.messages ?? {} } });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const call = ((name: string, input: { params?: unknown; query?: unknown; body?: unknown }) => {
    const answer = options.answers?.[name];
    return answer === undefined
      ? Promise.reject(new Error(`No answer for ${name}`))
      : Promise.resolve(answer(input));
  }) as Call;
  const shop: Shop = {
    locale,
    localePath: '',
    channel: 'retail',
    call,
    scope: { locale, channel: 'retail' },
    newUrls: false,
  };
  queryClient.setQueryData(channelQuery(shop).queryKey, aChannel(options.channel));
  options.fill?.(shop, queryClient);
  const at =
    options.route === undefined
      ? { path: '*' }
      : { id: options.route, path: routePattern(options.route, locale, '') };
  const router = createMemoryRouter(
    [{ ...at, element, ...(options.loader ? { loader: options.loader } : {}) }],
    { initialEntries: [options.path ?? '/'] },
  );
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  /** Turns of the loop until nothing is asked and nothing changes any more. */
  const settle = async () => {
    let before = '';
    for (let turn = 0, quiet = 0; turn < 200 && quiet < 4; turn += 1) {
      await new Promise<void>((resolve) => setTimeout(resolve));
      const now = document.body.innerHTML;
      quiet = now === before && queryClient.isFetching() === 0 ? quiet + 1 : 0;
      before = now;
    }
  };
  root.render(
    <QueryClientProvider client={queryClient}>
      <ShopProvider value={shop}>
        <I18nProvider i18n={i18n}>
          <HydrationProbe>
            <RouterProvider router={router} />
          </HydrationProbe>
        </I18nProvider>
      </ShopProvider>
    </QueryClientProvider>,
  );
  await settle();
  const shown: Shown = {
    container,
    queryClient,
    shop,
    settle,
    click: async (target) => {
      target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      await settle();
    },
    remove: () => {
      root.unmount();
      container.remove();
      queryClient.clear();
    },
  };
  all.push(shown);
  return shown;
}

/** Ends all that a test showed. */
export function clearShown(): void {
  for (const shown of all.splice(0)) shown.remove();
}

/** jsdom has the element and not its methods. */
if (typeof HTMLDialogElement !== 'undefined') {
  const open = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.show = open;
  HTMLDialogElement.prototype.showModal = open;
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
}

/** jsdom has no media queries; by default none of them holds. Returns what tells the page that some have changed. */
export function setMedia(holds: (query: string) => boolean = () => false): () => void {
  const changes = new EventTarget();
  window.matchMedia = (query) =>
    ({
      matches: holds(query),
      media: query,
      addEventListener: changes.addEventListener.bind(changes),
      removeEventListener: changes.removeEventListener.bind(changes),
    }) as unknown as MediaQueryList;
  return () => {
    changes.dispatchEvent(new Event('change'));
  };
}
