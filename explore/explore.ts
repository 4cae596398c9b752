/** Explores a target: draws inputs, walks each, and shrinks findings, within a budget of requests. */
import { distinctlyShown, type ShownTogether } from '../contracts/class-coverage.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Json } from '../contracts/json.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { Flow } from '../engine/flow.ts';
import type { FlowWalker } from '../engine/walk.ts';
import { shownClassesIn } from '../generators/shown-classes.ts';
import {
  drawingOf,
  type Example,
  type Exploration,
  type ExploredFinding,
  flowOf,
  type InputDrawing,
  inputDrawn,
  isFailing,
  type JudgedInput,
  sentFor,
  shownBy,
  shows,
  sizeOf,
} from './exploration.ts';
import { type ShrinkOptions, shrinkInBudget } from './shrink.ts';

export type ExploreBudget = {
  /** For all explorations, without shrinking. */
  readonly requests: number;
  /** The most draws of each exploration. */
  readonly runs: number;
  /** Further requests for each finding; 0 shrinks nothing on the target. */
  readonly shrinkRequests: number;
};

export type ExploreOptions = {
  readonly explorations: readonly Exploration[];
  readonly seed: number;
  readonly budget: ExploreBudget;
  readonly corpus?: readonly Example[];
  /** Clauses that apply to the target; all by default. */
  readonly applies?: (clause: ClauseId) => boolean;
  readonly walk: FlowWalker['walk'];
  /** The target, and the classes it was shown before: draws prefer the rest. */
  readonly target?: Pick<Target, 'known'> & Partial<Pick<Target, 'levers'>>;
  readonly shownBefore?: readonly ShownTogether[];
  readonly isEnough?: (findings: readonly ExploredFinding[]) => boolean;
  readonly shrinkUnsent?: ShrinkOptions['shrinkUnsent'];
};

export type Explored = {
  readonly found: readonly ExploredFinding[];
  /** In the order of drawing, without those of shrinking. */
  readonly traces: readonly Trace[];
  /** Traces that were sent only to shrink. */
  readonly shrinking: readonly Trace[];
  readonly verdicts: readonly Verdict[];
  readonly requests: number;
  readonly touches: readonly ShownTogether[];
  /** Past counterexamples that no longer fit their exploration, and why. */
  readonly unfit: readonly string[];
};

