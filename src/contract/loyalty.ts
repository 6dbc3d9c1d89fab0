/** What everybody may read of a loyalty programme (contract 2.5, calls LOY-01 and LOY-02), joining it and leaving it. */
import { z } from '#lib/zod.ts';
import { code, dateTime, intParameter, money, paging, typed } from './values.ts';

export const loyaltyRule = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  description: z.optional(z.string()),
  /** Cents that one point takes off an order. */
  pointValue: money,
  /** So many points for each full sum of goods in cents. */
  earnRate: z.object({ points: z.int(), perCents: z.int() }),
  termsAndConditionsPage: z.object({ id: z.int() }),
});
export type LoyaltyRule = z.infer<typeof loyaltyRule>;

export const loyaltyBenefit = z.object({
  id: z.int(),
  name: z.string(),
  description: z.optional(z.string()),
  image: z.optional(z.string()),
  /** Groups of members that have it; none: all members. */
  loyaltyGroups: z.array(z.object({ id: z.int() })),
  position: z.int(),
});

/** Benefits of one group of members, those of all members among them. */
export const loyaltyBenefitsQuery = z.object({
  'loyaltyGroups.id': z.optional(intParameter(1, 2_147_483_647)),
});

/** LOY-05. What made the points more or fewer; `other`: given by the shop without words. */
export const pointsEntry = z.object({
  id: z.int(),
  at: dateTime,
  /** Below 0: taken. */
  points: z.int(),
  kind: z.enum(['earned', 'spent', 'given_back', 'expired', 'corrected', 'other']),
  /** The shop's words of a correction. */
  note: z.optional(z.string()),
  order: z.optional(z.object({ number: z.string(), tokenValue: z.string() })),
});
export type PointsEntry = z.infer<typeof pointsEntry>;
export const pointsHistoryQuery = z.object(paging());
export type PointsHistoryQuery = z.infer<typeof pointsHistoryQuery>;

/** LOY-03. `cardNumber`: of a plastic card that the customer has already; without it one is issued. */
export const joinLoyaltyBody = z.strictObject({
  loyaltyRuleCode: code,
  cardNumber: z.optional(typed),
});
export type JoinLoyaltyBody = z.infer<typeof joinLoyaltyBody>;

/** LOY-04. The membership of the address, which must be one in this programme. */
export const membershipParams = z.object({ id: intParameter(1, 2_147_483_647) });
export const leaveLoyaltyBody = z.strictObject({ loyaltyRuleCode: code });
