/** Channel, locale, country, menus, interface texts (contract 2.3, 4.1). */
import { z } from '#lib/zod.ts';
import { booleanParameter, code, count, dateTime, html, intParameter, money, perLocale } from './values.ts';

export const locale = z.object({
  code: z.string(),
  /** In its own language. */
  name: z.string(),
  /** Address prefix, empty for the default locale. */
  path: z.string(),
});

export const country = z.object({
  /** ISO 3166-1 alpha-2. */
  code: z.string(),
  name: z.string(),
  phoneCode: z.string(),
  /** Regular expression that a post code of the country fits. */
  postCodePattern: z.string(),
});
export type Country = z.infer<typeof country>;

export const menuRoles = ['checkout', 'footer', 'main', 'mobile', 'social', 'top', 'mega'] as const;
export type MenuRole = (typeof menuRoles)[number];

export const channel = z.object({
  code,
  name: z.string(),
  type: z.enum(['b2c', 'b2b']),
  currencyCode: z.string(),
  defaultLocale: z.string(),
  locales: z.array(locale),
  hostnames: z.array(z.string()),
  displayDefaultChannelLogoTitle: z.boolean(),
  /** Role to menu code. */
  menus: z.object(
    Object.fromEntries(menuRoles.map((role) => [role, z.optional(z.string())])) as Record<
      MenuRole,
      z.ZodMiniOptional<z.ZodMiniString>
    >,
  ),
  /** The business channel shows prices without tax, with a note. */
  pricesWithoutTax: z.boolean(),
  countries: z.array(country),
  giftWrap: z.object({ enabled: z.boolean(), price: money }),
  accountVerificationRequired: z.boolean(),
  /** Ids of the pages by role. */
  pages: z.object({ terms: z.nullable(z.int()), privacy: z.nullable(z.int()), returns: z.nullable(z.int()) }),
  /** Code of the loyalty programme that customers can join here. */
  loyaltyRule: z.optional(code),
  capabilities: z.object({ orderIntents: z.boolean() }),
});
export type Channel = z.infer<typeof channel>;

export const channelsQuery = z.object({ hostname: z.optional(z.string().check(z.maxLength(255))) });

/** Flat dotted keys laid over the interface texts that came with the build. */
export const translations = z.object({ locale: z.string(), translations: z.record(z.string(), z.string()) });

export const navItemTypes = [
  'taxon',
  'page',
  'url',
  'html',
  'label',
  'group',
  'taxon_tree',
  'product',
  'attribute_value',
  'image',
] as const;

export interface NavItem {
  id: string;
  type: (typeof navItemTypes)[number];
  name: string;
  /** Site-relative path in the locale of the answer. */
  link?: string | undefined;
  externalLink?: string | undefined;
  resourceId?: number | undefined;
  code?: string | undefined;
  content?: string | undefined;
  html?: string | undefined;
  image?: string | undefined;
  altText?: string | undefined;
  highlighted: boolean;
  openInNewTab: boolean;
  children: NavItem[];
}
export const navItem: z.ZodMiniType<NavItem> = z.object({
  id: z.string(),
  type: z.enum(navItemTypes),
  name: z.string(),
  link: z.optional(z.string()),
  externalLink: z.optional(z.string()),
  resourceId: z.optional(z.int()),
  code: z.optional(z.string()),
  content: z.optional(html),
  html: z.optional(html),
  image: z.optional(z.string()),
  altText: z.optional(z.string()),
  highlighted: z.boolean(),
  openInNewTab: z.boolean(),
  children: z.array(z.lazy(() => navItem)),
});
export const menu = z.object({ code, items: z.array(navItem) });

export const redirect = z.object({
  /** Path with leading slash; `*` at the end stands for the rest of the path. */
  source: z.string(),
  target: z.string(),
  /** Applies only where the page would be a 404. */
  only404: z.boolean(),
  statusCode: z.int(),
});
export type Redirect = z.infer<typeof redirect>;

export const health = z.object({ status: z.literal('ok'), version: z.string(), db: z.literal('ok') });

export const banner = z.object({
  id: z.int(),
  translations: perLocale(z.object({ description: html })),
  backgroundColor: z.string(),
  textColor: z.string(),
  displayFor: z.array(z.enum(['all_users', 'registered', 'guests'])),
  /** True = the global bar. */
  standalone: z.boolean(),
  scope: z.object({
    product: z.optional(z.string()),
    taxon: z.optional(z.string()),
    attributeValue: z.optional(z.string()),
  }),
  startsAt: z.optional(dateTime),
  endsAt: z.optional(dateTime),
  position: count,
});
export type Banner = z.infer<typeof banner>;
export const bannersQuery = z.object({
  page: z.optional(z.string()),
  itemsPerPage: z.optional(intParameter(0, 9999)),
  displayFor: z.optional(z.union([z.string(), z.array(z.string())])),
  standalone: z.optional(booleanParameter),
  product: z.optional(z.string()),
  taxon: z.optional(z.string()),
  attributeValue: z.optional(z.string()),
});
