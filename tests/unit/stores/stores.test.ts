/** The laws of a store, for each way of keeping one: a document is changed as a whole, one at a time, or not at all. */
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { memoryStores, type Store, type Stores } from '../../../stores/store.ts';
import { databaseOf, sqliteOf } from './database-stored.ts';
import { fileStoresOf, form, type Tally } from './stored.ts';

/** Each call opens anew what is kept in one place, as another process would where there is one. */
const places: Readonly<Record<string, (t: TestContext) => Promise<() => Promise<Stores>>>> = {
  memory: async () => {
    const stores = memoryStores();
    return async () => stores;
  },
  files: async (t) => {
    const { open } = await fileStoresOf(t);
    return async () => open();
  },
  SQLite: async (t) => sqliteOf(t).open,
  PostgreSQL: async (t) => {
    const { open } = await databaseOf(t);
    return () => open();
  },
};

const add = (store: Store<Tally>, count = 1): Promise<number> =>
  store.change((tally) => ({ state: { count: tally.count + count }, result: tally.count }));

for (const [kind, placeOf] of Object.entries(places)) {
  test(`${kind}: what was never written is empty, and every opener sees what was changed`, async (t) => {
    const open = await placeOf(t);
    const store = (await open()).open(form, ['a', 'b']);
    deepEqual(await store.read(), form.empty);
    equal(await add(store, 7), 0);
    equal(await add((await open()).open(form, ['a', 'b'])), 7);
    deepEqual(await store.read(), { count: 8 });
    deepEqual(await store.damaged(), []);
  });

  test(`${kind}: every key and every form has its own document`, async (t) => {
    const stores = await (await placeOf(t))();
    await add(stores.open(form, ['a', 'b']));
    for (const key of [['a'], ['a', 'c'], ['ab'], ['a,b'], ['b', 'a'], []]) {
      deepEqual(await stores.open(form, key).read(), form.empty, key.join());
    }
    deepEqual(await stores.open({ ...form, id: 'others' }, ['a', 'b']).read(), form.empty);
  });

  test(`${kind}: of changes at once none is lost`, async (t) => {
    const open = await placeOf(t);
    const [one, other] = [(await open()).open(form, ['a']), (await open()).open(form, ['a'])];
    const before = await Promise.all([one, other, one, other, one, other].map((store) => add(store)));
    deepEqual(before.sort(), [0, 1, 2, 3, 4, 5]);
    deepEqual(await one.read(), { count: 6 });
  });

  test(`${kind}: a change that throws, or gives no state, leaves the old one`, async (t) => {
    const store = (await (await placeOf(t))()).open(form, ['a']);
    await add(store);
    const broken = store.change(() => {
      throw new Error('ours');
    });
    await rejects(broken, /^Error: ours$/);
    equal(await store.change(({ count }) => ({ result: count })), 1);
    await add(store);
    deepEqual(await store.read(), { count: 2 }, 'and the next one is let in');
  });

  test(`${kind}: one at a time holds a document, and changes go on meanwhile`, async (t) => {
    const open = await placeOf(t);
    const [one, other] = [(await open()).open(form, ['a']), (await open()).open(form, ['a'])];
    const release = await one.hold();
    let hasWaited = false;
    const waiting = other.hold().then((releaseOther) => {
      equal(hasWaited, true);
      return releaseOther();
    });
    await add(other);
    await (await (await open()).open(form, ['b']).hold())();
    hasWaited = true;
    await release();
    await waiting;
    deepEqual(await one.read(), { count: 1 });
  });
}
