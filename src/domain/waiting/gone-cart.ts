/** What the shop says of a cart that is not open under its token (any more). */
import type { CommandAnswer } from './waiting-command.ts';

/** `errorCode` that tells a guest: this cart went into an account. It is not made anew, or the sign-in would add both. */
export const claimedCart = 'cart.claimed';

/** `errorCode` of a cart that was emptied, on another device: nothing that was in it comes back, only what waits goes on. */
export const emptiedCart = 'cart.emptied';

/** Answers that say: there is no such open cart. */
export const deadCart = (answer: CommandAnswer): boolean =>
  answer.errorCode === emptiedCart ||
  answer.errorCode === 'order.not_found' ||
  answer.errorCode === 'cart.token_taken' ||
  answer.errorCode === 'cart.already_completed';
