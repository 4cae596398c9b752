/** The thread that owns one connection to the file: a long scan delays only its own callers. */
import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { movedCode } from './sqlite-failure.ts';

/** How a connection is opened. */
export type ConnectionOptions = {
  readonly file: string;
  readonly isReader: boolean;
  /** How long it waits for another writer, in this process or in another. */
  readonly busyMs: number;
};

export type SqlQuery = { readonly id: number; readonly sql: string; readonly parameters: readonly unknown[] };

export type SqlAnswer = {
  readonly id: number;
  readonly result?: { readonly rows: object[]; readonly changes?: number };
  /** With the extended result code of SQLite. */
  readonly error?: { readonly message: string; readonly code?: number };
};

const { file, isReader, busyMs } = workerData as ConnectionOptions;
const port = parentPort as MessagePort;

const statementsMax = 500;

const open = (): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: busyMs, readOnly: isReader });
  if (isReader) return database;
  // Readers and the writer do not wait for each other, and what was acknowledged outlives a lost power supply.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  return database;
};

let database: DatabaseSync | undefined;
const prepared = new Map<string, StatementSync>();

/** It never shrinks: what is removed leaves room in it. */
let longest = 0;

/** Which file the name stands for now; undefined where there is none. */
const fileNow = (): string | undefined => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  const isCut = found.size < longest;
  longest = Math.max(longest, found.size);
  return `${found.dev} ${found.ino}${isCut ? ' cut' : ''}`;
};

/** The log beside it, which only the last to leave removes. */
const logNow = (): number | undefined => statSync(`${file}-wal`, { throwIfNoEntry: false })?.ino;

/** The file that was opened, and the log of it that was seen last; undefined before. */
let opened: string | undefined;
let log: number | undefined;

/** The log beside it must not be applied to another file that stands in its place: a backup would be damaged by it. */
const leave = (from: DatabaseSync): void => {
  if (!isReader) from.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  prepared.clear();
  from.close();
  database = undefined;
};

/**
 * When the file is moved away, this connection keeps a file that cannot be found any more: what is written into it is
 * lost. No other is begun meanwhile, because that would look like a new one.
 */
const databaseNow = (): DatabaseSync => {
  if (database?.isTransaction) return database;
  const found = fileNow();
  if (opened !== undefined && found !== opened) {
    // Into one that was cut the log would bring back a part, and a part is damage.
    if (database && found !== `${opened} cut`) leave(database);
    throw Object.assign(new Error('the file is another'), { errcode: movedCode });
  }
  // The log was removed: what is in it is saved, and another one begun.
  if (database && log !== undefined && logNow() !== log) leave(database);
  database ??= open();
  opened ??= fileNow();
  log = logNow();
  return database;
};

const statementOf = (sql: string): StatementSync => {
  const from = databaseNow();
  const known = prepared.get(sql);
  if (known) return known;
  const made = from.prepare(sql);
  if (prepared.size >= statementsMax) prepared.clear();
  prepared.set(sql, made);
  return made;
};

const answered = ({ sql, parameters }: SqlQuery): NonNullable<SqlAnswer['result']> => {
  const statement = statementOf(sql);
  const given = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...given) as object[] };
  const { changes } = statement.run(...given);
  return { rows: [], changes: Number(changes) };
};

const errorOf = (thrown: unknown): NonNullable<SqlAnswer['error']> => {
  const { message = String(thrown), errcode } = Object(thrown) as { message?: string; errcode?: number };
  return { message, ...(errcode !== undefined && { code: errcode }) };
};

port.on('message', (asked: SqlQuery | 'close') => {
  if (asked === 'close') {
    database?.close();
    port.close();
    return;
  }
  try {
    port.postMessage({ id: asked.id, result: answered(asked) } satisfies SqlAnswer);
  } catch (thrown) {
    port.postMessage({ id: asked.id, error: errorOf(thrown) } satisfies SqlAnswer);
  }
});
