/** The PostgreSQL in which monitors share their state: one pool for a process, and what a lost connection means. */
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { DatabaseUrl } from '../../contracts/database-url.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** A connection of its own: what it locks ends with it, or with the process. */
export type Session = { readonly query: Query; close(): Promise<void> };

export type Database = {
  /** For people: without the password. */
  readonly shown: string;
  withoutPassword(text: string): string;
  /** For statements that may run twice: sent again when a connection is lost. */
  readonly query: Query;
  /**
   * All of it or nothing, once. The work may be done anew when a connection is lost before the end is certain; without
   * `keeps` nothing of it stays, as when it throws.
   */
  transact<T>(work: (query: Query) => Promise<{ readonly keeps: boolean; readonly result: T }>): Promise<T>;
  session(): Promise<Session>;
  close(): Promise<void>;
};

/** Of one process: a document is changed in milliseconds, and what is held has a connection of its own. */
const connectionsMax = 8;
const connectMs = 10_000;
/** Who waits for a lock waits as long as for a file. */
const lockWaitMs = 60_000;
/** A process that stands still within a change must not keep all others waiting. */
const stillMsMax = 10_000;
/** A server that has vanished says nothing: longer than anything that we ask for may take. */
const answerMs = 100_000;
/** How long a restart of the server may take, about a quarter of a minute. */
const waitsMs = [100, 200, 400, 800, 1_600, 3_200, 6_400];

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';

/** By the driver, the system, and the server as it goes down, comes up or ends a connection. */
const lostCodes =
  /^(08...|57P0[1235]|25P03|53300|ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;
const lostWords =
  /^(Connection terminated|Query read timeout|timeout e|Client (has encountered|was closed|is not quer))/;

export const isLostConnection = (thrown: unknown): boolean => {
  const code = codeOf(thrown);
  return code === '' ? thrown instanceof Error && lostWords.test(thrown.message) : lostCodes.test(code);
};

/** Nobody can say whether what was kept is there: it must not be done again. */
export class UncertainCommit extends Error {
  override readonly name = 'UncertainCommit';
}

/** Two who wait for each other: the server has undone one of them, which may begin anew. */
const isUndone = (thrown: unknown): boolean => ['40001', '40P01'].includes(codeOf(thrown));

const queryOf =
  (client: pg.ClientBase | pg.Pool): Query =>
  async (text, values = []) =>
    (await client.query(text, [...values])).rows as Row[];

/** Loaded by those who need it: most commands have no database. */
const driver = async () => (await import('pg')).default;

const ignored = (): void => {};

export const openDatabase = ({ connection, shown, withoutPassword }: DatabaseUrl): Database => {
  const config = {
    connectionString: connection,
    application_name: 'preflight',
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  let made: Promise<pg.Pool> | undefined;
  const newPool = async (): Promise<pg.Pool> => {
    const { Pool } = await driver();
    // An idle connection keeps no command from ending.
    const pool = new Pool({ ...config, max: connectionsMax, allowExitOnIdle: true });
    // Of a connection that nobody uses: the next one is made when it is needed.
    return pool.on('error', ignored);
  };
  const pooled = (): Promise<pg.Pool> => {
    made ??= newPool();
    return made;
  };
  /** What was never there is a wrong address; what was is coming back. */
  let wasThere = false;

  const repeated = async <T>(once: () => Promise<T>): Promise<T> => {
    for (const waitMs of waitsMs) {
      try {
        const result = await once();
        wasThere = true;
        return result;
      } catch (thrown) {
        const isWorthIt = isUndone(thrown) || (wasThere && isLostConnection(thrown));
        if (!isWorthIt) throw thrown;
        await setTimeout(waitMs);
      }
    }
    return once();
  };

  const query: Query = (text, values) => repeated(async () => queryOf(await pooled())(text, values));

  /**
   * The connection was lost after `commit` was sent and before its answer came. Done again, a booking would be counted
   * twice; given up, one would be counted that never was. The server knows what became of a transaction by its number,
   * also after a crash; as long as it works on it, it is asked again.
   */
  const isCommitted = async (transaction: string): Promise<boolean> => {
    const text = 'select pg_xact_status($1::text::xid8) as status';
    for (const waitMs of waitsMs) {
      const [row] = await query(text, [transaction]).catch(() => []);
      if (row?.status === 'committed') return true;
      if (row?.status === 'aborted') return false;
      if (row?.status !== 'in progress') break;
      await setTimeout(waitMs);
    }
    throw new UncertainCommit('the connection was lost, and nobody can say whether the last change was kept');
  };

  const transactOnce: Database['transact'] = async (work) => {
    const client = await (await pooled()).connect();
    // One that fails while nobody asks it anything would end the process.
    client.on('error', ignored);
    const ask = queryOf(client);
    let isLost = false;
    try {
      await client.query(
        `begin; set local lock_timeout = ${lockWaitMs}; set local idle_in_transaction_session_timeout = ${stillMsMax};
         set local synchronous_commit = on`,
      );
      const { keeps, result } = await work(ask);
      if (!keeps) {
        await client.query('rollback');
        return result;
      }
      const [row] = await ask('select pg_current_xact_id()::text as transaction');
      try {
        await client.query('commit');
      } catch (thrown) {
        if (!isLostConnection(thrown)) throw thrown;
        isLost = true;
        if (!(await isCommitted(String(row?.transaction)))) throw thrown;
      }
      return result;
    } catch (thrown) {
      isLost ||= isLostConnection(thrown);
      if (!isLost) await client.query('rollback').catch(() => undefined);
      throw thrown;
    } finally {
      client.off('error', ignored);
      client.release(isLost);
    }
  };

  return {
    shown,
    withoutPassword,
    query,
    transact: (work) => repeated(() => transactOnce(work)),
    session: () =>
      repeated(async () => {
        const { Client } = await driver();
        const client = new Client(config);
        client.on('error', ignored);
        await client.connect();
        return { query: queryOf(client), close: () => client.end().catch(() => undefined) };
      }),
    close: async () => (await made)?.end(),
  };
};