export const explore = async (options: ExploreOptions): Promise<Explored> => {
  const { explorations, seed, budget, corpus = [], applies = () => true, walk, isEnough = () => false } = options;
  const { target, shownBefore = [], shrinkUnsent } = options;
  const looks: JudgedInput[] = [];
  const found = new Map<string, ExploredFinding>();
  const drawings = new Map<string, InputDrawing>();
  let requests = 0;
  const unfit: string[] = [];
  let shown: readonly ShownTogether[] = [];

  /** Wrong logins may block the account, except in their own world: they are sent last, once, and are never shrunk. */
  const isLast = ({ phase }: Exploration): boolean => phase === 'wrong-logins' && !target?.levers?.openWorld;

  const walked = async ({ exercises }: Exploration, flow: Flow): Promise<JudgedInput> => {
    const { trace, judged } = await walk(flow, exercises.filter(applies));
    return { trace, verdicts: judged.verdicts };
  };

  /** Ends a flow with the budget of the run. Its bookings are cancelled even then. */
  const withinBudget = (flow: Flow): Flow => ({
    ...flow,
    requestsMax: Math.min(flow.requestsMax ?? Number.POSITIVE_INFINITY, Math.max(1, budget.requests - requests)),
  });

  const keep = (each: ExploredFinding, drawing: InputDrawing | undefined): void => {
    found.set(each.fingerprint, each);
    if (drawing) drawings.set(each.fingerprint, drawing);
    else drawings.delete(each.fingerprint);
  };

  /** A later draw may be a smaller input of the same finding: it takes its place. */
  const keepSmaller = (before: ExploredFinding, look: JudgedInput, drawing: InputDrawing | undefined): void => {
    const isSmaller = sizeOf(look.trace.input) < sizeOf(before.input);
    if (!isSmaller || before.exploration !== look.trace.flow || !shows(look, before.fingerprint)) return;
    const { unsent, ...rest } = before;
    const isStillSmaller = unsent !== undefined && sizeOf(unsent.input) < sizeOf(look.trace.input);
    keep({ ...rest, ...shownBy(look), ...(isStillSmaller && { unsent }) }, drawing);
  };

  /** @param drawing How to draw the input again; undefined for an example of the corpus, which is small already. */
  const take = (one: Exploration, drawn: JudgedInput, drawing: InputDrawing | undefined): void => {
    const { trace, verdicts } = drawn;
    requests += sentFor(trace);
    looks.push(drawn);
    shown = distinctlyShown([...shown, ...shownClassesIn(trace)]);
    const fresh = verdicts
      .filter(isFailing)
      .flatMap(({ findings }) => findings)
      .filter(({ fingerprint }) => !found.has(fingerprint));
    for (const before of found.values()) keepSmaller(before, drawn, drawing);
    const cost = { drawn: trace.input, requestsUntil: requests, shrinkRequests: 0 };
    for (const { fingerprint } of fresh)
      keep({ fingerprint, exploration: one.id, ...cost, ...shownBy(drawn) }, drawing);
  };

  const draw = async (one: Exploration, draws: number): Promise<void> => {
    const drawing = drawingOf(one, { seed, draws, target }, [...shownBefore, ...shown]);
    take(one, await walked(one, withinBudget(flowOf(one, inputDrawn(drawing)))), drawing);
  };

  /** An example of another version that breaks is reported as unfit, except in a replay of this example alone. */
  const tryPast = async (one: Exploration, input: Json): Promise<void> => {
    const look = await walked(one, withinBudget(flowOf(one, input)));
    const { error } = look.trace;
    const isUnfit = error !== undefined && budget.runs > 0;
    if (isUnfit) unfit.push(`${one.id}: ${error.message}`);
    take(one, isUnfit ? { ...look, verdicts: [] } : look, undefined);
  };

  const inTurn = explorations.filter((one) => !isLast(one));
  /** A share of the budget is reserved for wrong logins. */
  const requestsMax = (budget.requests * inTurn.length) / explorations.length;
  const isDone = (): boolean => isEnough([...found.values()]);
  const isOver = (): boolean => requests >= requestsMax || isDone();

  for (const { exploration: id, input } of corpus) {
    const one = inTurn.find((each) => each.id === id);
    if (one && !isOver()) await tryPast(one, input);
  }
  // Each exploration gets an equal share of requests: one that sends many is drawn less often.
  const shares = inTurn.map((one) => ({ one, spent: 0, draws: 0 }));
  while (!isOver()) {
    const waiting = shares.filter(({ draws }) => draws < budget.runs);
    const [first, ...others] = waiting;
    if (!first) break;
    const next = others.reduce((least, each) => (each.spent < least.spent ? each : least), first);
    const before = requests;
    await draw(next.one, next.draws);
    next.draws += 1;
    // An exploration that sends nothing here must not take all turns.
    next.spent += Math.max(1, requests - before);
  }
  for (const one of explorations.filter(isLast)) {
    const past = corpus.find(({ exploration }) => exploration === one.id);
    if (isDone()) break;
    if (past) await tryPast(one, past.input);
    else if (budget.runs > 0) await draw(one, 0);
  }
  const shrinking: Trace[] = [];
  const recordedAgain = async (one: Exploration, input: unknown, requestsMax: number): Promise<JudgedInput> => {
    const again = await walked(one, { ...flowOf(one, input), requestsMax });
    shrinking.push(again.trace);
    return again;
  };
  // Shrinking comes last, when all traces are recorded.
  for (const [fingerprint, each] of found) {
    if (isDone()) break;
    const [one, drawing] = [explorations.find(({ id }) => id === each.exploration), drawings.get(fingerprint)];
    if (!one || !drawing) continue;
    const ofOne = looks.filter(({ trace }) => trace.flow === one.id && trace.error === undefined);
    const sought = { found: each, one, drawing, looks: ofOne };
    const small = await shrinkInBudget(sought, {
      recorded: recordedAgain,
      shrinkUnsent,
      requestsMax: isLast(one) ? 0 : budget.shrinkRequests,
    });
    found.set(fingerprint, small);
    for (const other of found.values()) keepSmaller(other, small, undefined);
  }
  return {
    found: [...found.values()],
    requests,
    shrinking,
    touches: shown,
    unfit,
    traces: looks.map(({ trace }) => trace),
    verdicts: looks.flatMap(({ verdicts }) => verdicts),
  };
};
