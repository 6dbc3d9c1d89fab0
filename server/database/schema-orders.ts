import type { ColumnType, Generated } from 'kysely';
import type { Company, OrderAddress } from '#contract/addresses.ts';
import type { Certificate } from '#contract/certificates.ts';
import type { DeliveryKind, PickupPoint, ShipmentItem } from '#contract/orders/delivery.ts';
import type { DocumentKind } from '#contract/orders/documents.ts';
import type { SoldGiftCard } from '#contract/orders/gift-cards.ts';
import type { CheckoutState, OrderState, PaymentState, ShippingState } from '#contract/orders/orders.ts';
import type { PaymentKind, PaymentRequestState } from '#contract/orders/payments.ts';
import type { CartTotals } from '#domain/cart/cart-recalculation.ts';
import type { PaymentMachineState } from '#domain/orders/order-states.ts';
import type { ErrorCode } from '#server/errors/error-texts.ts';
import type { GeneratedMoment, Json, Moment, OptionalJson, OptionalMoment } from './column-types.ts';
import type { Texts } from './schema-catalogue.ts';
import type { Seller } from './schema-channels.ts';
import type { TradeProof } from './schema-customers.ts';

/** jsonb with a default: may be left out when a row is made. */
type DefaultJson<T> = ColumnType<T, string | undefined, string>;

export type StoredPromotion = { code: string; name: Texts; amount: number; percentage?: number };
/** Pieces of a counted variant that an order holds in its shipment's warehouse. */
export type HeldPieces = { variantId: number; quantity: number };
/** `values` fill the sentence of the errorCode; texts are chosen by the locale of the answer. */
export type StoredWarning = {
  errorCode: ErrorCode;
  values?: Record<string, string | number | Texts>;
  itemId?: number;
};
export type Consents = { termsAndConditionsAccepted: boolean; privacyPolicyAccepted: boolean; at: string };

export type OrderTable = {
  id: Generated<number>;
  token: string;
  number: string | null;
  version: Generated<number>;
  state: Generated<OrderState>;
  checkout_state: Generated<CheckoutState>;
  payment_state: Generated<PaymentState>;
  shipping_state: Generated<ShippingState>;
  channel_id: number;
  locale: string;
  currency_code: string;
  customer_id: number | null;
  /** Bought as a guest; an account with the e-mail took it over later (contract 1.11). */
  placed_as_guest: Generated<boolean>;
  /** Name of the shopkeeper who placed it for the customer; null: the buyer. */
  placed_by: Generated<string | null>;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  /** E.164 */
  phone_number: string | null;
  subscribed_to_newsletter: Generated<boolean>;
  billing_address: OptionalJson<OrderAddress>;
  shipping_address: OptionalJson<OrderAddress>;
  invoice: OptionalJson<Company>;
  /** Given by the buyer for goods of professional use; nobody has looked at it yet. */
  certificate: OptionalJson<Certificate>;
  /** The delivery address goes into the buyer's book with the order. */
  save_address: Generated<boolean>;
  shipping_plan: string | null;
  /** Code of the warehouse chosen for what is collected. */
  collect_at: string | null;
  coupon_code: string | null;
  /** Loyalty points that it takes off its goods. */
  points: Generated<number>;
  /** Its buyer was known and had bought nothing before, when it was recalculated. */
  first_purchase: Generated<boolean>;
  gift_wrap: Generated<boolean>;
  gift_wrap_message: string | null;
  promotions: DefaultJson<StoredPromotion[]>;
  warnings: DefaultJson<StoredWarning[]>;
  totals: DefaultJson<CartTotals | Record<string, never>>;
  /** cents */
  total: Generated<number>;
  consents: OptionalJson<Consents>;
  notes: string | null;
  /** Where the shop was used when the cart was begun, for links of letters; null: of before this was written. */
  origin: string | null;
  /** When the cart was opened by its link (CART-17). */
  recovered_at: OptionalMoment;
  /** Of an order with restricted fertiliser: what its buyer had shown of their trade, for 18 months. */
  trade_proof: OptionalJson<TradeProof>;
  applied_command_ids: Generated<string[]>;
  recalculated_at: GeneratedMoment;
  expires_at: OptionalMoment;
  checkout_completed_at: OptionalMoment;
  created_at: GeneratedMoment;
  updated_at: GeneratedMoment;
};

/** Amounts in cents. */
export type OrderItemTable = {
  id: Generated<number>;
  order_id: number;
  variant_id: number;
  variant_code: string;
  product_name: Json<Texts>;
  variant_name: OptionalJson<Texts>;
  quantity: number;
  unit_price: Generated<number>;
  original_unit_price: Generated<number>;
  discounted_unit_price: Generated<number>;
  subtotal: Generated<number>;
  total: Generated<number>;
  tax_total: Generated<number>;
  /** decimal fraction */
  tax_rate: Generated<number>;
  collect_only: Generated<boolean>;
  marker: string | null;
  bundle_code: string | null;
  bundle_name: OptionalJson<Texts>;
  bundle_group: string | null;
  bundle_quantity: number | null;
  bundle_required: boolean | null;
  /** Of a line of gift cards that are bought. */
  gift_card: OptionalJson<SoldGiftCard>;
  deleted_at: OptionalMoment;
  created_at: GeneratedMoment;
};

