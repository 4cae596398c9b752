/** What one shard has recorded, as one file that may travel: traces in the form that may leave, and their run. */
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { pendingIds } from '../../contracts/pending.ts';
import { runIdentity } from '../../contracts/run-record.ts';
import { againOf } from '../../contracts/standing.ts';
import { type Exchange, type Trace, trace } from '../../contracts/trace.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { mayBeWalkedAgain } from '../../flows/planned.ts';
import { type Shard, shardText } from '../../flows/shards.ts';
import { oneLine } from '../../reports/safe-text.ts';
import { ensureFolder, writePrivate } from '../../stores/private-files.ts';
import { plannedClauses } from '../../targets/partner-clauses.ts';
import { notWritable, pathForPerson, resultsFolder } from '../results.ts';
import { flowsOf, type SharedPlan } from './plan-of-shard.ts';

/** Parts that cannot be judged together although each of them is sound. */
export class NotMeasured extends Error {}

const namedPart = ({ file }: Part): string => pathForPerson(file);

/** In what two parts of one run never differ, and how a person says it. */
const shared: readonly (readonly [what: string, of: (head: PartHead) => unknown])[] = [
  ['version of Preflight', ({ preflight }) => preflight],
  ['run', ({ run }) => run.id],
  ['number of shards', ({ shard }) => shard.count],
  ['target', ({ run }) => run.target],
  ['service', ({ service, isEmbedded }) => [service, isEmbedded]],
  ['revision', ({ run }) => run.revision],
  ['seed', ({ run }) => run.seed],
  ['depth', ({ run }) => run.depth],
  ['release', ({ run }) => run.release],
  ['--only', ({ plan }) => plan.only],
  ['may.obligations', ({ plan }) => plan.obligations],
  ['clauses of the target file', ({ plan }) => plan.clauses],
  ['plan', ({ plan }) => plan.hash],
];

const valueText = (value: unknown): string =>
  typeof value === 'string' && value.length <= 60 ? oneLine(value) : typeof value === 'number' ? `${value}` : 'another';

const assertAlike = (first: Part, others: readonly Part[]): void => {
  for (const other of others) {
    const differing = shared.find(([, of]) => JSON.stringify(of(first.head)) !== JSON.stringify(of(other.head)));
    if (!differing) continue;
    const [what, of] = differing;
    throw new UsageError(
      `${namedPart(first)} and ${namedPart(other)} are of two runs: the ${what} is ${valueText(of(first.head))} and ${valueText(of(other.head))}; name the parts of one`,
    );
  }
};

const assertEachOnce = (parts: readonly Part[]): void => {
  for (const [index, same] of Map.groupBy(parts, ({ head }) => head.shard.index)) {
    const [one, other] = same;
    if (one && other) {
      throw new UsageError(
        `shard ${shardText({ ...one.head.shard, index })} is there twice: ${namedPart(one)} and ${namedPart(other)}; leave out one`,
      );
    }
  }
};

/** @throws UsageError for parts of two runs, and for a shard that is there twice. */
export const assertOneRun = (parts: readonly Part[]): void => {
  const [first, ...others] = parts;
  if (!first) return;
  assertAlike(first, others);
  assertEachOnce(parts);
};

/** @throws NotMeasured */
export const assertNoneMissing = (parts: readonly Part[]): void => {
  const { count = 0 } = parts[0]?.head.shard ?? {};
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter(
    (index) => !parts.some(({ head }) => head.shard.index === index),
  );
  if (missing.length === 0) return;
  const which =
    missing.length === 1 ? `part ${missing[0]} of ${count} is` : `parts ${missing.join(', ')} of ${count} are`;
  throw new NotMeasured(
    `${which} missing: that shard has not ended, or left nothing behind; run it again with the same --run-id`,
  );
};

/**
 * Clauses that came later are judged, too.
 *
 * @throws UsageError for a part that holds other flows than its shard has.
 */
export const assertAsPlanned = (parts: readonly Part[], all: SharedPlan): void => {
  for (const part of parts) {
    const { head, traces } = part;
    const planned = flowsOf(all, head.shard).map(({ id }) => id);
    const expected = [...planned, ...head.again.map(againOf)];
    const isPlanned =
      head.again.every((flow) => planned.includes(flow) && mayBeWalkedAgain(flow)) &&
      new Set(expected).size === expected.length &&
      expected.length === traces.length &&
      traces.every(({ flow }) => expected.includes(flow)) &&
      new Set(traces.map(({ flow }) => flow)).size === traces.length;
    if (!isPlanned) {
      throw new UsageError(
        `${namedPart(part)} holds other flows than shard ${shardText(head.shard)} of this plan has: use one version of Preflight for all shards`,
      );
    }
  }
};

const isOwnRefused = ({ bearer, response }: Exchange): boolean =>
  (bearer === 'own' || bearer === 'other') && response?.status === 401;

const overlap = (one: PartHead, other: PartHead): boolean =>
  one.run.startedAt < other.finishedAt && other.run.startedAt < one.finishedAt;

/**
 * A login may end the token of all others that have the same credentials. Where a token was refused while another shard
 * with these credentials was under way, the cause cannot be known.
 *
 * @throws NotMeasured
 */
export const assertNoneInTheWay = (parts: readonly Part[]): void => {
  for (const part of parts) {
    if (!part.traces.some(({ exchanges }) => exchanges.some(isOwnRefused))) continue;
    const other = parts.find(
      (each) =>
        each !== part &&
        overlap(each.head, part.head) &&
        each.head.accounts.some((account) => part.head.accounts.includes(account)),
    );
    if (!other) continue;
    const [one, two] = [part, other].map(({ head }) => shardText(head.shard));
    throw new NotMeasured(
      `shard ${one} was refused its token while shard ${two} ran with the same credentials, and a login of one may end the token of the other: hand on one token (npx --no -- preflight token), and run shard 1 after the others`,
    );
  }
};

/** More machines than are ever used for a few thousand requests. */
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
  /** Hashes of services and credentials, to compare; absent where the service ended with the shard. */
  service: hash.optional(),
  accounts: z.array(hash),
  /** The input of the plan, and a hash of the plan. */
  plan: z.strictObject({
    only: z.array(z.string()).optional(),
    obligations: z.array(z.enum(pendingIds)),
    /** Those of the target file; their verdicts stand in the traces. */
    clauses: plannedClauses.optional(),
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
 * The file is moved to its place when all of it is written.
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

/** Of any origin: nothing in it is believed before its form is checked. @throws UsageError, one line, if wrong. */
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
