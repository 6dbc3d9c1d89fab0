/** Channels: who sells where, from which warehouses, how it is taxed, delivered and paid. */
import type { Generated } from 'kysely';
import type { PostalAddress } from '#domain/catalogue/stored-product.ts';
import type { Texts } from '#domain/catalogue/texts.ts';
import type { Json, OptionalJson } from './column-types.ts';

/** The company that sells in a channel, as its row keeps it. */
export interface Seller {
  name: string;
  companyCode: string;
  /** '' where the company is not registered for VAT. */
  vatNumber: string;
  address: string;
  phone: string;
  email: string;
  bankAccounts: readonly { bank: string; iban: string; bic: string }[];
}

export type ChannelTable = {
  id: Generated<number>;
  code: string;
  type: 'b2c' | 'b2b';
  name: Json<Texts>;
  enabled: Generated<boolean>;
  is_default: Generated<boolean>;
  hostnames: string[];
  currency_code: string;
  default_locale: string;
  countries: string[];
  menus: Json<Record<string, string>>;
  pages: Json<Record<string, string>>;
  capabilities: Json<Record<string, boolean>>;
  prices_without_tax: boolean;
  gift_wrap_enabled: boolean;
  /** cents */
  gift_wrap_price: number;
  account_verification_required: boolean;
  loyalty_rule: string | null;
  display_default_channel_logo_title: boolean;
  /** Null: nobody has said yet who sells here. */
  seller: OptionalJson<Seller>;
  /** Address that is told of each new order; null: none. */
  order_mail: string | null;
};

export type ChannelLocaleTable = {
  channel_id: number;
  code: string;
  name: string;
  path: string;
  active: boolean;
  position: number;
};

export type CountryTable = {
  id: Generated<number>;
  code: string;
  name: Json<Texts>;
  phone_code: string | null;
  post_code_pattern: string | null;
};

/** One season: `from` and `to` are MM-DD, each day `['08:00', '18:00']` or null when closed. */
export type OpeningHours = { season: string; from: string; to: string } & Record<string, unknown>;

export type WarehouseTable = {
  id: Generated<number>;
  code: string;
  name: Json<Texts>;
  city: string;
  address: Json<PostalAddress>;
  phone_number: string | null;
  latitude: number | null;
  longitude: number | null;
  priority: number;
  main: boolean;
  ships: boolean;
  collection: boolean;
  chemicals: boolean;
  channels: string[];
  opening_hours: Json<OpeningHours[]>;
};

export type PickupPointTable = {
  id: Generated<number>;
  code: string;
  provider: string;
  name: string;
  address: string;
  city: string;
  post_code: string;
  country_code: string;
  latitude: number | null;
  longitude: number | null;
  opening_hours: string | null;
  /** grams */
  max_weight: number | null;
};

export type ZoneTable = { code: string; name: Json<Texts>; countries: string[] };

export type TaxRateTable = {
  id: Generated<number>;
  category: string;
  zone: string;
  /** decimal fraction, 0.21 */
  rate: number;
  included: boolean;
};

export type ShippingMethodTable = {
  id: Generated<number>;
  code: string;
  kind: 'courier' | 'pickup_point' | 'collection';
  name: Json<Texts>;
  description: OptionalJson<Texts>;
  provider: string | null;
  position: number;
  enabled: boolean;
  /** Pallets and big bags: not part of free delivery unless its keeper says so. */
  freight: Generated<boolean>;
  tax_category: string;
  /** grams */
  min_weight: number | null;
  max_weight: number | null;
};

export type ShippingMethodPriceTable = {
  shipping_method_id: number;
  channel_id: number;
  /** cents, with VAT */
  price: number;
  /** Whether the channel offers it, where it is offered at all. */
  enabled: Generated<boolean>;
};

export type PaymentMethodTable = {
  id: Generated<number>;
  code: string;
  kind: 'bank_link' | 'card' | 'transfer' | 'cash' | 'cash_on_delivery' | 'leasing';
  name: Json<Texts>;
  description: OptionalJson<Texts>;
  instructions: OptionalJson<Texts>;
  channels: string[];
  /** cents */
  min_amount: number | null;
  max_amount: number | null;
  certificate_required: Generated<boolean>;
  position: number;
  enabled: boolean;
};

export type ChannelTables = {
  channel: ChannelTable;
  channel_locale: ChannelLocaleTable;
  country: CountryTable;
  warehouse: WarehouseTable;
  pickup_point: PickupPointTable;
  zone: ZoneTable;
  tax_rate: TaxRateTable;
  shipping_method: ShippingMethodTable;
  shipping_method_price: ShippingMethodPriceTable;
  payment_method: PaymentMethodTable;
};
