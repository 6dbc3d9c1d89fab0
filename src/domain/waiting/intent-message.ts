import type { besideTheOrder, OrderIntentBody } from '#contract/orders/order-intents.ts';

/** What an order as text says: who sells, in what language, under which key, and the whole order. */
export interface IntentMessage {
  readonly key: string;
  readonly channel: string;
  readonly locale: string;
  readonly body: Omit<OrderIntentBody, keyof (typeof besideTheOrder)['shape']>;
}
