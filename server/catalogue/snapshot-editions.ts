/**
 * The catalogue as devices keep it (contract CAT-14): rows per channel and language in memory, and in the database in
 * which edition each of them changed last. What changed is found by comparing the rows themselves, so nothing that a row
 * shows can change unnoticed, whatever caused it.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { toDictionaries } from '#domain/offline-catalogue/snapshot-dictionaries.ts';
import { optionTable, toRow, type OptionTable } from '#domain/offline-catalogue/snapshot-rows.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Catalogue } from './catalogue.ts';

export interface SnapshotEdition {
  lineage: string;
  edition: number;
  /** By id: the row as JSON text and the edition that it is of; a null text: the product is gone. */
  rows: readonly { id: number; text: string | null; edition: number }[];
  dictionaries: { text: string; edition: number };
}

interface Kept extends SnapshotEdition {
  /** Version of the catalogue that it was read from. */
  version: string;
  texts: Map<number, string>;
  readAt: number;
}

/** Products read at once. */
const portion = 200;
/** ms that an edition is given out before it is looked at anew. */
const restFor = 60_000;

const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 16);

export class SnapshotEditions {
  readonly #catalogue: Catalogue;
  readonly #restFor: number;
  readonly #kept = new Map<string, Kept>();
  readonly #reading = new Map<string, Promise<Kept>>();
  /** Products that changed since a kept edition was read, by its key; null: any may have. */
  readonly #changed = new Map<string, Set<number> | null>();

  constructor(catalogue: Catalogue, rest = restFor) {
    this.#catalogue = catalogue;
    this.#restFor = rest;
    catalogue.onChange((products) => {
      for (const key of this.#kept.keys()) {
        const changed = this.#changed.get(key);
        if (products === null) this.#changed.set(key, null);
        else if (changed !== null) this.#changed.set(key, new Set([...(changed ?? []), ...products]));
      }
    });
  }

  /** The edition to give out now; at most a minute behind the catalogue. */
  async current(channel: string, locale: string): Promise<SnapshotEdition> {
    const key = `${channel} ${locale}`;
    const kept = this.#kept.get(key);
    if (kept && (kept.version === this.#catalogue.version || performance.now() - kept.readAt < this.#restFor))
      return kept;
    let reading = this.#reading.get(key);
    if (!reading) {
      reading = this.#read(channel, locale, kept).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }

  async #read(channel: string, locale: string, before: Kept | undefined): Promise<Kept> {
    const key = `${channel} ${locale}`;
    const catalogue = this.#catalogue;
    const { version, state } = catalogue;
    // Of another version with nothing noted: it changed while the first edition was being read.
    const changed = before ? (this.#changed.get(key) ?? null) : null;
    this.#changed.delete(key);
    const options = await readOptions(catalogue.db, locale);
    const texts = changed ? new Map(before?.texts) : new Map<number, string>();
    const ids = changed ? [...changed] : state.goods.products.map(({ id }) => id);
    for (let at = 0; at < ids.length; at += portion) {
      const wanted = ids.slice(at, at + portion);
      const products = await catalogue.load(channel, wanted);
      for (const id of wanted) {
        const product = products.get(id);
        const member = state.goods.memberOfId(id);
        const known = member === undefined ? undefined : state.goods.products[member];
        if (product && known)
          texts.set(id, JSON.stringify(toRow(product, known, state.data, options, locale)));
        else texts.delete(id);
      }
      await new Promise(setImmediate);
    }
    const dictionaries = JSON.stringify(toDictionaries(state.data, options, locale));
    const written = await inTransaction(catalogue.db, (trx) =>
      writeEdition(trx, channel, locale, texts, dictionaries),
    );
    const next: Kept = { ...written, version, texts, readAt: performance.now() };
    this.#kept.set(key, next);
    return next;
  }
}

async function readOptions(db: Kysely<Database>, locale: string): Promise<OptionTable> {
  const rows = await db
    .selectFrom('option_value')
    .select(['option_code', 'option_name', 'code', 'value'])
    .orderBy('id')
    .execute();
  return optionTable(
    rows.map((row) => ({
      optionCode: row.option_code,
      optionName: row.option_name,
      code: row.code,
      value: row.value,
    })),
    locale,
  );
}

/** Compares with what was told last, and opens a new edition if anything differs. */
async function writeEdition(
  db: Kysely<Database>,
  channel: string,
  locale: string,
  texts: ReadonlyMap<number, string>,
  dictionaries: string,
): Promise<SnapshotEdition> {
  await db
    .insertInto('snapshot_edition')
    .values({
      channel,
      locale,
      lineage: randomBytes(6).toString('hex'),
      edition: 0,
      dictionaries: '',
      dictionaries_edition: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Two processes of the shop take turns.
  const head = await db
    .selectFrom('snapshot_edition')
    .selectAll()
    .where('channel', '=', channel)
    .where('locale', '=', locale)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const stored = await db
    .selectFrom('snapshot_row')
    .select(['product_id', 'hash', 'edition', 'gone'])
    .where('channel', '=', channel)
    .where('locale', '=', locale)
    .execute();
  const known = new Map(stored.map((row) => [row.product_id, row]));
  const edition = head.edition + 1;
  const fresh: { id: number; hash: string; gone: boolean }[] = [];
  const rows: { id: number; text: string | null; edition: number }[] = [];
  for (const [id, text] of texts) {
    const hash = hashOf(text);
    const row = known.get(id);
    const isSame = row !== undefined && !row.gone && row.hash === hash;
    if (!isSame) fresh.push({ id, hash, gone: false });
    rows.push({ id, text, edition: isSame ? row.edition : edition });
  }
  for (const row of stored) {
    if (texts.has(row.product_id)) continue;
    if (!row.gone) fresh.push({ id: row.product_id, hash: '', gone: true });
    rows.push({ id: row.product_id, text: null, edition: row.gone ? row.edition : edition });
  }
  rows.sort((one, other) => one.id - other.id);
  const hash = hashOf(dictionaries);
  const isNew = hash !== head.dictionaries;
  const next = fresh.length > 0 || isNew ? edition : head.edition;
  if (fresh.length > 0) {
    await sql`
      insert into snapshot_row (channel, locale, product_id, hash, edition, gone)
      select ${channel}, ${locale}, r.id, r.hash, ${next}, r.gone from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as r(id int, hash text, gone boolean)
      on conflict (channel, locale, product_id) do update set hash = excluded.hash, edition = excluded.edition, gone = excluded.gone`.execute(
      db,
    );
  }
  const dictionariesEdition = isNew ? next : head.dictionaries_edition;
  if (next !== head.edition) {
    await db
      .updateTable('snapshot_edition')
      .set({ edition: next, dictionaries: hash, dictionaries_edition: dictionariesEdition })
      .where('channel', '=', channel)
      .where('locale', '=', locale)
      .execute();
  }
  return {
    lineage: head.lineage,
    edition: next,
    rows,
    dictionaries: { text: dictionaries, edition: dictionariesEdition },
  };
}
