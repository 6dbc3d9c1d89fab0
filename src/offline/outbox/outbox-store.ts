/**
 * The outbox on the disk: IndexedDB database `arimas-outbox`, touched by nobody else and never cleaned up. What `change`
 * resolves for is durable: the transaction's `complete` came, asked for with strict durability (I1).
 */
import { withNewerKinds } from '#domain/cart/begun-cart.ts';
import { formVersion } from '#domain/waiting/waiting-command.ts';
import { readEntry } from './outbox-entry.ts';
import { staleCarts } from './stale-carts.ts';
import type { CartRecord, Reading, Changes, Lease } from './outbox-records.ts';
import { asPromise, databaseVersion, openOutboxDatabase, type OutboxDatabase } from './outbox-database.ts';

export const outboxName = 'arimas-outbox';

export interface OutboxStore {
  read(): Promise<Reading>;
  /**
   * Reads, decides and writes in one transaction; resolves once that is on the disk. `decide` must not wait for anything.
   * `seen` is told what stands there now, right before it resolves: a screen needs no reading of its own.
   */
  change<T>(
    decide: (now: Reading) => { changes: Changes; result: T },
    seen?: (now: Reading) => void,
  ): Promise<T>;
  /** Takes or keeps the right to send where the browser has no locks; false while another holder has it. */
  takeLease(holder: string, now: number, length: number): Promise<boolean>;
  freeLease(holder: string): Promise<void>;
  close(): void;
}

/** Takes a stored entry into what was read; one that cannot be understood is put aside. */
function addEntry(reading: Reading, seq: number, stored: unknown): void {
  const read = readEntry(stored);
  if (read.kind === 'broken') reading.broken.push({ seq, reason: read.reason, content: stored });
  else reading.entries.push(read.entry);
}

/** An entry that a newer version has written lies as it is, whatever becomes of its cart (F12). */
function withoutNewer({ entries }: Reading, { update = [], remove = [], ...changes }: Changes): Changes {
  const newer = new Set(entries.flatMap(({ seq, reason }) => (reason === 'newer' ? [seq] : [])));
  const isOurs = ({ seq }: { seq: number }) => !newer.has(seq);
  return { ...changes, update: update.filter(isOurs), remove: remove.filter(isOurs) };
}

/** What stands after the changes, without what they append: the transaction knows it, so that nothing is read twice. */
function withChanges(
  before: Reading,
  { remove = [], update = [], carts = [], cart }: Changes,
  stale: readonly string[],
): Reading {
  const gone = new Set(remove.map(({ seq }) => seq));
  const updated = new Map(update.map((entry) => [entry.seq, entry]));
  const kept = new Map([...before.carts, ...carts.map((one) => [one.token, one] as const)]);
  for (const token of stale) kept.delete(token);
  return {
    ...before,
    entries: before.entries
      .filter(({ seq }) => !gone.has(seq))
      .map((entry) => updated.get(entry.seq) ?? entry),
    broken: before.broken.filter(({ seq }) => !gone.has(seq)),
    carts: kept,
    cart: cart === undefined ? before.cart : cart,
  };
}

/** All records in one question; one by one only where one of them cannot be read. */
async function readStore(
  store: IDBObjectStore,
  take: (key: IDBValidKey, value: unknown) => void,
  fail: (key: IDBValidKey, reason: string) => void,
): Promise<void> {
  // One record that cannot be read fails them all: they are read one by one below.
  const values = await asPromise<Record<string, IDBValidKey>[]>(store.getAll()).catch(() => null);
  const keys =
    values === null
      ? await asPromise(store.getAllKeys())
      : values.map((value) => value[String(store.keyPath)] ?? '');
  for (const [at, key] of keys.entries()) {
    try {
      take(key, values === null ? await asPromise(store.get(key)) : values[at]);
    } catch (error) {
      fail(key, error instanceof Error ? error.name : 'unreadable');
    }
  }
}

