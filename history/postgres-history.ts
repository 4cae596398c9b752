/** The history in a PostgreSQL: one connection writes, some read, and a separate schema has what SQLite brings. */
import { type Kysely, sql } from 'kysely';
import type { DatabaseUrl } from '../contracts/database-url.ts';
import type { StoreFailed } from '../stores/database.ts';
import { openPostgres, postgresFailed, type Use } from '../stores/postgres.ts';
import type { History } from './history.ts';
import { migrate } from './migrations.ts';
import { movingTable, schema, type Tables } from './tables.ts';

const readersMax = 4;
const readMs = 60_000;
const writeMs = 30_000;
/** A program that began a change and says nothing more has lost its network, and others wait for it. */
const silentMs = 15_000;
/** The server gives up first, and says why. */
const laterMs = 5_000;

/** One row: how often the history was written to. It is seen when what was written is. */
const writtenTable = 'written';

/** All writers, and all programs that prepare the tables, wait for each other under this number. */
const writersLock = 7_348_221_905;

/** What is wrong with the database that was named. */
const wrongPlace = (url: DatabaseUrl, line: string): StoreFailed =>
  postgresFailed({ url, name: 'history', schema }, line, { isWrongPlace: true });

const tablesIn = async (db: Kysely<Tables>): Promise<string[]> => {
  const found = sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = (select oid from pg_namespace where nspname = ${schema})
  `;
  return (await found.execute(db)).rows.map(({ name }) => name);
};

const assertUnicode = async (db: Kysely<Tables>, url: DatabaseUrl): Promise<void> => {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  if (rows[0]?.server_encoding !== 'UTF8') {
    throw wrongPlace(url, 'it cannot keep every character: create a database with encoding UTF8');
  }
};

/**
 * Does nothing where it was done: a program that only looks needs no right to make anything.
 *
 * @throws StoreFailed where another program has our schema, which is left as it is, or where a history is only half
 *   moved into it.
 */
const prepare = async (db: Kysely<Tables>, url: DatabaseUrl, { isMove }: { isMove: boolean }): Promise<void> => {
  const isOurs = (tables: readonly string[]): boolean => tables.includes('kysely_migration');
  const found = await tablesIn(db);
  if (found.includes(movingTable) && !isMove) {
    const line = 'a store was moved into it only in part: npx --no -- preflight history move goes on with it';
    throw wrongPlace(url, line);
  }
  if (isOurs(found)) return;
  await assertUnicode(db, url);
  await db.transaction().execute(async (to) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(writersLock)})`.execute(to);
    const tables = await tablesIn(to);
    if (isOurs(tables)) return;
    if (tables.some((name) => name !== writtenTable)) {
      throw wrongPlace(url, `its schema ${schema} is none of Preflight: name another database`);
    }
    const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(to);
    if (rows.length === 0) await to.schema.createSchema(schema).execute();
    await sql`create table if not exists ${sql.table(writtenTable)} (times bigint not null)`.execute(to);
    await sql`insert into ${sql.table(writtenTable)} select 0 where not exists (select from ${sql.table(writtenTable)})`.execute(
      to,
    );
    // As SQLite calls it, so that a question is written once.
    await sql`
      create or replace function instr(text, text) returns integer language sql immutable parallel safe
      return strpos($1, $2)
    `.execute(to);
  });
};

/**
 * One program writes at a time, as with SQLite. Each result adds to the counts of all probes, so that two at once would
 * wait for each other there, or fail. The lock ends with the transaction, and so with a connection that is lost.
 */
const writing = {
  max: 1,
  begin: `begin; select pg_advisory_xact_lock(${writersLock})`,
  commit: `update ${writtenTable} set times = times + 1; commit`,
};
const looking = { max: readersMax, begin: 'begin isolation level repeatable read read only', commit: 'commit' };

type Opening = {
  /** How long one waits: for a connection, for a lock. */
  readonly waitMs: number;
  /** A history is moved into it, and compared as a whole: else one that is only half there is not opened. */
  readonly isMove: boolean;
};

/** @param statementMs 0 for as long as it takes. */
const limitsOf = (waitMs: number, statementMs: number): Use['limits'] => ({
  lock_timeout: waitMs,
  statement_timeout: statementMs,
  ...(statementMs > 0 && { query_timeout: statementMs + laterMs }),
  idle_in_transaction_session_timeout: silentMs,
});

/** @throws StoreFailed, NewerStore */
export const openPostgresHistory = async (
  url: DatabaseUrl,
  { waitMs, isMove }: Opening,
): Promise<Omit<History, 'spoolsAt'>> => {
  const database = openPostgres<Tables>({
    url,
    name: 'history',
    schema,
    isSearched: true,
    waitMs,
    writing: { ...writing, limits: limitsOf(waitMs, writeMs) },
    looking: { ...looking, limits: limitsOf(waitMs, isMove ? 0 : readMs) },
  });
  await database.prepare(async (db) => {
    await prepare(db, url, { isMove });
    await migrate(db, url.shown, schema);
  });
  return {
    ...database,
    version: async () => {
      const { rows } = await sql<{ times: number }>`select times from ${sql.table(writtenTable)}`.execute(
        database.read,
      );
      return rows[0]?.times ?? 0;
    },
  };
};
