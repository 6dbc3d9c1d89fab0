/**
 * Every kind of mail: what its letter is written from, and how the outbox treats it. Whoever queues a mail and whoever
 * writes its letter have the same type; it is checked when it is queued, and again when its row is read, which an older
 * build may have written.
 */
import { z } from '#lib/zod.ts';

interface KindOfMail {
  /** What the letter is written from, besides its order. */
  readonly payload: z.ZodMiniType;
  /** It is about an order or a cart; `order_id` is its row. */
  readonly ofOrder?: true;
  /** The payload is a link that only its reader may have: a mail that was sent keeps nothing of it. */
  readonly isSecret?: true;
  /**
   * Anybody can cause it who knows an address, at once or later: orders lapse, goods come back. They count together (contract
   * 1.13). What is shipped, refunded or asked about afterwards is the shop's own doing.
   */
  readonly byStrangers?: 'held back' | 'counted only';
}

/** Told of an order that was placed before: what they need is in the order. */
const nothing = z.object({});
/** `origin`: of the shop as its reader used it; `token`: of the link */
const link = z.object({ origin: z.string(), token: z.string() });
/** Of each of the goods, by which a review of it is written. */
const reviewLink = z.object({ productId: z.number(), token: z.string() });

const kinds = {
  account_verification: { payload: link, isSecret: true, byStrangers: 'held back' },
  // Limited where it is asked for: held back, a stranger could keep somebody out of their account with it.
  password_reset: { payload: link, isSecret: true, byStrangers: 'counted only' },
  /** Somebody signed up with the address of an account. */
  account_known: { payload: link, isSecret: true, byStrangers: 'held back' },
  /** Somebody signed up once more, with another password, with an address that nobody has confirmed. */
  account_begun_twice: { payload: link, isSecret: true, byStrangers: 'held back' },
  account_deletion: { payload: link, isSecret: true },
  account_kept: { payload: nothing },
  newsletter_confirmation: { payload: link, isSecret: true, byStrangers: 'held back' },
  stock_request: {
    payload: z.extend(link, { name: z.string() }),
    isSecret: true,
    byStrangers: 'held back',
  },
  back_in_stock: {
    /** `path`: of the product's page, without the locale's prefix */
    payload: z.object({ origin: z.string(), channelId: z.number(), path: z.string(), name: z.string() }),
    byStrangers: 'held back',
  },
  review_request: {
    payload: z.object({ links: z.array(reviewLink).check(z.minLength(1)) }),
    ofOrder: true,
    isSecret: true,
  },
  /** Of a cart; `subscriberId`: of who agreed to the letter */
  cart_left: {
    payload: z.object({ step: z.literal([1, 2]), subscriberId: z.number() }),
    ofOrder: true,
    byStrangers: 'held back',
  },
  order_notice: { payload: nothing, ofOrder: true },
  /** To who gets cards of a paid order; `item`: the line that they were bought with. Their codes stand in no row of mails. */
  gift_card: { payload: z.object({ item: z.number() }), ofOrder: true },
  /** `origin`: the later mails of the order take it from here */
  order_placed: { payload: z.object({ origin: z.string() }), ofOrder: true, byStrangers: 'held back' },
  order_paid: { payload: nothing, ofOrder: true, byStrangers: 'held back' },
  order_shipped: { payload: nothing, ofOrder: true },
  order_cancelled: { payload: nothing, ofOrder: true, byStrangers: 'held back' },
  order_refunded: { payload: nothing, ofOrder: true },
} as const satisfies Record<string, KindOfMail>;

type Kinds = typeof kinds;
export type MailKind = keyof Kinds;
/** A kind of mail with what its letter is written from. */
export type MailOf<Kind extends MailKind> = Kind extends MailKind
  ? { kind: Kind; payload: z.infer<Kinds[Kind]['payload']> } & (Kinds[Kind] extends { ofOrder: true }
      ? { order_id: number }
      : unknown)
  : never;
export type Mail = MailOf<MailKind>;
export type AccountMailKind =
  | 'account_verification'
  | 'password_reset'
  | 'account_known'
  | 'account_begun_twice'
  | 'account_deletion';
export type LaterOrderMailKind = 'order_paid' | 'order_shipped' | 'order_cancelled' | 'order_refunded';
export type OrderMailKind = 'order_placed' | LaterOrderMailKind;
export type MailedReviewLink = z.infer<typeof reviewLink>;

const kindOf = (name: string): KindOfMail | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name as MailKind] : undefined;

/** Nothing that its letter was written from may stay once it was sent. */
export const isSecret = (kind: string): boolean => kindOf(kind)?.isSecret === true;
/** It waits where its reader got many letters that strangers can cause. */
export const isHeldBack = (kind: string): boolean => kindOf(kind)?.byStrangers === 'held back';
export const heldBackKinds = (Object.keys(kinds) as MailKind[]).filter(isHeldBack);
const causedByStrangers = (Object.keys(kinds) as MailKind[]).filter(
  (kind) => kindOf(kind)?.byStrangers !== undefined,
);
const isOfAccount = (kind: string): boolean => /^(account_|password_)/.test(kind);
/**
 * Kinds that count among the letters of an hour together with this one. Those of an account count by themselves: hundreds of orders in
 * somebody's name would else hold back the letter without which they cannot sign in.
 */
export const countedWith = (kind: string): MailKind[] =>
  causedByStrangers.filter((one) => isOfAccount(one) === isOfAccount(kind));

/**
 * A mail with all that its letter needs, and nothing else.
 * @throws Error for a kind without a letter, and where what its letter is written from is not there
 */
export function readMail(row: { kind: string; order_id?: number | null; payload: unknown }): Mail {
  const kind = kindOf(row.kind);
  if (kind === undefined) throw unwritable(row.kind, 'kind');
  const { kind: name, order_id, payload } = row;
  const shape = z.object({ payload: kind.payload, ...(kind.ofOrder ? { order_id: z.number() } : {}) });
  const { data, error } = shape.safeParse({ order_id, payload });
  if (data) return { kind: name, ...data } as Mail;
  throw unwritable(name, error.issues.map(({ path }) => path.join('.')).join(', '));
}

const unwritable = (kind: string, lost: string) =>
  new Error(`No letter of kind ${kind} can be written: ${lost}.`);
