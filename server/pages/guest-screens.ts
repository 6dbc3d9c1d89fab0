/** Screens as a guest sees them, without the page around them, and where addresses have moved. */
import type * as PageEntry from '#page-entry';
import type { Redirect } from '#contract/channel.ts';
import { localeOfPath } from '#contract/route-table.ts';
import { lithuanianPath } from '#contract/settled-address.ts';
import { withQuery } from '#domain/redirects.ts';
import type { Config } from '#server/process/config.ts';
import type { ChannelDirectory, KnownChannel, RequestContext } from '#server/http/request-context.ts';
import { createAnswerCache } from './answer-cache.ts';
import { createMarkupCache } from './markup-cache.ts';
import { redirect } from './page-answer.ts';
import { createRedirectTable } from './redirect-table.ts';

export interface GuestScreensOptions {
  config: Config;
  directory: ChannelDirectory;
  /** Runs a call of the contract in this process, as a guest. */
  callInProcess: (name: never, input: never, context: RequestContext) => Promise<unknown>;
  entry: () => Promise<typeof PageEntry>;
  /** Changes whenever the catalogue or the content does. */
  version: () => string;
  /** The one origin that pages of a host are made for. */
  originOf: (own: string) => string;
  /** ms that markup which many pages share is kept. */
  markupAge: number;
}

/** For ten seconds (ms): also what changes without a new version, such as reviews, is never much older than its page. */
const answerLimits = { most: 100, maxAge: 10_000 };

export function createGuestScreens(options: GuestScreensOptions) {
  const { config, directory, version } = options;
  const markupCache = createMarkupCache({ version, maxAge: options.markupAge });
  const answerCache = createAnswerCache({ version, ...answerLimits });

  /** The calls of one page, as a guest in its channel and locale. */
  async function callerFor(channel: KnownChannel, locale: string) {
    const requestId = crypto.randomUUID();
    if (config.apiUrl) {
      const { createCall } = await options.entry();
      return {
        requestId,
        call: createCall({ locale, channel: channel.code, baseUrl: config.apiUrl, onOutcome: () => {} }),
      };
    }
    const context: RequestContext = {
      requestId,
      // A page only reads: no mail comes of it.
      linkOrigin: '',
      channel,
      locale,
      clientAddress: '',
      idempotencyKey: null,
      ifMatch: null,
      bearer: null,
      caller: null,
      contactId: null,
      userKey: null,
    };
    return { requestId, call: (name: never, input: never) => options.callInProcess(name, input, context) };
  }
  const redirectsOf = createRedirectTable(
    async (code) => {
      const channel = directory.channels().find((one) => one.code === code);
      if (!channel) return [];
      const { call } = await callerFor(channel, channel.defaultLocale);
      const answer = await (call as (name: string, input: object) => Promise<{ data: Redirect[] }>)(
        'redirects',
        {
          query: { itemsPerPage: '9999' },
        },
      );
      return answer.data;
    },
    () => (config.apiUrl ? null : options.version()),
    lithuanianPath,
  );
  /** Where an address has moved; `isMissing` when there is no page under it (R3.73). */
  async function moved(url: URL, channel: KnownChannel, isMissing: boolean): Promise<Response | null> {
    const redirects = await redirectsOf(channel.code);
    const move = isMissing
      ? await redirects.follow(url.pathname, async (path) => {
          const { rendered } = await renderScreen(new URL(path, options.originOf(url.origin)), channel);
          return rendered.kind === 'redirect' || rendered.status !== 404;
        })
      : redirects.find(url.pathname, false);
    return move && redirect(withQuery(move.target, url.search), move.statusCode);
  }

  /** What the screen of an address says, as a guest sees it. */
  async function renderScreen(url: URL, channel: KnownChannel) {
    const entry = await options.entry();
    const { locale, localePath } = localeOfPath(url.pathname, channel.locales);
    const { requestId, call: ask } = await callerFor(channel, locale);
    const call = answerCache.of(`${url.origin} ${channel.code} ${locale}`, ask as never);
    const texts = await (
      call as (name: string, input: object) => Promise<{ translations: Record<string, string> }>
    )('translations', {})
      .then((answer) => answer.translations)
      // Without them the texts of the build stand (R8.07).
      .catch(() => ({}));
    const markup = markupCache.forPage(`${channel.code} ${locale}`);
    const rendered = await entry.renderPage({
      // A guest's request: only the address goes on, no header of the visitor does. Nor does the visitor's leaving end it:
      // others may wait for the same page.
      request: new Request(url.href),
      channel: channel.code,
      locales: channel.locales,
      newUrls: config.newUrls,
      apiUrl: config.apiUrl ?? '',
      locale,
      localePath,
      texts,
      call: call as never,
      markup,
    });
    return { rendered, markup, locale, requestId };
  }

  return { moved, renderScreen };
}

export type GuestScreens = ReturnType<typeof createGuestScreens>;
