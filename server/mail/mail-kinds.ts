/**
 * Every kind of mail and what its letter is written from. Whoever queues a mail and whoever writes its letter have the
 * same type; a row of the outbox, which an older build may have written, is checked when it is read.
 */
import { z } from '#lib/zod.ts';

/** `account_known`: somebody signed up with the address of an account. */
const accountMailKinds = [
  'account_verification',
  'password_reset',
  'account_known',
  'account_deletion',
] as const;

/** Told of an order that was placed before; what they need is in the order. */
const laterOrderMailKinds = ['order_paid', 'order_shipped', 'order_cancelled', 'order_refunded'] as const;

const nothing = z.object({});
const order_id = z.number();
/** `origin`: of the shop as its reader used it; `token`: of the link, which is its reader's alone */
const link = z.object({ origin: z.string(), token: z.string() });
/** Of each of the goods, by which a review of it is written. */
const reviewLink = z.object({ productId: z.number(), token: z.string() });

const storedMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(accountMailKinds), payload: link }),
  z.object({ kind: z.literal('account_kept'), payload: nothing }),
  z.object({ kind: z.literal('newsletter_confirmation'), payload: link }),
  z.object({ kind: z.literal('stock_request'), payload: z.extend(link, { name: z.string() }) }),
  z.object({
    kind: z.literal('back_in_stock'),
    /** `path`: of the product's page, without the locale's prefix */
    payload: z.object({ origin: z.string(), channelId: z.number(), path: z.string(), name: z.string() }),
  }),
  z.object({
    kind: z.literal('review_request'),
    order_id,
    payload: z.object({ links: z.array(reviewLink).check(z.minLength(1)) }),
  }),
  /** `order_id`: of the cart, `subscriberId`: of who agreed to the letter */
  z.object({
    kind: z.literal('cart_left'),
    order_id,
    payload: z.object({ step: z.literal([1, 2]), subscriberId: z.number() }),
  }),
  z.object({ kind: z.literal('order_notice'), order_id, payload: nothing }),
  /** To who gets cards of a paid order; `item`: the line that they were bought with. Their codes stand in no row of mails. */
  z.object({ kind: z.literal('gift_card'), order_id, payload: z.object({ item: z.number() }) }),
  /** `origin`: the later mails of the order take it from here */
  z.object({ kind: z.literal('order_placed'), order_id, payload: z.object({ origin: z.string() }) }),
  z.object({ kind: z.enum(laterOrderMailKinds), order_id, payload: nothing }),
]);

/** A kind of mail with what its letter is written from. */
export type Mail = z.infer<typeof storedMail>;
export type MailKind = Mail['kind'];
export type MailOf<Kind extends MailKind> = Extract<Mail, { kind: Kind }>;
export type AccountMailKind = (typeof accountMailKinds)[number];
export type LaterOrderMailKind = (typeof laterOrderMailKinds)[number];
export type OrderMailKind = 'order_placed' | LaterOrderMailKind;
export type MailedReviewLink = z.infer<typeof reviewLink>;

/** @throws Error for a kind without a letter, and where the row has lost what its letter is written from */
export function readMail(row: { kind: string; order_id: number | null; payload: unknown }): Mail {
  const { data, error } = storedMail.safeParse(row);
  if (data) return data;
  const lost = error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`No letter of kind ${row.kind} can be written: ${lost}.`);
}
