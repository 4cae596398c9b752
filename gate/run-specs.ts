/** A run whose flows are walked when a Playwright test asks for them: a second door to one walk. */
import { rm } from 'node:fs/promises';
import { clause as clauseOf } from '../contracts/clauses.ts';
import { decided, type Terms } from '../contracts/decide.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import { boundOperations } from '../contracts/intents.ts';
import type { Levers, Target } from '../contracts/target.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import { unknownName } from '../contracts/usage-error.ts';
import type { Flow } from '../engine/flow.ts';
import { type JudgedFlow, recordOfFlows } from '../engine/judged-flow.ts';
import { type RunPlan, readTrace, writePlan } from '../engine/run-folder.ts';
import type { WalkStep } from '../engine/walk.ts';
import { planOf, stepsOf } from '../flows/plan.ts';
import { failureMessage, keptIn } from '../reports/failure-message.ts';
import { progress } from '../reports/progress.ts';
import { type ClauseRow, summary } from '../reports/summary.ts';
import { recorder } from './recorder.ts';
import { pathForPerson } from './results.ts';
import {
  type BeginOptions,
  beginRun,
  finishRun,
  type Gated,
  type GateParts,
  openTarget,
  type ReportPlaces,
  reportedGate,
} from './run-parts.ts';
import {
  type AskedRun,
  type AttachedExchange,
  type JudgedClause,
  type NotSent,
  type OwnFlow,
  ownFlow,
  type SpecTarget,
  specDoor,
  type WalkedJourney,
} from './spec-door.ts';
import { readTerms } from './terms.ts';
import type { Walker } from './walker.ts';
import { walkerVariables } from './walker-messages.ts';

/** What the global setup passes on. */
export type SpecsOptions = BeginOptions & Pick<ReportPlaces, 'history'>;

/** How the asking came to its end. */
export type SpecsEnd = 'ended' | 'interrupted';

