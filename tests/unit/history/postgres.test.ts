/** What is PostgreSQL's own: who may open it, who waits for whom, and that it may be away for a while. */
import { deepEqual, doesNotMatch, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { type DatabaseUrl, databaseUrl } from '../../../contracts/database-url.ts';
import type { History } from '../../../history/history.ts';
import { openHistory } from '../../../history/open.ts';
import { StoreFailed } from '../../../stores/database.ts';
import { type PostgresServer, postgresServer } from '../../postgres-server.ts';

describe('a store in PostgreSQL', () => {
  let server: PostgresServer;
  let given = '';
  let url: DatabaseUrl;
  let opened: History[] = [];
  const open = async (busyMs?: number): Promise<History> => {
    const history = await openHistory(url, busyMs === undefined ? {} : { busyMs });
    opened.push(history);
    return history;
  };
  const asAnother = async <T extends object>(statement: string): Promise<T[]> => {
    const client = new pg.Client(given);
    await client.connect();
    const { rows } = await client.query<T>(statement);
    await client.end();
    return rows;
  };
  const write = ({ write: change }: History, name: string): Promise<unknown> =>
    change((to) => to.insertInto('note').values({ name, value: '', at: 0 }).execute());
  const names = async ({ read }: History): Promise<string[]> =>
    (await read.selectFrom('note').select('name').orderBy('name').execute()).map(({ name }) => name);
  beforeEach(async () => {
    server = await postgresServer();
    given = await server.newDatabase();
    url = databaseUrl(given);
  });
  afterEach(async () => {
    for (const history of opened) await history.close();
    opened = [];
  });

  it('is made once by two programs that start at the same moment', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    await write(one, 'a');
    deepEqual(await names(other), ['a']);
  });

  it('leaves what else is in the database as it is, and takes no schema of another owner', async () => {
    await asAnother('create table run (mine text); create table kysely_migration (name text)');
    await write(await open(), 'a');
    deepEqual(await asAnother('select * from run'), []);
    for (const history of opened.splice(0)) await history.close();
    await asAnother('drop schema preflight_history cascade');
    await asAnother('create schema preflight_history; create table preflight_history.other (mine text)');
    await rejects(open(), { isWrongPlace: true, message: /its schema preflight_history is none of Preflight/ });
    deepEqual(await asAnother('select * from preflight_history.other'), []);
  });

  it('compares texts by their bytes, for any language of the database', async () => {
    const history = await open();
    for (const name of ['é', 'b', 'A', '_', 'a b', 'a']) await write(history, name);
    deepEqual(await names(history), ['A', '_', 'a', 'a b', 'b', 'é']);
    const [order] = await asAnother<{ first: string }>(
      `select min(c) as first from (values ('b'), ('A'), ('_a')) v(c)`,
    );
    equal(order?.first, '_a', 'this one has a language');
  });

  it('keeps what is no text of PostgreSQL as near as it can', async () => {
    const history = await open();
    await write(history, 'a\0b');
    deepEqual(await names(history), ['a\uFFFDb']);
  });

  it('says when another program has written, and nothing while a change is under way', async () => {
    const [one, other] = [await open(), await open()];
    const before = await one.version();
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const changing = other.write(async (to) => {
      await to.insertInto('note').values({ name: 'a', value: '', at: 0 }).execute();
      begun.resolve();
      await held.promise;
    });
    await begun.promise;
    deepEqual([await one.version(), await names(one)], [before, []]);
    held.resolve();
    await changing;
    notEqual(await one.version(), before);
  });

  it('lets a writer wait for another only so long, and readers not at all', async () => {
    const [one, other] = [await open(), await open(1_000)];
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const changing = one.write(async () => {
      begun.resolve();
      await held.promise;
    });
    await begun.promise;
    try {
      deepEqual(await names(other), []);
      await rejects(write(other, 'late'), { isPassing: true, message: /another program has held it for too long/ });
    } finally {
      held.resolve();
    }
    await changing;
    await write(other, 'later');
    deepEqual(await names(one), ['later']);
  });

  it('may be away for a while: what is asked then fails in a line, and what is asked later does not', async () => {
    const history = await open();
    await write(history, 'before');
    await server.stop();
    try {
      const away = { name: 'StoreFailed', isPassing: true, message: /it does not answer: is it running/ };
      const asked = [write(history, 'meanwhile'), names(history), history.version()];
      // All at once: one that fails while another is awaited would be unhandled.
      await Promise.all(asked.map((each) => rejects(each, away)));
    } finally {
      await server.start();
    }
    await write(history, 'after');
    deepEqual(await names(history), ['after', 'before']);
  });

  it('keeps nothing of a change whose connection was lost', async () => {
    const history = await open();
    const lost = history.write(async (to) => {
      await to.insertInto('note').values({ name: 'lost', value: '', at: 0 }).execute();
      await asAnother(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'preflight' and datname = current_database()`);
      await to.insertInto('note').values({ name: 'more', value: '', at: 0 }).execute();
    });
    await rejects(lost, { name: 'StoreFailed', isPassing: true });
    await write(history, 'next');
    deepEqual(await names(history), ['next']);
  });

  it('never shows the password, with any error', async () => {
    const { password } = new URL(given);
    const wrong = {
      [given.replace(password, 'hush-hush')]: /it lets this user not in: is the password right/,
      [given.replace(/\w+$/, 'none')]: /there is no such database: create it first/,
      [given.replace(/:\d+\//, ':1/')]: /it does not answer/,
      [`${given}?sslmode=verify-full`]: /does not support SSL/,
      [given.replace('ann:', 'nobody:')]: /it lets this user not in/,
    };
    for (const [each, line] of Object.entries(wrong)) {
      const failure = await openHistory(databaseUrl(each)).catch((thrown: unknown) => thrown);
      ok(failure instanceof StoreFailed, String(failure));
      match(failure.message, line);
      doesNotMatch(`${failure.message} ${failure.stack}`, new RegExp(`${password}|hush`));
    }
  });

  it('is no database that cannot keep every character', async () => {
    await asAnother(`create database narrow encoding 'LATIN1' locale 'C' template template0`);
    url = databaseUrl(given.replace(/\w+$/, 'narrow'));
    await rejects(open(), /it cannot keep every character: create a database with encoding UTF8/);
    await asAnother('drop database narrow');
  });

  it('is read by a user with the right to read only', async () => {
    await write(await open(), 'a');
    await asAnother(`create role reader login password 'reads';
      grant usage on schema preflight_history to reader; grant select on all tables in schema preflight_history to reader`);
    url = databaseUrl(given.replace(/ann:\w+/, 'reader:reads'));
    const history = await open();
    deepEqual(await names(history), ['a']);
    await rejects(write(history, 'b'), /its user may not do that/);
    const { rows } = await sql`select 1 as one`.execute(history.read);
    deepEqual(rows, [{ one: 1 }]);
  });
});
