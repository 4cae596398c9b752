/** Opens the store in a PostgreSQL: one connection writes, some others read. */
import { Kysely, sql } from 'kysely';
import type { DatabaseUrl } from '../../contracts/database-url.ts';
import type { History } from '../history.ts';
import { migrate } from '../migrations.ts';
import { spoolsAt } from '../place.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './column-types.ts';
import { postgresDialect, type Statements } from './dialect.ts';
import { poolOf } from './pool.ts';
import { prepare, writersLock, writtenTable } from './prepare.ts';
import { schema } from './schema.ts';

const readersMax = 4;
const readMs = 60_000;
const writeMs = 30_000;

/**
 * Of all writers of a store one writes at a time, as with SQLite: each result adds to the counts of all probes, so that two at once
 * would wait for each other there, or fail and begin again. The lock is let go with the transaction, and so with a connection that is lost.
 */
const writing: Statements = {
  begin: `begin; select pg_advisory_xact_lock(${writersLock})`,
  commit: `update ${writtenTable} set times = times + 1; commit`,
};
const looking: Statements = { begin: 'begin isolation level repeatable read read only', commit: 'commit' };
const preparing: Statements = { begin: 'begin', commit: 'commit' };

type Opening = {
  readonly waitMs: number;
  /** A store is moved into it, and compared as a whole: else one that is only half there is not opened. */
  readonly isMove: boolean;
};

/** A table that is made larger takes as long as it takes; of two programs that start at once one waits for the other. */
const prepared = async (url: DatabaseUrl, { waitMs, isMove }: Opening): Promise<void> => {
  const pool = poolOf(url, { max: 1, waitMs, statementMs: 0 });
  const db = new Kysely<Tables>({ dialect: postgresDialect(pool, url, preparing), plugins: [columnTypes()] });
  try {
    await prepare(db, url, { isMove });
    await migrate(db, url.shown, schema);
  } finally {
    await db.destroy();
  }
};

/** @throws StoreFailed, NewerStore */
export const openPostgres = async (url: DatabaseUrl, opening: Opening): Promise<History> => {
  const { waitMs, isMove } = opening;
  await prepared(url, opening);
  const dialectOf = (max: number, statementMs: number, statements: Statements) =>
    postgresDialect(poolOf(url, { max, waitMs, statementMs }), url, statements);
  const writer = new Kysely<Tables>({ dialect: dialectOf(1, writeMs, writing) });
  const read = new Kysely<Tables>({ dialect: dialectOf(readersMax, isMove ? 0 : readMs, looking) });
  return {
    kind: 'postgres',
    where: url.shown,
    spoolsAt: spoolsAt(url),
    read,
    write: (change) => writer.transaction().execute(change),
    version: async () => {
      const { rows } = await sql<{ times: number }>`select times from ${sql.table(writtenTable)}`.execute(read);
      return rows[0]?.times ?? 0;
    },
    close: async () => {
      await Promise.all([writer.destroy(), read.destroy()]);
    },
  };
};