type SpecsParts = Omit<GateParts, 'walker'> & {
  /** Loads the target in this process: specs are code of the same people. */
  readonly load: Walker['load'];
  /** Called when tests may ask. */
  readonly opened: (address: string, folder: string) => void;
  /** Resolves when nothing more is asked for, or the process is to end. */
  readonly over: Promise<SpecsEnd>;
  /** What a test has to know to be answered. */
  readonly secret: string;
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const shownExchange = ({ index, operation, request, response, failure }: Exchange): AttachedExchange => ({
  title: `${index} ${operation} ${response?.status ?? failure?.kind ?? ''}`,
  text: json({ request, ...(response ? { response } : { failure }) }),
});

type JudgingParts = {
  readonly plan: RunPlan;
  readonly flows: readonly Flow[];
  readonly terms: Terms;
  readonly folder: string;
};

const journeyOf = (
  { flow, exchanges }: Trace,
  judged: JudgedFlow,
  { plan, flows, terms, folder }: JudgingParts,
): WalkedJourney => {
  const { run } = plan;
  const pairs = plan.pairs.filter((pair) => pair.flow === flow);
  const record = decided(recordOfFlows({ run, pairs }, [judged], run.startedAt), terms);
  const judgedClause = ({ clause, statement, state, standing, failures }: ClauseRow): JudgedClause => {
    const { text, section, basis } = clauseOf(clause, statement);
    return {
      id: clause,
      text,
      section,
      basis,
      state,
      reason: standing?.decisive.reason,
      failures: failures.map((each) => failureMessage(each, run, keptIn(record, pathForPerson(folder)))),
      exchanges: [...new Set(failures.map(({ finding }) => finding.exchange))],
    };
  };
  return {
    flow,
    story: flows.find(({ id }) => id === flow)?.story ?? flow,
    target: run.target,
    revision: run.revision,
    seed: run.seed,
    depth: run.depth ?? 'standard',
    exchanges: exchanges.map(shownExchange),
    clauses: summary(record).rows.map(judgedClause),
  };
};

/** `own-a`, `own-b`, …: names of flows have no digits. */
const ownName = (count: number): string =>
  `own-${[...String(count)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')}`;

const specTarget = (
  { name, baseUrl, revision, may, known, bindings, levers, otherPartner }: Target,
  { seed, depth = 'standard' }: RunPlan['run'],
): SpecTarget => ({
  name,
  baseUrl,
  revision,
  seed,
  depth,
  may,
  known,
  bound: boundOperations.filter((each) => bindings[each]),
  levers: (Object.keys(levers) as (keyof Levers)[]).filter((each) => levers[each]),
  hasOtherPartner: otherPartner !== undefined,
});

/** Another depth or version walks the flow of that name; where none does, it is misspelt. */
const notWalkedBy =
  (flows: readonly Flow[], { depth = 'standard' }: RunPlan['run'], { clauses }: Target) =>
  (name: string): NotSent => {
    const isKnown = (depth !== 'full' && name.startsWith('explore-')) || stepsOf([name], clauses).length > 0;
    if (isKnown) return { reason: `a run of depth ${depth} does not walk ${name} (PREFLIGHT_DEPTH)`, isLacking: true };
    const ids = flows.map(({ id }) => id);
    return { reason: unknownName('flow', name, ids, 'see docs/use/clauses.md').message, isLacking: false };
  };

/** The steps that tests ask for, each of which waits for those before it. */
const askedSteps = (target: SpecTarget, flows: readonly Flow[], notWalked: (name: string) => NotSent) => {
  const steps = new TransformStream<WalkStep, WalkStep>();
  const queue = steps.writable.getWriter();
  const own = new Map<string, OwnFlow & { readonly walked: Promise<WalkedJourney | NotSent> }>();
  const waiting: { readonly name: string; answer(journey: WalkedJourney | NotSent): void }[] = [];
  let isOver = false;
  const ended = (name: string): NotSent => ({ reason: `the run ended before ${name} was walked`, isLacking: false });
  const walked = async (step: WalkStep): Promise<WalkedJourney | NotSent> => {
    if (isOver) return ended(step.name);
    return new Promise((answer) => {
      waiting.push({ name: step.name, answer });
      void queue.write(step);
    });
  };
  let explored = 0;
  /** All explorations of a run together send no more than one run of `preflight explore`. */
  const bounded = (flow: Flow): Flow =>
    flow.requestsMax === undefined ? flow : { ...flow, requestsMax: Math.max(1, flow.requestsMax - explored) };
  const unknown = (name: string): NotSent => ({ reason: `no flow ${name} is under way`, isLacking: false });
  const behind: AskedRun = {
    target,
    walk: async (name) => {
      const flow = flows.find(({ id }) => id === name);
      return flow ? walked({ name, flow: bounded(flow) }) : notWalked(name);
    },
    begin: () => {
      const name = ownName(own.size);
      const begun = ownFlow(name);
      own.set(name, { ...begun, walked: walked(begun.step) });
      return { name };
    },
    act: async (name, act, args) => own.get(name)?.call(act, args) ?? unknown(name),
    held: async (name) => own.get(name)?.walked ?? unknown(name),
    end: (name) => own.get(name)?.end(),
  };
  return {
    behind,
    steps: steps.readable,
    /** Answers who has waited for what was walked last. */
    answer: (journey: WalkedJourney | undefined): void => {
      const next = waiting.shift();
      if (flows.some(({ id, requestsMax }) => id === journey?.flow && requestsMax !== undefined))
        explored += journey?.exchanges.length ?? 0;
      next?.answer(journey ?? ended(next.name));
    },
    end: async (): Promise<void> => {
      isOver = true;
      for (const each of own.values()) each.end();
      await queue.close().catch(() => {});
    },
    refuseRest: (): void => {
      isOver = true;
      for (const { name, answer } of waiting.splice(0)) answer(ended(name));
    },
  };
};

/** Walks what is asked for until that is over. @returns What was judged of each flow: its last walk counts. */
const walkAsked = async (
  judging: JudgingParts & { readonly target: Target },
  {
    environment,
    now,
    notice,
    secret,
    opened,
    over,
  }: Omit<SpecsParts, 'surroundings'> & { environment: NodeJS.ProcessEnv },
) => {
  const { target, plan, folder, flows } = judging;
  let cutShort: string | undefined;
  const spoilt = (reason: string): void => {
    cutShort = `the target file threw: ${reason}`;
  };
  // The run ends with this process, which is its own owner.
  const owned = { ...environment, [walkerVariables.owner]: String(process.pid) };
  const recording = await recorder({ folder, plan, environment: owned, now, spoilt, notice });
  const asked = askedSteps(specTarget(target, plan.run), flows, notWalkedBy(flows, plan.run, target));
  const door = await specDoor(asked.behind, secret);
  const ending = over.then(async (how) => {
    // What a test has open is ended with the rest: the walk waits for it.
    const interrupting = how === 'interrupted' && recording.interrupt();
    await asked.end();
    await interrupting;
    return how;
  });
  const judgedOf = new Map<string, JudgedFlow>();
  opened(door.address, folder);
  // In a terminal the list of the tests is the progress.
  const shown = process.stderr.isTTY ? undefined : progress({ output: process.stderr });
  shown?.begin(plan.flows);
  let startedAt = 0;
  const begin = (): boolean => {
    startedAt = performance.now();
    return true;
  };
  for await (const { flow, exchanges, judged } of recording.recorded(begin, asked.steps)) {
    shown?.recorded({ flow, exchanges, judged, durationMs: performance.now() - startedAt });
    if (judged) judgedOf.set(flow, judged);
    asked.answer(judged && journeyOf(await readTrace(folder, flow), judged, judging));
  }
  asked.refuseRest();
  shown?.end();
  const how = await ending;
  await recording.close();
  door.close();
  return { judged: [...judgedOf.values()], isInterrupted: how === 'interrupted', cutShort };
};

/** What was selected of a plan. */
const narrowed = (plan: RunPlan, judged: readonly JudgedFlow[]): RunPlan => {
  const walked = new Set(judged.map(({ flow }) => flow));
  return {
    ...plan,
    flows: plan.flows.filter((flow) => walked.has(flow)),
    pairs: plan.pairs.filter(({ flow }) => walked.has(flow)),
  };
};

const walkedSpecs = async (options: SpecsOptions, parts: SpecsParts): Promise<Gated> => {
  const { surroundings, print, notice, now } = parts;
  const { environment } = surroundings;
  const opened = await openTarget(options.target, { ...parts, walker: { load: parts.load } });
  const { target } = opened;
  const { name, revision } = target;
  const { seed, depth } = options;
  const ofGate = planOf({ revision, depth, clauses: target.clauses });
  const explored = depth === 'full' ? await import('../explore/explorations.ts') : undefined;
  const plan = explored?.withExplorations(ofGate, { seed, target }) ?? ofGate;
  const about = { target: name, environment, now: now(), notice };
  // Mistakes in them are reported before anything is sent.
  const { terms } = await readTerms({}, { ...about, plan });
  print(`seed ${seed}`);
  const begun = await beginRun(options, { target, plan }, parts);
  const { folder } = begun;
  const ended = await walkAsked({ ...begun, target, flows: plan.flows, terms }, { ...parts, environment });
  const walked = narrowed(begun.plan, ended.judged);
  if (walked.flows.length === 0) {
    await rm(folder, { recursive: true, force: true });
    print('no flow of the plan was walked, so there is no record');
    return { code: ended.isInterrupted ? exitCodes.interrupted : exitCodes.pass };
  }
  await writePlan(folder, walked);
  const only = [...new Set(walked.pairs.map(({ clause }) => clause))];
  const selected = await readTerms({ only }, { ...about, plan: { ...plan, pairs: walked.pairs } });
  return finishRun(options, { ...opened, folder, plan: walked, ended, terms: selected.terms }, parts);
};

/**
 * Walks what tests ask for until that is over, then decides and reports as a gate does, on what was walked alone.
 *
 * @returns The exit code: that of the record; 0 where no flow of the plan was walked.
 */
export const runSpecs = (options: SpecsOptions, parts: SpecsParts): Promise<number> =>
  reportedGate(options, parts, () => walkedSpecs(options, parts));
