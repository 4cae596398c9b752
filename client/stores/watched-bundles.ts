/** The bundles of watched cases: copies for their owner alone, whose names tell of which run the evidence is needed. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { preparedFolder, writePrivate } from './private-folder.ts';

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

export type BundleFolder = WatchedBundles & {
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
