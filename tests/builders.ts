/** Things of the shop for tests: whole and valid, with only what a test cares about given. */
import { emptyCart } from '#domain/cart/begun-cart.ts';
import type { AttributeValue, ProductCard, Variant } from '#contract/catalogue.ts';
import type { Channel, NavItem } from '#contract/channel.ts';
import type { ContentType } from '#contract/content.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { NewCommand, WaitingCommand } from '#domain/waiting/waiting-command.ts';

export function aVariant(
  given: Partial<Variant> & { price?: number; original?: number; percent?: number } = {},
): Variant {
  const { price = 1000, original, percent, ...rest } = given;
  const withoutTax = (cents: number) => Math.round(cents / 1.21);
  return {
    code: 'V-A',
    name: '1 kg',
    tracked: true,
    inStock: (rest.stock ?? 10) !== 0,
    stock: 10,
    prices: {
      price,
      priceWithoutTax: withoutTax(price),
      originalPrices: original === undefined ? [] : [original],
      originalPricesWithoutTax: original === undefined ? [] : [withoutTax(original)],
      discountPercentages: percent === undefined ? [] : [percent],
    },
    optionValues: [],
    ...rest,
  };
}

export function aProduct(given: Partial<ProductCard> = {}): ProductCard {
  const variants = given.variants ?? [aVariant()];
  return {
    id: 7,
    code: 'AA1001',
    slug: 'morku-seklos',
    name: 'Morkų sėklos',
    images: [{ id: 1, path: 'goods/a.webp' }],
    variants,
    defaultVariant: variants[0]?.code ?? '',
    averageRating: 0,
    reviewCount: 0,
    isChemical: false,
    isGift: false,
    updatedAt: '2026-11-21T00:00:00Z',
    attributeValues: [],
    ...given,
  };
}

export function aValue(given: Partial<AttributeValue> = {}): AttributeValue {
  return {
    id: 1,
    code: 'brand',
    name: 'Prekės ženklas',
    value: 'Sėklynas',
    valueCode: 'SEKLYNAS',
    attribute: { code: 'brand', name: 'Prekės ženklas', slug: 'prekes-zenklas', translations: {} },
    slug: 'seklynas',
    translations: {},
    ...given,
  };
}

export function aNavItem(given: Partial<NavItem> = {}): NavItem {
  return {
    id: 'n1',
    type: 'url',
    name: 'Akcijos',
    highlighted: false,
    openInNewTab: false,
    children: [],
    ...given,
  };
}

export function aChannel(given: Partial<Channel> = {}): Channel {
  return {
    code: 'retail',
    name: 'Arimas',
    type: 'b2c',
    currencyCode: 'EUR',
    defaultLocale: 'lt',
    locales: [{ code: 'lt', name: 'Lietuvių', path: '' }],
    hostnames: ['localhost'],
    displayDefaultChannelLogoTitle: false,
    menus: { main: 'm', mega: 'g', top: 't', footer: 'f', social: 's', mobile: 'o', checkout: 'c' },
    pricesWithoutTax: false,
    countries: [
      { code: 'LT', name: 'Lietuva', phoneCode: '+370', postCodePattern: String.raw`^(LT-)?\d{5}$` },
    ],
    giftWrap: { enabled: true, price: 299 },
    accountVerificationRequired: true,
    pages: { terms: 1, privacy: 2, returns: 3 },
    capabilities: { orderIntents: true },
    ...given,
  };
}

/** A content type whose properties all carry a kind, as editors' data does. */
export function aBlock(
  code: string,
  values: Record<string, unknown> = {},
  processing?: boolean,
): ContentType {
  const properties = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { kind: 'input', value }]),
  );
  return { code, properties, ...(processing === undefined ? {} : { processing }) };
}

export function anItem(given: Partial<OrderItem> = {}): OrderItem {
  return {
    id: 1,
    productName: 'Morkų sėklos',
    variantName: '3 g',
    quantity: 1,
    unitPrice: 1000,
    originalUnitPrice: 1000,
    discountedUnitPrice: 1000,
    subtotal: 1000,
    total: 1000,
    taxTotal: 174,
    availability: { status: 'ok', available: 10 },
    collectOnly: false,
    variant: {
      ...aVariant(),
      product: {
        id: 7,
        code: 'AA1001',
        slug: 'morku-seklos',
        name: 'Morkų sėklos',
        images: [],
        isChemical: false,
        productTaxons: [],
      },
    },
    ...given,
  };
}

export const cartToken = 'abcdefghijklmnopqrstuvwxyz012345';

export function anOrder(given: Partial<Order> = {}): Order {
  return {
    ...emptyCart({ token: cartToken, locale: 'lt', channel: 'retail', currencyCode: 'EUR' }),
    id: 1,
    version: 1,
    createdAt: '2026-11-21T10:00:00Z',
    updatedAt: '2026-11-21T10:00:00Z',
    items: [anItem()],
    giftWrap: { available: false, selected: false, price: 299 },
    itemsSubtotal: 1000,
    itemsTotal: 1000,
    taxTotal: 174,
    taxIncludedTotal: 174,
    totalWithoutTax: 826,
    total: 1000,
    ...given,
  };
}

/** A command as it lies in the outbox of a guest, not tried yet. */
export const aWaitingCommand = (
  command: NewCommand,
  seq: number,
  given: Partial<WaitingCommand> = {},
): WaitingCommand => ({
  ...command,
  id: `key-${seq}`.padEnd(20, '0'),
  seq,
  schemaVersion: 1,
  owner: 'guest',
  at: 1_000,
  state: 'queued',
  tries: 0,
  nextTryAt: 0,
  notBefore: 0,
  ...given,
});
