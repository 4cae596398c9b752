/** PostgreSQL for kysely: a pool of connections, changes one after the other, and errors in words of the store. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { DatabaseUrl } from '../../contracts/database-url.ts';
import { postgresFailure } from './failure.ts';

export type Statements = { readonly begin: string; readonly commit: string };

/** PostgreSQL knows no text with this character in it, and a service may send one. */
const storable = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value);

const counted: readonly string[] = ['INSERT', 'UPDATE', 'DELETE'];

type Connection = DatabaseConnection & {
  run(sql: string): Promise<void>;
  release(): void;
};

const connectionOf = (client: PoolClient, url: DatabaseUrl): Connection => {
  let isBroken = false;
  const failed = (thrown: unknown): Error => {
    const failure = postgresFailure(url, thrown);
    // What was asked may still be under way there: nobody else gets its answer.
    isBroken ||= !(Object(thrown) as { severity?: unknown }).severity;
    return failure;
  };
  // It is told by whatever is asked next.
  const ignored = (): void => {
    isBroken = true;
  };
  client.on('error', ignored);
  return {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      try {
        const { command, rowCount, rows } = await client.query(sql, parameters.map(storable));
        return {
          rows: rows as R[],
          ...(counted.includes(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
        };
      } catch (thrown) {
        throw failed(thrown);
      }
    },
    streamQuery: () => {
      throw new TypeError('rows come all at once: ask for fewer');
    },
    run: async (sql) => {
      try {
        await client.query(sql);
      } catch (thrown) {
        throw failed(thrown);
      }
    },
    release: () => {
      client.off('error', ignored);
      client.release(isBroken);
    },
  };
};

const driverOf = (pool: Pool, url: DatabaseUrl, { begin, commit }: Statements): Driver => {
  const ours = (connection: DatabaseConnection): Connection => connection as Connection;
  return {
    init: async () => {},
    acquireConnection: async () => {
      try {
        return connectionOf(await pool.connect(), url);
      } catch (thrown) {
        throw postgresFailure(url, thrown);
      }
    },
    releaseConnection: async (connection) => ours(connection).release(),
    beginTransaction: (connection) => ours(connection).run(begin),
    commitTransaction: (connection) => ours(connection).run(commit),
    rollbackTransaction: (connection) => ours(connection).run('rollback'),
    destroy: () => pool.end(),
  };
};

export const postgresDialect = (pool: Pool, url: DatabaseUrl, statements: Statements): Dialect => ({
  createDriver: () => driverOf(pool, url, statements),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});
