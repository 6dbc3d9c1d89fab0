import { inEveryLocale } from '#locales/server-texts.ts';
import { addressOfLine, demoSeller, demoSellerOfFarms } from '#server/channels/seller.ts';
import type { ClientBase } from 'pg';
import type { PostalAddress, Texts } from '#server/database/schema-catalogue.ts';
import { insertRows } from './insert-rows.ts';
import { readData } from './read-data.ts';

type ChannelsFile = {
  countries: { code: string; name: Texts; phoneCode: string; postCodePattern: string }[];
  channels: {
    code: string;
    type: string;
    name: Texts;
    hostnames: string[];
    default: boolean;
    enabled: boolean;
    currencyCode: string;
    defaultLocale: string;
    locales: { code: string; name: string; path: string; active: boolean }[];
    displayDefaultChannelLogoTitle: boolean;
    menus: Record<string, string>;
    pages: Record<string, string>;
    capabilities: Record<string, boolean>;
    pricesWithoutTax: boolean;
    countries: string[];
    giftWrap: { enabled: boolean; price: number };
    accountVerificationRequired: boolean;
    loyaltyRule: string | null;
  }[];
};
type WarehousesFile = {
  warehouses: {
    code: string;
    name: Texts;
    city: string;
    address: PostalAddress;
    phoneNumber: string;
    latitude: number;
    longitude: number;
    priority: number;
    main: boolean;
    ships: boolean;
    collection: boolean;
    chemicals: boolean;
    channels: string[];
    openingHours: unknown[];
  }[];
  pickupPoints: {
    code: string;
    provider: string;
    name: string;
    address: string;
    city: string;
    postCode: string;
    countryCode: string;
    latitude: number;
    longitude: number;
    openingHours: string;
    maxWeight: number;
  }[];
};
type DeliveryFile = {
  taxRates: { category: string; zone: string; rate: number; included: boolean }[];
  zones: { code: string; name: Texts; countries: string[] }[];
  shippingMethods: {
    code: string;
    kind: string;
    name: Texts;
    description: Texts;
    position: number;
    enabled: boolean;
    /** Pallets and big bags: not part of free delivery. */
    freight?: boolean;
    taxCategory: string;
    prices: Record<string, number>;
    provider?: string;
    minWeight?: number;
    maxWeight?: number;
  }[];
  paymentMethods: {
    code: string;
    kind: string;
    name: Texts;
    description?: Texts;
    instructions?: Texts;
    channels: string[];
    minAmount?: number | null;
    maxAmount?: number | null;
    position: number;
    enabled: boolean;
  }[];
  returns: unknown;
};

/**
 * Channels, places, delivery, payment and tax. Ids are the place in the file, so they are the same on every machine.
 * @param hasGoods false: a shop of one warehouse without an address, and without the demo's parcel lockers
 */
export async function seedShop(client: ClientBase, now: Date, hasGoods = true): Promise<void> {
  const { countries, channels } = readData<ChannelsFile>('content/channels.json', now);
  await insertRows(
    client,
    'country',
    countries.map(({ code, name, phoneCode, postCodePattern }, at) => ({
      id: at + 1,
      code,
      name,
      phone_code: phoneCode,
      post_code_pattern: postCodePattern,
    })),
  );
  await insertRows(
    client,
    'channel',
    channels.map((channel, at) => ({
      id: at + 1,
      code: channel.code,
      type: channel.type,
      name: channel.name,
      enabled: channel.enabled,
      is_default: channel.default,
      hostnames: channel.hostnames,
      currency_code: channel.currencyCode,
      default_locale: channel.defaultLocale,
      countries: channel.countries,
      menus: channel.menus,
      pages: channel.pages,
      capabilities: channel.capabilities,
      seller: channel.type === 'b2b' ? demoSellerOfFarms : demoSeller,
      prices_without_tax: channel.pricesWithoutTax,
      gift_wrap_enabled: channel.giftWrap.enabled,
      gift_wrap_price: channel.giftWrap.price,
      account_verification_required: channel.accountVerificationRequired,
      loyalty_rule: channel.loyaltyRule,
      display_default_channel_logo_title: channel.displayDefaultChannelLogoTitle,
    })),
  );
  await insertRows(
    client,
    'channel_locale',
    channels.flatMap((channel, at) =>
      channel.locales.map((locale, position) => ({ channel_id: at + 1, ...locale, position })),
    ),
  );
  if (hasGoods) await seedPlaces(client, now);
  else
    await seedFirstWarehouse(
      client,
      channels.map(({ code }) => code),
    );
  await seedDelivery(client, now, new Map(channels.map(({ code }, at) => [code, at + 1])));
}

