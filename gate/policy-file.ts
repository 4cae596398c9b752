/** Finds and loads the policy of a release: `preflight.policy.mts` of the working folder, or the file that is named. */
import { lstatSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { lock } from 'proper-lockfile';
import { type Area, areas, chosenBy, clausesIn, retiredIn } from '../contracts/areas.ts';
import { isPartnerClauseId } from '../contracts/clauses.ts';
import {
  clauseNamed,
  dayAfter,
  isOver,
  knownArea,
  overlap,
  type Policy,
  policyForm,
  type Waiver,
  waiver,
  waiverDaysMax,
} from '../contracts/policy.ts';
import { firstLineOf, UsageError, unknownName } from '../contracts/usage-error.ts';
import { writeJson } from '../engine/run-folder.ts';
import { loadFile } from '../targets/load-file.ts';
import { notWritable, pathForPerson } from './results.ts';

/** Whether anything stands at a path, be it a link that leads nowhere: what is broken is named, and not passed over. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

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

/** `preflight init` writes the first: npm often begins a repository as CommonJS, in which `.ts` would not load. */
const fileNames = ['preflight.policy.mts', 'preflight.policy.ts'] as const;

export type LoadedPolicy = {
  readonly policy: Policy;
  /** As the person named it; undefined where there is none. */
  readonly name: string | undefined;
  /** Where the files stand that it names. */
  readonly folder: string;
  /** A person named the waivers, and not the policy. */
  readonly areWaiversNamed?: true;
};

const settings = Object.keys(policyForm.shape);

/** Whether the target has it is seen when the target file is loaded. */
const isOfPartner = (name: string): boolean => name === 'partner' || isPartnerClauseId(name);

/** @throws UsageError for what is wrong, with the setting. */
const read = (exported: object, name: string): Policy => {
  const at = `policy file ${name}:`;
  const stray = Object.keys(exported).find((key) => !settings.includes(key));
  if (stray !== undefined) throw unknownName(`${at} setting`, stray, settings, '');
  for (const area of Object.keys('quotas' in exported ? Object(exported.quotas) : {})) {
    knownArea(area, `${at} quotas: area`);
  }
  const parsed = policyForm.safeParse(exported);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError(
      `${at} ${issue?.path.join('.') || 'the whole'}: ${issue?.message}; see docs/use/gating.md for a whole example`,
    );
  }
  const { requires, quotas, allowUnjudged } = parsed.data;
  for (const each of Object.keys(parsed.data.severity ?? {})) clauseNamed(each, `${at} severity: clause`);
  for (const each of requires.filter((name) => !isOfPartner(name)))
    chosenBy(each, `${at} requires: area, topic or clause`);
  for (const each of allowUnjudged) {
    knownArea(each, `${at} allowUnjudged: area`);
    if (requires.includes(each) || Object.hasOwn(quotas, each)) {
      throw new UsageError(`${at} ${each} is both required and allowed to be unjudged: take it out of one of them`);
    }
  }
  for (const area of areas) {
    // Logins were general before they had a separate area.
    const counted: readonly Area[] = area === 'general' ? ['token', area] : [area];
    const [quota = 0, all] = [quotas[area], counted.flatMap((each) => [...clausesIn(each), ...retiredIn(each)]).length];
    // How many clauses a target file has is known when it is loaded.
    if (area !== 'partner' && quota > all)
      throw new UsageError(`${at} quotas: ${area} has ${all} clauses, and ${quota} are asked for`);
  }
  return parsed.data;
};

const found = async (given: string | undefined): Promise<LoadedPolicy> => {
  const name = given ?? fileNames.find(isThere) ?? fileNames[0];
  const file = resolve(name);
  if (isThere(file)) {
    // Reading a pipe would wait until something is written to it.
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      throw new UsageError(`policy file ${name} is no file, or leads to none: name one that is, or remove it`);
    }
    const policy = await loadFile({ file, name, kind: 'policy', read: (exported) => read(exported, name) });
    return { policy, name, folder: dirname(file) };
  }
  if (given === undefined) return { policy: policyForm.parse({}), name: undefined, folder: resolve('.') };
  throw new UsageError(
    `policy file ${given} does not exist: name one that does, or leave out --policy for ${fileNames[0]} here`,
  );
};

/**
 * @param given The file that a person named.
 * @param waivers The file of waivers that a person named; it outranks that of the policy.
 * @throws UsageError when it is not there or broken; nothing has been sent then.
 */
export const loadPolicy = async (given?: string, waivers?: string): Promise<LoadedPolicy> => {
  const loaded = await found(given);
  if (waivers === undefined) return loaded;
  return { ...loaded, areWaiversNamed: true, policy: { ...loaded.policy, waivers: resolve(waivers) } };
};
