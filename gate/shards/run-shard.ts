/** Runs one shard of a gate: walks its part of the plan, and leaves one file for `preflight merge`: no verdict. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stateLasts } from '../../client/ledgers/user-ledgers.ts';
import { userTokenCache } from '../../client/tokens/token-cache.ts';
import { exitCodes } from '../../contracts/exit-codes.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import type { Target } from '../../contracts/target.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { preflightVersion } from '../../contracts/version.ts';
import { createRunFolder, type RunPlan, readTraces, recordIn, writeInterrupted } from '../../engine/run-folder.ts';
import { logsIn, type Shard, shardText } from '../../flows/shards.ts';
import type { DryRun } from '../../reports/effects-text.ts';
import { oneLine } from '../../reports/safe-text.ts';
import { counted } from '../../reports/text-layout.ts';
import { withoutFunctions } from '../../targets/partner-clauses.ts';
import { loadPolicy } from '../policy-file.ts';
import { pathForPerson } from '../results.ts';
import { dryRun, type GateOptions, type WalkedPlan, walked } from '../run-gate.ts';
import { type GateParts, minutesLines, minutesOf, openTarget, plannedMinutes, plannedRun } from '../run-parts.ts';
import type { Surroundings } from '../surroundings.ts';
import { accountHash, putInto, readHandedOn } from './handed-on.ts';
import { writePart } from './part.ts';
import { flowsOf, type PlanInputs, type SharedPlan, shardOfTarget, sharedPlan } from './plan-of-shard.ts';

export type ShardOptions = GateOptions & {
  shard: Shard;
  /** What all shards of one run are called by, and no other run. */
  runId?: string;
  /** The file of a token that was handed on. */
  token?: string;
};

/** What is said where all parts are judged together. */
const ofMerge = ['require', 'allowUnjudged', 'since', 'report', 'history'] as const;

const wordOf = (option: string): string => option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** @throws UsageError for what is not said of a shard. */
const idOf = ({ runId, due, ...rest }: ShardOptions): string => {
  const early = ofMerge.find((option) => rest[option] !== undefined);
  if (early)
    throw new UsageError(`--${wordOf(early)} is said to npx --no -- preflight merge, which judges all shards together`);
  if (due) throw new UsageError('--due settles what this machine has left behind: leave out --shard');
  if (runId === undefined) {
    throw new UsageError(
      '--shard needs --run-id, one name for all shards of this run and for no other: such as the id of the pipeline',
    );
  }
  return `shards-${runId}`;
};

const inputsOf = (
  { only, depth }: ShardOptions,
  { revision, may, clauses }: Target,
  { environment }: Surroundings,
): PlanInputs => ({
  revision,
  depth,
  ...(only && { only }),
  obligations: stateLasts(environment) ? (may.obligations ?? []) : [],
  ...(clauses && { clauses }),
});

type Prepared = { readonly all: SharedPlan; readonly planned: RunPlan };

const prepared = (options: ShardOptions, target: Target, surroundings: Surroundings, startedAt: string): Prepared => {
  const { shard, depth } = options;
  const id = idOf(options);
  const all = sharedPlan(inputsOf(options, target, surroundings), shard.count);
  const flows = flowsOf(all, shard);
  const { isEmbedded } = surroundings;
  const within = shardOfTarget(target, shard, { flows: all.plan.flows, depth, isAlone: isEmbedded });
  const named = new Set(flows.map((flow) => flow.id));
  const plan = { ...all.plan, flows, pairs: all.plan.pairs.filter(({ flow }) => named.has(flow)) };
  return { all, planned: { ...plannedRun(options, { target, plan }, { id, startedAt, isEmbedded }), within } };
};

/** What this shard would send. */
export const dryRunShard = async (
  options: ShardOptions,
  { surroundings, walker, now }: Pick<GateParts, 'surroundings' | 'walker' | 'now'>,
): Promise<DryRun> => {
  const target = await walker.load(options.target, surroundings.environment);
  const { all, planned } = prepared(options, target, surroundings, new Date(now()).toISOString());
  const { within, leftOut = [], run } = planned;
  return dryRun({
    target: { ...target, may: { ...target.may, ...within?.may }, limits: { ...target.limits, ...within?.limits } },
    surroundings,
    flows: flowsOf(all, options.shard),
    leftOut,
    depth: options.depth,
    seed: run.seed,
  });
};

/**
 * With a token that was handed on no shard logs in. Where its flows are about logging in, it knows of the token, and
 * that none from before is the last.
 */
