/** Runs a slot on its target, and returns its result in the form that is kept. */

import type { Logger } from 'pino';
import { phaseClock } from '../client/http/phase-clock.ts';
import { evidenceOf, stateLasts } from '../client/ledgers/user-ledgers.ts';
import { createSharing } from '../client/redaction/sharing.ts';
import { bundlesOf } from '../contracts/bundle.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import { decided, type Terms } from '../contracts/decide.ts';
import type { Depth } from '../contracts/depth.ts';
import { isJsonObject, type Json } from '../contracts/json.ts';
import { isRefusal, isTroubled, succeeded } from '../contracts/outcome.ts';
import type { PartnerClause } from '../contracts/partner-clause.ts';
import type { PendingId } from '../contracts/pending.ts';
import { identityOf, type RunIdentity, type RunRecord } from '../contracts/run-record.ts';
import { bundledIn } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import { firstLineOf } from '../contracts/usage-error.ts';
import { type JudgedFlow, recordOfFlows } from '../engine/judged-flow.ts';
import { type Runner, runnerHere } from '../engine/run.ts';
import { walk } from '../engine/walk.ts';
import { planOf, stepsOf } from '../flows/plan.ts';
import { plannedAgain } from '../flows/planned.ts';
import type { Answers } from '../history/outage-evidence.ts';
import { packed } from '../history/runs.ts';
import type { SlotKey } from '../history/slots.ts';
import { loadTarget } from '../targets/load.ts';
import type { Probe } from './config.ts';
import { networkCheck, type ReachedHosts } from './network-check.ts';
import { seedOfSlot } from './schedule.ts';
import type { RanSlot } from './slot-result.ts';
import { isLockedOut, troublesIn } from './troubles.ts';
import { watchedTarget } from './watched-probe.ts';

// The exchanges of a run that show an outage, should it be one: few, in their shareable form, and none of them long.

/** So many characters of each body are kept. */
const bodyMax = 2_000;
/** What is longer all the same, as by its names, is kept without its bodies. */
const exchangeMax = 16_000;

const numberCharacters = 8;

/** @param room What is left of the characters, counted down. */
const cut = (value: Json, room: { left: number }): Json => {
  if (typeof value === 'string') {
    const kept = value.slice(0, Math.max(room.left, 0));
    room.left -= kept.length;
    return kept === value ? value : `${kept}… ${value.length - kept.length} characters left out`;
  }
  if (Array.isArray(value)) {
    const kept: Json[] = [];
    for (const item of value) {
      if (room.left <= 0) return [...kept, `… ${value.length - kept.length} left out`];
      kept.push(cut(item, room));
    }
    return kept;
  }
  if (isJsonObject(value)) {
    const kept: [string, Json][] = [];
    const all = Object.entries(value);
    for (const [name, item] of all) {
      if (room.left <= 0) return Object.fromEntries([...kept, ['…', `${all.length - kept.length} left out`]]);
      room.left -= name.length;
      kept.push([name, cut(item, room)]);
    }
    return Object.fromEntries(kept);
  }
  room.left -= numberCharacters;
  return value;
};

const leftOut: Json = '… left out';

/** It is looked at and not judged: what was read out of it goes, and a long body is cut, with a mark. */
const cutExchange = ({ facts, intent, request, response, ...rest }: Exchange): Exchange => {
  const withBodies = (body: (given: Json) => Json): Exchange => ({
    ...rest,
    request: { ...request, ...(request.body !== undefined && { body: body(request.body) }) },
    ...(response && { response: { ...response, ...(response.body !== undefined && { body: body(response.body) }) } }),
  });
  const shown = withBodies((given) => cut(given, { left: bodyMax }));
  if (JSON.stringify(shown).length <= exchangeMax) return shown;
  const { replaced, ...short } = withBodies(() => leftOut);
  return short;
};

/** An operation that was in trouble in this run has no good answer, even where a second attempt had one. */
export const answersOf = (traces: readonly Pick<Trace, 'exchanges' | 'cleanUp'>[]): Answers => {
  const all = traces
    .flatMap(({ exchanges, cleanUp = [] }) => [...exchanges, ...cleanUp])
    .filter(({ failure }) => failure?.kind !== 'withheld');
  const isOut = isLockedOut(all);
  const isBad = (one: Exchange): boolean => isTroubled(one) || (isOut && one.login === 'own' && isRefusal(one));
  const bad = new Map<string, Exchange>();
  for (const one of all) if (isBad(one) && !bad.has(one.operation)) bad.set(one.operation, one);
  const good = new Map(
    all.filter((one) => succeeded(one) && !bad.has(one.operation)).map((one) => [one.operation, one]),
  );
  const kept = (found: ReadonlyMap<string, Exchange>) =>
    Object.fromEntries([...found].map(([operation, one]) => [operation, cutExchange(one)]));
  return { good: kept(good), bad: kept(bad) };
};

