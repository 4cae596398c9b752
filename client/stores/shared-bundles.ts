/** The bundles of watched cases where several machines share them: documents, and a copy on each machine that looks at them. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Form, type Stores, updated } from '../store.ts';
import type { BundleFolder, WatchedBundles } from './watched-bundles.ts';

const listed = z.strictObject({ cases: z.array(z.strictObject({ id: z.string(), run: z.string() })) });
const listForm: Form<z.infer<typeof listed>> = {
  id: 'watched',
  name: 'list of watched cases',
  schema: listed,
  empty: { cases: [] },
};

const bundleForm: Form<string | null> = {
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
