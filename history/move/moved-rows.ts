/**
 * What a table holds, in some numbers that are the same for the same rows in either store. They are the count, each
 * sum, and a sum over the content of each row.
 */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reading, Writing } from '../history.ts';
import { keysOfTables, type TableName } from '../tables.ts';

/** Of the others a hundred are as long as one of these. */
const longRows: readonly TableName[] = ['run', 'bundle', 'evidence', 'goodAnswers'];

/** So many are held in memory. */
const rowsAtOnce = (table: TableName): number => (longRows.includes(table) ? 100 : 2_000);

type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;
/** The values of the key of the last row that was read. */
export type After = readonly Value[];

/** PostgreSQL knows no text with the character 0, and no moment between two ms; SQLite takes both. */
const storable = (value: Value): Value => {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD');
  return value === null ? null : Math.round(value);
};

const storableRow = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, storable(value)]));

type Batch = { readonly rows: readonly Row[]; readonly after: After };

export const countOf = async (from: Writing, table: TableName): Promise<number> => {
  const { count } = await from
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** The rows of a file in the order of their keys, a batch at a time: a whole table may be larger than the memory. */
export const batchesOf = async function* (from: Writing, table: TableName, begun?: After): AsyncGenerator<Batch> {
  const keys = keysOfTables[table];
  const key = sql.join(keys.map((name) => sql.ref(name)));
  for (let after = begun; ; ) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)}
      ${after === undefined ? sql`` : sql`where (${key}) > (${sql.join(after)})`}
      order by ${key} limit ${rowsAtOnce(table)}
    `.execute(from);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = keys.map((name) => last[name] ?? null);
    yield { rows: rows.map(storableRow), after };
  }
};

/** Sums of whole tables are beyond the numbers that are exact: they are kept as text. */
type Digest = Readonly<Record<string, string>>;

type MovedColumn = { readonly name: string; readonly isNumber: boolean };

/** As PostgreSQL has them, in the order of the alphabet. */
const columnsOf = async (read: Reading | Writing, table: TableName): Promise<MovedColumn[]> => {
  const { rows } = await sql<MovedColumn>`
    select column_name as name, data_type in ('bigint', 'integer') as "isNumber" from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by column_name collate "C"
  `.execute(read);
  return rows;
};

const hexDigits = 15;

/** So that no text looks like none, nor two like one. */
const hashOf = (row: Row, columns: readonly MovedColumn[]): bigint => {
  const text = columns.map(({ name }) => (row[name] === null ? '-' : `=${row[name]}\n`)).join('');
  return BigInt(`0x${createHash('md5').update(text).digest('hex').slice(0, hexDigits)}`);
};

const digestOfFile = async (from: Writing, table: TableName, columns: readonly MovedColumn[]): Promise<Digest> => {
  // Counted in one go: a batch that leaves out a row would leave it out here as it did when it was moved.
  const sums: Record<string, bigint> = { rows: BigInt(await countOf(from, table)), hash: 0n };
  const add = (name: string, value: bigint): void => {
    sums[name] = (sums[name] ?? 0n) + value;
  };
  for (const { name, isNumber } of columns) if (isNumber) add(name, 0n);
  for await (const { rows } of batchesOf(from, table)) {
    for (const row of rows) {
      add('hash', hashOf(row, columns));
      for (const { name, isNumber } of columns) if (isNumber) add(name, BigInt(row[name] ?? 0));
    }
  }
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, String(sum)]));
};

const digestOfDatabase = async (read: Reading, table: TableName, columns: readonly MovedColumn[]): Promise<Digest> => {
  const text = sql.join(
    columns.map(({ name }) => sql`coalesce('=' || ${sql.ref(name)}::text || chr(10), '-')`),
    sql` || `,
  );
  const hash = sql`('x' || substr(md5(${text}), 1, ${sql.lit(hexDigits)}))::bit(${sql.lit(4 * hexDigits)})::bigint`;
  const numbers = columns.filter(({ isNumber }) => isNumber);
  const { rows } = await sql<Record<string, string>>`
    select ${sql.join([
      sql`count(*)::text as rows`,
      sql`coalesce(sum(${hash}), 0)::text as hash`,
      ...numbers.map(({ name }) => sql`coalesce(sum(${sql.ref(name)}), 0)::text as ${sql.id(name)}`),
    ])} from ${sql.table(table)}
  `.execute(read);
  return rows[0] ?? {};
};

/** @returns What differs, in words; undefined where both hold the same. */
export const differenceOf = async (
  { from, read }: { readonly from: Writing; readonly read: Reading },
  table: TableName,
): Promise<string | undefined> => {
  const columns = await columnsOf(read, table);
  const [file, database] = [await digestOfFile(from, table, columns), await digestOfDatabase(read, table, columns)];
  const other = Object.keys(file).find((name) => file[name] !== database[name]);
  if (other === undefined) return undefined;
  const what = other === 'rows' || other === 'hash' ? other : `sum of ${other}`;
  return `${table}: ${what} ${file[other]} in the file, ${database[other]} in the database`;
};
