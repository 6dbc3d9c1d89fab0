/**
 * Reads an answer by the contract's schema. Whoever runs the shop may be a step ahead of this device or carry an old row:
 * a part that cannot be read is left out and named, and does not take the rest of the answer with it.
 */
import type { z } from '#lib/zod.ts';

type Path = readonly PropertyKey[];
type Schema = Pick<z.ZodMiniType, 'safeParse'>;

export interface ReadAnswer {
  value: unknown;
  /** Paths of what was there and could not be read, such as `data[2]` or `company`: names of the contract, no values. */
  leftOut: string[];
}

/** More than this is no answer with a fault but another answer. */
const mostLeftOut = 20;

/**
 * @param entriesMayGo whether one entry of a list can go without the others saying something wrong: of a catalogue, not of
 *   the lines of an order
 * @returns null where what is left says nothing
 */
export function readAnswer(schema: Schema, given: unknown, entriesMayGo: boolean): ReadAnswer | null {
  let answer = given;
  const leftOut: string[] = [];
  for (;;) {
    const read = schema.safeParse(answer);
    if (read.success) return { value: read.data, leftOut };
    const paths = read.error.issues.map(({ path }) => path);
    const cleared = withoutNulls(answer, paths);
    if (cleared !== undefined) {
      answer = cleared;
      continue;
    }
    if (leftOut.length === mostLeftOut) return null;
    const smaller = leaveOut(schema, answer, paths[0] ?? [], paths.length, entriesMayGo);
    if (smaller === null) return null;
    answer = smaller.answer;
    leftOut.push(smaller.name);
  }
}

/** A member of an answer that may be missing may be null as well (contract 2, the sign `?`): both say that there is none. */
function withoutNulls(answer: unknown, paths: readonly Path[]): unknown {
  const nulls = paths.filter((path) => path.length > 0 && isMember(path) && at(answer, path) === null);
  if (nulls.length === 0) return undefined;
  const copy = structuredClone(answer);
  for (const path of nulls) remove(copy, path);
  return copy;
}

/** Leaves out the smallest part around a fault with which there are fewer faults than before. */
function leaveOut(
  schema: Schema,
  answer: unknown,
  path: Path,
  faults: number,
  entriesMayGo: boolean,
): { answer: unknown; name: string } | null {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    if (!entriesMayGo && !isMember(part)) return null;
    const copy = structuredClone(answer);
    remove(copy, part);
    const read = schema.safeParse(copy);
    if (read.success || read.error.issues.length < faults) return { answer: copy, name: nameOf(part) };
  }
  return null;
}

const isMember = (path: Path): boolean => typeof path.at(-1) === 'string';
const isHolder = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;
const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (isHolder(inner) ? inner[key] : undefined), value);

function remove(answer: unknown, path: Path): void {
  const key = path.at(-1);
  const holder = at(answer, path.slice(0, -1));
  if (key === undefined || !isHolder(holder)) return;
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

const nameOf = (path: Path): string =>
  path.reduce<string>(
    (name, key) =>
      typeof key === 'number' ? `${name}[${key}]` : name === '' ? String(key) : `${name}.${String(key)}`,
    '',
  );
