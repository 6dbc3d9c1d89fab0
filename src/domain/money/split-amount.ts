/** Spreading a discount over lines (contract 5.2, 5.3). Integer cents. */

export interface SpreadTarget {
  /** What the share is proportional to. */
  readonly weight: number;
  /** The most this line can take, 0 or above. */
  readonly capacity: number;
}

/**
 * Splits `amount` (0 or above) in proportion to the weights: shares are rounded half down, the rest goes cent by cent
 * from the first line on, and what a line cannot take is spread over the others. The sum of the shares is `amount`,
 * or the sum of capacities when that is less.
 */
export function spread(amount: number, targets: readonly SpreadTarget[]): number[] {
  const shares = targets.map(() => 0);
  const room = (index: number) => (targets[index]?.capacity ?? 0) - (shares[index] ?? 0);
  let left = Math.min(
    amount,
    targets.reduce((sum, target) => sum + target.capacity, 0),
  );
  while (left > 0) {
    const open = targets.map((_, index) => index).filter((index) => room(index) > 0);
    const whole = open.reduce((sum, index) => sum + (targets[index]?.weight ?? 0), 0);
    const proposed = open.map((index) => {
      const weight = whole === 0 ? 1 : (targets[index]?.weight ?? 0);
      const of = whole === 0 ? open.length : whole;
      // Half down: 0.5 becomes 0.
      return Math.max(0, Math.ceil((2 * left * weight - of) / (2 * of)));
    });
    giveRest(left - proposed.reduce((sum, share) => sum + share, 0), proposed);
    let given = 0;
    for (const [at, index] of open.entries()) {
      const taken = Math.min(room(index), proposed[at] ?? 0);
      shares[index] = (shares[index] ?? 0) + taken;
      given += taken;
    }
    if (given === 0) break;
    left -= given;
  }
  return shares;
}

/** The rest of the rounding, one cent a line, from the first line on. */
function giveRest(rest: number, shares: number[]): void {
  const step = rest > 0 ? 1 : -1;
  let left = rest;
  while (left !== 0) {
    for (let index = 0; index < shares.length && left !== 0; index += 1) {
      const share = shares[index] ?? 0;
      if (share + step < 0) continue;
      shares[index] = share + step;
      left -= step;
    }
  }
}