export type ShipmentTable = {
  id: Generated<number>;
  order_id: number;
  position: number;
  state: Generated<'cart' | 'ready' | 'shipped' | 'cancelled'>;
  kind: DeliveryKind;
  warehouse_id: number;
  method_code: string | null;
  method_name: OptionalJson<Texts>;
  /** cents, before shipping promotions */
  price: Generated<number>;
  pickup_point: OptionalJson<PickupPoint>;
  items: Json<ShipmentItem[]>;
  /** Pieces that were put on hold when the order was placed; null: in a cart, and in orders of before this was written. */
  held: OptionalJson<HeldPieces[]>;
  tracking: string | null;
  tracking_url: string | null;
  shipped_at: OptionalMoment;
  created_at: GeneratedMoment;
};

export type PaymentTable = {
  id: Generated<number>;
  order_id: number;
  state: Generated<PaymentMachineState>;
  method_code: string | null;
  method_kind: PaymentKind | null;
  method_name: OptionalJson<Texts>;
  instructions: OptionalJson<Texts>;
  amount: number;
  currency_code: string;
  created_at: GeneratedMoment;
  completed_at: OptionalMoment;
};

export type AdjustmentTable = {
  id: Generated<number>;
  order_id: number;
  item_id: number | null;
  shipment_id: number | null;
  type: string;
  amount: number;
  neutral: Generated<boolean>;
  origin_code: string | null;
  label: Json<Texts>;
};

export type PaymentRequestTable = {
  id: Generated<number>;
  hash: string;
  order_id: number;
  payment_id: number;
  provider: string;
  state: Generated<PaymentRequestState>;
  amount: number;
  return_url: string;
  cancel_url: string;
  pending_at: Generated<Date | null>;
  created_at: GeneratedMoment;
  updated_at: GeneratedMoment;
};

export type PaymentNoticeTable = { provider: string; notice_id: string; at: GeneratedMoment };

export type PaymentGatewayTable = {
  code: string;
  /** Also where the shop does not hold the demo goods. */
  always: Generated<boolean>;
};

export type DocumentTable = {
  id: Generated<number>;
  order_id: number;
  kind: DocumentKind;
  number: string;
  total: number;
  issued_at: GeneratedMoment;
  /** Who sold when it was issued; null: of before this was written, or nobody was named. */
  seller: OptionalJson<Seller>;
};

/** A refusal as it was given, without its sentences: those are made anew in the locale of the repeat. */
export type StoredFailure = { errorCode: ErrorCode; options: Record<string, unknown> };
export type IdempotencyKeyTable = {
  scope: Buffer;
  fingerprint: Buffer;
  endpoint: string;
  status: number;
  order_token: string | null;
  body: string | null;
  failure: OptionalJson<StoredFailure>;
  /** Of the sign-in that it was told to; null: to a guest. */
  customer_id: number | null;
  created_at: GeneratedMoment;
  keep_until: Moment;
};

/** Which order a key became, for ever (contract 1.8). */
export type OrderIntentTable = {
  key: string;
  order_id: number;
  agreed_at: Moment;
  created_at: GeneratedMoment;
};

export type MailOutboxTable = {
  id: Generated<number>;
  kind: string;
  order_id: number | null;
  recipient: string;
  locale: string;
  payload: DefaultJson<Record<string, unknown>>;
  occasion: string;
  attempts: Generated<number>;
  next_at: GeneratedMoment;
  last_error: string | null;
  sent_at: OptionalMoment;
  message_id: string | null;
  created_at: GeneratedMoment;
};

export type AuditTable = {
  id: Generated<number>;
  at: GeneratedMoment;
  action: string;
  order_id: number | null;
  data: DefaultJson<Record<string, unknown>>;
};

export type OrderTables = {
  shop_secret: { name: string; value: Buffer; created_at: GeneratedMoment };
  counter: { name: string; value: number };
  order: OrderTable;
  order_item: OrderItemTable;
  shipment: ShipmentTable;
  payment: PaymentTable;
  adjustment: AdjustmentTable;
  payment_request: PaymentRequestTable;
  payment_notice: PaymentNoticeTable;
  payment_gateway: PaymentGatewayTable;
  /** View: the gateways that buyers can be sent to now. */
  open_gateway: { code: string };
  document: DocumentTable;
  idempotency_key: IdempotencyKeyTable;
  order_intent: OrderIntentTable;
  mail_outbox: MailOutboxTable;
  audit: AuditTable;
};
