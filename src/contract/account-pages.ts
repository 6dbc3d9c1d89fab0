import { defaultLocale } from './locale.ts';

/**
 * The pages of the account below its first one (specification, section 2), in Lithuanian and in the other locales. Apart
 * from the site map, which every first visit carries.
 */
export const accountPages = {
  DASHBOARD: { lt: '', other: '' },
  ORDERS: { lt: 'uzsakymas', other: 'orders' },
  ORDER: { lt: 'uzsakymas/:orderToken', other: 'orders/:orderToken' },
  DETAILS: { lt: 'informacija', other: 'details' },
  ADDRESSES: { lt: 'pristatymo-adresas', other: 'delivery-addresses' },
  ADDRESS_NEW: { lt: 'pristatymo-adresas/naujas', other: 'delivery-addresses/new' },
  ADDRESS: { lt: 'pristatymo-adresas/:addressId', other: 'delivery-addresses/:addressId' },
  PASSWORD: { lt: 'slaptazodzio-keitimas', other: 'change-password' },
  LOYALTY: { lt: 'lojalumo-programa', other: 'loyalty' },
  DELETION_CANCEL: { lt: 'cancel-user-deletion/:cancelToken', other: 'cancel-user-deletion/:cancelToken' },
} as const satisfies Record<string, { lt: string; other: string }>;
export type AccountPageName = keyof typeof accountPages;
/** Those whose address is the same for everybody: no `:name` stands in it. */
export type PlainAccountPage = {
  [Name in AccountPageName]: (typeof accountPages)[Name]['other'] extends `${string}:${string}`
    ? never
    : Name;
}[AccountPageName];

const names = Object.keys(accountPages) as AccountPageName[];

/** What follows the address of the account, with its `:name`. */
export const accountPattern = (name: AccountPageName, locale: string): string =>
  accountPages[name][locale === defaultLocale ? 'lt' : 'other'];

/** What `:name` may be, where it is not any segment: an id of anything but digits is no address (R2.55). */
const forms: Readonly<Record<string, RegExp>> = { addressId: /^[1-9]\d{0,8}$/ };

function paramsOf(pattern: string, segments: readonly string[]): Record<string, string> | null {
  const parts = pattern.split('/').filter(Boolean);
  if (parts.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const segment = segments[at] ?? '';
    if (!part.startsWith(':')) {
      if (part !== segment) return null;
      continue;
    }
    const name = part.slice(1);
    if (forms[name]?.test(segment) === false) return null;
    params[name] = segment;
  }
  return params;
}

/**
 * The page that the rest of an address names, in either spelling: who changes the language keeps the page. Null for an
 * address that is none.
 */
export function accountPageOf(
  rest: string,
): { name: AccountPageName; params: Readonly<Record<string, string>> } | null {
  const segments = rest.split('/').filter(Boolean);
  for (const name of names)
    for (const pattern of [accountPages[name].lt, accountPages[name].other]) {
      const params = paramsOf(pattern, segments);
      if (params) return { name, params };
    }
  return null;
}

/** The rest of an address in one spelling, from its slash on: `/details` is `/informacija`. What names no page stays as it is. */
export function accountAddress(rest: string, spelling: 'lt' | 'other'): string {
  const page = accountPageOf(rest);
  if (page === null) return rest;
  const path = accountPages[page.name][spelling].replace(
    /:(\w+)/g,
    (_, name: string) => page.params[name] ?? '',
  );
  return path === '' ? '' : `/${path}`;
}