/** Where a shop sends and hands out until its keeper says otherwise (`warehouse set MAIN`): where its company is. */
async function seedFirstWarehouse(client: ClientBase, channels: string[]): Promise<void> {
  await insertRows(client, 'warehouse', [
    {
      id: 1,
      code: 'MAIN',
      name: inEveryLocale(({ names }) => names.firstWarehouse),
      city: '',
      address: addressOfLine(''),
      phone_number: null,
      latitude: null,
      longitude: null,
      priority: 1,
      main: true,
      ships: true,
      collection: true,
      chemicals: false,
      channels,
      opening_hours: [],
    },
  ]);
}

async function seedPlaces(client: ClientBase, now: Date): Promise<void> {
  const { warehouses, pickupPoints } = readData<WarehousesFile>('catalogue/warehouses.json', now);
  await insertRows(
    client,
    'warehouse',
    warehouses.map((warehouse, at) => ({
      id: at + 1,
      code: warehouse.code,
      name: warehouse.name,
      city: warehouse.city,
      address: warehouse.address,
      phone_number: warehouse.phoneNumber,
      latitude: warehouse.latitude,
      longitude: warehouse.longitude,
      priority: warehouse.priority,
      main: warehouse.main,
      ships: warehouse.ships,
      collection: warehouse.collection,
      chemicals: warehouse.chemicals,
      channels: warehouse.channels,
      opening_hours: warehouse.openingHours,
    })),
  );
  await insertRows(
    client,
    'pickup_point',
    pickupPoints.map((point, at) => ({
      id: at + 1,
      code: point.code,
      provider: point.provider,
      name: point.name,
      address: point.address,
      city: point.city,
      post_code: point.postCode,
      country_code: point.countryCode,
      latitude: point.latitude,
      longitude: point.longitude,
      opening_hours: point.openingHours,
      max_weight: point.maxWeight,
    })),
  );
}

async function seedDelivery(client: ClientBase, now: Date, channelIds: Map<string, number>): Promise<void> {
  const { taxRates, zones, shippingMethods, paymentMethods, returns } = readData<DeliveryFile>(
    'catalogue/shipping-payment.json',
    now,
  );
  await insertRows(
    client,
    'zone',
    zones.map(({ code, name, countries }) => ({ code, name, countries })),
  );
  await insertRows(
    client,
    'tax_rate',
    taxRates.map(({ category, zone, rate, included }, at) => ({
      id: at + 1,
      category,
      zone,
      rate,
      included,
    })),
  );
  await insertRows(
    client,
    'shipping_method',
    shippingMethods.map((method, at) => ({
      id: at + 1,
      code: method.code,
      kind: method.kind,
      name: method.name,
      description: method.description,
      provider: method.provider ?? null,
      position: method.position,
      enabled: method.enabled,
      freight: method.freight ?? false,
      tax_category: method.taxCategory,
      min_weight: method.minWeight ?? null,
      max_weight: method.maxWeight ?? null,
    })),
  );
  await insertRows(
    client,
    'shipping_method_price',
    shippingMethods.flatMap((method, at) =>
      Object.entries(method.prices).map(([channel, price]) => ({
        shipping_method_id: at + 1,
        channel_id: channelIds.get(channel),
        price,
      })),
    ),
  );
  await insertRows(
    client,
    'payment_method',
    paymentMethods.map((method, at) => ({
      id: at + 1,
      code: method.code,
      kind: method.kind,
      name: method.name,
      description: method.description ?? null,
      instructions: method.instructions ?? null,
      channels: method.channels,
      min_amount: method.minAmount ?? null,
      max_amount: method.maxAmount ?? null,
      // Payment on a term is for farms whose certificate was accepted.
      certificate_required: method.code === 'CREDIT_INVOICE',
      position: method.position,
      enabled: method.enabled,
    })),
  );
  await insertRows(client, 'shop_setting', [{ code: 'returns', value: returns }]);
}
