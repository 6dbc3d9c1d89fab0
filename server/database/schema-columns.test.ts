/**
 * The table types (schema-*.ts) say what the migrated database has: its columns, their types, which may be null and which
 * may be left out of a new row. The database's columns are written as a file of types, and the compiler compares.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

interface Column {
  table: string;
  name: string;
  type: string;
  /** Null: of a view, of which the database does not know. */
  isNullable: boolean | null;
  /** A new row may leave it out. */
  isOptional: boolean;
}

/** As the pool reads them (pool.ts); what jsonb holds is the code's affair. */
const readAs: Record<string, string> = {
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  text: 'string',
  uuid: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'unknown',
  _text: 'string[]',
  _int4: 'number[]',
};

/** What statements in SQL alone read and write, and columns that wait for a later version to go (decisions 23, 36). */
const withoutTypes = new Set([
  'channel.skip_payment_step',
  'channel.skip_shipping_step',
  'channel.split_mode',
  'channel.withdrawal_function',
  'feed_row',
  'migration',
  'offer_plan',
  'pickup_point.max_size',
]);

const compare = `import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/schema.ts';
type Row<T> = T extends keyof Database ? Selectable<Database[T]> : object;
type NewRow<T> = T extends keyof Database ? Insertable<Database[T]> : object;
type NullOf<T, C> = C extends keyof Row<T> ? (null extends Row<T>[C] ? 'nullable' : 'not null') : 'no type';
type TypeOf<T, C> = C extends keyof Row<T> ? NonNullable<Row<T>[C]> : never;
type NewOf<T, C> = C extends keyof NewRow<T> ? (undefined extends NewRow<T>[C] ? 'optional' : 'required') : 'required';
type Is<Typed extends Stored, Stored> = [Typed, Stored];
type ColumnOf<T extends keyof Database> = \`\${T}.\${keyof Database[T] & string}\`;
type Typed = { [T in keyof Database]: ColumnOf<T> }[keyof Database];
`;

/** What the compiler finds different, each with the column it is about. */
function differences(columns: readonly Column[]): string[] {
  const lines = columns.map(({ table, name, type, isNullable, isOptional }, n) => {
    const column = `'${table}', '${name}'`;
    const facts = [
      `Is<TypeOf<${column}>, ${readAs[type] ?? 'never'}>`,
      ...(isNullable === null ? [] : [`Is<NullOf<${column}>, '${isNullable ? 'nullable' : 'not null'}'>`]),
      // A new row without a column that has no default would be refused.
      ...(isOptional ? [] : [`Is<NewOf<${column}>, 'required'>`]),
    ];
    return `export type Column${n} = [${facts.join(', ')}]; // ${table}.${name}`;
  });
  const stored = columns.map(({ table, name }) => `'${table}.${name}'`).join(' | ');
  const gone = `export type Gone = Is<Exclude<Typed, ${stored}>, never>; // gone`;
  const source = [...compare.split('\n'), gone, ...lines, ''];
  return diagnosticsOf(source.join('\n')).map(({ line, sentence }) => {
    const subject = / \/\/ (.*)$/.exec(source[line - 1] ?? '')?.[1] ?? `line ${line}`;
    return `${subject}: ${sentence}`;
  });
}

function diagnosticsOf(source: string): { line: number; sentence: string }[] {
  const root = path.join(import.meta.dirname, '../..');
  mkdirSync(path.join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'test-results/columns-'));
  try {
    writeFileSync(path.join(folder, 'columns.ts'), source);
    const config = { extends: '../../tsconfig.json', include: ['columns.ts'] };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
    });
    return Array.from(
      stdout.matchAll(/columns\.ts\((\d+),\d+\): error \w+: (.*)/g),
      ([, line, sentence]) => ({
        line: Number(line),
        sentence: sentence ?? '',
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function columnsOfDatabase(): Promise<Column[]> {
  const { rows } = await database.pool.query<Column>(
    `select c.table_name as "table", c.column_name as name, c.udt_name as type,
       case t.table_type when 'BASE TABLE' then c.is_nullable = 'YES' end as "isNullable",
       c.is_nullable = 'YES' or c.column_default is not null or c.is_identity = 'YES' as "isOptional"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' order by c.table_name, c.ordinal_position`,
  );
  return rows;
}

/** Columns that a type is wanted for. */
const typedColumns = async (): Promise<Column[]> =>
  (await columnsOfDatabase()).filter(
    ({ table, name }) => !withoutTypes.has(table) && !withoutTypes.has(`${table}.${name}`),
  );

test('the table types have the columns of the migrated database, their types and nulls', async () => {
  const columns = await typedColumns();
  expect(columns.length).toBeGreaterThan(500);
  expect(differences(columns)).toEqual([]);
}, 60_000);

test('each way of drifting apart is told with its column', async () => {
  const drift: Record<string, Partial<Column>> = {
    key: { isNullable: true },
    order_id: { name: 'order_number' },
    agreed_at: { type: 'text' },
    created_at: { isOptional: false },
  };
  const drifted = (await typedColumns()).map((column) =>
    column.table === 'order_intent' ? { ...column, ...drift[column.name] } : column,
  );
  expect(differences(drifted)).toEqual([
    `gone: Type '"order_intent.order_id"' does not satisfy the constraint 'never'.`,
    `order_intent.key: Type '"not null"' does not satisfy the constraint '"nullable"'.`,
    `order_intent.order_number: Type '"no type"' does not satisfy the constraint '"not null"'.`,
    `order_intent.agreed_at: Type 'Date' does not satisfy the constraint 'string'.`,
    `order_intent.created_at: Type '"optional"' does not satisfy the constraint '"required"'.`,
  ]);
}, 60_000);
