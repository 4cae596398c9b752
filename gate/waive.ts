/** Accepts one failure of a run for a stated reason and time: writes a waiver of it. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readBundleFile } from '../cases/case.ts';
import { isClauseId, presentId } from '../contracts/clauses.ts';
import { clauseNamed, dayAfter, isOver, overlap, type Waiver, waiverDaysMax } from '../contracts/policy.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { Verdict } from '../contracts/verdict.ts';
import { readRunRecord } from '../engine/run-folder.ts';
import { repeatCommand } from '../reports/failure-message.ts';
import { waivedText } from '../reports/run-facts.ts';
import type { Caller } from './caller.ts';
import { changeWaivers, loadPolicy, waiversFile } from './policy-file.ts';
import { pathForPerson, resultsFolder } from './results.ts';

export type WaiveOptions = { reason: string; owner: string; expires?: string; policy?: string };

type Waivable = { readonly run: RunIdentity; readonly verdict: Verdict; readonly fingerprint: string | undefined };

const daysByDefault = 30;

const isFingerprint = (text: string): boolean => /^[0-9a-f]{12}$/.test(text);

const failingWith = (verdicts: readonly Verdict[], given: string): Verdict | undefined =>
  verdicts.find(
    ({ clause, outcome, findings }) =>
      outcome === 'fail' && (clause === presentId(given) || findings.some(({ fingerprint }) => fingerprint === given)),
  );

const inBundle = async (file: string): Promise<Waivable> => {
  const { run, fingerprint, verdicts } = await readBundleFile(file);
  const verdict = fingerprint === undefined ? undefined : failingWith(verdicts, fingerprint);
  if (!verdict) throw new UsageError(`${file} holds no failure, so there is nothing to waive`);
  return { run, verdict, fingerprint };
};

/** By its fingerprint, or all failures of a clause. */
const inLatest = async (given: string): Promise<Waivable> => {
  if (!isFingerprint(given)) clauseNamed(given, 'bundle, fingerprint or clause');
  const folder = join(resultsFolder(), 'latest');
  const run = await readRunRecord(folder).catch((thrown: unknown) => {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError('results/latest holds no run that can be read: name the bundle of the failure');
  });
  const verdict = failingWith(run.verdicts, given);
  if (!verdict) {
    throw new UsageError(`the last run, ${run.id} on ${run.target}, shows no failure ${given}: name the bundle of one`);
  }
  return { run, verdict, fingerprint: isFingerprint(given) ? given : undefined };
};

const found = (given: string): Promise<Waivable> => {
  if (existsSync(resolve(given))) return inBundle(given);
  if (isFingerprint(given) || isClauseId(given)) return inLatest(given);
  if (/[/\\]|\.json$/.test(given)) throw new UsageError(`${given} does not exist: name the bundle of a failure`);
  return inLatest(given);
};

const stated = (text: string, option: string): string => {
  if (text.trim() === '') throw new UsageError(`${option} is empty: say it for whoever reads the waiver later`);
  return text.trim();
};

const expiryOf = (given: string | undefined, day: string): string => {
  if (given === undefined) return dayAfter(day, daysByDefault);
  if (!z.iso.date().safeParse(given).success) {
    throw new UsageError(`--expires ${given} is no day: write it as ${dayAfter(day, daysByDefault)}`);
  }
  if (isOver({ expires: given }, day)) throw new UsageError(`--expires ${given} is over: name a day from today on`);
  const last = dayAfter(day, waiverDaysMax);
  if (given <= last) return given;
  throw new UsageError(`--expires ${given} is too far away: a waiver may last ${waiverDaysMax} days, until ${last}`);
};

const waiverFor = ({ run, verdict, fingerprint }: Waivable, options: WaiveOptions, day: string): Waiver => {
  const operation = verdict.findings.find((each) => each.fingerprint === fingerprint)?.operation;
  return {
    clause: verdict.clause,
    target: run.target,
    ...(operation && { operation }),
    ...(fingerprint !== undefined && { fingerprint }),
    reason: stated(options.reason, '--reason'),
    owner: stated(options.owner, '--owner'),
    expires: expiryOf(options.expires, day),
  };
};

const isOfSameScope = (one: Waiver, other: Waiver): boolean =>
  overlap(one, other) && one.operation === other.operation && one.fingerprint === other.fingerprint;

/** Where one of the same failures is over, the new one takes its place; else it stands last. */
const withWaiver = (
  waivers: readonly Waiver[],
  fresh: Waiver,
  { day, file }: { day: string; file: string },
): Waiver[] => {
  const covering = waivers.find((each) => !isOver(each, day) && overlap(each, fresh));
  if (covering) {
    const { clause, expires, owner } = covering;
    throw new UsageError(`${clause} is waived until ${expires} by ${owner}: change that waiver in ${file}`);
  }
  const at = waivers.findIndex((each) => isOfSameScope(each, fresh));
  return at < 0 ? [...waivers, fresh] : waivers.with(at, fresh);
};

/** @throws UsageError for what cannot be waived; nothing was written. */
export const waive = async (given: string, options: WaiveOptions, { print, result, now }: Caller): Promise<void> => {
  const day = new Date(now()).toISOString().slice(0, 10);
  const loaded = await loadPolicy(options.policy);
  const file = pathForPerson(waiversFile(loaded));
  const failure = await found(given);
  const fresh = waiverFor(failure, options, day);
  await changeWaivers(loaded, day, (waivers) => withWaiver(waivers, fresh, { day, file }));
  result({ file, waiver: fresh });
  print(waivedText(fresh, { file, next: repeatCommand(failure.run, failure.verdict) }));
};
