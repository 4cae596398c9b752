/** What decides about a run besides its verdicts, read before anything is sent: policy, waivers, and an earlier run. */
import {
  type Area,
  areaNamed,
  areas,
  chosenBy,
  clausesIn,
  clausesNamed,
  presentName,
  retiredIn,
  showsItsArea,
} from '../contracts/areas.ts';
import { type ClauseId, clauseIds, isClauseId } from '../contracts/clauses.ts';
import { decided, type Earlier, earlierOf, type Terms, termsOfDecision } from '../contracts/decide.ts';
import { isPipeline } from '../contracts/exit-codes.ts';
import { knownArea, type Waiver } from '../contracts/policy.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { Plan } from '../flows/planned.ts';
import { type LoadedPolicy, loadPolicy, readWaivers } from './policy-file.ts';
import { namedRun, storedGates } from './stored-runs.ts';

/** The options that decide on a verdict. */
export type VerdictOptions = {
  policy?: string;
  waivers?: string;
  require?: string[];
  allowUnjudged?: string[];
  since?: string;
  rerun?: true;
  only?: string[];
  due?: true;
};

type TermInput = {
  /** Its name. */
  readonly target: string;
  readonly plan: Plan;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: number;
  readonly notice: (line: string) => void;
};

/** The clauses that the selection of a run leaves in; those that its target cannot show are among them. */
const selectedBy = ({ only, due }: VerdictOptions, { leftOut, pairs, own }: Plan): ReadonlySet<ClauseId> => {
  if (due) return new Set(pairs.map(({ clause }) => clause));
  const chosen = only?.flatMap((name) => chosenBy(name, undefined, own)) ?? [...clauseIds, ...own];
  return new Set(chosen.filter((id) => !leftOut.includes(id)));
};

/** Whether a requirement is of any use for what was selected. */
const appliesTo = (name: string, selected: ReadonlySet<ClauseId>, { own }: Plan): boolean =>
  clausesNamed(name, own).some((id) => selected.has(id) && (areaNamed(name) === undefined || showsItsArea(id)));

/** In a pipeline a missing area would not be noticed: each area of the plan is required. */
const requiredByPipelines = ({ plan, environment }: TermInput): string[] => {
  if (!isPipeline(environment)) return [];
  const planned = new Set(plan.pairs.map(({ clause }) => clause));
  return areas.filter((area) => clausesIn(area, plan.own).some((id) => planned.has(id)));
};

const allowedBy = ({ allowUnjudged = [], require = [] }: VerdictOptions): readonly string[] => {
  const allowed = allowUnjudged.map((each) => knownArea(each, '--allow-unjudged: area'));
  const both = allowed.find((each) => require.map(presentName).includes(each));
  if (both) throw new UsageError(`--require and --allow-unjudged both name ${both}: leave it out of one of them`);
  return allowed;
};

const earlierNamed = async (
  given: string,
  { option, target }: { readonly option: string; readonly target: string },
): Promise<Earlier> => {
  const record = await namedRun(given, option);
  const named = `${option} ${given}`;
  if (record.target !== target)
    throw new UsageError(`${named} is a run of ${record.target}, and this one is of ${target}`);
  if (record.repeat.startsWith('gate ')) return earlierOf(record);
  const [command] = record.repeat.split(' ');
  throw new UsageError(`${named} is a run of preflight ${command}: name one of a gate, or latest`);
};

/** A stored run beside an earlier one; its verdict stays. @throws UsageError */
export const comparedWithRun = async (record: RunRecord, since: string): Promise<RunRecord> => {
  const { decision, target } = record;
  if (!decision) throw new UsageError('--since goes with the run of a gate: leave it out');
  const base = await earlierNamed(since, { option: '--since', target });
  const beside = decided(record, { ...termsOfDecision(decision), since: base }).decision?.since;
  return { ...record, decision: { ...decision, since: beside } };
};

const earlier = async (
  { since }: VerdictOptions,
  { policy, name }: LoadedPolicy,
  { target, notice }: TermInput,
): Promise<Earlier | undefined> => {
  const given = since ?? policy.baseline;
  if (given === undefined) return undefined;
  const option = since === undefined ? `baseline of ${name}` : '--since';
  const [latest] = given === 'latest' ? await storedGates(target) : [];
  if (given === 'latest' && !latest) {
    notice(`${option} latest: results/ holds no run of ${target} yet, so nothing is compared`);
    return undefined;
  }
  return earlierNamed(latest?.id ?? given, { option, target });
};

