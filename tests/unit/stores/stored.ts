/** Stores in their own folder, and a document that only counts. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { z } from 'zod';
import { fileStores } from '../../../stores/file-stores.ts';
import type { StoreForm } from '../../../stores/store.ts';
import { startMs } from '../client/test-server.ts';

export type Tally = { readonly count: number };

export const form: StoreForm<Tally> = {
  id: 'tallies',
  name: 'tally',
  schema: z.strictObject({ count: z.number().max(1e9), note: z.string().optional() }),
  empty: { count: 0 },
};

/** @param id The folder of the form that is looked at. */
export const fileStoresOf = async (t: TestContext, id = form.id) => {
  const parent = await mkdtemp(join(tmpdir(), 'stores-'));
  t.after(() => rm(parent, { recursive: true }));
  const root = join(parent, 'state');
  const directory = join(root, id);
  const now = () => startMs;
  const open = (more: { readonly root?: string } = {}) => fileStores({ root, now, ...more });
  const names = () => readdir(directory);
  const path = async () => join(directory, (await names()).find((name) => name.endsWith('.json')) ?? '');
  return { root, directory, open, names, path };
};
