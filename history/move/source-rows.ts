/** The rows of a file in the order of their keys, a batch at a time, as PostgreSQL can keep them. */
import { sql } from 'kysely';
import type { Writing } from '../history.ts';
import { type MovedTable, movedTables, rowsAtOnce } from './moved-tables.ts';

export type Value = string | number | null;
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

export type Batch = { readonly rows: readonly Row[]; readonly after: After };

export const countOf = async (from: Writing, table: MovedTable): Promise<number> => {
  const { count } = await from
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Row by row a table may be larger than the memory. */
export const batchesOf = async function* (from: Writing, table: MovedTable, begun?: After): AsyncGenerator<Batch> {
  const keys = movedTables[table];
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
