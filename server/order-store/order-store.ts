/** SQL of orders: rows in, rows out. Ownership and channel stand in the statements (contract 1.11). */
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type {
  AdjustmentTable,
  OrderItemTable,
  OrderTable,
  PaymentTable,
  ShipmentTable,
} from '#server/database/schema-orders.ts';
import type { PaymentKind } from '#contract/payments.ts';
import { hasPlace, mayGive } from '#server/catalogue/chemical-places.ts';
import type { PackShot, ProductImage, Texts } from '#server/database/schema-catalogue.ts';

export type OrderRow = Selectable<OrderTable> & { channel_code: string };
export type ItemRow = Selectable<OrderItemTable>;
export type ShipmentRow = Selectable<ShipmentTable>;
export type PaymentRow = Selectable<PaymentTable>;
export type AdjustmentRow = Selectable<AdjustmentTable>;
export type Db = Kysely<Database>;

/** Kinds of payment that send the buyer to a gateway. */
export const gatewayKinds: ReadonlySet<PaymentKind> = new Set(['card', 'bank_link']);

/**
 * Who asks: an order of another channel, or of a customer who is somebody else, does not exist for them. One that was
 * placed as a guest is read without a sign-in by who knows its token (contract 1.11).
 */
export interface Asker {
  channelCode: string;
  customerId: number | null;
}

/** Finds an order by its token; `lock` holds its row until the end of the transaction. */
export async function findOrder(
  db: Db,
  token: string,
  asker: Asker,
  options: { lock?: boolean } = {},
): Promise<OrderRow | undefined> {
  const query = db
    .selectFrom('order')
    .innerJoin('channel', 'channel.id', 'order.channel_id')
    .selectAll('order')
    .select('channel.code as channel_code')
    .where('order.token', '=', token)
    .where('channel.code', '=', asker.channelCode)
    .where((eb) =>
      eb.or([
        eb('order.customer_id', 'is', null),
        asker.customerId === null
          ? eb('order.placed_as_guest', '=', true)
          : eb('order.customer_id', '=', asker.customerId),
      ]),
    );
  const found = await (options.lock ? query.forUpdate('order') : query).executeTakeFirst();
  if (found) return found;
  const own = await cartBehind(db, token, asker);
  return own === token ? undefined : findOrder(db, own, asker, options);
}

/** The token of the customer's own cart that a guest's one went into (contract 5.9); `token` where it names no other. */
export async function cartBehind(db: Db, token: string, asker: Asker): Promise<string> {
  if (asker.customerId === null) return token;
  const alias = await db
    .selectFrom('order_alias')
    .innerJoin('order', 'order.id', 'order_alias.order_id')
    .select('order.token')
    .where('order_alias.token', '=', token)
    .where('order_alias.customer_id', '=', asker.customerId)
    .where('order_alias.expires_at', '>', new Date())
    .executeTakeFirst();
  return alias?.token ?? token;
}