async function readAll(transaction: IDBTransaction): Promise<Reading> {
  const reading: Reading = {
    entries: [],
    broken: [],
    carts: new Map(),
    cart: null,
    isReadOnly: transaction.db.version > databaseVersion,
  };
  const takeEntry = (key: IDBValidKey, stored: unknown) => addEntry(reading, Number(key), stored);
  const takeCart = (_key: IDBValidKey, stored: unknown) => {
    const record = stored as CartRecord;
    reading.carts.set(record.token, { ...record, order: record.order && withNewerKinds(record.order) });
  };
  const [cart] = await Promise.all([
    // Local storage knows the cart in front too.
    asPromise(transaction.objectStore('meta').get('cart')).catch(() => null),
    readStore(transaction.objectStore('entries'), takeEntry, (key, reason) =>
      reading.broken.push({ seq: Number(key), reason, content: null }),
    ),
    // A copy of what the shop has said that cannot be read: it is asked again.
    readStore(transaction.objectStore('carts'), takeCart, () => undefined),
  ]);
  reading.cart = typeof cart === 'string' ? cart : null;
  return reading;
}

/** Writes what is to change in a transaction that has read what stands there; what stands there afterwards. */
async function writeAll(transaction: IDBTransaction, reading: Reading, changes: Changes): Promise<Reading> {
  const entries = transaction.objectStore('entries');
  for (const { seq } of changes.remove ?? []) entries.delete(seq);
  for (const entry of changes.update ?? []) entries.put(entry);
  const carts = transaction.objectStore('carts');
  for (const cart of changes.carts ?? []) carts.put(cart);
  const stale = staleCarts(reading, changes);
  for (const token of stale) carts.delete(token);
  if (changes.cart === null) transaction.objectStore('meta').delete('cart');
  else if (changes.cart !== undefined) transaction.objectStore('meta').put(changes.cart, 'cart');
  const after = withChanges(reading, changes, stale);
  // Together: one that fails ends the others, and each of them says so.
  const appended = await Promise.all(
    (changes.append ?? []).map(async (command) => {
      const stored = {
        state: 'queued' as const,
        ...command,
        schemaVersion: formVersion(command.kind),
        tries: 0,
        nextTryAt: 0,
        notBefore: 0,
      };
      return { ...stored, seq: Number(await asPromise(entries.add(stored))) };
    }),
  );
  for (const stored of appended) addEntry(after, stored.seq, stored);
  return after;
}

/** The right to send in the database, for browsers without locks. */
const leasesIn = ({ run }: OutboxDatabase): Pick<OutboxStore, 'takeLease' | 'freeLease'> => ({
  takeLease: (holder, now, length) =>
    run('readwrite', async (transaction) => {
      const meta = transaction.objectStore('meta');
      const lease = (await asPromise(meta.get('lease'))) as Lease | undefined;
      // A clock that was set back must not lock everybody out.
      const isHeld =
        lease !== undefined && lease.holder !== holder && lease.until > now && lease.until <= now + length;
      if (!isHeld) meta.put({ holder, until: now + length } satisfies Lease, 'lease');
      return !isHeld;
    }),
  freeLease: (holder) =>
    run('readwrite', async (transaction) => {
      const meta = transaction.objectStore('meta');
      const lease = (await asPromise(meta.get('lease'))) as Lease | undefined;
      if (lease?.holder === holder) meta.delete('lease');
    }),
});

/** @param factory given by tests; the browser's own by default. */
export function openOutboxStore(
  factory: IDBFactory | undefined = globalThis.indexedDB,
  name = outboxName,
): OutboxStore {
  const database = openOutboxDatabase(factory, name);
  return {
    read: () => database.run('readonly', readAll),
    change: async (decide, seen) => {
      const { after, result } = await database.run('readwrite', async (transaction) => {
        const reading = await readAll(transaction);
        const { changes, result } = decide(reading);
        return { after: await writeAll(transaction, reading, withoutNewer(reading, changes)), result };
      });
      seen?.(after);
      return result;
    },
    ...leasesIn(database),
    close: () => database.close(),
  };
}
