/** Explores a target: draws inputs, records and judges each, shrinks what breaks, and keeps to a budget of requests. */
import fc from 'fast-check';
import { distinctlyShown, type ShownTogether } from '../contracts/class-coverage.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Json } from '../contracts/json.ts';
import { judge } from '../contracts/judge.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { Flow } from '../engine/flow.ts';
import { seedFor } from '../generators/draws.ts';
import { shownClassesIn } from '../generators/shown-classes.ts';
import type { Example } from './corpus.ts';
import type { Exploration } from './exploration.ts';
import { type Found, isFailing, type Look, sentFor, shownBy, shows } from './found.ts';
import { flowOf, flowOfKept, sizeOf } from './input.ts';
import type { Drawing } from './shrink.ts';
import { type ShrinkOptions, shrinkInBudget } from './shrink-in-budget.ts';

export type Budget = {
  /** Over all explorations, without shrinking. */
  readonly requests: number;
  /** How often each exploration is drawn at the most. */
  readonly runs: number;
  /** Further requests for each finding; 0 shrinks nothing on the target. */
  readonly shrinkRequests: number;
};

export type ExploreOptions = {
  readonly explorations: readonly Exploration[];
  readonly seed: number;
  readonly budget: Budget;
  /** Tried first. */
  readonly corpus?: readonly Example[];
  /** Clauses that the target promises; all that an exploration exercises when not said. */
  readonly applies?: (clause: ClauseId) => boolean;
  /** Records one flow; never throws. */
  readonly record: (flow: Flow) => Promise<Trace>;
  /** What its target knows, and was shown before: what is drawn aims at the rest. */
  readonly target?: Pick<Target, 'known'> & Partial<Pick<Target, 'levers'>>;
  readonly shownBefore?: readonly ShownTogether[];
  /** Ends it early, e.g. when nothing more is sought. */
  readonly isEnough?: (findings: readonly Found[]) => boolean;
  readonly shrinkUnsent?: ShrinkOptions['shrinkUnsent'];
};

export type Explored = {
  readonly found: readonly Found[];
  /** Of every exploration, in the order in which they were drawn; what was sent only to shrink is not among them. */
  readonly traces: readonly Trace[];
  /** Of what was sent only to shrink. */
  readonly shrinking: readonly Trace[];
  readonly verdicts: readonly Verdict[];
  readonly requests: number;
  /** What the target was shown in it. */
  readonly touches: readonly ShownTogether[];
  /** Past counterexamples that fit their exploration no more, and why. */
  readonly unfit: readonly string[];
};

export const explore = async (options: ExploreOptions): Promise<Explored> => {
  const { explorations, seed, budget, corpus = [], applies = () => true, record, isEnough = () => false } = options;
  const { target, shownBefore = [], shrinkUnsent } = options;
  const looks: Look[] = [];
  const found = new Map<string, Found>();
  const drawings = new Map<string, Drawing>();
  let requests = 0;
  const unfit: string[] = [];
  let shown: readonly ShownTogether[] = [];

  /** With a target it aims at what that was never shown, in this run or before. */
  const inputOf = ({ leastShown, input }: Exploration): Exploration['input'] =>
    leastShown && target ? leastShown([...shownBefore, ...shown], target) : input;

  /** Wrong logins may block us, but in a world of their own: they are the last, sent once, and not again to shrink them. */
  const isLast = ({ phase }: Exploration): boolean => phase === 'wrong-logins' && !target?.levers?.openWorld;

  const judged = ({ exercises }: Exploration, trace: Trace): Look => ({
    trace,
    verdicts: exercises.filter(applies).map((clause) => judge(clause, trace)),
  });

  /** Ends a story where the budget of the run does; what it has booked is cancelled all the same. */
  const withinBudget = (flow: Flow): Flow => ({
    ...flow,
    requestsMax: Math.min(flow.requestsMax ?? Number.POSITIVE_INFINITY, Math.max(1, budget.requests - requests)),
  });

  const recorded = async (one: Exploration, input: unknown): Promise<Look> =>
    judged(one, await record(withinBudget(flowOf(one, input))));

  const keep = (each: Found, drawing: Drawing | undefined): void => {
    found.set(each.fingerprint, each);
    if (drawing) drawings.set(each.fingerprint, drawing);
    else drawings.delete(each.fingerprint);
  };

  /** What is drawn anyway costs nothing: a smaller input that shows the same takes the place of what was found. */
  const keepSmaller = (before: Found, look: Look, drawing: Drawing | undefined): void => {
    const isSmaller = sizeOf(look.trace.input) < sizeOf(before.input);
    if (!isSmaller || before.exploration !== look.trace.flow || !shows(look, before.fingerprint)) return;
    const { unsent, ...rest } = before;
    const isStillSmaller = unsent !== undefined && sizeOf(unsent.input) < sizeOf(look.trace.input);
    keep({ ...rest, ...shownBy(look), ...(isStillSmaller && { unsent }) }, drawing);
  };

  /** @param drawing How to draw the input again; undefined for one of the corpus, which is small already. */
  const take = (one: Exploration, drawn: Look, drawing: Drawing | undefined): void => {
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
    const drawing = { seed: seedFor(seed, `${one.id} ${draws}`), path: '0', arbitrary: inputOf(one) };
    const [input] = fc.sample(drawing.arbitrary, { seed: drawing.seed, numRuns: 1 });
    take(one, await recorded(one, input), drawing);
  };

  /** One that was kept by another version of its exploration tells of nothing, unless it is all there is. */
  const tryPast = async (one: Exploration, input: Json): Promise<void> => {
    const look = judged(one, await record(withinBudget(flowOfKept(one, input))));
    const { error } = look.trace;
    const isUnfit = error !== undefined && budget.runs > 0;
    if (isUnfit) unfit.push(`${one.id}: ${error.message}`);
    take(one, isUnfit ? { ...look, verdicts: [] } : look, undefined);
  };

  const inTurn = explorations.filter((one) => !isLast(one));
  /** The last have their share kept for them. */
  const requestsMax = (budget.requests * inTurn.length) / explorations.length;
  const isDone = (): boolean => isEnough([...found.values()]);
  const isOver = (): boolean => requests >= requestsMax || isDone();

  for (const { exploration: id, input } of corpus) {
    const one = inTurn.find((each) => each.id === id);
    if (one && !isOver()) await tryPast(one, input);
  }
  // Each has its fair share of the requests: what takes many of them at once is drawn less often.
  const shares = inTurn.map((one) => ({ one, spent: 0, draws: 0 }));
  while (!isOver()) {
    const waiting = shares.filter(({ draws }) => draws < budget.runs);
    const [first, ...others] = waiting;
    if (!first) break;
    const next = others.reduce((least, each) => (each.spent < least.spent ? each : least), first);
    const before = requests;
    await draw(next.one, next.draws);
    next.draws += 1;
    // One that cannot even begin here must not take all turns.
    next.spent += Math.max(1, requests - before);
  }
  for (const one of explorations.filter(isLast)) {
    const past = corpus.find(({ exploration }) => exploration === one.id);
    if (isDone()) break;
    if (past) await tryPast(one, past.input);
    else if (budget.runs > 0) await draw(one, 0);
  }
  const shrinking: Trace[] = [];
  const recordedAgain = async (one: Exploration, input: unknown, requestsMax: number): Promise<Look> => {
    const again = judged(one, await record({ ...flowOf(one, input), requestsMax }));
    shrinking.push(again.trace);
    return again;
  };
  // With all that was recorded by now, and with nothing left to disturb.
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
