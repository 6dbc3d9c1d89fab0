/** Chance that a seed decides: the same seed makes the same schedule (mulberry32). */
export interface Chance {
  /** 0 to below 1. */
  next(): number;
  /** 0 to below `below`. */
  int(below: number): number;
  /** From `least` to `most`, both possible. */
  between(least: number, most: number): number;
  pick<T>(values: readonly T[]): T;
  /** By weights. */
  weighed<T extends string>(weights: Record<T, number>): T;
  isTrue(probability: number): boolean;
  /** A UUID of this chance. */
  uuid(): string;
  /** 32 characters of a cart's token. */
  token(): string;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number) => Math.floor(next() * below);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const chance: Chance = {
    next,
    int,
    between: (least, most) => least + int(most - least + 1),
    pick: (values) => {
      const value = values[int(values.length)];
      if (value === undefined) throw new Error('Nothing to pick from.');
      return value;
    },
    weighed: (weights) => {
      const names = Object.keys(weights) as (keyof typeof weights)[];
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      return chance.pick(names);
    },
    isTrue: (probability) => next() < probability,
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => int(16).toString(16)).join('');
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
    },
    token: () => Array.from({ length: 32 }, () => letters[int(64)]).join(''),
  };
  return chance;
}
