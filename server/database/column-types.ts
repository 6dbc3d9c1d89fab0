/** How columns are read, and what they are written as. */
import type { ColumnType } from 'kysely';

/** jsonb: read as T, written as its JSON text (`JSON.stringify`), for `pg` would make a Postgres array of an array. */
export type Json<T> = ColumnType<T, string, string>;
/** jsonb that may be null or left out. */
export type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** timestamptz: read as Date, written as Date or ISO text. */
export type Moment = ColumnType<Date, Date | string, Date | string>;
export type GeneratedMoment = ColumnType<Date, Date | string | undefined, Date | string>;
export type OptionalMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
