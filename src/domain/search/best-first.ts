/** The first goods of a list by how well they fit. */

/** Goods that are that much alike stand in the order of the shop. */
export const steps = 50;

/** The numbers that come first: best score, then what is in stock, then the order of the shop (lower numbers). */
export function bestFirst(
  members: Uint32Array | readonly number[],
  scores: Float32Array,
  isInStock: (member: number) => boolean,
  upTo: number,
): number[] {
  const order = (a: number, b: number): number =>
    (scores[b] ?? 0) - (scores[a] ?? 0) || Number(isInStock(b)) - Number(isInStock(a)) || a - b;
  if (members.length <= upTo * 4) return [...members].sort(order).slice(0, upTo);
  // How many goods have each score: those below the last wanted one need not be put in order.
  const counts = new Uint32Array(2 * steps + 1);
  const stepOf = (member: number): number => Math.min(2 * steps, Math.round((scores[member] ?? 0) * steps));
  for (let at = 0; at < members.length; at += 1) {
    const step = stepOf(members[at] ?? 0);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let lowest = 2 * steps;
  for (let sum = counts[lowest] ?? 0; lowest > 0 && sum < upTo; sum += counts[lowest] ?? 0) lowest -= 1;
  const wanted: number[] = [];
  const there: number[] = [];
  const gone: number[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at] ?? 0;
    const step = stepOf(member);
    if (step > lowest) wanted.push(member);
    else if (step === lowest) {
      const same = isInStock(member) ? there : gone;
      if (same.length < upTo) same.push(member);
    }
  }
  wanted.sort(order);
  // Of the last score the members come ascending already.
  return [...wanted, ...there, ...gone].slice(0, upTo);
}
