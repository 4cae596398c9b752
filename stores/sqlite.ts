/** A SQLite file for kysely: one connection writes and one reads, each in a separate thread. */
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from './database.ts';
import { lockFile } from './private-files.ts';
import { sqliteFailure } from './sqlite-failure.ts';
import type { ConnectionOptions, SqlAnswer, SqlQuery } from './sqlite-worker.ts';

/** In the package all is compiled, so a file is named with the ending of this one. */
const workerFile = new URL(`./sqlite-worker${extname(import.meta.filename)}`, import.meta.url);

type WaitingQuery = {
  readonly resolve: (result: NonNullable<SqlAnswer['result']>) => void;
  readonly reject: (why: Error) => void;
};

/** Asks the thread, and gets its answers in the order of the questions. */
const threadOf = (opened: ConnectionOptions) => {
  const worker = new Worker(workerFile, { workerData: opened });
  const waiting = new Map<number, WaitingQuery>();
  let asked = 0;
  let ended: Error | undefined;
  const end = (why: Error): void => {
    ended ??= why;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('message', ({ id, result, error }: SqlAnswer) => {
    const one = waiting.get(id);
    waiting.delete(id);
    // Only who waits for an answer keeps the process alive.
    if (waiting.size === 0) worker.unref();
    if (error) one?.reject(sqliteFailure(opened.file, error.message, error.code));
    else one?.resolve(result ?? { rows: [] });
  });
  worker.on('error', (thrown) => end(thrown instanceof Error ? thrown : new Error(String(thrown))));
  worker.on('exit', () => end(sqliteFailure(opened.file, 'its thread has ended')));
  worker.unref();
  return {
    ask: (sql: string, parameters: readonly unknown[]) =>
      new Promise<NonNullable<SqlAnswer['result']>>((resolve, reject) => {
        if (ended) {
          reject(ended);
          return;
        }
        asked += 1;
        waiting.set(asked, { resolve, reject });
        worker.ref();
        worker.postMessage({ id: asked, sql, parameters } satisfies SqlQuery);
      }),
    close: async () => {
      if (ended) return;
      worker.ref();
      worker.postMessage('close');
      await exited;
    },
  };
};

type Thread = ReturnType<typeof threadOf>;

const connectionOf = (thread: Thread): DatabaseConnection => ({
  executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
    const { rows, changes } = await thread.ask(sql, parameters);
    return { rows: rows as R[], ...(changes !== undefined && { numAffectedRows: BigInt(changes) }) };
  },
  streamQuery: () => {
    throw new TypeError('rows come all at once: ask for fewer');
  },
});

/** First come, first served: no statement comes between those of a transaction. */
const turns = () => {
  let last: Promise<void> = Promise.resolve();
  let leave: () => void = () => {};
  return {
    take: async () => {
      const before = last;
      let done: () => void = () => {};
      last = new Promise<void>((resolve) => {
        done = resolve;
      });
      await before;
      leave = done;
    },
    leave: () => leave(),
  };
};

const driverOf = (opened: ConnectionOptions): Driver => {
  let thread: Thread | undefined;
  let connection: DatabaseConnection | undefined;
  const { take, leave } = turns();
  const run = async (sql: string, on: DatabaseConnection): Promise<void> => {
    await on.executeQuery(CompiledQuery.raw(sql));
  };
  return {
    init: async () => {
      thread = threadOf(opened);
      connection = connectionOf(thread);
    },
    acquireConnection: async () => {
      await take();
      if (!connection) throw new TypeError('the connection was not opened');
      return connection;
    },
    releaseConnection: async () => leave(),
    // A deferred one that has read may not write any more once another has written: it would fail at once.
    beginTransaction: (on) => run(opened.isReader ? 'begin' : 'begin immediate', on),
    commitTransaction: (on) => run('commit', on),
    // Where the disk is full SQLite has done so by itself, and a failure here would hide the reason.
    rollbackTransaction: (on) => run('rollback', on).catch(() => {}),
    destroy: async () => thread?.close(),
  };
};

/** Migrations are one transaction, so that of two programs that start at once one waits for the other. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const dialectOf = (opened: ConnectionOptions): Dialect => ({
  createDriver: () => driverOf(opened),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new Adapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

/** As long as a login may take. */
const holdWaitMs = 90_000;

/**
 * The first change makes the file where it is missing; a reader makes none. Every member throws StoreFailed.
 *
 * @param busyMs How long a change waits for those of others.
 */
export const openSqlite = <Tables>(file: string, busyMs: number): Database<Tables> => {
  const writer = new Kysely<Tables>({ dialect: dialectOf({ file, isReader: false, busyMs }) });
  const read = new Kysely<Tables>({ dialect: dialectOf({ file, isReader: true, busyMs }) });
  return {
    kind: 'sqlite',
    where: file,
    read,
    ask: (question) => question(read),
    write: (change) => writer.transaction().execute(change),
    prepare: (make) => make(writer),
    hold: async (name) => {
      const place = `${file}.${createHash('sha256').update(name).digest('hex').slice(0, 16)}.held`;
      const locked = await lockFile(place, { waitMs: holdWaitMs });
      if (!locked) throw sqliteFailure(file, 'another program has held it for too long');
      return locked.release;
    },
    close: async () => {
      await Promise.all([writer.destroy(), read.destroy()]);
    },
  };
};
