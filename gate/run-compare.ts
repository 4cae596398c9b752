/** Compares a candidate with what is known to be good: the same plan with the same inputs, sent to both in turns. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSharing } from '../client/redaction/sharing.ts';
import { type Comparison, comparison as comparisonForm } from '../contracts/comparison.ts';
import type { Depth } from '../contracts/depth.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import { notWritten } from '../contracts/not-written.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Flow } from '../engine/flow.ts';
import { judgedBy } from '../engine/judge-flow.ts';
import type { Pair } from '../engine/judged-flow.ts';
import { type Runner, runnerHere } from '../engine/run.ts';
import { planOf } from '../flows/plan.ts';
import { announced, type Plan } from '../flows/planned.ts';
import { differencesText } from '../reports/differences-text.ts';
import { runEffectsLine } from '../reports/effects-text.ts';
import { oneLine } from '../reports/safe-text.ts';
import { counted, wrapped } from '../reports/text-layout.ts';
import { ensureFolder } from '../stores/private-files.ts';
import type { LogLevel } from './caller.ts';
import { type Compared, differencesOf, type ShownFlow, shownBy } from './compare/differences.ts';
import { type EndableCaller, endsRun } from './interruption.ts';
import { logger } from './logger.ts';
import { tidyResults } from './prune.ts';
import { newRunFolder, notWritable, pathForPerson, resultsFolder } from './results.ts';
import { openedTarget, type Surroundings } from './surroundings.ts';

/** One round does not show what differs by itself. */
const roundsMin = 2;
/** What seems to differ is looked at so often again: chance does not say the same eight times. */
const confirmingMax = 2;

export type Side = 'a' | 'b';

export type SentRounds = Compared & {
  readonly rounds: number;
  readonly requests: number;
  readonly warnings: readonly string[];
  readonly isInterrupted: boolean;
  /** The last of each flow that differs, in the form that may leave. */
  readonly traces: Readonly<Record<Side, readonly Trace[]>>;
};

type RoundsToSend = Pick<EndableCaller, 'interrupted' | 'notice'> & {
  readonly flows: readonly Flow[];
  readonly pairs: readonly Pair[];
  /** A separate run for each round, so that the budget of a run is the budget of a round. */
  readonly open: (side: Side, round: number) => Runner;
  readonly share: (trace: Trace) => Trace;
  /** How the person named a side. */
  readonly sourceOf: (side: Side) => string;
};

export const sendRounds = async (sending: RoundsToSend): Promise<SentRounds> => {
  const { flows, pairs, open, share, sourceOf } = sending;
  const shown: Record<Side, ShownFlow[][]> = { a: [], b: [] };
  const last: Record<Side, Map<string, Trace>> = { a: new Map(), b: new Map() };
  const warnings = new Set<string>();
  let requests = 0;
  let underWay: { readonly side: Side; readonly running: Runner } | undefined;
  const isInterrupted = endsRun(sending, {
    running: () => underWay?.running,
    source: () => (underWay ? sourceOf(underWay.side) : ''),
  });

  const send = async (side: Side, round: number, chosen: readonly Flow[]): Promise<void> => {
    const running = open(side, round);
    underWay = { side, running };
    const all: ShownFlow[] = [];
    try {
      for (const flow of chosen) {
        if (isInterrupted()) return;
        const trace = share(await running.record(flow));
        requests += trace.exchanges.length + (trace.cleanUp?.length ?? 0);
        last[side].set(flow.id, trace);
        all.push(shownBy(trace, judgedBy(pairs, trace)));
      }
      shown[side].push(all);
    } finally {
      for (const warning of running.warnings()) warnings.add(warning);
      await running.close();
    }
  };

  let chosen = flows;
  let rounds = 0;
  let compared: Compared = { differences: [], compared: 0, troubled: [] };
  while (!isInterrupted() && rounds < roundsMin + confirmingMax && chosen.length > 0) {
    rounds += 1;
    // What changes with time changes for both.
    const sides: readonly Side[] = rounds % 2 === 1 ? ['a', 'b'] : ['b', 'a'];
    for (const side of sides) await send(side, rounds, chosen);
    if (rounds < roundsMin || isInterrupted()) continue;
    compared = differencesOf(shown);
    const suspected = new Set(compared.differences.flatMap(({ flows: those }) => those));
    chosen = flows.filter(({ id }) => suspected.has(id));
  }
  const differing = new Set(compared.differences.flatMap(({ flows: those }) => those));
  const tracesOf = (side: Side) => [...last[side].values()].filter(({ flow }) => differing.has(flow));
  return {
    ...compared,
    rounds,
    requests,
    warnings: [...warnings],
    isInterrupted: isInterrupted(),
    traces: { a: tracesOf('a'), b: tracesOf('b') },
  };
};

export type CompareOptions = {
  seed: number;
  depth: Depth;
  only?: string[];
  dryRun?: true;
  logLevel: LogLevel;
};

/** One of the two environments, as the person named it. */
type GivenSide = { readonly source: string; readonly surroundings: Surroundings };

type OpenedSide = GivenSide & { readonly target: Target };

