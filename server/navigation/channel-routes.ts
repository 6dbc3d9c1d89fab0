import type { Channel, Country, NavItem } from '#contract/channel.ts';
import { isLocale } from '#contract/locale.ts';
import { safePath } from '#lib/safe-path.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import { wholeList, pageOf } from '#server/http/paging.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import type { StoredNavItem } from '#server/database/schema-content.ts';
import type { ContentData } from '#server/content/content-data.ts';
import type { Content } from '#server/content/content.ts';
import { ApiFailure, busy } from '#server/errors/api-failure.ts';
import type { ChannelDirectory } from '#server/http/request-context.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { withSeller } from '#server/content/seller-words.ts';
import { bannersFor, presentBanner } from './banners.ts';
import { presentNavItems } from './nav-items.ts';
import type { OutsideLink } from './other-shop.ts';
import type { Seller } from '#server/database/schema-channels.ts';

type Services = {
  content: Content;
  catalogue: Catalogue;
  directory: ChannelDirectory;
  /** Version of the shop, for SYS-08. */
  version: string;
  /** Resolves while the database answers. */
  ready: () => Promise<void>;
  /** Without it links of menus are shown as they are stored. */
  outside?: OutsideLink;
  now?: () => Date;
};

/** One for all: pages know by the object that a shop says nothing of its own. */
const noOverrides: Readonly<Record<string, string>> = {};
const defaultPatterns = { phoneCode: '', postCodePattern: '' };

function presentCountry(country: ContentData['countries'][number], locale: string): Country {
  return {
    code: country.code,
    name: textIn(country.name, locale),
    phoneCode: country.phone_code ?? defaultPatterns.phoneCode,
    postCodePattern: country.post_code_pattern ?? defaultPatterns.postCodePattern,
  };
}

function presentChannel(code: string, { content, directory }: Services, locale: string): Channel {
  const row = content.data.channels.find((channel) => channel.code === code);
  const known = directory.channels().find((channel) => channel.code === code);
  if (!row || !known) throw new ApiFailure(404, 'channel.not_found');
  const pageId = (role: string): number | null =>
    content.data.pages.find((page) => page.code === row.pages[role])?.id ?? null;
  // What cannot be read cannot be joined (LOY-01).
  const programme = content.data.loyaltyRules.find(
    (rule) => rule.code === row.loyalty_rule && rule.channels.includes(row.code),
  );
  return {
    code: row.code,
    name: textIn(row.name, locale),
    type: row.type,
    currencyCode: row.currency_code,
    defaultLocale: known.defaultLocale,
    locales: [...known.locales],
    hostnames: [...known.hostnames],
    displayDefaultChannelLogoTitle: row.display_default_channel_logo_title,
    menus: row.menus,
    pricesWithoutTax: row.prices_without_tax,
    countries: content.data.countries
      .filter((country) => row.countries.includes(country.code))
      .map((country) => presentCountry(country, locale)),
    giftWrap: { enabled: row.gift_wrap_enabled, price: row.gift_wrap_price },
    accountVerificationRequired: row.account_verification_required,
    pages: { terms: pageId('terms'), privacy: pageId('privacy'), returns: pageId('returns') },
    ...(programme ? { loyaltyRule: programme.code } : {}),
    capabilities: { orderIntents: row.capabilities['orderIntents'] ?? false },
  };
}

/** Calls SYS-01 to SYS-08 and CMS-08 of the contract. */
export function mountChannelCalls(server: EndpointServer, services: Services): void {
  const { content, directory } = services;
  server.serve('channel', ({ params, context }) => ({
    body: presentChannel(params.code, services, context.locale),
  }));
  server.serve('channels', ({ query, context }) => {
    const hostname = query.hostname?.toLowerCase();
    const known = directory.channels();
    const asked =
      hostname === undefined ? known : known.filter(({ hostnames }) => hostnames.includes(hostname));
    return { body: wholeList(asked.map(({ code }) => presentChannel(code, services, context.locale))) };
  });
  server.serve('locales', ({ context }) => ({ body: wholeList(context.channel.locales) }));
  server.serve('countries', ({ context }) => ({
    body: wholeList(presentChannel(context.channel.code, services, context.locale).countries),
  }));
  server.serve('country', ({ params, context }) => {
    const { countries } = presentChannel(context.channel.code, services, context.locale);
    const country = countries.find(({ code }) => code === params.code.toUpperCase());
    if (!country) throw new ApiFailure(404, 'country.not_found');
    return { body: country };
  });
  server.serve('translations', ({ context }) => ({
    body: { locale: context.locale, translations: content.data.overrides.get(context.locale) ?? noOverrides },
  }));
  server.serve('health', async () => {
    try {
      await services.ready();
    } catch {
      throw busy(1);
    }
    return { body: { status: 'ok' as const, version: services.version, db: 'ok' as const } };
  });
  mountNavigation(server, services);
}