const firstAgainMs = 10_000;
const againMsMax = 3_600_000;

/** Looks after what killed runs have left at a target until nothing is left, and delays no probe meanwhile. */
type Sweeping = {
  /** Something may be left there. */
  note(source: string): void;
  /** Begins what is due. @returns What is under way now; it never rejects. */
  begin(now: number): Promise<void>[];
};

type WaitingLook = { readonly at: number; readonly tries: number };

/** @param sweep Rejects with a line while something may still be open there. */
export const sweepingOf = (
  sweep: (source: string) => Promise<void>,
  { now, trouble }: { readonly now: () => number; readonly trouble: (line: string) => void },
): Sweeping => {
  const waiting = new Map<string, WaitingLook>();
  const underWay = new Set<string>();

  const look = async (source: string, { tries }: WaitingLook): Promise<void> => {
    try {
      await sweep(source);
    } catch (thrown) {
      trouble(firstLineOf(thrown));
      const at = now() + Math.min(firstAgainMs * 2 ** tries, againMsMax);
      if (!waiting.has(source)) waiting.set(source, { at, tries: tries + 1 });
    } finally {
      underWay.delete(source);
    }
  };

  return {
    note: (source) => {
      waiting.set(source, { at: 0, tries: 0 });
    },
    begin: (at) =>
      [...waiting]
        .filter(([source, one]) => one.at <= at && !underWay.has(source))
        .map(([source, one]) => {
          waiting.delete(source);
          underWay.add(source);
          return look(source, one);
        }),
  };
};

/** The parts of a probe that decide what is sent. */
type Selected = {
  readonly only: readonly string[];
  readonly depth: Depth;
  readonly obligations: readonly PendingId[];
  /** Nothing is done but to settle them. */
  readonly isDueOnly?: boolean;
  readonly withoutBadTokens?: boolean | undefined;
};

type ProbeRun = {
  readonly run: RunIdentity;
  readonly selected: Selected;
  /** The clauses of the target file. */
  readonly own?: readonly PartnerClause[] | undefined;
  /** Which bases fail, and which failures are accepted. */
  readonly terms: Terms;
  readonly runner: Runner;
  readonly now: () => number;
  /** Keeps a trace exactly, where the target lets us. */
  readonly keep: (trace: Trace) => Promise<void>;
};

type Probed = {
  readonly record: RunRecord;
  /** In their shareable form. */
  readonly traces: readonly Trace[];
};

/**
 * Walks the flows of a probe, and those that only read once more after trouble. Both attempts are kept, and what passed
 * in the second alone is named as flaky.
 */
export const runProbe = async ({ run, selected, own, terms, runner, now, keep }: ProbeRun): Promise<Probed> => {
  const { flows, pairs, leftOut } = planOf({ ...selected, clauses: own, revision: run.revision, isWatching: true });
  const { share } = createSharing();
  const traces: Trace[] = [];
  const judged: JudgedFlow[] = [];

  const walkAll = async (names: readonly string[], all: typeof pairs): Promise<void> => {
    const options = { record: runner.record, share, keep, own };
    for await (const walked of walk({ run, pairs: all }, stepsOf(names, own), options)) {
      traces.push(walked.trace);
      judged.push(walked.judged);
    }
  };

  const recordOf = (all: typeof pairs): RunRecord =>
    recordOfFlows({ run, pairs: all, leftOut }, judged, new Date(now()).toISOString(), runner.warnings());

  const names = flows.map(({ id }) => id);
  await walkAll(names, pairs);
  const first = recordOf(pairs);
  const again = plannedAgain({ flows: names, pairs }, first);
  if (!again) return { record: decided(first, terms), traces };
  await walkAll(again.again, again.pairs);
  return { record: decided(recordOf(again.pairs), terms), traces };
};

export type SlotAsked = {
  readonly probe: Probe;
  readonly slot: SlotKey;
  readonly owner: string;
  /** Only these obligations are settled, and nothing else is done. */
  readonly settles?: readonly PendingId[];
  /** Only these clauses, which the run of the slot has found broken; all of the probe where it found no answer. */
  readonly confirms?: readonly ClauseId[];
  /** They are sent about once an hour. */
  readonly withoutBadTokens?: boolean;
  /** Ends what is under way, cleaned up. */
  readonly signal: AbortSignal;
};

/** @throws UsageError and others, where the target or its surroundings are broken: nothing was measured then. */
export type RunSlot = (asked: SlotAsked) => Promise<RanSlot>;

/** A run that has come to its end, with what it sent, in the shareable form. */
export type TracedRun = {
  readonly slot: SlotKey;
  readonly target: Pick<Target, 'baseUrl'>;
  readonly record: RunRecord;
  readonly traces: readonly Trace[];
  readonly confirms?: readonly ClauseId[] | undefined;
};

