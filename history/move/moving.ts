/** How far a move has come: kept in the database that it goes to, in the same transaction as what was moved. */
import { sql } from 'kysely';
import { UsageError } from '../../contracts/usage-error.ts';
import type { Reading, Writing } from '../history.ts';
import { movingTable } from '../tables.ts';
import { type MovedTable, tableNames } from './moved-tables.ts';
import type { After } from './source-rows.ts';

const moving = sql.table(movingTable);

/** Of the file: under the name of no table. */
const sourceName = '';

const isThere = async (read: Reading | Writing): Promise<boolean> =>
  (await sql`select from pg_class where oid = to_regclass(${movingTable})`.execute(read)).rows.length > 0;

const textOf = async (read: Reading | Writing, name: string): Promise<string | undefined> => {
  const { rows } = await sql<{ after: string }>`select after from ${moving} where name = ${name}`.execute(read);
  return rows[0]?.after;
};

const note = async (to: Writing, name: string, after: string): Promise<void> => {
  await sql`
    insert into ${moving} values (${name}, ${after}) on conflict (name) do update set after = excluded.after
  `.execute(to);
};

export const hasOthers = (): UsageError =>
  new UsageError('the database of DATABASE_URL has results of its own: name one in which no monitor has kept any');

const assertEmpty = async (to: Writing): Promise<void> => {
  for (const table of tableNames) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(to);
    if (rows.length > 0) throw hasOthers();
  }
};

/** Whoever runs a move again is told that it has ended, and is not refused. */
const noteEnded = async (to: Writing): Promise<void> => {
  const source = await textOf(to, sourceName);
  await sql`comment on table run is ${sql.lit(source ?? '')}`.execute(to);
};

const hasEnded = async (read: Writing, source: string): Promise<boolean> => {
  const found = await sql<{ of: string | null }>`select obj_description('run'::regclass, 'pg_class') as of`.execute(
    read,
  );
  return found.rows[0]?.of === source;
};

/**
 * Begins a move, or goes on with one: nobody else opens the database from now on until it has ended.
 *
 * @param source The same for the same file, wherever it lies.
 * @returns Whether that file was moved into it before.
 * @throws UsageError where the database has other results.
 */
export const beginMove = async (to: Writing, source: string): Promise<boolean> => {
  if (!(await isThere(to))) {
    if (await hasEnded(to, source)) return true;
    await assertEmpty(to);
    await sql`create table ${moving} (name text primary key, after text not null)`.execute(to);
    await note(to, sourceName, source);
    return false;
  }
  if ((await textOf(to, sourceName)) === source) return false;
  throw new UsageError(
    'another file is being moved into the database of DATABASE_URL: name that one, or another database',
  );
};

/** @returns The key of the last row that was moved; undefined before the first. */
export const movedUpTo = async (read: Reading, table: MovedTable): Promise<After | undefined> => {
  const text = await textOf(read, table);
  return text === undefined ? undefined : (JSON.parse(text) as After);
};

export const noteMoved = (to: Writing, table: MovedTable, after: After): Promise<void> =>
  note(to, table, JSON.stringify(after));

const leaveOff = async (to: Writing): Promise<void> => {
  await sql`drop table ${moving}`.execute(to);
};

export const endMove = async (to: Writing): Promise<void> => {
  await noteEnded(to);
  await leaveOff(to);
};

/** The next one begins anew: there is nothing in it but what was moved. */
export const undoMove = async (to: Writing): Promise<void> => {
  await sql`truncate ${sql.join(tableNames.map((name) => sql.table(name)))}`.execute(to);
  await leaveOff(to);
};
