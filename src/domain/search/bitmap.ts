/** Sets of product numbers as bits: an AND of two catalogues of 10,000 goods is 313 steps. */
export type Bitmap = Uint32Array;

export function emptyBitmap(size: number): Bitmap {
  return new Uint32Array(Math.ceil(size / 32));
}

export function fullBitmap(size: number): Bitmap {
  const bits = emptyBitmap(size).fill(0xffffffff);
  const rest = size % 32;
  if (rest !== 0 && bits.length > 0) bits[bits.length - 1] = (2 ** rest - 1) >>> 0;
  return bits;
}

export function bitmapOf(size: number, members: Iterable<number>): Bitmap {
  const bits = emptyBitmap(size);
  // Lists by their places: an iterator costs ten times as much, and a search may find a whole catalogue.
  if (Array.isArray(members) || members instanceof Uint32Array) {
    for (let at = 0; at < members.length; at += 1) setBit(bits, (members as Uint32Array)[at] ?? 0);
  } else for (const member of members) setBit(bits, member);
  return bits;
}

export function setBit(bits: Bitmap, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

export function clearBit(bits: Bitmap, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) & ~(1 << (at & 31));
}

export function hasBit(bits: Bitmap, at: number): boolean {
  return ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
}

/** A new set: what is in all of them. At least one is given. */
export function allOf(sets: readonly Bitmap[]): Bitmap {
  const [first, ...others] = sets;
  const result = new Uint32Array(first ?? []);
  for (const other of others) {
    for (let at = 0; at < result.length; at += 1) result[at] = (result[at] ?? 0) & (other[at] ?? 0);
  }
  return result;
}

/** A new set: what is in any of them. */
export function anyOf(size: number, sets: readonly Bitmap[]): Bitmap {
  const result = emptyBitmap(size);
  for (const other of sets) {
    for (let at = 0; at < result.length; at += 1) result[at] = (result[at] ?? 0) | (other[at] ?? 0);
  }
  return result;
}

/** A new set: what is in the first and not in the other. */
export function withoutAny(set: Bitmap, other: Bitmap): Bitmap {
  const result = new Uint32Array(set);
  for (let at = 0; at < result.length; at += 1) result[at] = (result[at] ?? 0) & ~(other[at] ?? 0);
  return result;
}

function bitsIn(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

export function countOf(bits: Bitmap): number {
  let sum = 0;
  for (let at = 0; at < bits.length; at += 1) sum += bitsIn(bits[at] ?? 0);
  return sum;
}

/** How many are in both. */
export function countBoth(one: Bitmap, other: Bitmap): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += bitsIn((one[at] ?? 0) & (other[at] ?? 0));
  return sum;
}

/** Writes the members, ascending, into a list that is long enough; how many there are. */
export function writeMembers(bits: Bitmap, into: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) {
    let word = bits[at] ?? 0;
    while (word !== 0) {
      const lowest = word & -word;
      into[count++] = at * 32 + (31 - Math.clz32(lowest));
      word ^= lowest;
    }
  }
  return count;
}

/** Calls `visit` with every member, ascending. */
export function forEachBit(bits: Bitmap, visit: (member: number) => void): void {
  for (let at = 0; at < bits.length; at += 1) {
    let word = bits[at] ?? 0;
    while (word !== 0) {
      const lowest = word & -word;
      visit(at * 32 + (31 - Math.clz32(lowest)));
      word ^= lowest;
    }
  }
}
