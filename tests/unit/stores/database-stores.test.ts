/** State in a database: sealed, reported as damaged only when it is, and changed once although connections break. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { type DatabaseUrl, databaseUrl } from '../../../contracts/database-url.ts';
import type { Database } from '../../../stores/database.ts';
import { type DocumentTables, databaseStores } from '../../../stores/database-stores.ts';
import { type Store, type Stores, StoreUnavailable } from '../../../stores/store.ts';
import { openState } from '../../../stores/user-database.ts';
import { postgresServer } from '../../postgres-server.ts';
import { databaseOf, passphrase, rowsOf } from './database-stored.ts';
import { form, type Tally } from './stored.ts';

type Cut = 'before it arrives' | 'before its answer';

/** @param cut What becomes of the next message that holds these words, once. */
const cutConnection = async (t: TestContext, to: DatabaseUrl) => {
  const url = new URL(to.connection);
  const port = Number(url.port);
  const open = new Set<Socket>();
  let next: { readonly words: string; readonly cut: Cut } | undefined;
  const server = createServer((near) => {
    const far = connect(port, url.hostname);
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    let isAnswerCut = false;
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', end).on('close', end);
    }
    near.on('data', (bytes) => {
      const found = next && bytes.includes(next.words) ? next.cut : undefined;
      if (found) next = undefined;
      if (found === 'before it arrives') return end();
      isAnswerCut = found === 'before its answer';
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isAnswerCut) end();
      else near.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  url.port = String(typeof address === 'object' && address?.port);
  return {
    address: databaseUrl(url.href),
    cut: (words: string, cut: Cut) => {
      next = { words, cut };
    },
    isCut: () => next === undefined,
  };
};

const add = (store: Store<Tally>): Promise<number> =>
  store.change(({ count }) => ({ state: { count: count + 1 }, result: count + 1 }));

const unavailable =
  (words: RegExp) =>
  (thrown: unknown): true => {
    ok(thrown instanceof StoreUnavailable);
    match(thrown.message, words);
    ok(!thrown.message.includes('\n'));
    return true;
  };

test('what lies in the database shows neither the document nor whose it is', async (t) => {
  const { connect, open } = await databaseOf(t);
  const store = (await open()).open(form, ['canary-account']);
  await store.change(() => ({ state: { count: 7, note: 'canary-token' }, result: undefined }));
  const rows = await rowsOf(await connect(), sql<object>`select * from preflight.state_documents`);
  equal(rows.length, 1);
  const all = rows.flatMap((row) => Object.values(row)).map(String);
  ok(!all.some((each) => /canary|count/.test(each)), all.join());
});

test('a wrong passphrase is one line, and nothing is taken for damaged', async (t) => {
  const { connect, open } = await databaseOf(t);
  await add((await open()).open(form, ['a']));
  const other = (await open('another horse battery staple')).open(form, ['a']);
  const told = unavailable(/^the tally in postgresql:.* cannot be used: PREFLIGHT_STATE_PASSPHRASE is another one/);
  await rejects(other.read(), told);
  await rejects(add(other), told);
  await rejects(other.hold(), told);
  await rejects(other.damaged(), told);
  deepEqual(await rowsOf(await connect(), sql`select * from preflight.state_damaged`), []);
  deepEqual(await (await open()).open(form, ['a']).read(), { count: 1 });
});

const cut = sql`update preflight.state_documents set body = ''`;

const damages: Readonly<Record<string, (database: Database<DocumentTables>, stores: Stores) => Promise<unknown>>> = {
  'a byte of it': (database) =>
    rowsOf(database, sql`update preflight.state_documents set body = set_byte(body, 30, get_byte(body, 30) # 1)`),
  'the whole of it': (database) => rowsOf(database, cut),
  'what it is, for that of another account': async (database, stores) => {
    const [own] = await rowsOf(database, sql<{ name: string }>`delete from preflight.state_documents returning name`);
    await add(stores.open(form, ['b']));
    await rowsOf(database, sql`update preflight.state_documents set name = ${own?.name}`);
  },
};

for (const [what, damage] of Object.entries(damages)) {
  test(`a document with a foreign change of ${what} is set aside, and stays reported`, async (t) => {
    const { connect, open } = await databaseOf(t);
    const stores = await open();
    const store = stores.open(form, ['a']);
    await add(store);
    await damage(await connect(), stores);
    // A process that finds it and stops must not bring it back.
    const stops = store.change((_, damaged) => {
      throw new Error(`stopped by ${damaged.length}`);
    });
    await rejects(stops, /^Error: stopped by 1$/);
    deepEqual(await store.read(), form.empty);
    const [row, ...others] = await store.damaged();
    match(row ?? '', /^row \d+ of preflight\.state_damaged in postgresql:/);
    deepEqual(others, []);
    deepEqual(await stores.open(form, ['c']).damaged(), []);
    equal(await add(store), 1);
  });
}

test('a damaged document that is replaceable is like none, and is written over', async (t) => {
  const { connect, open } = await databaseOf(t);
  const store = (await open()).open({ ...form, isReplaceable: true }, ['a']);
  await add(store);
  await rowsOf(await connect(), cut);
  deepEqual(await store.read(), form.empty);
  equal(await add(store), 1);
  deepEqual(await store.damaged(), []);
});

for (const [words, moment] of [
  ['"preflight"."state_documents"', 'before its answer'],
  ['commit\0', 'before it arrives'],
  ['commit\0', 'before its answer'],
] as const) {
  test(`a connection lost at ${JSON.stringify(words)}, ${moment}, costs no change and makes none twice`, async (t) => {
    const { address, open } = await databaseOf(t);
    const way = await cutConnection(t, address);
    const database = await openState(way.address);
    t.after(database.close);
    const store = databaseStores(database, passphrase).open(form, ['a']);
    await add(store);
    way.cut(words, moment);
    equal(await add(store), 2);
    ok(way.isCut());
    deepEqual(await (await open()).open(form, ['a']).read(), { count: 2 });
  });
}

test('many holders leave changes their connections, and a holder without a connection holds nothing', async (t) => {
  const { connect, open } = await databaseOf(t);
  const stores = await open();
  const store = stores.open(form, ['a']);
  const held = await Promise.all(Array.from({ length: 12 }, (_, at) => stores.open(form, [String(at)]).hold()));
  equal(await add(store), 1);
  await store.hold();
  const next = (await open()).open(form, ['a']).hold();
  await rowsOf(
    await connect(),
    sql`select pg_terminate_backend(pid) from pg_locks join pg_database on database = oid
     where locktype = 'advisory' and granted and datname = current_database()`,
  );
  await (await next)();
  for (const release of held) await release();
});

test('a database that does not answer is one line, without its password', async () => {
  const database = await openState(databaseUrl('postgresql://me:canary-secret@127.0.0.1:1/state'));
  const store = databaseStores(database, passphrase).open(form, ['a']);
  const told = unavailable(/^the tally in postgresql:\/\/me@127\.0\.0\.1:1\/state cannot be used: it does not answer/);
  await rejects(add(store), told);
  await rejects(store.read(), told);
});

test('after a restart of the database all goes on', async (t) => {
  const { open } = await databaseOf(t);
  const store = (await open()).open(form, ['a']);
  await add(store);
  const server = await postgresServer();
  await server.stop();
  await server.start();
  deepEqual(await store.read(), { count: 1 });
  equal(await add(store), 2);
  await (await store.hold())();
});