/** Whether a token names an open cart of a customer, or one that went into theirs. */
export async function isClaimedCart(db: Db, token: string): Promise<boolean> {
  const alias = await db
    .selectFrom('order_alias')
    .select('order_id')
    .where('token', '=', token)
    .executeTakeFirst();
  const found = await db
    .selectFrom('order')
    .select('id')
    .where(alias ? 'id' : 'token', '=', alias ? alias.order_id : token)
    .where('state', '=', 'cart')
    .where('customer_id', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** That token, and those of the customer's carts that went into the same one, however long ago. */
export async function namesOfCart(
  db: Db,
  token: string,
  asker: Asker,
): Promise<[own: string, ...others: string[]]> {
  const own = await cartBehind(db, token, asker);
  if (asker.customerId === null) return [own];
  const others = await db
    .selectFrom('order_alias')
    .innerJoin('order', 'order.id', 'order_alias.order_id')
    .select('order_alias.token')
    .where('order.token', '=', own)
    .where('order_alias.customer_id', '=', asker.customerId)
    .execute();
  return [own, ...others.map((one) => one.token)];
}

export const loadItems = (db: Db, orderId: number): Promise<ItemRow[]> =>
  db.selectFrom('order_item').selectAll().where('order_id', '=', orderId).orderBy('id').execute();

export const loadShipments = (db: Db, orderId: number): Promise<ShipmentRow[]> =>
  db
    .selectFrom('shipment')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute();

export const loadPayments = (db: Db, orderId: number): Promise<PaymentRow[]> =>
  db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('id').execute();

export const loadAdjustments = (db: Db, orderId: number): Promise<AdjustmentRow[]> =>
  db.selectFrom('adjustment').selectAll().where('order_id', '=', orderId).orderBy('id').execute();

/** What the catalogue says today of a variant in the order's channel. */
export interface VariantFacts {
  variant_id: number;
  code: string;
  product_id: number;
  product_code: string;
  product_type: 'simple' | 'bundle';
  product_name: Texts;
  product_slug: Texts;
  images: ProductImage[];
  /** What its pack looks like, where pictures of it are drawn. */
  pack_shot: PackShot | null;
  variant_name: Texts;
  /** Both product and variant are enabled. */
  enabled: boolean;
  is_gift: boolean;
  is_chemical: boolean;
  professional_use: boolean;
  /** Ammonium nitrate with 16 % N or more: not for the public (Regulation (EU) 2019/1148). */
  trade_only: boolean;
  tracked: boolean;
  weight: number;
  net_amount: number | null;
  net_unit: 'kg' | 'l' | 'm' | 'm2' | 'piece' | null;
  ean: string | null;
  tax_rate: number;
  /** Null: not sold in the channel. */
  price: number | null;
  original_price: number | null;
  percent: number | null;
  lowest_30d: number | null;
  minimum_price: number | null;
  /** Pieces free to sell over the channel's warehouses. */
  stock: number;
  /** The same by the code of the warehouse, of all warehouses that have some. */
  stock_at: Record<string, number>;
  /** Codes of its taxons and of all above them. */
  taxon_codes: string[];
  /** Main taxon from the root down. */
  taxon_path: { id: number; code: string; name: Texts; slug: Texts }[];
}

/** Facts by variant, for one channel; prices and tax are those of today. */
export async function loadVariantFacts(
  db: Db,
  channelId: number,
  by: { ids: readonly number[] } | { codes: readonly string[] },
): Promise<VariantFacts[]> {
  const wanted =
    'ids' in by ? sql`v.id = any(${[...by.ids]}::int[])` : sql`v.code = any(${[...by.codes]}::text[])`;
  return (await variantFactsQuery(channelId, wanted).execute(db)).rows;
}

/** @param wanted condition on `v`, the variants */
export const variantFactsQuery = (channelId: number, wanted: RawBuilder<unknown>) => sql<VariantFacts>`
    select v.id as variant_id, v.code, p.id as product_id, p.code as product_code, p.type as product_type,
      p.name as product_name, p.slug as product_slug, p.images, v.pack_shot, v.name as variant_name,
      (p.enabled and v.enabled) as enabled, p.is_gift, p.is_chemical, p.professional_use,
      p.ammonium_nitrate16 as trade_only, (v.tracked or not ${hasPlace(sql`c.code`)}) as tracked, v.weight,
      v.net_amount, v.net_unit, v.ean,
      coalesce((select r.rate from tax_rate r join zone z on z.code = r.zone
        where r.category = p.tax_category and z.countries && c.countries order by r.id limit 1), 0) as tax_rate,
      cp.price, cp.original_price, cp.percent, cp.lowest_30d, cp.minimum_price,
      coalesce((select sum(greatest(s.on_hand - s.on_hold, 0)) from stock s join warehouse w on w.id = s.warehouse_id
        where s.variant_id = v.id and c.code = any(w.channels) and ${mayGive}), 0) as stock,
      coalesce((select jsonb_object_agg(w.code, greatest(s.on_hand - s.on_hold, 0))
        from stock s join warehouse w on w.id = s.warehouse_id where s.variant_id = v.id), '{}') as stock_at,
      coalesce((select array_agg(distinct a.code::text) from product_taxon pt join taxon t on t.id = pt.taxon_id
        join taxon a on a.lft <= t.lft and a.rgt >= t.rgt where pt.product_id = p.id), '{}') as taxon_codes,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'code', a.code, 'name', a.name, 'slug', a.slug)
        order by a.level) from taxon t join taxon a on a.lft <= t.lft and a.rgt >= t.rgt
        where t.id = p.main_taxon_id), '[]') as taxon_path
    from product_variant v
    join product p on p.id = v.product_id
    join channel c on c.id = ${channelId}
    left join channel_price cp on cp.variant_id = v.id and cp.channel_id = c.id
    where ${wanted}
    order by v.id`;

export interface WarehouseRow {
  id: number;
  code: string;
  name: Texts;
  city: string;
  address: { street: string; houseNumber: string; city: string; postCode: string; countryCode: string };
  phone_number: string | null;
  latitude: number | null;
  longitude: number | null;
  priority: number;
  main: boolean;
  ships: boolean;
  collection: boolean;
  chemicals: boolean;
  opening_hours: unknown;
}

/** Warehouses that serve the channel, best priority first. */
export const loadWarehouses = (db: Db, channelCode: string): Promise<WarehouseRow[]> =>
  db
    .selectFrom('warehouse')
    .selectAll()
    .where(sql<boolean>`${channelCode} = any(channels)`)
    .orderBy('priority')
    .orderBy('code')
    .execute();

/** Pieces free to sell by codes of warehouse and variant. */
export type Availability = (warehouse: string, variantCode: string) => number;

export function availabilityOf(facts: Iterable<Pick<VariantFacts, 'code' | 'stock_at'>>): Availability {
  const byVariant = new Map(Array.from(facts, (fact) => [fact.code, fact.stock_at]));
  return (warehouse, variantCode) => byVariant.get(variantCode)?.[warehouse] ?? 0;
}

/** As it is now: where time has passed since the facts were read. */
export async function loadAvailability(db: Db, variantIds: readonly number[]): Promise<Availability> {
  if (variantIds.length === 0) return () => 0;
  const rows = await db
    .selectFrom('stock')
    .innerJoin('warehouse', 'warehouse.id', 'stock.warehouse_id')
    .innerJoin('product_variant', 'product_variant.id', 'stock.variant_id')
    .select(['warehouse.code as warehouse', 'product_variant.code as variant'])
    .select(sql<number>`greatest(on_hand - on_hold, 0)`.as('available'))
    .where('stock.variant_id', 'in', [...variantIds])
    .execute();
  const byPlace = new Map(rows.map((row) => [`${row.warehouse} ${row.variant}`, row.available]));
  return (warehouse, variantCode) => byPlace.get(`${warehouse} ${variantCode}`) ?? 0;
}

export interface MethodRow {
  code: string;
  kind: 'courier' | 'pickup_point' | 'collection';
  name: Texts;
  description: Texts | null;
  provider: string | null;
  position: number;
  min_weight: number | null;
  max_weight: number | null;
  price: number;
  tax_rate: number;
}

export const shippingMethodsQuery = (channelId: number) => sql<MethodRow>`
    select m.code, m.kind, m.name, m.description, m.provider, m.position, m.min_weight, m.max_weight, mp.price,
      coalesce((select r.rate from tax_rate r join zone z on z.code = r.zone
        where r.category = m.tax_category and z.countries && c.countries order by r.id limit 1), 0) as tax_rate
    from shipping_method m
    join shipping_method_price mp on mp.shipping_method_id = m.id and mp.channel_id = ${channelId}
    join channel c on c.id = mp.channel_id
    where m.enabled and mp.enabled
    order by m.position, m.code`;

/** Enabled delivery methods with their price in the channel, in position order. */
export const loadShippingMethods = async (db: Db, channelId: number): Promise<MethodRow[]> =>
  (await shippingMethodsQuery(channelId).execute(db)).rows;

/** Enabled payment methods of the channel in position order; those that lead to a gateway only where there is one. */
export const loadPaymentMethods = (db: Db, channelCode: string) =>
  db
    .selectFrom('payment_method')
    .selectAll()
    .where('enabled', '=', true)
    .where((eb) =>
      eb.or([
        eb('kind', 'not in', [...gatewayKinds]),
        eb.exists(eb.selectFrom('open_gateway').select('open_gateway.code')),
      ]),
    )
    .where(sql<boolean>`${channelCode} = any(channels)`)
    .orderBy('position')
    .orderBy('code')
    .execute();
export type PaymentMethodRow = Awaited<ReturnType<typeof loadPaymentMethods>>[number];

/** What a payment keeps of the method that was chosen for it. */
export const chosenMethod = (method: PaymentMethodRow) => ({
  method_code: method.code,
  method_kind: method.kind,
  method_name: JSON.stringify(method.name),
  instructions: method.instructions ? JSON.stringify(method.instructions) : null,
});

/** Of a promotion or a coupon: it may be used once more. */
export const hasRoom = sql<boolean>`(usage_limit is null or used < usage_limit)`;

export const findCoupon = (db: Db, code: string, lock = false) => {
  const query = db
    .selectFrom('coupon')
    .innerJoin('cart_promotion', 'cart_promotion.id', 'coupon.promotion_id')
    .select([
      'coupon.id',
      'coupon.code',
      'coupon.usage_limit',
      'coupon.per_customer_limit',
      'coupon.used',
      'cart_promotion.code as promotion_code',
      'cart_promotion.name as promotion_name',
      'cart_promotion.enabled as promotion_enabled',
      'cart_promotion.channels as promotion_channels',
    ])
    .select(
      // A code ends with what it gives, at the latest.
      sql<Date | null>`least(coupon.expires_at, cart_promotion.ends_at)`.as('expires_at'),
    )
    .select(
      // No more uses of the code itself, or of what it gives.
      sql<boolean>`(coalesce(coupon.used >= coupon.usage_limit, false)
        or coalesce(cart_promotion.used >= cart_promotion.usage_limit, false))`.as('used_up'),
    )
    .where(sql<boolean>`lower(coupon.code) = lower(${code})`);
  return (lock ? query.forUpdate('coupon') : query).executeTakeFirst();
};

/** Whose orders are counted as one person's: those of the account and those of the e-mail address. */
export interface Buyer {
  email: string | null;
  customerId: number | null;
}
export const buyerOf = (order: Pick<OrderRow, 'email' | 'customer_id'>): Buyer => ({
  email: order.email,
  customerId: order.customer_id,
});

/**
 * Placed orders of a person in a channel, cancelled ones apart. What is decided by it for good is asked under
 * `lockUses`.
 */
export async function countPlacedOrders(
  db: Db,
  where: { channelId: number; buyer: Buyer; coupon?: string },
): Promise<number> {
  const { buyer } = where;
  if (buyer.email === null && buyer.customerId === null) return 0;
  const row = await db
    .selectFrom('order')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('channel_id', '=', where.channelId)
    .where((eb) =>
      eb.or([
        ...(buyer.email === null ? [] : [sql<boolean>`lower(email) = lower(${buyer.email.trim()})`]),
        ...(buyer.customerId === null ? [] : [eb('customer_id', '=', buyer.customerId)]),
      ]),
    )
    .where('state', 'not in', ['cart', 'cancelled'])
    .$if(where.coupon !== undefined, (query) =>
      query.where(sql<boolean>`lower(coupon_code) = lower(${where.coupon ?? ''})`),
    )
    .executeTakeFirst();
  return row?.count ?? 0;
}

export const loadChannel = (db: Db, code: string) =>
  db.selectFrom('channel').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
export type ChannelRow = Awaited<ReturnType<typeof loadChannel>>;

/** Rate of the zone for shipping and wrap. */
export async function standardTaxRate(db: Db, channelId: number): Promise<number> {
  const result = await sql<{ rate: number }>`
    select r.rate from tax_rate r join zone z on z.code = r.zone join channel c on c.id = ${channelId}
    where r.category = 'standard' and z.countries && c.countries order by r.id limit 1`.execute(db);
  return result.rows[0]?.rate ?? 0;
}
