/** Connections to the PostgreSQL of the store: how long each may take, and how what they answer is read. */
import pg from 'pg';
import type { DatabaseUrl } from '../../contracts/database-url.ts';
import { schema } from './schema.ts';

export type PoolOptions = {
  /** How many at once. */
  readonly max: number;
  /** How long one waits: for a connection, for a lock. */
  readonly waitMs: number;
  /** How long a statement may take; 0 for as long as it takes. */
  readonly statementMs: number;
};

/** Who began a change and says nothing more has lost its network: others wait for it. */
const silentMs = 15_000;
/** The server gives up first, and says why. */
const laterMs = 5_000;

/** Counts and sums come as text, because they could be larger than any number that we have. */
const numbers: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    numbers.includes(id) ? Number : pg.types.getTypeParser(id, format),
};

/** The options that stand in the URL would win over those beside it. */
const withSchema = (connection: string): string => {
  const url = new URL(connection);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', `${given === null ? '' : `${given} `}-c search_path=${schema}`);
  return url.href;
};

export const poolOf = (url: DatabaseUrl, { max, waitMs, statementMs }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: withSchema(url.connection),
    application_name: 'preflight',
    max,
    types,
    connectionTimeoutMillis: waitMs,
    lock_timeout: waitMs,
    statement_timeout: statementMs,
    ...(statementMs > 0 && { query_timeout: statementMs + laterMs }),
    idle_in_transaction_session_timeout: silentMs,
    keepAlive: true,
    // Only who waits for an answer keeps the process alive.
    allowExitOnIdle: true,
  });
  // One that is lost while nobody uses it is replaced when somebody does.
  pool.on('error', () => {});
  return pool;
};