const open = async (given: GivenSide, parts: EndableCaller): Promise<OpenedSide> => ({
  ...given,
  target: (await openedTarget(given.source, given.surroundings, parts)).target,
});

/** What is sent to each in a round, printed before it is sent. */
const announce = (
  sides: Readonly<Record<Side, OpenedSide>>,
  { flows }: Plan,
  { seed, depth }: CompareOptions,
): string => {
  const hang = 9;
  const summaryOf = ({ target }: OpenedSide): string => {
    const sends = announced(flows, { target, depth });
    const requests = Object.values(sends.requests).reduce((sum, count) => sum + count, 0);
    return `up to ${counted(requests, 'request')} a round; ${runEffectsLine(sends) ?? 'it only reads'}`;
  };
  const [toA, toB] = [summaryOf(sides.a), summaryOf(sides.b)];
  const at = ({ target }: OpenedSide): string => `${oneLine(target.name)} at ${oneLine(target.baseUrl)}`;
  const lines = [
    ['compare', `A  ${at(sides.a)}`],
    ['with', `B  ${at(sides.b)}`],
    ...(toA === toB
      ? [['to each', toA]]
      : [
          ['to A', toA],
          ['to B', toB],
        ]),
    ['rounds', 'two, and up to two more of the flows that differ'],
    ['inputs', `seed ${seed}, depth ${depth}`],
  ];
  return lines.map(([label = '', text = '']) => label.padEnd(hang) + wrapped(text, { hang, width: 80 })).join('\n');
};

const store = async (folder: string, comparison: Comparison, { traces }: SentRounds): Promise<void> => {
  await ensureFolder(folder);
  for (const side of ['a', 'b'] as const) {
    if (traces[side].length === 0) continue;
    await mkdir(join(folder, side));
    for (const trace of traces[side]) await writeFile(join(folder, side, `${trace.flow}.json`), JSON.stringify(trace));
  }
  await writeFile(join(folder, 'comparison.json'), `${JSON.stringify(comparisonForm.parse(comparison), null, 2)}\n`);
};

const exitCodeOf = ({ differences, troubled, compared }: Comparison, { warnings }: SentRounds): number => {
  if (differences.length > 0) return exitCodes.fail;
  return troubled.length > 0 || warnings.length > 0 || compared === 0 ? exitCodes.unmeasured : exitCodes.pass;
};

/** @returns The exit code: 1 when anything differs. */
export const runCompare = async (
  given: Readonly<Record<Side, GivenSide>>,
  options: CompareOptions,
  parts: EndableCaller,
): Promise<number> => {
  const { print, notice, now, color } = parts;
  const { seed, depth, only } = options;
  const sides = { a: await open(given.a, parts), b: await open(given.b, parts) };
  const { a, b } = sides;
  // A clause that one of them does not have yet cannot be compared.
  const [revision = a.target.revision] = [a.target.revision, b.target.revision].sort();
  const plan = planOf({ revision, only, depth });
  // Before anything is sent: what is found must have a place.
  if (!options.dryRun) await ensureFolder(resultsFolder()).catch(notWritable(resultsFolder()));
  print(announce(sides, plan, options));
  if (options.dryRun) {
    print('\nnothing was sent');
    return exitCodes.pass;
  }
  const { id, folder, startedAt } = newRunFolder(new Date(now()));
  const { share } = createSharing();
  const log = logger(options.logLevel, parts.logReader);
  const sent = await sendRounds({
    ...plan,
    share,
    interrupted: parts.interrupted,
    notice,
    sourceOf: (side) => sides[side].source,
    open: (side) => {
      const { target, surroundings } = sides[side];
      const { environment, isEmbedded } = surroundings;
      const run = { id: randomUUID(), target: target.name, revision, seed, depth, startedAt, repeat: 'gate' };
      return runnerHere({ run, target, isEmbedded }, environment, { logger: log, notice });
    },
  });
  const { differences, compared, troubled, rounds, requests } = sent;
  const sideOf = ({ target }: OpenedSide) => ({
    target: target.name,
    baseUrl: target.baseUrl,
    revision: target.revision,
  });
  const comparison: Comparison = {
    schema: 'preflight.comparison/1',
    id,
    seed,
    depth,
    startedAt,
    finishedAt: new Date(now()).toISOString(),
    a: sideOf(a),
    b: sideOf(b),
    rounds,
    requests,
    compared,
    differences: [...differences],
    troubled: [...troubled],
  };
  for (const warning of sent.warnings) notice(oneLine(warning));
  if (sent.isInterrupted) {
    notice('interrupted before both had been sent everything twice; what was booked is cancelled again');
    return exitCodes.interrupted;
  }
  parts.result(comparison);
  // First, so that the differences are printed although they cannot be stored.
  print(`\n${differencesText(comparison, { color, path: pathForPerson(folder) })}`);
  await store(folder, comparison, sent).catch(notWritten(pathForPerson(folder)));
  await tidyResults({ id, target: a.target, environment: a.surroundings.environment, now, notice });
  return exitCodeOf(comparison, sent);
};
