/** A PostgreSQL for kysely: pools of connections, changes made once although a connection is lost, and locks. */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type ColumnDefinitionNode,
  type CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type Dialect,
  type Driver,
  GeneratedNode,
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  RawNode,
} from 'kysely';
import pg from 'pg';
import type { DatabaseUrl } from '../contracts/database-url.ts';
import { firstLineOf } from '../contracts/usage-error.ts';
import { type AboutFailure, type Database, StoreFailed } from './database.ts';

// What PostgreSQL refuses, or the way to it, in a line for a person that never has the password.

/** A database, and what is kept in it. */
export type PostgresPlace = {
  readonly url: DatabaseUrl;
  /** What it holds, as messages name it. */
  readonly name: string;
  readonly schema: string;
};

type FailureRule = { readonly codes: RegExp; readonly line: string } & AboutFailure;

const away = 'it does not answer: is it running, and can this machine reach it?';
const lost = { isPassing: true, isLost: true } as const;

/** By the SQLSTATE of the server, else by the code of the system; the first that matches counts. */
const known: readonly FailureRule[] = [
  { codes: /^(08...|57P0[1235]|E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_))/, line: away, ...lost },
  { codes: /^53100$/, line: 'no space is left for it: make room on its disk', isPassing: true, isFull: true },
  { codes: /^53300$/, line: 'it takes no more connections: raise max_connections, or end a program', ...lost },
  { codes: /^53...$/, line: 'it has no resources left: see the log of the database', isPassing: true },
  { codes: /^55P03$/, line: 'another program has held it for too long', isPassing: true },
  { codes: /^57014$/, line: 'a question took too long, and was given up', isPassing: true },
  { codes: /^25P03$/, line: 'a change took too long, and was undone', ...lost },
  { codes: /^25P04$/, line: 'a change took too long, and was undone', isPassing: true },
  { codes: /^40(001|P01)$/, line: 'another program has changed the same', isPassing: true, isUndone: true },
  { codes: /^40...$/, line: 'another program has changed the same', isPassing: true },
  { codes: /^25006$/, line: 'it takes no writes: name the primary, and no standby', isPassing: true },
  {
    codes: /^(58...|XX00[12])$/,
    line: 'its disk failed, or it is damaged: see the log of the database',
    isPassing: true,
  },
  { codes: /^28...$/, line: 'it lets this user not in: is the password right?', isPassing: true, isWrongPlace: true },
  { codes: /^3D000$/, line: 'there is no such database: create it first', isPassing: true, isWrongPlace: true },
  {
    codes: /CERT|SIGNATURE/,
    line: 'its certificate is not trusted: name that of its authority with sslrootcert=FILE in the URL',
    isWrongPlace: true,
  },
];

/** The driver gives these no code. */
const awayMessage =
  /Connection terminated|timeout e|read timeout|Client was closed|has encountered|not queryable|connection is closed/i;

export const postgresFailed = ({ url, name }: PostgresPlace, line: string, about: AboutFailure = {}): StoreFailed =>
  new StoreFailed(`${name} ${url.shown}`, line, about);

export const postgresFailure = (place: PostgresPlace, thrown: unknown): StoreFailed => {
  if (thrown instanceof StoreFailed) return thrown;
  const { code } = Object(thrown) as { code?: unknown };
  if (code === '42501') {
    const line = `its user may not do that: let it own the schema ${place.schema}, or create one (grant create on database)`;
    return postgresFailed(place, line, { isWrongPlace: true });
  }
  const found = known.find(({ codes }) => typeof code === 'string' && codes.test(code));
  if (found) return postgresFailed(place, found.line, found);
  const message = place.url.withoutPassword(firstLineOf(thrown));
  return code === undefined && awayMessage.test(message)
    ? postgresFailed(place, away, lost)
    : postgresFailed(place, message);
};

/** How some connections are used. */
export type Use = {
  /** How many at once. */
  readonly max: number;
  readonly begin: string;
  readonly commit: string;
  /** What the server, and the driver, limit each statement by. */
  readonly limits: Pick<
    pg.PoolConfig,
    'lock_timeout' | 'statement_timeout' | 'query_timeout' | 'idle_in_transaction_session_timeout'
  >;
};

export type PostgresOptions = PostgresPlace & {
  /** Names without a schema stand for tables of `schema`. */
  readonly isSearched?: boolean;
  /** How long one waits for a connection. */
  readonly waitMs: number;
  readonly writing: Use;
  /** Looks use the connections of writers where none are their own. */
  readonly looking?: Use;
  /**
   * For about the time of a restart of the server, what lost its connection is done again. A look must bear that it
   * runs twice, and a change is never made twice.
   */
  readonly isPatient?: boolean;
};

