/** Opens a SQLite file: one writer and one reader, each in a thread of its own. */
import { Kysely, sql } from 'kysely';
import type { History } from '../history.ts';
import { migrate } from '../migrations.ts';
import { spoolsAt } from '../place.ts';
import type { Tables } from '../tables.ts';
import { sqliteDialect } from './dialect.ts';
import { noStore } from './failure.ts';

/** A database of another program is left as it is: it has tables, and ours begin with that of the migrations. */
const assertOurs = async (database: Kysely<Tables>, file: string): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(database);
  if (rows.length > 0 && !rows.some(({ name }) => name === 'kysely_migration')) throw noStore(file);
};

/** @throws StoreFailed, NewerStore */
export const openSqlite = async (file: string, busyMs: number): Promise<History> => {
  const writer = new Kysely<Tables>({ dialect: sqliteDialect({ file, isReader: false, busyMs }) });
  try {
    await assertOurs(writer, file);
    await migrate(writer, file);
  } catch (thrown) {
    await writer.destroy();
    throw thrown;
  }
  // Opened second, because a reader makes no file.
  const read = new Kysely<Tables>({ dialect: sqliteDialect({ file, isReader: true, busyMs }) });
  return {
    kind: 'sqlite',
    where: file,
    spoolsAt: spoolsAt(file),
    read,
    write: (change) => writer.transaction().execute(change),
    version: async () => {
      const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(read);
      return rows[0]?.data_version ?? 0;
    },
    close: async () => {
      await Promise.all([writer.destroy(), read.destroy()]);
    },
  };
};
