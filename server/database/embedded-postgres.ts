import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import {
  asServerUser,
  checkPlace,
  giveDataBack,
  makeWritable,
  noRoomFor,
  noteApart,
  placeFor,
  tellApart,
  type Place,
} from './postgres-place.ts';
import {
  addressOf,
  createData,
  deadline,
  isAlive,
  launch,
  mayBePostgres,
  readPidFile,
  tailOf,
  type PostgresAddress,
} from './postgres-process.ts';
import { StartError } from '#server/errors/start-error.ts';

export type EmbeddedPostgres = {
  address: PostgresAddress;
  /** Folder that holds the data: differs from DATA_DIR when root's folder is closed to the server's user. */
  folder: string;
  /** One sentence about it where it differs, else null. */
  apart: string | null;
  /** True when a living server was found and taken over instead of started. */
  adopted: boolean;
  /** Leaves the server, and stops it when nobody else uses it. */
  close(): Promise<void>;
};

type Options = {
  /** DATA_DIR. */
  dataDir: string;
  /** The shop server itself: one per data folder. Commands and tests share. */
  exclusive: boolean;
  /** Further settings of PostgreSQL, e.g. `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>;
};

/** Advisory locks in the database `postgres`: the one shop server, and everybody who uses this PostgreSQL. */
const shopLock = 7411;
const userLock = 7412;
/** Starts in a row that may end at once; each is 50 ms after the last. */
const patience = 4;

async function connect(address: PostgresAddress): Promise<Client> {
  const client = new Client({ ...address, database: 'postgres', connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A living server of this very data folder, or null. */
async function adopt(
  place: Place,
): Promise<{ client: Client; address: PostgresAddress; pid: number } | null> {
  const found = readPidFile(place.data);
  if (!found || !isAlive(found.pid)) return null;
  if (!mayBePostgres(found.pid)) {
    rmSync(path.join(place.data, 'postmaster.pid'), { force: true });
    return null;
  }
  const address = addressOf(found.run ? { ...place, run: found.run } : place, found.port);
  try {
    const client = await connect(address);
    const answer = await client.query<{ data_directory: string }>('show data_directory');
    if (realpathSync(answer.rows[0]?.data_directory ?? '/') === realpathSync(place.data)) {
      return { client, address, pid: found.pid };
    }
    await client.end();
  } catch (error) {
    // It is made with the folder, and nobody takes it away: its files are not there.
    if ((error as { code?: string }).code === '3D000') {
      process.kill(found.pid, 'SIGINT');
      throw new StartError(notWhole(place, (error as Error).message));
    }
    // Starting, stopping or recovering: the caller looks again.
  }
  return null;
}

async function leave(client: Client, pid: number): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [userLock]);
    const last = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [userLock]);
    if (!last.rows[0]?.ok) return;
    process.kill(pid, 'SIGINT');
    // The lock is kept until the server ends it: who got it before would use a server that is about to stop.
    for (const until = Date.now() + deadline; isAlive(pid) && Date.now() < until;) await wait(5);
  } catch {
    // The server is gone already (ESRCH, connection ended): stopped.
  } finally {
    // Whether it ends well or not, nobody uses it again.
    await client.end().catch(() => {});
  }
}

const notWhole = ({ data }: Place, why: string): string =>
  `The database in ${data} is not whole (${why}). Put the whole copy back (cp -a, while no shop runs), or set DATA_DIR to another folder.`;

type Hold = { client: Client; address: PostgresAddress; pid: number; started: boolean };

/** What helps where the files of the database are another user's, as those of a copy are. */
const cureOf = ({ log, data }: Place): string =>
  /permission denied|wrong ownership|invalid permissions/i.test(tailOf(log))
    ? ` The files belong to another user, or are open to others: chown -R ${String(asServerUser.uid ?? process.getuid?.() ?? 'USER')} ${data} and chmod -R go= ${data} give them back; cp -a keeps owners.`
    : '';

/** A server without room starts and ends again and again: what it has written since `from` says so. */
function isDiskFull({ log }: Place, from: number): boolean {
  if (!existsSync(log)) return false;
  const text = readFileSync(log);
  // A log that grew too long was begun anew.
  return /No space left on device|disk quota exceeded/i.test(
    text.subarray(text.length < from ? 0 : from).toString(),
  );
}

