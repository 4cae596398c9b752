/** Evidence of runs: exact traces, which only their owner can read, for as many days as the target says. */

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { dayMs } from '../contracts/durations.ts';
import { type Trace, trace } from '../contracts/trace.ts';
import { preparedFolder, readPrivate, writePrivate } from './private-files.ts';
import { type WatchedBundles, watchedBundles } from './watched-bundles.ts';

export type EvidenceStore = {
  /**
   * @param name Unlike that of any other trace of the run; of its flow, when not said.
   * @throws When there is no room, or the folder is open to others.
   */
  keep(run: string, trace: Trace, name?: string): Promise<void>;
  /** Undefined where there is none, or none that can be read. */
  read(run: string, name: string): Promise<Trace | undefined>;
  /**
   * Until when a run is kept, in ms since the epoch. Undefined where nothing of it is kept, or as long as a case of it
   * is watched.
   */
  endOf(run: string): Promise<number | undefined>;
  /** Removes what has been kept long enough, unless a case of it is watched; resolves to how many runs that were. */
  removeOld(): Promise<number>;
};

/** Traces of a service with long lists; what is larger was not written by us. */
const bytesMax = 512 * 1024 * 1024;
const endsFile = 'ends';

/** They name files, and may come from a foreign file. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** @param keepDays How long what is kept from now on stays. */
export const evidenceStore = ({
  root,
  keepDays,
  now,
  watched = watchedBundles(root),
}: {
  readonly root: string;
  readonly keepDays: number;
  readonly now: () => number;
  /** Of this folder unless given. */
  readonly watched?: Pick<WatchedBundles, 'list'>;
}): EvidenceStore => {
  const folder = join(root, 'evidence');
  const fileOf = (run: string, name: string): string => join(folder, run, `${name}.json.gz`);

  /** A run without a stated end was cut short at its beginning. */
  const endOf = async (run: string): Promise<number> => {
    const endsAt = Date.parse((await readPrivate(join(folder, run, endsFile), 100).catch(() => undefined)) ?? '');
    if (!Number.isNaN(endsAt)) return endsAt;
    return (await stat(join(folder, run))).mtimeMs + keepDays * dayMs;
  };

  /** Where the list cannot be read, the run may be watched. */
  const isWatched = async (run: string): Promise<boolean> =>
    watched.list().then(
      (all) => all.some((each) => each.run === run),
      () => true,
    );

  return {
    keep: async (run, recorded, name = recorded.flow) => {
      for (const directory of [folder, join(folder, run)])
        if (!(await preparedFolder(directory))) throw new Error(`${directory} is open to others: chmod 700`);
      await writePrivate(join(folder, run, endsFile), new Date(now() + keepDays * dayMs).toISOString());
      await writePrivate(fileOf(run, name), await pack(JSON.stringify(recorded)));
    },
    read: async (run, name) => {
      if (!plainName.test(run) || !plainName.test(name)) return undefined;
      try {
        const packed = await readPrivate(fileOf(run, name), bytesMax, 'base64');
        if (packed === undefined) return undefined;
        const text = await unpack(Buffer.from(packed, 'base64'), { maxOutputLength: bytesMax });
        const read = trace.safeParse(JSON.parse(text.toString()));
        return read.success ? read.data : undefined;
      } catch {
        return undefined;
      }
    },
    endOf: async (run) => {
      if (!plainName.test(run) || (await isWatched(run))) return undefined;
      return endOf(run).catch(() => undefined);
    },
    removeOld: async () => {
      const runs = await readdir(folder).catch(() => []);
      let removed = 0;
      for (const run of runs) {
        const isOver = await endOf(run).then(
          (end) => end < now(),
          () => false,
        );
        if (!isOver || (await isWatched(run))) continue;
        await rm(join(folder, run), { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
};