/** Whether a path is in one of the active locales; `/en/...` of a shop without English is none of its addresses. */
function isInLocales(path: string, locales: readonly { code: string; path: string }[]): boolean {
  const [first = ''] = path.slice(1).split('/');
  return !isLocale(first) || locales.some((locale) => locale.path === first);
}

/** Entries without those of which nothing is left to say, since nobody is named who sells. */
const withoutEmpty = (items: readonly NavItem[]): NavItem[] =>
  items
    .filter(({ type, html }) => type !== 'html' || html !== '')
    .map((item) => ({ ...item, children: withoutEmpty(item.children) }));

/** Every page asks for five menus: each is put together once for what it is made from. */
function createMenuItems({
  content,
  catalogue,
  directory,
  outside,
}: Pick<Services, 'content' | 'catalogue' | 'directory' | 'outside'>) {
  let madeFrom: unknown[] = [];
  const made = new Map<string, { seller: Seller | undefined; items: NavItem[] }>();
  return (
    menu: { code: string; items: readonly StoredNavItem[] },
    locale: string,
    seller: Seller | undefined,
  ): NavItem[] => {
    const { data } = catalogue.state;
    const from = [content.data, data, directory.channels()];
    if (from.some((one, at) => one !== madeFrom[at])) {
      made.clear();
      madeFrom = from;
    }
    const key = `${menu.code} ${locale}`;
    const kept = made.get(key);
    if (kept && kept.seller === seller) return kept.items;
    const items = withoutEmpty(
      withSeller(presentNavItems(menu.items, content.data, data, locale, outside), seller),
    );
    made.set(key, { seller, items });
    return items;
  };
}

/** Rules that fit an address: exact first, then the one whose beginning says most. */
function rulesFor(source: string, rules: ContentData['redirects']): ContentData['redirects'] {
  return rules
    .filter((rule) =>
      rule.source.endsWith('*') ? source.startsWith(rule.source.slice(0, -1)) : rule.source === source,
    )
    .sort(
      (a, b) =>
        Number(a.source.endsWith('*')) - Number(b.source.endsWith('*')) || b.source.length - a.source.length,
    );
}

function mountNavigation(server: EndpointServer, services: Services): void {
  const { content, catalogue, now = () => new Date() } = services;
  const itemsOf = createMenuItems(services);
  server.serve('menu', ({ params, context }) => {
    const menu = content.data.menus.get(params.code);
    if (!menu || menu.channel !== context.channel.code) throw new ApiFailure(404, 'menu.not_found');
    return { body: { code: menu.code, items: itemsOf(menu, context.locale, context.channel.seller) } };
  });
  server.serve('redirects', ({ query, context }) => {
    const here = content.data.redirects.filter(
      ({ channels, source, target }) =>
        channels.includes(context.channel.code) &&
        // Never out of the shop (T8), never into a language that is not on.
        safePath(target) !== null &&
        isInLocales(source, context.channel.locales) &&
        isInLocales(target, context.channel.locales),
    );
    const { source } = query;
    const fitting = source === undefined ? here : rulesFor(source, here);
    return {
      body: pageOf(
        fitting.map(({ source, target, only404, status_code }) => ({
          source,
          target,
          only404,
          statusCode: status_code,
        })),
        { itemsPerPage: query.itemsPerPage },
        9999,
      ),
    };
  });
  server.serve('banners', ({ query, context }) => {
    const fitting = bannersFor(query, context.channel.code, content.data.banners, catalogue.state, now());
    return {
      body: pageOf(
        fitting.map((banner) => withSeller(presentBanner(banner), context.channel.seller)),
        { itemsPerPage: query.itemsPerPage },
        9999,
      ),
    };
  });
}