/** About the time of a restart of the server: a quarter of a minute. */
const waitsMs = [100, 200, 400, 800, 1_600, 3_200, 6_400];
/** As long as a login may take. */
const holdWaitMs = 90_000;
/** A machine that has vanished gives back what it held within half a minute. */
const keepAlives = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/** Counts and sums come as text, because they could be larger than any number that we have. */
const numbers: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    numbers.includes(id) ? Number : pg.types.getTypeParser(id, format),
};

const ignored = (): void => {};

/** The options that stand in the URL would win over those beside it. */
const withSearchPath = (connection: string, schema: string): string => {
  const url = new URL(connection);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', `${given === null ? '' : `${given} `}-c search_path=${schema}`);
  return url.href;
};

const connectionConfig = ({ url, schema, isSearched = false, waitMs }: PostgresOptions): pg.ClientConfig => ({
  connectionString: isSearched ? withSearchPath(url.connection, schema) : url.connection,
  application_name: 'preflight',
  types,
  connectionTimeoutMillis: waitMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

const poolOf = (options: PostgresOptions, { max, limits }: Use): pg.Pool =>
  // Only a pending question keeps the process alive; an idle connection that is lost is replaced on demand.
  new pg.Pool({ ...connectionConfig(options), ...limits, max, allowExitOnIdle: true }).on('error', ignored);

/** Each may be lost at any moment. */
type RepeatedCall = <T>(once: () => Promise<T>) => Promise<T>;

/** A database that never answered is a wrong address; one that did answer is coming back. */
const patience = (isPatient: boolean): RepeatedCall => {
  let wasThere = false;
  return async (once) => {
    for (const waitMs of isPatient ? waitsMs : []) {
      try {
        const result = await once();
        wasThere = true;
        return result;
      } catch (thrown) {
        const isWorthIt = thrown instanceof StoreFailed && (thrown.isUndone || (wasThere && thrown.isLost));
        if (!isWorthIt) throw thrown;
        await setTimeout(waitMs);
      }
    }
    return once();
  };
};

/** PostgreSQL knows no text with this character in it, and a service may send one. */
const storable = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value);

const counted: readonly string[] = ['INSERT', 'UPDATE', 'DELETE'];

type Connection = DatabaseConnection & {
  run(sql: string): Promise<readonly pg.QueryResult[]>;
  release(): void;
};

const connectionOf = (client: pg.PoolClient, place: PostgresPlace): Connection => {
  let isBroken = false;
  const failed = (thrown: unknown): Error => {
    // The answer to what was asked may still come: the connection is not used again.
    isBroken ||= !(Object(thrown) as { severity?: unknown }).severity;
    return postgresFailure(place, thrown);
  };
  // The next question reports it.
  const lost = (): void => {
    isBroken = true;
  };
  client.on('error', lost);
  return {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      try {
        const { command, rowCount, rows } = await client.query(sql, parameters.map(storable));
        return { rows: rows as R[], ...(counted.includes(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
      } catch (thrown) {
        throw failed(thrown);
      }
    },
    streamQuery: () => {
      throw new TypeError('rows come all at once: ask for fewer');
    },
    run: async (sql) => {
      try {
        return [await client.query(sql)].flat();
      } catch (thrown) {
        // Nothing may be left of a change that could not begin, such as one that has waited for too long.
        isBroken = true;
        throw failed(thrown);
      }
    },
    release: () => {
      client.off('error', lost);
      client.release(isBroken);
    },
  };
};

const ours = (connection: DatabaseConnection): Connection => connection as Connection;

/**
 * The connection was lost after `commit` was sent and before its answer came. The server knows by its number what
 * became of a transaction, also after a crash.
 */
const isCommitted = async (pool: pg.Pool, options: PostgresOptions, id: string): Promise<boolean> => {
  const repeated = patience(true);
  for (const waitMs of waitsMs) {
    const found = await repeated(() =>
      pool.query('select pg_xact_status($1::text::xid8) as status', [id]).catch((thrown: unknown) => {
        throw postgresFailure(options, thrown);
      }),
    ).catch(() => undefined);
    const status = found?.rows[0]?.status;
    if (status === 'committed') return true;
    if (status === 'aborted') return false;
    if (status !== 'in progress') break;
    await setTimeout(waitMs);
  }
  throw postgresFailed(options, 'the connection was lost during a change: whether that change was stored is unknown');
};

/** A change that is made again must not have been made before. */
const commitOnce = async (on: Connection, pool: pg.Pool, options: PostgresOptions, commit: string): Promise<void> => {
  const [answer] = await on.run('select pg_current_xact_id()::text as id');
  try {
    await on.run(commit);
  } catch (thrown) {
    if (!(thrown instanceof StoreFailed && thrown.isLost)) throw thrown;
    if (!(await isCommitted(pool, options, String(answer?.rows[0]?.id)))) throw thrown;
  }
};

const driverOf = (pool: pg.Pool, options: PostgresOptions, { begin, commit }: Use): Driver => ({
  init: async () => {},
  acquireConnection: async () => {
    try {
      return connectionOf(await pool.connect(), options);
    } catch (thrown) {
      throw postgresFailure(options, thrown);
    }
  },
  releaseConnection: async (connection) => ours(connection).release(),
  beginTransaction: async (connection) => {
    await ours(connection).run(begin);
  },
  commitTransaction: async (connection) => {
    if (options.isPatient) await commitOnce(ours(connection), pool, options, commit);
    else await ours(connection).run(commit);
  },
  // A connection that cannot do it is closed, and the server does it.
  rollbackTransaction: async (connection) => {
    await ours(connection)
      .run('rollback')
      .catch(() => undefined);
  },
  destroy: () => pool.end(),
});

const dialectOf = (options: PostgresOptions, use: Use): Dialect => ({
  createDriver: () => driverOf(poolOf(options, use), options, use),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

/** Columns as PostgreSQL has them, so that the steps that make tables are written once. */
class ColumnTypes extends OperationNodeTransformer {
  /** Text is compared by its bytes, as in SQLite, not by the database's language: pages and ranges rest on it. */
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const { autoIncrement, ...made } = super.transformColumnDefinition(node);
    const { dataType } = made.dataType as DataTypeNode;
    const isText = dataType === 'text' || dataType?.startsWith('varchar');
    return {
      ...made,
      ...(isText && { dataType: RawNode.createWithSql(`${dataType} collate "C"`) }),
      ...(autoIncrement && { generated: GeneratedNode.create({ identity: true, byDefault: true }) }),
    };
  }
}

const columnTypes = (): KyselyPlugin => {
  const transformer = new ColumnTypes();
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
};

/** Advisory locks are numbers: the first 64 bits of a hash. */
const lockNumber = (name: string): string => createHash('sha256').update(name).digest().readBigInt64BE().toString();

/** A separate connection: what it locks ends with it, or with the process. */
const held = async (options: PostgresOptions, name: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ ...connectionConfig(options), query_timeout: holdWaitMs + options.waitMs });
  client.on('error', ignored);
  const close = (): Promise<void> => client.end().catch(() => undefined);
  try {
    await client.connect();
    await client.query(`${keepAlives}; set lock_timeout = ${holdWaitMs}`);
    await client.query('select pg_advisory_lock($1)', [lockNumber(name)]);
    return close;
  } catch (thrown) {
    await close();
    throw postgresFailure(options, thrown);
  }
};

/** No connection is made before it is needed. Every member throws StoreFailed. */
export const openPostgres = <Tables>(options: PostgresOptions): Database<Tables> => {
  const { url, writing, looking, isPatient = false } = options;
  const repeated = patience(isPatient);
  const writer = new Kysely<Tables>({ dialect: dialectOf(options, writing) });
  const read = looking ? new Kysely<Tables>({ dialect: dialectOf(options, looking) }) : writer;
  return {
    kind: 'postgres',
    where: url.shown,
    read,
    ask: (question) => repeated(() => question(read)),
    write: (change) => repeated(() => writer.transaction().execute(change)),
    prepare: async (make) => {
      const { limits } = writing;
      const { statement_timeout: _, query_timeout: __, ...endless } = limits;
      const use = { max: 1, begin: 'begin', commit: 'commit', limits: endless };
      const dialect = dialectOf({ ...options, isPatient: false }, use);
      const database = new Kysely<Tables>({ dialect, plugins: [columnTypes()] });
      await make(database).finally(() => database.destroy());
    },
    hold: (name) => repeated(() => held(options, name)),
    close: async () => {
      await Promise.all([...new Set([writer, read])].map((each) => each.destroy()));
    },
  };
};
