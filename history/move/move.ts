/** Moves a store from a SQLite file into a PostgreSQL: begun again it goes on, and it ends when both hold the same. */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { UsageError } from '../../contracts/usage-error.ts';
import { StoreFailed } from '../../stores/database.ts';
import { movedAway } from '../../stores/sqlite-failure.ts';
import type { History, Reading, Writing } from '../history.ts';
import { movingTable, type TableName, tableNames } from '../tables.ts';
import { type After, batchesOf, countOf, differenceOf, type Row } from './moved-rows.ts';

/** How far a move has come: kept in the database that it goes to, in the same transaction as what was moved. */
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

const hasOthers = (): UsageError =>
  new UsageError('the database of DATABASE_URL has results of its own: name one in which no monitor has kept any');

const assertEmpty = async (to: Writing): Promise<void> => {
  for (const table of tableNames) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(to);
    if (rows.length > 0) throw hasOthers();
  }
};

/** A move that is run again reports that it has ended, and is not refused. */
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
 * Begins a move, or goes on with one: no other program opens the database from now on until it has ended.
 *
 * @param source The same for the same file, wherever it lies.
 * @returns Whether that file was moved into it before.
 * @throws UsageError where the database has other results.
 */
const beginMove = async (to: Writing, source: string): Promise<boolean> => {
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
const movedUpTo = async (read: Reading, table: TableName): Promise<After | undefined> => {
  const text = await textOf(read, table);
  return text === undefined ? undefined : (JSON.parse(text) as After);
};

const noteMoved = (to: Writing, table: TableName, after: After): Promise<void> =>
  note(to, table, JSON.stringify(after));

const leaveOff = async (to: Writing): Promise<void> => {
  await sql`drop table ${moving}`.execute(to);
};

const endMove = async (to: Writing): Promise<void> => {
  await noteEnded(to);
  await leaveOff(to);
};

/** The next one begins anew: there is nothing in it but what was moved. */
const undoMove = async (to: Writing): Promise<void> => {
  await sql`truncate ${sql.join(tableNames.map((name) => sql.table(name)))}`.execute(to);
  await leaveOff(to);
};

const changes = ['insert', 'update', 'delete'] as const;

const marks = tableNames.flatMap((table) =>
  changes.map((change) => ({ table, change, name: `moved_${change}_${table}` })),
);

/** The file of a store that was moved: read as before, it takes nothing more, not even from a forgotten monitor. */
const markMoved = async (file: Writing): Promise<void> => {
  for (const { table, change, name } of marks) {
    await sql`
      create trigger if not exists ${sql.id(name)} before ${sql.raw(change)} on ${sql.table(table)}
      begin select raise(abort, ${sql.lit(movedAway)}); end
    `.execute(file);
  }
};

const isMarkedMoved = async (file: Writing): Promise<boolean> => {
  const found = await sql`select 1 from sqlite_master where type = 'trigger' and name = ${marks[0]?.name}`.execute(
    file,
  );
  return found.rows.length > 0;
};

/** It is written to again. @returns Whether it was marked. */
export const unmarkMoved = async (file: Writing): Promise<boolean> => {
  const was = await isMarkedMoved(file);
  for (const { name } of marks) await sql`drop trigger if exists ${sql.id(name)}`.execute(file);
  return was;
};

type Moving = {
  readonly file: History;
  readonly database: History;
  readonly now: () => number;
  /** A line of how far it has come. */
  readonly progress: (line: string) => void;
};

type Moved = {
  /** How many rows each table has. */
  readonly tables: Readonly<Record<TableName, number>>;
  /** Nothing was left to do. */
  readonly isOldNews: boolean;
};

const progressEveryMs = 5_000;

/** When its tables were made: no two stores say the same, and a copy says the same as its original. */
const identityOf = async (from: Writing): Promise<string> => {
  const { rows } = await sql`select * from kysely_migration order by name`.execute(from);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
};

/** What it writes while it is moved, or afterwards, would be missing. */
const assertNobodyAtWork = async (from: Writing, where: string, now: number): Promise<void> => {
  const leased = await from
    .selectFrom('slot')
    .select(['probe', 'leasedUntil'])
    .where('state', '=', 'leased')
    .where('leasedUntil', '>', now)
    .orderBy('leasedUntil', 'desc')
    .executeTakeFirst();
  if (!leased) return;
  const until = new Date(leased.leasedUntil ?? now).toISOString();
  throw new UsageError(
    `a monitor is at work on ${where} (${leased.probe}): end it and run this again; if it was killed, after ${until}`,
  );
};

const insertInto = async (to: Writing, table: TableName, rows: readonly Row[]): Promise<void> => {
  const of = sql.table(table);
  await sql`insert into ${of} select * from json_populate_recordset(null::${of}, ${JSON.stringify(rows)}::json)`.execute(
    to,
  );
};

const moveTable = async (from: Writing, table: TableName, { database, now, progress }: Moving): Promise<number> => {
  const all = await countOf(from, table);
  const before = await movedUpTo(database.read, table);
  let moved = before === undefined ? 0 : await countIn(database, table);
  let printedAt = now();
  for await (const { rows, after } of batchesOf(from, table, before)) {
    await database.write(async (to) => {
      await insertInto(to, table, rows);
      await noteMoved(to, table, after);
    });
    moved += rows.length;
    if (now() - printedAt < progressEveryMs) continue;
    printedAt = now();
    progress(`${table}  ${moved} of ${all}`);
  }
  progress(`${table}  ${all}`);
  return all;
};

const countIn = async ({ read }: History, table: TableName): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(read);
  return rows[0]?.count ?? 0;
};

