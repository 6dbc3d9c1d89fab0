/** The part of a page's head that is for those who come from outside: one address, its translations, what it is about. */
import { textsIn } from '#locales/server-texts.ts';
import { escapeHtml } from '#server/text/escape-html.ts';
import { isLocale } from '#contract/locale.ts';
import type { PageHead, PageSubject } from '#contract/page-head.ts';
import { serialiseData } from '#lib/serialise-data.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import { addressIn, type SectionSlugs } from './localised-addresses.ts';
import type { OfferTerms } from './offer-terms.ts';
import { pictureAddress } from './schema-org.ts';
import { structuredData } from './structured-data.ts';

export interface OutsideOptions {
  shopName: string;
  /** Who sells in a channel, by its code. */
  sellerOf: (channel: string) => Seller;
  /** Delivery and returns of a channel; null where they are not known (another backend). */
  terms: (channel: string) => Promise<OfferTerms | null>;
  sections: SectionSlugs;
  newUrls: boolean;
}

export interface OutsidePage {
  head: PageHead | undefined;
  subject: PageSubject | undefined;
  url: URL;
  origin: string;
  locale: string;
  channel: { code: string; defaultLocale: string; locales: readonly { code: string }[] };
}

const tag = (name: 'link' | 'meta', attributes: Record<string, string>) =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escapeHtml(value)}"`)
    .join(' ')} />`;
/** Open Graph names a place with each language; the shop's languages are spoken where it sells. */
const placeOf = (locale: string): string => (isLocale(locale) ? textsIn(locale).names.openGraph : locale);

export type OutsideHead = (page: OutsidePage, title: string) => Promise<string>;

/** @returns tags for the head; '' for pages that search engines are kept out of */
export function createOutsideHead(options: OutsideOptions): OutsideHead {
  const { shopName, sellerOf, terms, sections, newUrls } = options;
  return async ({ head, subject, url, origin, locale, channel }, title) => {
    if (head?.noIndex || !subject) return '';
    // A later page of a list is a page of its own, in every language.
    const [, query] = (head?.canonical ?? '').split('?');
    const search = query === undefined ? '' : `?${query}`;
    const absolute = (path: string) => origin + path + search;
    const own = addressIn(subject, locale, newUrls, sections);
    const canonical = own === null ? origin + (head?.canonical ?? url.pathname) : absolute(own);
    const alternates =
      channel.locales.length < 2
        ? []
        : channel.locales.flatMap(({ code }) => {
            const address = addressIn(subject, code, newUrls, sections);
            return address === null ? [] : [{ code, href: absolute(address) }];
          });
    const fallback = alternates.find(({ code }) => code === channel.defaultLocale);
    const image = (head?.image && pictureAddress(origin, head.image)) ?? `${origin}/icons/icon-512.png`;
    const property = (name: string, content: string) => tag('meta', { property: name, content });
    const data = structuredData(subject, {
      origin,
      locale,
      url: canonical,
      seller: sellerOf(channel.code),
      // Search engines do without the terms; who visits does not do without the page.
      terms: await terms(channel.code).catch(() => null),
      shopName,
    });
    return [
      tag('link', { rel: 'canonical', href: canonical }),
      ...alternates.map(({ code, href }) => tag('link', { rel: 'alternate', hreflang: code, href })),
      ...(fallback ? [tag('link', { rel: 'alternate', hreflang: 'x-default', href: fallback.href })] : []),
      property('og:site_name', shopName),
      property('og:type', subject.article ? 'article' : subject.product ? 'product' : 'website'),
      property('og:title', title),
      ...(head?.description ? [property('og:description', head.description)] : []),
      property('og:url', canonical),
      property('og:image', image),
      property('og:locale', placeOf(locale)),
      ...alternates.flatMap(({ code }) =>
        code === locale ? [] : [property('og:locale:alternate', placeOf(code))],
      ),
      tag('meta', { name: 'twitter:card', content: head?.image ? 'summary_large_image' : 'summary' }),
      ...(data ? [`<script type="application/ld+json">${serialiseData(data)}</script>`] : []),
    ].join('');
  };
}
