/** Moves a store from a SQLite file into a PostgreSQL: begun again it goes on, and it has ended when both hold the same. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { UsageError } from '../../contracts/usage-error.ts';
import { StoreFailed } from '../../stores/database.ts';
import type { History, Writing } from '../history.ts';
import { differenceOf } from './digest.ts';
import { isMarkedMoved, markMoved } from './moved-mark.ts';
import { type MovedTable, tableNames } from './moved-tables.ts';
import { beginMove, endMove, hasOthers, movedUpTo, noteMoved, undoMove } from './moving.ts';
import { batchesOf, countOf, type Row } from './source-rows.ts';

type Moving = {
  readonly file: History;
  readonly database: History;
  readonly now: () => number;
  /** A line of how far it has come. */
  readonly told: (line: string) => void;
};

export type Moved = {
  /** How many rows each table has. */
  readonly tables: Readonly<Record<MovedTable, number>>;
  /** Nothing was left to do. */
  readonly isOldNews: boolean;
};

const tellEveryMs = 5_000;

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

const insertInto = async (to: Writing, table: MovedTable, rows: readonly Row[]): Promise<void> => {
  const of = sql.table(table);
  await sql`insert into ${of} select * from json_populate_recordset(null::${of}, ${JSON.stringify(rows)}::json)`.execute(
    to,
  );
};

const moveTable = async (from: Writing, table: MovedTable, { database, now, told }: Moving): Promise<number> => {
  const all = await countOf(from, table);
  const before = await movedUpTo(database.read, table);
  let moved = before === undefined ? 0 : await countIn(database, table);
  let toldAt = now();
  for await (const { rows, after } of batchesOf(from, table, before)) {
    await database.write(async (to) => {
      await insertInto(to, table, rows);
      await noteMoved(to, table, after);
    });
    moved += rows.length;
    if (now() - toldAt < tellEveryMs) continue;
    toldAt = now();
    told(`${table}  ${moved} of ${all}`);
  }
  told(`${table}  ${all}`);
  return all;
};

const countIn = async ({ read }: History, table: MovedTable): Promise<number> => {
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
  const tables = {} as Record<MovedTable, number>;
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
 * Nobody can write to the file meanwhile: it is one transaction that holds it, and marks it at the end, so that nobody does later.
 * What was moved is kept batch by batch, with how far it has come, so that a kill costs one batch.
 *
 * @throws UsageError where the database has other results, or a monitor is at work on the file.
 * @throws StoreFailed where either fails, or both do not hold the same in the end: then nothing is left in the database.
 */
export const moveHistory = (moving: Moving): Promise<Moved> => {
  const { file, database, now } = moving;
  return file.write(async (from) => {
    await assertNobodyAtWork(from, file.where, now());
    const source = await identityOf(from);
    const isOver = await database.write((to) => beginMove(to, source));
    if (isOver) return movedBefore(from, moving);
    const tables = {} as Record<MovedTable, number>;
    for (const table of tableNames) tables[table] = await moveTable(from, table, moving);
    moving.told('comparing both');
    await verify(from, moving);
    await database.write(async (to) => {
      await numberOn(to);
      await endMove(to);
    });
    await markMoved(from);
    return { tables, isOldNews: false };
  });
};