const withToken = async (
  options: ShardOptions,
  planned: RunPlan,
  { all, target, surroundings }: { all: SharedPlan; target: Target; surroundings: Surroundings },
): Promise<RunPlan> => {
  const { environment, isEmbedded } = surroundings;
  const file = options.token ?? environment.PREFLIGHT_TOKEN_FILE;
  if (!file) return planned;
  if (isEmbedded)
    throw new UsageError('the sandbox of each shard is its own, and no token serves in two: leave out --token');
  const tokens = await readHandedOn(resolve(file), target, environment);
  if (!flowsOf(all, options.shard).some(logsIn)) return { ...planned, tokenFile: resolve(file) };
  const stores = userTokenCache(environment);
  if (stores) await putInto(stores, tokens, target);
  return planned;
};

/** What kept it from measuring; that a promise is broken is no such thing. */
const troublesIn = ({ verdicts }: RunRecord): string[] =>
  verdicts.flatMap(({ outcome, because, reason = '' }) => (outcome === 'error' || because === 'trouble' ? reason : []));

/** What a person reads at once; the verdict is the merge's. */
const summary = ({ exchanges, totals }: RunRecord, { index, count }: Shard, file: string): string => {
  const broken = totals.fail > 0 ? `; ${counted(totals.fail, 'clause')} broken so far` : '';
  const rest = index === count && count === 1 ? '' : `, and the parts of the other shards beside it`;
  return [
    `part  ${shardText({ index, count })}, ${counted(exchanges, 'request')}${broken}`,
    `      ${pathForPerson(file)}${rest}: npx --no -- preflight merge judges them`,
  ].join('\n');
};

const mayRerun = async ({ policy: file, rerun }: ShardOptions): Promise<boolean> => {
  const { policy } = await loadPolicy(file);
  return rerun === true || policy.reruns > 0;
};

/** @returns The exit code: whether there is a part with all that was planned, and not what is in it. */
export const runShard = async (options: ShardOptions, parts: GateParts): Promise<number> => {
  const { surroundings, print, result, notice, now } = parts;
  const { shard } = options;
  idOf(options);
  const askedAt = now();
  const { target, warnings } = await openTarget(options.target, parts);
  const minutes = minutesOf(options, target, askedAt);
  const { all, planned } = prepared(options, target, surroundings, new Date(now()).toISOString());
  const withTime = { ...planned, ...plannedMinutes(minutes, now()) };
  const first = await withToken(options, withTime, { all, target, surroundings });
  const { run, flows } = first;
  print(`seed ${run.seed}`);
  print(`run  ${run.id}  ${target.name} at ${target.baseUrl}, revision ${run.revision}, depth ${options.depth}`);
  print(`     shard ${shardText(shard)}: ${counted(flows.length, 'flow')} of ${all.plan.flows.length}`);
  for (const line of minutesLines(minutes, now())) print(line);
  print('');

  // Nothing of it is seen before it is whole, so it is recorded outside results/.
  const above = await mkdtemp(join(tmpdir(), 'preflight-shard-'));
  try {
    const folder = join(above, run.id);
    await createRunFolder(folder, first);
    const ended: WalkedPlan =
      flows.length === 0
        ? { plan: first, judged: [], isInterrupted: false, cutShort: undefined }
        : await walked(folder, { plan: first, target, mayRerun: await mayRerun(options) }, parts);
    const { plan, judged, isInterrupted } = ended;
    if (isInterrupted) await writeInterrupted(folder, plan);
    const finishedAt = new Date(now()).toISOString();
    const around = [
      ...(await warnings(ended, minutes, `shard ${shardText(shard)}`)),
      ...(isInterrupted ? [`shard ${shardText(shard)} was interrupted`] : []),
    ];
    const record = await recordIn(folder, plan, { judged, finishedAt, warnings: around });
    const isService = !surroundings.isEmbedded;
    const { only, obligations, clauses } = inputsOf(options, target, surroundings);
    const file = await writePart(
      {
        preflight: preflightVersion,
        shard,
        run,
        finishedAt,
        targetSource: options.target,
        isEmbedded: surroundings.isEmbedded,
        ...(isService && { service: accountHash(target, { clientId: '', clientSecret: '' }, run.id) }),
        accounts: isService
          ? [target.credentials, ...(target.otherPartner ? [target.otherPartner] : [])].map((each) =>
              accountHash(target, each, run.id),
            )
          : [],
        plan: {
          ...(only && { only: [...only] }),
          obligations: [...obligations],
          ...(clauses && { clauses: clauses.map(withoutFunctions) }),
          hash: all.hash,
        },
        again: plan.again ?? [],
        warnings: around,
      },
      await readTraces(folder, plan),
    );
    result({ part: pathForPerson(file), run: run.id, shard: shardText(shard), exchanges: record.exchanges });
    print(summary(record, shard, file));
    if (isInterrupted) return exitCodes.interrupted;
    const trouble = [...around, ...troublesIn(record)][0];
    if (trouble === undefined) return exitCodes.pass;
    notice(`shard ${shardText(shard)} could not measure all of its flows: ${oneLine(trouble, 400)}`);
    return exitCodes.unmeasured;
  } finally {
    await rm(above, { recursive: true, force: true });
  }
};
