/** One page made: its screen rendered as for a guest, put into its template with its headers, and compressed. */
import { brand } from '#lib/brand.ts';
import type { OutsideHead } from '#server/discovery/page-head.ts';
import type { KnownChannel } from '#server/http/request-context.ts';
import { WorkQueue } from '#server/process/work-queue.ts';
import { putTogether, type BufferPool } from './buffer-pool.ts';
import { compressPage } from './compress-page.ts';
import type { GuestScreens, GuestScreensOptions } from './guest-screens.ts';
import { withUnseen } from './page-address.ts';
import { redirect } from './page-answer.ts';
import type { KeptPage } from './page-cache.ts';
import type { PageSource } from './page-source.ts';
import { pathHoldsToken } from './token-paths.ts';

/** What a page is made of, and the address that was asked: it only says where a visitor is sent on to. */
export interface PageAddresses {
  url: URL;
  asked: URL;
}

type Made = Omit<KeptPage, 'brotli'> & { page: BufferPool };

/** Pages that show something of one visitor or order, or nothing worth keeping. */
const personalKinds = new Set(['cart', 'checkout', 'order']);

function headersOf({
  status,
  locale,
  csp,
  isPersonal,
  isBusy,
}: {
  status: number;
  locale: string;
  csp: string;
  isPersonal: boolean;
  isBusy: boolean;
}): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': locale,
    'Content-Security-Policy': csp,
    Vary: 'Accept-Encoding',
    'Cache-Control':
      isPersonal || status >= 400
        ? 'private, no-store'
        : 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
    ...(isBusy ? { 'Retry-After': '2' } : {}),
    ...(isPersonal ? { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' } : {}),
  };
}

export interface PageMakerOptions extends Pick<GuestScreensOptions, 'config' | 'version'> {
  outsideHead: OutsideHead;
  report: (error: unknown, requestId: string) => void;
  source: PageSource;
  screens: GuestScreens;
  originOf: (own: string) => string;
}

/** @returns what makes the page of an address, or says where it leads */
export function createPageMaker({
  config,
  version: versionNow,
  report,
  outsideHead,
  source,
  screens: { moved, renderScreen },
  originOf,
}: PageMakerOptions): (addresses: PageAddresses, channel: KnownChannel) => Promise<KeptPage | Response> {
  // Pages that are rendered at the same time on one thread finish no sooner, and all that each has made lies in memory until the
  // last has ended: one is rendered while those before it are compressed beside this thread. With an API elsewhere a page
  // mostly waits, and others are made meanwhile.
  const rendering = new WorkQueue(config.apiUrl ? 50 : 1);

  async function render({ url, asked }: PageAddresses, channel: KnownChannel): Promise<Made | Response> {
    // What changes while the page is made is not in all of it.
    const version = versionNow();
    const template = await source.template(url.pathname);
    const { rendered, markup, locale, requestId } = await renderScreen(url, channel);
    if (rendered.kind === 'redirect') return redirect(withUnseen(rendered.location, asked), rendered.status);
    const elsewhere = rendered.status === 404 ? await moved(asked, channel, true) : null;
    if (elsewhere) return elsewhere;
    // The database is away for a moment: nothing is wrong with the page.
    const isBusy = (rendered.error as { status?: unknown } | undefined)?.status === 503;
    if (rendered.error !== undefined && !isBusy) report(rendered.error, requestId);
    const status = isBusy ? 503 : rendered.status;
    const origin = originOf(url.origin);
    const { head } = rendered;
    const title = head?.title && head.title !== brand.name ? `${head.title} – ${brand.name}` : brand.name;
    const outside = await outsideHead({ ...rendered, url, origin, locale, channel }, title);
    const body = putTogether(rendered.html);
    const { html, csp } = template.render({
      ...rendered,
      html: markup.complete(body.bytes, rendered.error === undefined),
      locale,
      title,
      outside,
    });
    const page = putTogether(html);
    body.free();
    const isPersonal =
      personalKinds.has(rendered.pageKind) ||
      head?.isSecret === true ||
      pathHoldsToken(url.pathname, channel.locales);
    return {
      status,
      page,
      version,
      madeAt: Date.now(),
      headers: headersOf({ status, locale, csp, isPersonal, isBusy }),
    };
  }

  return async (addresses, channel) => {
    const rendered = await rendering.run(() => render(addresses, channel));
    if (rendered instanceof Response) return rendered;
    const { page, ...facts } = rendered;
    try {
      return { ...facts, brotli: await compressPage(page.bytes) };
    } finally {
      page.free();
    }
  };
}
