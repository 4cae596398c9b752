/** Opens the store: one writer and one reader, each in a thread of its own, on one file that several programs may share. */
import { Kysely, sql, type Transaction } from 'kysely';
import { migrate } from './migrations.ts';
import { sqliteDialect } from './sqlite/dialect.ts';
import { noStore } from './store-failed.ts';
import type { Tables } from './tables.ts';

/** What changes the store does so in a transaction: all of it is there afterwards, or nothing. */
export type Writing = Transaction<Tables>;
export type Reading = Kysely<Tables>;

export type History = {
  readonly where: string;
  /** Looks at it, and delays no writer. */
  readonly read: Reading;
  /** Changes it; of several at once, in whichever programs, one waits for the other. */
  write<T>(change: (to: Writing) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const busyMsDefault = 10_000;

/** A database of another program is left as it is: it has tables, and ours begin with that of the migrations. */
const assertOurs = async (database: Kysely<Tables>, file: string): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(database);
  if (rows.length > 0 && !rows.some(({ name }) => name === 'kysely_migration')) throw noStore(file);
};

/**
 * @param file Made when it is not there; its folder must be.
 * @param options How long a change waits for those of others, in ms.
 * @throws StoreFailed, NewerStore
 */
export const openHistory = async (file: string, { busyMs = busyMsDefault } = {}): Promise<History> => {
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
    where: file,
    read,
    write: (change) => writer.transaction().execute(change),
    close: async () => {
      await Promise.all([writer.destroy(), read.destroy()]);
    },
  };
};