/** Finds or starts the server and takes our locks on it. */
async function acquire(
  place: Place,
  binaries: PostgresBinaries,
  { dataDir, exclusive, settings = {} }: Options,
): Promise<Hold> {
  let started = false;
  let failures = 0;
  const logFrom = existsSync(place.log) ? statSync(place.log).size : 0;
  /** A line of the log may be about something that went well at the second try. */
  const patientUntil = Date.now() + 5_000;
  for (const until = Date.now() + deadline; Date.now() < until; await wait(50)) {
    const found = await adopt(place);
    if (!found) {
      if (Date.now() > patientUntil && isDiskFull(place, logFrom))
        throw new StartError(noRoomFor(place.data));
      const living = readPidFile(place.data);
      if (living && isAlive(living.pid) && mayBePostgres(living.pid)) continue;
      started = await launch(place, binaries, settings);
      failures = started ? 0 : failures + 1;
      // One that starts while another starts or stops loses in many ways, and both write into one log: only a server
      // that ends again and again, with nobody else about, has a fault of its own.
      if (failures >= patience) {
        if (isDiskFull(place, logFrom)) throw new StartError(noRoomFor(place.data));
        throw new StartError(`The database server ended at once: ${tailOf(place.log)}${cureOf(place)}`);
      }
      continue;
    }
    const { client } = found;
    try {
      const locked = await client.query<{ ok: boolean }>('select pg_try_advisory_lock_shared($1) as ok', [
        userLock,
      ]);
      if (!locked.rows[0]?.ok) throw new Error('stopping');
      // A server that was told to stop ends its connections one by one, and takes no new one from then on.
      await (await connect(found.address)).end();
      if (exclusive) {
        const alone = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [
          shopLock,
        ]);
        if (!alone.rows[0]?.ok) {
          throw new StartError(
            `The data folder ${dataDir} is already served by another process. Stop it first, or set DATA_DIR to another folder.`,
          );
        }
      }
    } catch (error) {
      // The error before it is the one that counts.
      await client.end().catch(() => {});
      if (error instanceof StartError) throw error;
      continue;
    }
    return { ...found, started };
  }
  throw new StartError(`The database in ${place.data} could not be opened, see ${place.log}`);
}

/**
 * PostgreSQL on the data folder: started as a child, or adopted when it lives already (it survives a SIGKILL of ours).
 * Everybody who uses it holds a shared advisory lock; the last one out stops it, so nobody takes it from another.
 * A server that dies under us is started again on the same address, so that pools find it.
 * @throws StartError when the folder cannot be used or another shop serves it
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  makeWritable(options.dataDir);
  const place = placeFor(options.dataDir);
  const binaries = findBinaries(place.copyTo);
  checkPlace(options.dataDir, place);
  if (!existsSync(place.data)) createData(place, binaries);
  noteApart(options.dataDir, place);
  giveDataBack(place.data);
  const versionFile = path.join(place.data, 'PG_VERSION');
  if (!existsSync(versionFile)) throw new StartError(notWhole(place, 'PG_VERSION is missing'));
  const major = readFileSync(versionFile, 'utf8').trim();
  if (major !== '18') {
    throw new StartError(
      `The data in ${place.data} is of PostgreSQL ${major}; this shop brings PostgreSQL 18.`,
    );
  }
  let hold = await acquire(place, binaries, options);
  const closing = new AbortController();
  let reviving: Promise<void> | null = null;
  const watch = ({ client }: Hold): void => {
    client.once('end', () => {
      if (!closing.signal.aborted) reviving ??= revive();
    });
  };
  const revive = async (): Promise<void> => {
    for (let round = 1; !closing.signal.aborted; round += 1) {
      try {
        const next = await acquire(place, binaries, options);
        reviving = null;
        hold = next;
        watch(next);
        return;
      } catch {
        await wait(Math.min(250 * 2 ** round, 10_000), undefined, { ref: false });
      }
    }
  };
  watch(hold);
  return {
    address: hold.address,
    folder: place.data,
    apart: tellApart(options.dataDir, place),
    adopted: !hold.started,
    async close() {
      closing.abort();
      await reviving;
      await leave(hold.client, hold.pid);
    },
  };
}
