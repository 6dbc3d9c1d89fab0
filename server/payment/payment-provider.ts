/** What the shop needs of a payment gateway. One adapter per provider; the sandbox is the default. */

export type PaymentOutcome = 'completed' | 'failed' | 'cancelled';

export interface PaymentOrderData {
  /** Secret of the payment request. */
  hash: string;
  /** cents */
  amount: number;
  currencyCode: string;
  orderNumber: string;
  locale: string;
  returnUrl: string;
  cancelUrl: string;
  /** Origin of the shop, for addresses that the provider calls or sends the buyer to. */
  origin: string;
}

/** A notice of the provider, its signature checked. */
export interface PaymentNotice {
  /** The provider's own id of the notice: a repeated one changes nothing. */
  id: string;
  hash: string;
  outcome: PaymentOutcome;
  /** cents, as the provider was paid */
  amount: number;
}

export interface PaymentProvider {
  readonly code: string;
  /** Where to send the browser. */
  start(order: PaymentOrderData): Promise<{ redirectUrl: string }>;
  /** Null: not signed by the provider. */
  readNotice(body: string, signature: string | null): PaymentNotice | null;
  /** The query of the return address; null: not signed. `pending`: hash of a request about which nothing is decided yet. */
  readReturn(
    query: Readonly<Record<string, string>>,
  ): { notice: PaymentNotice; pending?: never } | { pending: string; notice?: never } | null;
}
