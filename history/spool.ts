/** Results that the store could not take, kept beside it one by one until it can. */

import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { runRecord } from '../contracts/run-record.ts';
import { StoreFailed } from '../stores/database.ts';
import { writePrivate } from '../stores/private-files.ts';
import type { History } from './history.ts';
import { addRun, type NewRun } from './runs.ts';

/** Runs that the store could not take: kept beside it, and delivered by the next program that opens it. */
const form: SpoolForm<NewRun> = {
  kind: 'run',
  schema: z.strictObject({
    probe: z.string().min(1),
    location: z.string(),
    slotAt: z.int().nullable(),
    record: runRecord,
    taken: z.array(z.strictObject({ operation: z.string(), ms: z.number().nonnegative() })),
  }),
};

/** @param file That of the store. @throws what the system says where it cannot be written. */
export const spoolRun = (file: string, run: NewRun): Promise<void> =>
  spool(file, form, { value: run, at: Date.parse(run.record.finishedAt), id: run.record.id });

/**
 * Adds what was spooled, the oldest first; of two programs that do so at once each run is added once.
 *
 * @returns How many there were.
 * @throws StoreFailed; what is not delivered by then stays spooled.
 */
export const deliverRuns = async (history: History): Promise<number> => {
  let delivered = 0;
  for await (const entry of spooled(history.spoolsAt, form)) {
    await history.write((to) => addRun(to, entry.value));
    await unspool(entry);
    delivered += 1;
  }
  return delivered;
};

/** One kind of result: only who knows its form takes it out again. */
export type SpoolForm<T> = {
  /** Of letters and dashes: it stands in the name of the file. */
  readonly kind: string;
  readonly schema: z.ZodType<T>;
};

type Spooled<T> = { readonly path: string; readonly value: T };

const folderOf = (file: string): string => `${file}.spool`;

/** As many digits in each, so that the order of names is that of moments. */
const nameOf = (at: number, id: string, kind: string): string => `${String(at).padStart(15, '0')}-${id}.${kind}.json`;

const isGone = (thrown: unknown): boolean => (thrown as NodeJS.ErrnoException).code === 'ENOENT';

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((thrown: unknown) => {
    if (isGone(thrown)) return [];
    throw thrown;
  });

/**
 * Keeps a result in a folder beside the store, which only its owner may read. It outlives a crash of the computer once
 * this resolves.
 *
 * @param file That of the store, or what stands for it.
 * @param id Of letters, digits and dashes: what is spooled twice under one id and moment is there once.
 * @throws what the system says where it cannot be written; nothing is left of it then.
 */
export const spool = async <T>(
  file: string,
  { kind, schema }: SpoolForm<T>,
  { value, at, id }: { readonly value: T; readonly at: number; readonly id: string },
): Promise<void> => {
  const text = JSON.stringify(schema.parse(value));
  const folder = folderOf(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writePrivate(join(folder, nameOf(at, id, kind)), text);
};

const valueIn = async <T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> => {
  const text = await readFile(path, 'utf8');
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/**
 * What is spooled of one kind, the oldest first. What cannot be understood is set aside under a name that ends with
 * `.damaged`, and not lost.
 */
export const spooled = async function* <T>(file: string, { kind, schema }: SpoolForm<T>): AsyncGenerator<Spooled<T>> {
  const folder = folderOf(file);
  const names = await namesIn(folder);
  for (const name of names.filter((each) => each.endsWith(`.${kind}.json`)).sort()) {
    const path = join(folder, name);
    try {
      const value = await valueIn(path, schema);
      if (value === undefined) await rename(path, `${path}.damaged`);
      else yield { path, value };
    } catch (thrown) {
      // Another program has delivered it.
      if (!isGone(thrown)) throw thrown;
    }
  }
};

/** Once it is delivered; nothing happens where another program was quicker. */
export const unspool = ({ path }: Pick<Spooled<unknown>, 'path'>): Promise<void> => rm(path, { force: true });

/**
 * What waits beside one store waits beside another from now on.
 *
 * @returns How much there was.
 * @throws StoreFailed where it cannot be copied; it goes on waiting where it was then.
 */
export const moveSpool = async (from: string, to: string): Promise<number> => {
  const waiting = (await namesIn(folderOf(from))).filter((name) => name.endsWith('.json'));
  try {
    if (waiting.length > 0) await mkdir(folderOf(to), { recursive: true, mode: 0o700 });
    for (const name of waiting) {
      // Of two file systems neither can rename what is on the other.
      await copyFile(join(folderOf(from), name), join(folderOf(to), name));
      await rm(join(folderOf(from), name));
    }
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw new StoreFailed(
      `history ${from}`,
      `what waits in ${folderOf(from)} cannot go to ${folderOf(to)} (${code}): make way there, and run this again`,
    );
  }
  return waiting.length;
};
