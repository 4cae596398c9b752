/** What one shard has recorded, as one file that may travel: traces in the form that may leave, and what tells which run they are of. */
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { ensureFolder } from '../../client/stores/ensure-folder.ts';
import { writePrivate } from '../../client/stores/private-folder.ts';
import { obligationIds } from '../../contracts/obligations.ts';
import { runIdentity } from '../../contracts/run-record.ts';
import { type Trace, trace } from '../../contracts/trace.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import type { Shard } from '../../flows/shards.ts';
import { oneLine } from '../../reports/safe-text.ts';
import { notWritable, pathForPerson, resultsFolder } from '../results.ts';

/** More machines than anybody has for a few thousand requests. */
export const shardsMax = 64;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const position = z.int().min(1).max(shardsMax);

const head = z.strictObject({
  schema: z.literal('preflight.part/1'),
  /** The version of Preflight that wrote it. */
  preflight: z.string(),
  shard: z.strictObject({ index: position, count: position }),
  run: runIdentity,
  finishedAt: z.iso.datetime(),
  targetSource: z.string().max(1_000),
  isEmbedded: z.boolean(),
  /** Tells services and credentials apart, and tells none of them; absent where the service ended with the shard. */
  service: hash.optional(),
  accounts: z.array(hash),
  /** What the plan was made of, and a hash of what came of it. */
  plan: z.strictObject({
    only: z.array(z.string()).optional(),
    obligations: z.array(z.enum(obligationIds)),
    hash,
  }),
  /** Flows that were walked once more after trouble. */
  again: z.array(z.string()),
  /** What was in the way around the target. */
  warnings: z.array(z.string().max(4_000)).max(200),
  traces: z.int().nonnegative(),
});
export type PartHead = z.infer<typeof head>;

export type Part = { readonly file: string; readonly head: PartHead; readonly traces: readonly Trace[] };

const ending = '.part.gz';
export const isPartName = (name: string): boolean => name.endsWith(ending);

/** Traces of the longest answers there may be; what is larger was not written by us. */
const [packedBytesMax, bytesMax] = [128 * 1024 * 1024, 384 * 1024 * 1024];

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** By the run and the shard alone: who is asked for the same shard once more replaces it, and no clock decides. */
const nameOf = (run: string, { index, count }: Shard): string => `${run}.${index}-of-${count}${ending}`;

/**
 * Nobody sees it before it is whole: it is moved to its place when all of it is written.
 *
 * @returns The file.
 */
export const writePart = async (
  about: Omit<PartHead, 'schema' | 'traces'>,
  traces: readonly Trace[],
): Promise<string> => {
  const folder = resultsFolder();
  const file = join(folder, nameOf(about.run.id, about.shard));
  const first: PartHead = { schema: 'preflight.part/1', ...about, traces: traces.length };
  const lines = [first, ...traces].map((each) => JSON.stringify(each));
  await ensureFolder(folder).catch(notWritable(folder));
  await writePrivate(file, await pack(`${lines.join('\n')}\n`)).catch(notWritable(file));
  return file;
};

const damaged = (name: string, why: string): UsageError =>
  new UsageError(`${name} is damaged, or no part of a run: ${oneLine(why, 120)}`);

/** @throws UsageError */
const valueIn = (line: string | undefined, name: string): unknown => {
  try {
    return JSON.parse(line ?? '');
  } catch {
    throw damaged(name, 'it is not made of lines of JSON');
  }
};

/** @throws UsageError */
const parsedAs = <T>(form: z.ZodType<T>, value: unknown, name: string): T => {
  const read = form.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw damaged(name, `${issue?.path.join('.') || 'its top'}: ${issue?.message}`);
};

const newer = z.object({ schema: z.string().regex(/^preflight\.part\/([2-9]|[1-9]\d+)$/) });

const textOf = async (file: string, name: string): Promise<string> => {
  const stats = await lstat(file).catch(() => undefined);
  if (!stats?.isFile()) throw new UsageError(`${name} is no file: name the parts of a run, or the folder they are in`);
  if (stats.size > packedBytesMax) throw new UsageError(`${name} is larger than any part of a run`);
  try {
    return (await unpack(await readFile(file), { maxOutputLength: bytesMax })).toString();
  } catch (thrown) {
    throw damaged(name, thrown instanceof Error ? thrown.message : String(thrown));
  }
};

/** Of any origin: nothing in it is believed before it is read by its form. @throws UsageError, one line, for what is none. */
export const readPart = async (file: string): Promise<Part> => {
  const name = pathForPerson(file);
  const [first, ...rest] = (await textOf(file, name)).trimEnd().split('\n');
  const top = valueIn(first, name);
  if (newer.safeParse(top).success) {
    throw new UsageError(`${name} was made by a newer Preflight: use one version for all shards`);
  }
  const read = parsedAs(head, top, name);
  const traces = rest.map((line) => parsedAs(trace, valueIn(line, name), name));
  if (read.traces !== traces.length) throw damaged(name, `it has ${traces.length} of ${read.traces} traces`);
  if (read.shard.index > read.shard.count) throw damaged(name, 'it is a shard beyond the last');
  return { file, head: read, traces };
};
