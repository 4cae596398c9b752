/** The file of accepted failures: read and checked as a whole, and written so that nobody reads half of it. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lock } from 'proper-lockfile';
import { firstLineOf } from '../contracts/first-line.ts';
import { clauseNamed } from '../contracts/policy.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { dayAfter, isOver, overlap, type Waiver, waiver, waiverDaysMax } from '../contracts/waiver.ts';
import { writeJson } from '../engine/run-folder.ts';
import { isThere } from './is-there.ts';
import type { LoadedPolicy } from './policy-file.ts';
import { notWritable, pathForPerson } from './results.ts';

const fileName = 'preflight.waivers.json';
const bytesMax = 1024 * 1024;
const waiversMax = 1_000;
/** Two seconds; a list is changed within a few milliseconds. */
const waiting = { retries: 100, factor: 1, minTimeout: 20, maxTimeout: 20 };

/** Where the waivers of a policy stand. */
export const waiversFile = ({ policy, folder }: LoadedPolicy): string =>
  policy.waivers === undefined ? resolve(fileName) : resolve(folder, policy.waivers);

const parsed = async (file: string, at: string): Promise<unknown[]> => {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`${at} is no file: remove it, or write [] into a file of that name`);
  const { size } = found;
  if (size > bytesMax) throw new UsageError(`${at} has more than ${bytesMax} bytes: it is no list of waivers`);
  let list: unknown;
  try {
    // Some editors put a mark of the encoding first.
    list = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (thrown) {
    throw new UsageError(`${at} is no JSON: ${firstLineOf(thrown)}`);
  }
  if (!Array.isArray(list)) throw new UsageError(`${at} holds no list: write [] for none`);
  if (list.length > waiversMax) throw new UsageError(`${at} holds ${list.length} waivers, and may hold ${waiversMax}`);
  return list;
};

/** @throws UsageError for the first thing that is wrong with a waiver. */
const checked = (given: unknown, at: string, day: string): Waiver => {
  const { clause } = Object(given) as { clause?: unknown };
  if (typeof clause === 'string') clauseNamed(clause, `${at}: clause`);
  const read = waiver.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new UsageError(`${at}: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`);
  }
  const last = dayAfter(day, waiverDaysMax);
  if (read.data.expires > last) {
    throw new UsageError(
      `${at}: expires ${read.data.expires}: a waiver may last ${waiverDaysMax} days, from today until ${last}`,
    );
  }
  return read.data;
};

const assertNoOverlap = (waivers: readonly Waiver[], at: string, day: string): void => {
  for (const [i, one] of waivers.entries()) {
    const j = waivers.findIndex(
      (other, index) => index > i && !isOver(one, day) && !isOver(other, day) && overlap(one, other),
    );
    if (j < 0) continue;
    throw new UsageError(`${at}: waivers ${i + 1} and ${j + 1} cover the same failures of ${one.clause}: take one out`);
  }
};

/**
 * Those of all targets; none where there is no file.
 *
 * @param day Of today, `YYYY-MM-DD`.
 * @throws UsageError for the first thing that is wrong.
 */
export const readWaivers = async (loaded: LoadedPolicy, day: string): Promise<readonly Waiver[]> => {
  const file = waiversFile(loaded);
  const at = `waivers file ${pathForPerson(file)}`;
  if (!isThere(file)) {
    if (loaded.policy.waivers === undefined) return [];
    const [whose, wayOut] = loaded.areWaiversNamed
      ? ['', 'name another with --waivers']
      : [` of ${loaded.name}`, 'leave out waivers of the policy'];
    throw new UsageError(`${at}${whose} does not exist: write [] into it, or ${wayOut}`);
  }
  const waivers = (await parsed(file, at)).map((each, i) => checked(each, `${at}: waiver ${i + 1}`, day));
  assertNoOverlap(waivers, at, day);
  return waivers;
};

/** In the order that they are given in. */
const writeWaivers = async (file: string, waivers: readonly Waiver[], day: string): Promise<void> => {
  const at = `waivers file ${pathForPerson(file)}`;
  for (const [i, each] of waivers.entries()) checked(each, `${at}: waiver ${i + 1}`, day);
  assertNoOverlap(waivers, at, day);
  await writeJson(file, waivers, 2).catch(notWritable(file));
};

/**
 * Changes the list, and keeps others who change it waiting: two of them at once would lose what one has written.
 *
 * @throws UsageError for what is wrong; nothing was written.
 */
export const changeWaivers = async (
  loaded: LoadedPolicy,
  day: string,
  change: (waivers: readonly Waiver[]) => readonly Waiver[],
): Promise<void> => {
  const file = waiversFile(loaded);
  const release = await lock(file, { realpath: false, retries: waiting }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ELOCKED') return notWritable(file)(thrown);
    throw new UsageError(`${pathForPerson(file)} is being changed: try again, or remove ${pathForPerson(file)}.lock`);
  });
  try {
    await writeWaivers(file, change(isThere(file) ? await readWaivers(loaded, day) : []), day);
  } finally {
    await release();
  }
};
