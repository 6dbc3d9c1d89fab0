/** Entries of the outbox as they lie on the disk: read one by one, so that a broken one hurts no other (F12). */
import {
  commandKinds,
  commandStates,
  commandVersion,
  type WaitingCommand,
} from '#domain/waiting/waiting-command.ts';

export type ReadEntry =
  | { kind: 'good'; entry: WaitingCommand }
  /** Written by a newer version of the shop: left as it is, shown, not sent. */
  | { kind: 'newer'; entry: WaitingCommand }
  | { kind: 'broken'; reason: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value);
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/**
 * Steps from an older form to the next, by the version they start from. An entry of version n is carried to n + 1 by
 * `carryOver[n]`; its key never changes.
 */
const carryOver: Record<number, (old: Record<string, unknown>) => Record<string, unknown>> = {
  // Before versions were counted: no pause of the shop's own, no name of the owner.
  0: (old) => ({ notBefore: 0, owner: 'guest', ...old, schemaVersion: 1 }),
};

/** Judges what was read; never throws. */
export function readEntry(stored: unknown): ReadEntry {
  if (!isRecord(stored)) return { kind: 'broken', reason: 'not an entry' };
  let value = stored;
  const version = value['schemaVersion'] ?? 0;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0)
    return { kind: 'broken', reason: 'version' };
  if (version > commandVersion) {
    const { id, seq } = value;
    if (!isText(id, /^[A-Za-z0-9_-]{16,64}$/) || !isCount(seq)) return { kind: 'broken', reason: 'newer' };
    return {
      kind: 'newer',
      // Only what names it is trusted: the rest means what the newer version says.
      entry: { ...blank, ...(value as unknown as WaitingCommand), state: 'parked', reason: 'newer' },
    };
  }
  for (let at = version; at < commandVersion; at += 1) value = carryOver[at]?.(value) ?? value;
  const fault = faultOf(value);
  return fault === null
    ? { kind: 'good', entry: value as unknown as WaitingCommand }
    : { kind: 'broken', reason: fault };
}

const blank: Pick<
  WaitingCommand,
  'scope' | 'line' | 'params' | 'body' | 'tries' | 'nextTryAt' | 'notBefore' | 'at'
> = {
  scope: '',
  line: null,
  params: {},
  body: {},
  tries: 0,
  nextTryAt: 0,
  notBefore: 0,
  at: 0,
};

function faultOf(value: Record<string, unknown>): string | null {
  if (!isText(value['id'], /^[A-Za-z0-9_-]{16,64}$/)) return 'id';
  if (!isCount(value['seq'])) return 'seq';
  if (!isText(value['owner'], /./)) return 'owner';
  if (!isText(value['scope'], /./)) return 'scope';
  if (value['line'] !== null && typeof value['line'] !== 'string') return 'line';
  if (!commandKinds.includes(value['kind'] as never)) return 'kind';
  if (!commandStates.includes(value['state'] as never)) return 'state';
  if (!isRecord(value['params'])) return 'params';
  if (!isRecord(value['body'])) return 'body';
  if (typeof value['locale'] !== 'string' || typeof value['channel'] !== 'string') return 'locale';
  for (const name of ['at', 'tries', 'nextTryAt', 'notBefore']) if (!isCount(value[name])) return name;
  return null;
}
