/**
 * How often a client may do what is limited (contract 1.13). All numbers are multiplied by `RATE_LIMIT_FACTOR`, of which
 * `factor` is the value.
 */
const minute = 60_000;

/** Requests a minute of one address, counted in each process (`token-bucket.ts`). */
export const aMinute = {
  reads: 3_000,
  writes: 120,
  /** Tokens of orders that there are not. */
  tokenMisses: 30,
  /** Carts that are copied by their link: one press writes as much as a cart holds. */
  cartCopies: 20,
} as const;

/** kB an hour of refusals of orders that are kept for one address (CHK-19): one of ten lines has 22, of 250 half a thousand. */
export const refusalsAnHour = { amount: 4_000, periodMs: 60 * minute } as const;

/** ms in which an e-mail counts once (`judged-emails.ts`). */
export const judgedEmailsPeriod = 10 * minute;

/** Tries in a period, by the name that they are counted under in the database (`shared-limit.ts`). */
const shared = {
  /** Promo codes and gift cards. */
  code: { amount: 20, periodMs: 10 * minute },
  /** E-mails of buyers that a cart is counted with. */
  'emails of a client': { amount: 20, periodMs: judgedEmailsPeriod },
  'emails of a cart': { amount: 5, periodMs: judgedEmailsPeriod },
  'sign-in': { amount: 10, periodMs: 15 * minute },
  /** Sign-ups of one client: each is a password to hash and a letter. */
  'sign-up': { amount: 20, periodMs: 60 * minute },
  /** Other calls of one client that write a letter to an address that was typed, of all kinds together. */
  'typed address': { amount: 30, periodMs: 60 * minute },
  'account mail': { amount: 5, periodMs: 60 * minute },
  'newsletter mail': { amount: 5, periodMs: 60 * minute },
  'stock mail': { amount: 5, periodMs: 60 * minute },
} as const;

/** One of them, for `createSharedLimit`. */
export const sharedLimit = (name: keyof typeof shared, factor: number) => ({
  name,
  amount: shared[name].amount * factor,
  periodMs: shared[name].periodMs,
});

/** Letters an hour to one address of what anybody can cause who knows it: at least one. */
export const mailsAnHour = (factor: number): number => Math.max(1, Math.round(5 * factor));
