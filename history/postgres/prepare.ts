/** What a PostgreSQL needs before the migrations: a schema of our own, and what SQLite brings with it. */
import { type Kysely, sql } from 'kysely';
import type { DatabaseUrl } from '../../contracts/database-url.ts';
import type { Tables } from '../tables.ts';
import { halfMoved, noSchemaOfOurs, noUnicode } from './failure.ts';
import { schema } from './schema.ts';

/** One row: how often the store was written to. It is seen when what was written is. */
export const writtenTable = 'written';

/** There is one while a store is moved into it. */
export const movingTable = 'moving';

/** All writers and all who prepare wait for each other under this number: of this database alone, and of no other program's choosing. */
export const writersLock = 7_348_221_905;

const tablesIn = async (db: Kysely<Tables>): Promise<string[]> => {
  const found = sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = (select oid from pg_namespace where nspname = ${schema})
  `;
  return (await found.execute(db)).rows.map(({ name }) => name);
};

const assertUnicode = async (db: Kysely<Tables>, url: DatabaseUrl): Promise<void> => {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  if (rows[0]?.server_encoding !== 'UTF8') throw noUnicode(url);
};

/**
 * Does nothing where it was done: whoever only looks needs no right to make anything.
 *
 * @throws StoreFailed where our schema is somebody else's, which is left as it is, or a store is only half moved into it.
 */
export const prepare = async (db: Kysely<Tables>, url: DatabaseUrl, { isMove }: { isMove: boolean }): Promise<void> => {
  const isOurs = (tables: readonly string[]): boolean => tables.includes('kysely_migration');
  const found = await tablesIn(db);
  if (found.includes(movingTable) && !isMove) throw halfMoved(url);
  if (isOurs(found)) return;
  await assertUnicode(db, url);
  await db.transaction().execute(async (to) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(writersLock)})`.execute(to);
    const tables = await tablesIn(to);
    if (isOurs(tables)) return;
    if (tables.some((name) => name !== writtenTable)) throw noSchemaOfOurs(url);
    const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(to);
    if (rows.length === 0) await to.schema.createSchema(schema).execute();
    await sql`create table if not exists ${sql.table(writtenTable)} (times bigint not null)`.execute(to);
    await sql`insert into ${sql.table(writtenTable)} select 0 where not exists (select from ${sql.table(writtenTable)})`.execute(
      to,
    );
    // As SQLite calls it, so that a question is written once.
    await sql`
      create or replace function instr(text, text) returns integer language sql immutable parallel safe
      return strpos($1, $2)
    `.execute(to);
  });
};
