/** A run whose flows are walked when a Playwright test asks for them: a second door to one walk. */
import { rm } from 'node:fs/promises';
import { clause as clauseOf } from '../contracts/clauses.ts';
import { decided, type Terms } from '../contracts/decide.ts';
import type { Depth } from '../contracts/depth.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import { type JudgedFlow, recordOfFlows } from '../engine/judged-flow.ts';
import {
  createRunFolder,
  type RunPlan,
  readTrace,
  recordIn,
  writeInterrupted,
  writeRun,
} from '../engine/run-folder.ts';
import type { WalkStep } from '../engine/walk.ts';
import { flowOf } from '../flows/flows.ts';
import { planOf, stepsOf } from '../flows/plan.ts';
import { failureMessage, keptIn } from '../reports/failure-message.ts';
import { type ClauseRow, summary } from '../reports/summary.ts';
import { terminalReport } from '../reports/terminal.ts';
import { recorder } from './recorder.ts';
import { newRunFolder, notWritable, pathForPerson } from './results.ts';
import { endRun, type GateParts, openTarget } from './run-parts.ts';
import {
  type AskedRun,
  type AttachedExchange,
  type JudgedClause,
  type NotSent,
  type OwnFlow,
  ownFlow,
  specDoor,
  type WalkedJourney,
} from './spec-door.ts';
import { repeatOf, type TargetOptions } from './surroundings.ts';
import { readTerms } from './terms.ts';
import type { Walker } from './walker.ts';
import { walkerVariables } from './walker-messages.ts';

/** What the global setup passes on. */
export type SpecsOptions = Pick<TargetOptions, 'target' | 'seed'> & { readonly depth: Depth };

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
  request: json(request),
  response: json(response ?? failure ?? null),
});

type JudgingParts = { readonly plan: RunPlan; readonly terms: Terms; readonly folder: string };

const journeyOf = (
  { flow, exchanges }: Trace,
  judged: JudgedFlow,
  { plan, terms, folder }: JudgingParts,
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
    story: flowOf(flow)?.story ?? flow,
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

/** The steps that tests ask for, each of which waits for those before it. */
const askedSteps = (plan: RunPlan) => {
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
  const unknown = (name: string): NotSent => ({ reason: `no flow ${name} is under way`, isLacking: false });
  const behind: AskedRun = {
    walk: async (name) => {
      const [step] = plan.flows.includes(name) ? stepsOf([name]) : [];
      return step ? walked(step) : { reason: `a run at this depth does not walk ${name}`, isLacking: true };
    },
    begin: () => {
      const name = ownName(own.size);
      const begun = ownFlow(name);
      own.set(name, { ...begun, walked: walked(begun.step) });
      return { name };
    },
    act: async (name, act, args) => own.get(name)?.call(act, args) ?? unknown(name),
    end: async (name) => {
      const begun = own.get(name);
      begun?.end();
      return begun?.walked ?? unknown(name);
    },
  };
  return {
    behind,
    steps: steps.readable,
    /** Answers who has waited for what was walked last. */
    answer: (journey: WalkedJourney | undefined): void => {
      const next = waiting.shift();
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
  judging: JudgingParts,
  {
    environment,
    now,
    notice,
    secret,
    opened,
    over,
  }: Omit<SpecsParts, 'surroundings'> & { environment: NodeJS.ProcessEnv },
) => {
  const { plan, folder } = judging;
  let cutShort: string | undefined;
  const spoilt = (reason: string): void => {
    cutShort = `the target file threw: ${reason}`;
  };
  // The run ends with this process, which is its own owner.
  const owned = { ...environment, [walkerVariables.owner]: String(process.pid) };
  const recording = await recorder({ folder, plan, environment: owned, now, spoilt, notice });
  const asked = askedSteps(plan);
  const door = await specDoor(asked.behind, secret);
  const ending = over.then(async (how) => {
    if (how === 'interrupted') await recording.interrupt();
    await asked.end();
    return how;
  });
  const judgedOf = new Map<string, JudgedFlow>();
  opened(door.address, folder);
  for await (const { flow, judged } of recording.recorded(() => true, asked.steps)) {
    if (judged) judgedOf.set(flow, judged);
    asked.answer(judged && journeyOf(await readTrace(folder, flow), judged, judging));
  }
  asked.refuseRest();
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

/**
 * Walks what tests ask for until that is over, then decides and reports as a gate does, on what was walked alone.
 *
 * @returns The exit code: that of the record; 0 where no flow of the plan was walked.
 */
export const runSpecs = async (options: SpecsOptions, parts: SpecsParts): Promise<number> => {
  const { surroundings, color, print, notice, now } = parts;
  const { environment, isEmbedded } = surroundings;
  const { target, warnings } = await openTarget(options.target, { ...parts, walker: { load: parts.load } });
  const { name, baseUrl, revision } = target;
  const { seed, depth } = options;
  const whole = planOf({ revision, depth, clauses: target.clauses });
  const about = { target: name, environment, now: now(), notice };
  // Mistakes in them are reported before anything is sent.
  const { terms } = await readTerms({}, { ...about, plan: whole });
  const { id, folder, startedAt } = newRunFolder(new Date(now()));
  const plan: RunPlan = {
    run: { id, target: name, revision, seed, depth, startedAt, repeat: repeatOf('gate', options) },
    targetSource: options.target,
    isEmbedded,
    flows: whole.flows.map((flow) => flow.id),
    pairs: [...whole.pairs],
    leftOut: [...whole.leftOut],
  };
  await createRunFolder(folder, plan).catch(notWritable(folder));
  print(`run  ${id}  ${name} at ${baseUrl}, revision ${revision}, depth ${depth}, seed ${seed}`);

  const { judged, isInterrupted, cutShort } = await walkAsked({ plan, terms, folder }, { ...parts, environment });
  const walked = narrowed(plan, judged);
  if (walked.flows.length === 0) {
    await rm(folder, { recursive: true, force: true });
    print('no flow of the plan was walked, so there is no record');
    return exitCodes.pass;
  }
  if (isInterrupted) await writeInterrupted(folder, walked);
  const only = [...new Set(walked.pairs.map(({ clause }) => clause))];
  const selected = await readTerms({ only }, { ...about, plan: { ...whole, pairs: walked.pairs } });
  const around = await warnings({ cutShort });
  const finishedAt = new Date(now()).toISOString();
  const undecided = await recordIn(folder, walked, { judged, finishedAt, warnings: around });
  const { code } = await endRun(
    {
      folder,
      isInterrupted,
      record: (...more) =>
        decided({ ...undecided, warnings: [...(undecided.warnings ?? []), ...more] }, selected.terms),
      write: (record) => writeRun(folder, record),
      report: (record) => print(terminalReport(record, { color, path: pathForPerson(folder) })),
    },
    parts,
  );
  return code;
};