/** The last that runs have said of each clause that takes a day. */
const settledBefore = async (target: string): Promise<NonNullable<Terms['settled']>> => {
  const judged = (await storedGates(target)).flatMap(({ id, verdicts }) =>
    verdicts.flatMap(({ clause, outcome, runs }) => {
      const isKnown = isClauseId(clause) && (outcome === 'pass' || outcome === 'fail');
      return runs && isKnown ? [{ clause, run: id, at: runs.settledAt, outcome }] : [];
    }),
  );
  return [...Map.groupBy(judged, ({ clause }) => clause).values()].flatMap((all) =>
    all.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, 1),
  );
};

/** Those of the target alone. */
const waiversOf = async (loaded: LoadedPolicy, { target, now }: Pick<TermInput, 'target' | 'now'>): Promise<Waiver[]> =>
  (await readWaivers(loaded, new Date(now).toISOString().slice(0, 10))).filter((each) => each.target === target);

/**
 * Of an exploration, which requires no area and no quota: which bases fail, and which failures are accepted.
 *
 * @throws UsageError for what cannot be read; nothing has been sent then.
 */
export const readExplorationTerms = async (
  given: string | undefined,
  about: Pick<TermInput, 'target' | 'now'>,
): Promise<Terms> => {
  const loaded = await loadPolicy(given);
  const { policy, name } = loaded;
  const waivers = await waiversOf(loaded, about);
  return {
    ...(name !== undefined && { policy: name }),
    gates: policy.gates,
    ...(policy.severity && { severity: policy.severity }),
    requires: [],
    allowedUnjudged: [],
    waivers,
  };
};

type ReadTerms = {
  readonly terms: Terms;
  /** Whether flows that met trouble are walked once more. */
  readonly mayRerun: boolean;
};

/** @throws UsageError for what cannot be read or contradicts itself; nothing has been sent then. */
export const readTerms = async (options: VerdictOptions, about: TermInput): Promise<ReadTerms> => {
  const { target, plan, notice } = about;
  const loaded = await loadPolicy(options.policy, options.waivers);
  const { policy, name } = loaded;
  const asked = (options.require ?? []).map(presentName);
  for (const each of asked) chosenBy(each, '--require: area, topic or clause', plan.own);
  for (const each of policy.requires) chosenBy(each, `policy file ${name}: requires`, plan.own);
  const allowed = new Set([...policy.allowUnjudged, ...allowedBy(options)]);
  for (const each of asked) allowed.delete(each);
  const selected = selectedBy(options, plan);
  const beyond = asked.find((each) => !appliesTo(each, selected, plan));
  if (beyond !== undefined) {
    throw new UsageError(
      `--require ${beyond}: this run sends nothing that shows it: leave it out, or the --only, --depth or --due that leaves it out`,
    );
  }
  const required = new Set([...policy.requires, ...asked, ...requiredByPipelines(about)]);
  const quotas = Object.entries(policy.quotas).flatMap(([area, quota]) => {
    const all = clausesIn(area as Area, plan.own).length;
    if (quota > all && retiredIn(area as Area).length > 0)
      notice(
        `policy file ${name}: quotas: ${area} has ${all} clauses since a law judges some: ${all} in place of ${quota}`,
      );
    const left = clausesNamed(area, plan.own).filter((id) => selected.has(id)).length;
    return left > 0 && !allowed.has(area) ? [[area, Math.min(quota, left)]] : [];
  });
  const waivers = await waiversOf(loaded, about);
  const since = await earlier(options, loaded, about);
  const terms: Terms = {
    ...(name !== undefined && { policy: name }),
    gates: policy.gates,
    ...(plan.own.length > 0 && { own: [...plan.own] }),
    ...(policy.severity && { severity: policy.severity }),
    requires: [...required].filter((each) => !allowed.has(each) && appliesTo(each, selected, plan)),
    ...(quotas.length > 0 && { quotas: Object.fromEntries(quotas) }),
    ...(policy.obligationDays !== undefined && {
      obligationDays: policy.obligationDays,
      settled: await settledBefore(target),
    }),
    allowedUnjudged: areas.filter((each) => allowed.has(each)),
    waivers,
    since,
  };
  return { terms, mayRerun: options.rerun === true || policy.reruns > 0 };
};
