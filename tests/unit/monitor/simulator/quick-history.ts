/**
 * A store for a year in minutes: the tables and queries of the real one, in this thread, on a file that nothing forces onto the disk.
 * The threads of the real one cost a message for each statement.
 */
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { History } from '../../../../history/history.ts';
import { migrate } from '../../../../history/migrations.ts';
import type { Tables } from '../../../../history/tables.ts';

/** As kysely asks for it. */
const quick = (file: string, isReader: boolean) => {
  const database = new DatabaseSync(file, { readOnly: isReader });
  if (!isReader) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON;');
  const prepared = new Map<string, ReturnType<typeof statementOf>>();
  const statementOf = (statement: StatementSync) => ({
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]): unknown[] => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])),
  });
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const known = prepared.get(sql) ?? statementOf(database.prepare(sql));
      prepared.set(sql, known);
      return known;
    },
  };
};

export const quickHistory = async (folder: string): Promise<History> => {
  const file = join(folder, 'history.db');
  const writer = new Kysely<Tables>({ dialect: new SqliteDialect({ database: quick(file, false) }) });
  await migrate(writer, file);
  const read = new Kysely<Tables>({ dialect: new SqliteDialect({ database: quick(file, true) }) });
  return {
    kind: 'sqlite',
    where: file,
    spoolsAt: file,
    read,
    write: (change) => writer.transaction().execute(change),
    version: async () => 0,
    close: async () => {
      await Promise.all([writer.destroy(), read.destroy()]);
    },
  };
};
