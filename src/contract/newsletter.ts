/** The shop's letters (contract 4.12). */
import { z } from '#lib/zod.ts';
import { mailedTokenParams } from './customers.ts';
import { typed } from './values.ts';

/** MSG-01: the address and nothing else; the form has asked for both consents before. */
export const subscribeBody = z.strictObject({ email: typed });

/**
 * What became of an address: `subscribed`; `confirmation_sent` = a letter with a link is on its way, and nothing else
 * goes out before it is followed; `unsubscribed` = no letters any more.
 */
export const subscription = z.object({
  email: z.string(),
  status: z.enum(['subscribed', 'confirmation_sent', 'unsubscribed']),
  /** What the link of a letter does was done before (MSG-02). */
  used: z.optional(z.literal(true)),
});
export type Subscription = z.infer<typeof subscription>;

/** MSG-02: the token of a letter's link. */
export const letterParams = mailedTokenParams;
export const unsubscribeBody = z.strictObject({ token: z.string().check(z.maxLength(256)) });
