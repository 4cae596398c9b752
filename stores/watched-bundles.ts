/** The bundles of watched cases that machines share: documents, and a copy on each machine that looks at them. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { preparedFolder, writePrivate } from './private-files.ts';
import { type StoreForm, type Stores, updated } from './store.ts';

/** The bundles of watched cases: copies for their owner alone, whose names hold the run of their evidence. */
type WatchedBundle = {
  readonly id: string;
  readonly file: string;
  /** Undefined where its id could name no file, so that nothing is kept of it either. */
  readonly run: string | undefined;
};

export type WatchedBundles = {
  list(): Promise<readonly WatchedBundle[]>;
  /** @throws When there is no room, or the folder is open to others. */
  keep(id: string, run: string, from: string): Promise<void>;
  remove(id: string): Promise<void>;
};

type BundleFolder = WatchedBundles & {
  /** @throws as `keep`. */
  write(id: string, run: string, content: string | Uint8Array): Promise<void>;
};

const fileName = /^([0-9a-f]{8})(?:-([A-Za-z0-9][A-Za-z0-9_-]{0,99}))?\.bundle\.json$/;

/** @param root The state folder. */
export const watchedBundles = (root: string, name = 'watched'): BundleFolder => {
  const folder = join(root, name);

  const list: WatchedBundles['list'] = async () => {
    const names = await readdir(folder).catch((thrown: NodeJS.ErrnoException): string[] => {
      if (thrown.code === 'ENOENT') return [];
      throw thrown;
    });
    return names.sort().flatMap((name) => {
      const [, id, run] = fileName.exec(name) ?? [];
      return id === undefined ? [] : [{ id, run, file: join(folder, name) }];
    });
  };

  const write: BundleFolder['write'] = async (id, run, content) => {
    if (!(await preparedFolder(folder))) throw new Error(`${folder} is open to others: chmod 700`);
    const named = `${id}-${run}.bundle.json`;
    await writePrivate(join(folder, fileName.test(named) ? named : `${id}.bundle.json`), content);
  };

  return {
    list,
    write,
    keep: async (id, run, from) => write(id, run, await readFile(from)),
    remove: async (id) => {
      for (const each of await list()) if (each.id === id) await rm(each.file, { force: true });
    },
  };
};

const listed = z.strictObject({ cases: z.array(z.strictObject({ id: z.string(), run: z.string() })) });
const listForm: StoreForm<z.infer<typeof listed>> = {
  id: 'watched',
  name: 'list of watched cases',
  schema: listed,
  empty: { cases: [] },
};

const bundleForm: StoreForm<string | null> = {
  id: 'watched-bundles',
  name: 'bundle of a watched case',
  schema: z.string().nullable(),
  empty: null,
};

/** @param copies What is in it is made, and removed, as the documents say. */
export const sharedBundles = (stores: Stores, copies: BundleFolder): WatchedBundles => {
  const list = stores.open(listForm, []);
  const bundle = (id: string) => stores.open(bundleForm, [id]);

  const copy = async (id: string, run: string): Promise<void> => {
    const text = await bundle(id).read();
    if (text !== null) await copies.write(id, run, text);
  };

  return {
    list: async () => {
      const { cases } = await list.read();
      const here = (await copies.list()).map(({ id }) => id);
      for (const id of here) if (!cases.some((each) => each.id === id)) await copies.remove(id);
      for (const { id, run } of cases) if (!here.includes(id)) await copy(id, run);
      return copies.list();
    },
    keep: async (id, run, from) => {
      const text = await readFile(from, 'utf8');
      // The bundle first: what is listed is there.
      await bundle(id).change(() => ({ state: text, result: undefined }));
      await copies.write(id, run, text);
      await updated(list, ({ cases }) => ({ cases: [...cases.filter((each) => each.id !== id), { id, run }] }));
    },
    remove: async (id) => {
      await updated(list, ({ cases }) => ({ cases: cases.filter((each) => each.id !== id) }));
      await bundle(id).change(() => ({ state: null, result: undefined }));
      await copies.remove(id);
    },
  };
};
