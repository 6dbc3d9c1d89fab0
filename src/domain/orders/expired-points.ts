/** When loyalty points end (contract 5.3). */

/** What happened to a member's points. */
export interface PointsEntry {
  /** Above 0: earned, given back; below: spent, expired. */
  points: number;
  /** `given_back`: what an order had spent comes back as old as it was. */
  reason: string;
  at: Date;
}

/**
 * Points that have ended and are not written off yet, whole points, never below 0. The oldest are spent first, so that of what was
 * earned until the cutoff only that much is left as all spending together has not taken.
 * @param cutoff what was earned at this moment or before has ended
 */
export function expiredPoints(entries: readonly PointsEntry[], cutoff: Date): number {
  let gained = 0;
  let taken = 0;
  for (const { points, reason, at } of entries) {
    if (points < 0 || reason === 'given_back') taken -= points;
    else if (at <= cutoff) gained += points;
  }
  return Math.max(0, gained - Math.max(0, taken));
}