/** Numbers that are given on their own begin behind the last that was moved. */
const numberOn = async (to: Writing): Promise<void> => {
  await sql`
    select setval(pg_get_serial_sequence('maintenance', 'id'), coalesce(max(id), 1), max(id) is not null) from maintenance
  `.execute(to);
};

/** Where the first is. */
const anyDifference = async (from: Writing, { database }: Moving): Promise<string | undefined> => {
  for (const table of tableNames) {
    const difference = await differenceOf({ from, read: database.read }, table);
    if (difference !== undefined) return difference;
  }
  return undefined;
};

/** A move may have been ended just before the file was marked; if not, both have gone their own ways since. */
const movedBefore = async (from: Writing, moving: Moving): Promise<Moved> => {
  const isOldNews = await isMarkedMoved(from);
  if (!isOldNews) {
    if ((await anyDifference(from, moving)) !== undefined) throw hasOthers();
    await markMoved(from);
  }
  const tables = {} as Record<TableName, number>;
  for (const table of tableNames) tables[table] = await countOf(from, table);
  return { tables, isOldNews };
};

const verify = async (from: Writing, moving: Moving): Promise<void> => {
  const { file, database } = moving;
  const difference = await anyDifference(from, moving);
  if (difference === undefined) return;
  await database.write(undoMove);
  throw new StoreFailed(
    `history ${database.where}`,
    `not all of ${file.where} has arrived (${difference}): run it again, it begins anew`,
  );
};

/**
 * No program can write to the file meanwhile: one transaction holds it, and marks it at the end, so that no program
 * writes later. What was moved is kept batch by batch, with how far it has come, so that a kill costs one batch.
 *
 * @throws UsageError where the database has other results, or a monitor is at work on the file.
 * @throws StoreFailed where either fails, or both do not hold the same in the end: then nothing is left in the
 *   database.
 */
export const moveHistory = (moving: Moving): Promise<Moved> => {
  const { file, database, now } = moving;
  return file.write(async (from) => {
    await assertNobodyAtWork(from, file.where, now());
    const source = await identityOf(from);
    const isOver = await database.write((to) => beginMove(to, source));
    if (isOver) return movedBefore(from, moving);
    const tables = {} as Record<TableName, number>;
    for (const table of tableNames) tables[table] = await moveTable(from, table, moving);
    moving.progress('comparing both');
    await verify(from, moving);
    await database.write(async (to) => {
      await numberOn(to);
      await endMove(to);
    });
    await markMoved(from);
    return { tables, isOldNews: false };
  });
};
