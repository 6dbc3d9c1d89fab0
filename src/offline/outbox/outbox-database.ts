/**
 * The outbox's database and its transactions. Connections that the browser loses (iOS after a pause) are opened anew and the work is
 * done once more; what fails otherwise is named by `OutboxUnavailable`.
 */
import { OutboxUnavailable, isLost, isFull } from './outbox-faults.ts';

export const databaseVersion = 1;
/** Longest wait for the disk in ms: after it the outbox counts as not to be had (F10). */
const openLimit = 5_000;

export interface OutboxDatabase {
  /**
   * One transaction over all stores; `work` may wait for requests only. Resolves once it is complete, which for a writing one means on
   * the disk (I1).
   */
  run: <T>(mode: IDBTransactionMode, work: (transaction: IDBTransaction) => Promise<T>) => Promise<T>;
  close(): void;
}

export const asPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', (event) => {
      // The fault of one record is not the fault of the transaction.
      event.preventDefault();
      event.stopPropagation();
      reject(request.error ?? new Error('IndexedDB'));
    });
  });

function create(db: IDBDatabase): void {
  const entries = db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
  entries.createIndex('id', 'id', { unique: true });
  db.createObjectStore('carts', { keyPath: 'token' });
  db.createObjectStore('meta');
}

/** Opens the database as it is on the disk, and makes it where there is none. `onGone`: the connection is over. */
function connect(
  factory: IDBFactory | undefined,
  name: string,
  version: number | undefined,
  onGone: () => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (factory === undefined) {
      reject(new OutboxUnavailable('closed'));
      return;
    }
    const timer = setTimeout(() => reject(new OutboxUnavailable('closed')), openLimit);
    const request = version === undefined ? factory.open(name) : factory.open(name, version);
    request.addEventListener('upgradeneeded', (event) => {
      if (event.oldVersion === 0) create(request.result);
    });
    request.addEventListener('error', () => {
      clearTimeout(timer);
      reject(request.error ?? new OutboxUnavailable('closed'));
    });
    request.addEventListener('success', () => {
      clearTimeout(timer);
      const db = request.result;
      // Another tab brings a newer form: let it, and open anew at the next use.
      db.addEventListener('versionchange', () => {
        onGone();
        db.close();
      });
      db.addEventListener('close', onGone);
      resolve(db);
    });
  });
}

/** One try of a transaction. */
async function transact<T>(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  // What this version would write the newer one may not understand, or may have put elsewhere.
  if (mode === 'readwrite' && db.version > databaseVersion) throw new OutboxUnavailable('newer');
  const transaction = db.transaction(['entries', 'carts', 'meta'], mode, {
    durability: mode === 'readwrite' ? 'strict' : 'default',
  });
  const complete = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('Aborted', 'AbortError')),
    );
  });
  // Whoever fails first is reported; the other must not be an unhandled rejection.
  complete.catch(() => undefined);
  let result: T;
  try {
    result = await work(transaction);
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It is over already.
    }
    throw error;
  }
  await complete;
  return result;
}

export function openOutboxDatabase(factory: IDBFactory | undefined, name: string): OutboxDatabase {
  let connection: Promise<IDBDatabase> | undefined;
  const drop = () => {
    connection = undefined;
  };
  const open = (): Promise<IDBDatabase> => {
    connection ??= connect(factory, name, databaseVersion, drop).catch((error: unknown) => {
      // A newer version of the shop has been here: its database is read as it is.
      if (error instanceof DOMException && error.name === 'VersionError')
        return connect(factory, name, undefined, drop);
      throw error;
    });
    // Whoever asked hears of it; the next one opens anew.
    connection.catch(drop);
    return connection;
  };
  return {
    run: async (mode, work) => {
      const once = async () => transact(await open(), mode, work);
      try {
        return await once();
      } catch (error) {
        if (!isLost(error) || isFull(error)) throw asFault(error);
      }
      drop();
      try {
        return await once();
      } catch (again) {
        throw asFault(again);
      }
    },
    close: () => {
      // A connection that never opened has nothing to close.
      void connection?.then((db) => db.close()).catch(() => undefined);
      drop();
    },
  };
}

/** What whoever asked is told: faults of the database by their names, others as they are. */
function asFault(error: unknown): unknown {
  if (isFull(error)) return new OutboxUnavailable('full');
  return error instanceof DOMException ? new OutboxUnavailable('closed') : error;
}
