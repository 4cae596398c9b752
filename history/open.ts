/** Opens the history: a SQLite file that several programs may share, or a PostgreSQL that several machines may. */
import { type Kysely, sql } from 'kysely';
import { type HistoryPlace, spoolsAt } from '../contracts/history-file.ts';
import { openSqlite } from '../stores/sqlite.ts';
import { noStore } from '../stores/sqlite-failure.ts';
import type { History } from './history.ts';
import { migrate } from './migrations.ts';
import type { Tables } from './tables.ts';

const busyMsDefault = 10_000;

/** A database of another program is left as it is: it has tables, and ours begin with that of the migrations. */
const assertOurs = async (database: Kysely<Tables>, file: string): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(database);
  if (rows.length > 0 && !rows.some(({ name }) => name === 'kysely_migration')) throw noStore(file);
};

const openFile = async (file: string, busyMs: number): Promise<History> => {
  const database = openSqlite<Tables>(file, busyMs);
  try {
    await database.prepare(async (writer) => {
      await assertOurs(writer, file);
      await migrate(writer, file);
    });
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
  return {
    ...database,
    spoolsAt: spoolsAt(file),
    version: async () => {
      const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(database.read);
      return rows[0]?.data_version ?? 0;
    },
  };
};

/**
 * @param place A file is made when it is not there; its folder must be. A database must be there; its tables are made.
 * @param options How long a change waits for those of others, in ms; whether a history is to be moved into it.
 * @throws StoreFailed, NewerStore
 */
export const openHistory = async (
  place: HistoryPlace,
  { busyMs = busyMsDefault, isMove = false } = {},
): Promise<History> => {
  if (typeof place === 'string') return openFile(place, busyMs);
  // With a file the driver is not loaded.
  const { openPostgresHistory } = await import('./postgres-history.ts');
  return { ...(await openPostgresHistory(place, { waitMs: busyMs, isMove })), spoolsAt: spoolsAt(place) };
};
