/** Finds and loads the policy of a release: `preflight.policy.mts` of the working folder, or the file that is named. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Area, areas, chosenBy, clausesIn } from '../contracts/areas.ts';
import { knownArea, type Policy, policyForm } from '../contracts/policy.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { loadFile } from '../targets/load-file.ts';
import { isThere } from './is-there.ts';

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
  for (const each of requires) chosenBy(each, `${at} requires: area, topic or clause`);
  for (const each of allowUnjudged) {
    knownArea(each, `${at} allowUnjudged: area`);
    if (requires.includes(each) || Object.hasOwn(quotas, each)) {
      throw new UsageError(`${at} ${each} is both required and allowed to be unjudged: take it out of one of them`);
    }
  }
  for (const area of areas) {
    // Logins were general before they had an area of their own.
    const counted: readonly Area[] = area === 'general' ? ['token', area] : [area];
    const [quota = 0, all] = [quotas[area], counted.flatMap(clausesIn).length];
    if (quota > all) throw new UsageError(`${at} quotas: ${area} has ${all} clauses, and ${quota} are asked for`);
  }
  return parsed.data;
};

const found = async (given: string | undefined): Promise<LoadedPolicy> => {
  const name = given ?? fileNames.find(isThere) ?? fileNames[0];
  const file = resolve(name);
  if (isThere(file)) {
    // Whoever reads a pipe waits for whoever writes it.
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
