/**
 * What became of one request, as far as it tells about the way to the shop:
 * - `answered`: the shop itself spoke, a refusal included;
 * - `late`: nothing yet after `lateAfter`; it may still come;
 * - `unreachable`: no whole answer within its time;
 * - `foreign`: somebody else answered: a network's sign-in page;
 * - `busy`: the shop, or the gate before it, says that it cannot serve now.
 */
export type RequestOutcome = 'answered' | 'late' | 'unreachable' | 'foreign' | 'busy';

/** A request that has no answer after this time (ms) is late. */
export const lateAfter = 2_500;

/** @param isOurs it carries the shop's marker (contract 1.3). A gate in front of the shop carries none. */
export function outcomeOf(status: number, isOurs: boolean): RequestOutcome {
  if (status === 502 || status === 503 || status === 504) return 'busy';
  if (isOurs) return 'answered';
  // A redirect that may not be followed has status 0; 511 is the very word for "sign in to the network".
  return status >= 500 && status !== 511 ? 'busy' : 'foreign';
}
