import { CompiledQuery, type Kysely } from 'kysely';
import type { ClientBase } from 'pg';
import type { Database } from './schema.ts';

/** Runs one statement in the transaction of the caller, which may be of the import's client or of kysely. */
export type RunSql = <Row = unknown>(text: string, values: readonly unknown[]) => Promise<Row[]>;

export const onClient =
  (client: ClientBase): RunSql =>
  async (text, values) =>
    (await client.query(text, [...values])).rows;

export const onKysely =
  (db: Kysely<Database>): RunSql =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