export type SlotSurroundings = {
  readonly environmentOf: (source: string) => Promise<NodeJS.ProcessEnv>;
  readonly isEmbedded: (source: string) => boolean;
  readonly termsOf: (target: string) => Promise<Terms>;
  /** The command line that repeats a run. */
  readonly repeatOf: (options: Pick<Probe, 'target' | 'depth' | 'only'> & { readonly seed: number }) => string;
  readonly newRunId: (startedAt: Date) => string;
  readonly otherHost: string | false;
  readonly reachedHosts: ReachedHosts;
  readonly logger: Logger;
  readonly now: () => number;
  /** Called with each run that was not cut off. */
  readonly traced?: ((run: TracedRun) => void) | undefined;
};

const bundlesIn = async (record: RunRecord, traces: readonly Trace[]): Promise<Record<string, string>> => {
  const kept = bundledIn(record.verdicts);
  const all = bundlesOf(identityOf(record), record.verdicts, traces).filter(({ fingerprint }) => kept.has(fingerprint));
  return Object.fromEntries(await Promise.all(all.map(async (one) => [one.fingerprint, await packed(one)] as const)));
};

const takenIn = (traces: readonly Trace[]): RanSlot['taken'] =>
  traces
    .flatMap(({ exchanges }) => exchanges)
    .flatMap(({ operation, durationMs, response }) => (response ? [{ operation, ms: durationMs }] : []));

/** Exact evidence takes room: of what a monitor runs all day long, only what shows a failure is kept. */
const keepFailing = async (
  { id, verdicts }: RunRecord,
  exact: readonly Trace[],
  { target, environment, logger }: { target: Target; environment: NodeJS.ProcessEnv; logger: Logger },
): Promise<void> => {
  const failing = new Set(verdicts.filter(({ outcome }) => outcome === 'fail').map(({ flow }) => flow));
  const store = failing.size > 0 ? evidenceOf(target, environment) : undefined;
  if (!store) return;
  try {
    await store.removeOld();
    for (const trace of exact) if (failing.has(trace.flow)) await store.keep(id, trace);
  } catch (thrown) {
    logger.warn({ run: id, reason: thrown instanceof Error ? thrown.message : '' }, 'evidence not kept');
  }
};

export const slotRunner = (surroundings: SlotSurroundings): RunSlot => {
  const network = networkCheck(surroundings);
  return async ({ probe, slot, owner, settles, confirms, withoutBadTokens, signal }) => {
    const { isEmbedded, termsOf, repeatOf, newRunId, otherHost, logger, now, traced } = surroundings;
    const environment = await surroundings.environmentOf(probe.target);
    const target = watchedTarget(await loadTarget(probe.target, environment), probe);
    const startedAt = new Date(now());
    const seed = seedOfSlot(slot);
    const run: RunIdentity = {
      id: newRunId(startedAt),
      target: target.name,
      revision: target.revision,
      seed,
      depth: probe.depth,
      startedAt: startedAt.toISOString(),
      repeat: repeatOf({ ...probe, seed }),
    };
    const phases = phaseClock();
    const about = { run, target, isEmbedded: isEmbedded(probe.target) };
    const runner = runnerHere(about, environment, { logger, phases, now });
    const end = (): void => {
      void runner.interrupt();
    };
    signal.addEventListener('abort', end);
    const exact: Trace[] = [];
    try {
      const { record, traces } = await runProbe({
        run,
        selected: {
          only: confirms?.length ? confirms : probe.only,
          depth: probe.depth,
          // What is left behind must still be there when it is due.
          obligations: settles ?? (stateLasts(environment) ? (target.may.obligations ?? []) : []),
          isDueOnly: settles !== undefined,
          withoutBadTokens,
        },
        own: target.clauses,
        terms: await termsOf(target.name),
        runner,
        now,
        keep: async (trace) => {
          exact.push(trace);
        },
      });
      await keepFailing(record, exact, { target, environment, logger });
      if (!signal.aborted) traced?.({ slot, target, record, traces, confirms });
      const troubles = troublesIn(traces);
      const way = { baseUrl: target.baseUrl, otherHost };
      if (troubles.answered > 0 && !signal.aborted) await network.learnt(way);
      const isUnreached = troubles.answered === 0 && troubles.troubled.some((each) => each.isUnreached);
      return {
        kind: 'ran',
        slot: { probe: slot.probe, location: slot.location, at: slot.at },
        owner,
        target: target.name,
        record: { ...record, httpPhasesMs: phases.totalMs() },
        taken: takenIn(traces),
        troubles,
        ...(isUnreached ? await network.shown(way) : { isNetworkOurs: false }),
        ...(confirms && { confirms: [...confirms] }),
        bundles: await bundlesIn(record, traces),
        answers: await packed(answersOf(traces)),
      };
    } finally {
      signal.removeEventListener('abort', end);
      await runner.close();
    }
  };
};
