/** Payment methods and payments through a gateway (contract 2.4, 3.3, CHK-10 to CHK-18). */
import { z } from '#lib/zod.ts';
import { code, money, token } from '#contract/values.ts';

export const paymentKinds = ['bank_link', 'card', 'transfer', 'cash', 'cash_on_delivery', 'leasing'] as const;
export type PaymentKind = (typeof paymentKinds)[number];
export const paymentKind = z.enum(paymentKinds);

export const paymentMethod = z.object({
  code,
  name: z.string(),
  description: z.optional(z.string()),
  instructions: z.optional(z.string()),
  kind: paymentKind,
  imagePath: z.optional(z.string()),
  position: z.int(),
  group: z.optional(z.string()),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** CHK-11, CHK-16. */
export const choosePaymentMethodBody = z.strictObject({ paymentMethod: code });

/** CHK-13: addresses of this shop to come back to. */
export const requestPaymentBody = z.strictObject({
  paymentId: z.int(),
  action: z.literal('capture'),
  payload: z.strictObject({
    returnUrl: z.string().check(z.maxLength(2048)),
    cancelUrl: z.string().check(z.maxLength(2048)),
  }),
});
export type RequestPaymentBody = z.infer<typeof requestPaymentBody>;

export const paymentRequestStates = ['new', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type PaymentRequestState = (typeof paymentRequestStates)[number];

export const requestedPayment = z.object({
  /** Secret that names the request; the browser comes back with it. */
  hash: token,
  state: z.enum(paymentRequestStates),
  /** Where to send the browser. */
  redirectUrl: z.optional(z.string()),
  form: z.optional(z.object({ action: z.string(), fields: z.record(z.string(), z.string()) })),
});
export type RequestedPayment = z.infer<typeof requestedPayment>;

/** CHK-14, CHK-15. */
export const paymentRequest = z.object({
  hash: token,
  state: z.enum(paymentRequestStates),
  /** State of the order's payment as a whole. */
  paymentState: z.string(),
  orderToken: token,
});
export type PaymentRequest = z.infer<typeof paymentRequest>;
/** CHK-15: the query that the gateway put on the return address. */
export const confirmPaymentBody = z.strictObject({
  payload: z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(2048))),
});
export type ConfirmPaymentBody = z.infer<typeof confirmPaymentBody>;

/** CHK-17: what a buyer needs to pay later. */
export const paymentConfiguration = z.object({
  kind: paymentKind,
  instructions: z.optional(z.string()),
  bankAccounts: z.optional(
    z.array(
      z.object({ bank: z.string(), iban: z.string(), holder: z.string(), bic: z.optional(z.string()) }),
    ),
  ),
  /** What to write as the purpose of a transfer. */
  reference: z.optional(z.string()),
  amount: z.optional(money),
  banks: z.optional(z.array(z.object({ code: z.string(), name: z.string() }))),
});
export type PaymentConfiguration = z.infer<typeof paymentConfiguration>;
