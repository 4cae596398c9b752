/** Explores a target: draws inputs, records and judges each, shrinks what breaks, and keeps to a budget of requests. */
import fc from 'fast-check';
import type { ClauseId } from '../../contracts/clauses.ts';
import { distinctTouches, type Touch } from '../../contracts/domain-coverage.ts';
import type { Json } from '../../contracts/json.ts';
import { judge } from '../../contracts/judge.ts';
import type { Target } from '../../contracts/target.ts';
import type { Trace } from '../../contracts/trace.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { seedFor } from '../../generators/drawn.ts';
import { touched } from '../../generators/touched.ts';
import type { Flow } from '../flow.ts';
import type { Exploration } from './exploration.ts';

export type Budget = {
  /** Over all explorations, without shrinking. */
  readonly requests: number;
  /** How often each exploration is drawn at the most. */
  readonly runs: number;
  /** Further requests for each finding; 0 shrinks nothing on the target. */
  readonly shrinkRequests: number;
};

/** A past counterexample. */
export type Example = { readonly exploration: string; readonly input: Json };

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
  readonly touches?: readonly Touch[];
  /** Ends it early, e.g. when nothing more is sought. */
  readonly isEnough?: (findings: readonly Found[]) => boolean;
};

/** One way in which a clause is broken, as small as the budget allowed. */
export type Found = {
  readonly fingerprint: string;
  readonly exploration: string;
  readonly input: Json;
  /** As it was drawn, before it was shrunk. */
  readonly drawn: Json;
  readonly trace: Trace;
  readonly verdicts: readonly Verdict[];
  /** Requests of the whole exploration until it was first seen. */
  readonly requestsUntil: number;
  /** Requests that shrinking took. */
  readonly shrinkRequests: number;
};

export type Explored = {
  readonly found: readonly Found[];
  /** Of every exploration, in the order in which they were drawn; what was sent only to shrink is not among them. */
  readonly traces: readonly Trace[];
  readonly verdicts: readonly Verdict[];
  readonly requests: number;
  /** What the target was shown in it. */
  readonly touches: readonly Touch[];
};

/** How an input was drawn, and can be drawn again. */
type Drawing = { readonly seed: number; readonly path: string; readonly arbitrary: Exploration['input'] };

const isFailing = ({ outcome }: Verdict): boolean => outcome === 'fail';

/** Requests that were really sent for a trace, those of its clean-up too. */
const sentFor = ({ exchanges, cleanUp = [] }: Trace): number =>
  [...exchanges, ...cleanUp].filter(({ failure }) => failure?.kind !== 'withheld').length;

const isOf = (trace: Trace, fingerprint: string, verdicts: readonly Verdict[]): boolean =>
  verdicts.some((each) => isFailing(each) && each.findings.some((finding) => finding.fingerprint === fingerprint)) &&
  trace.error === undefined;

export const explore = async (options: ExploreOptions): Promise<Explored> => {
  const { explorations, seed, budget, corpus = [], applies = () => true, record, isEnough = () => false } = options;
  const { target, touches = [] } = options;
  const traces: Trace[] = [];
  const verdicts: Verdict[] = [];
  const found = new Map<string, Found>();
  let requests = 0;
  let shown: readonly Touch[] = [];

  /** With a target it aims at what that was never shown, in this run or before. */
  const aimed = ({ aim, input }: Exploration): Exploration['input'] =>
    aim && target ? aim([...touches, ...shown], target) : input;

  const jsonOf = ({ asJson }: Exploration, input: unknown): Json => (asJson ? asJson.to(input) : (input as Json));

  const fromJson = ({ asJson }: Exploration, json: Json): unknown => (asJson ? asJson.from(json) : json);

  /** Wrong logins may block us, but in a world of their own: they are the last, sent once, and not again to shrink them. */
  const isLast = ({ phase }: Exploration): boolean => phase === 'wrong-logins' && !target?.levers?.openWorld;

  const recorded = async (one: Exploration, input: unknown): Promise<{ trace: Trace; judged: Verdict[] }> => {
    const { asJson, ...flow } = one;
    // A trace holds plain JSON, whatever is drawn.
    const run: Flow['run'] = (session) => one.run(session, input);
    const trace = await record({ ...flow, input: fc.constant(jsonOf(one, input)), run });
    const judged = one.exercises.filter(applies).map((clause) => judge(clause, trace));
    return { trace, judged };
  };

  /** Shrinks while the fingerprint stays and the budget lasts; what is not tried any more does not fail. */
  const shrunk = async (
    one: Exploration,
    { arbitrary, ...drawing }: Drawing,
    fingerprint: string,
  ): Promise<{ input: unknown; trace: Trace; judged: Verdict[]; sent: number } | undefined> => {
    let sent = 0;
    let best: { input: unknown; trace: Trace; judged: Verdict[] } | undefined;
    await fc.check(
      fc.asyncProperty(arbitrary, async (input) => {
        if (sent >= budget.shrinkRequests) return true;
        const { trace, judged } = await recorded(one, input);
        sent += sentFor(trace);
        const isSame = isOf(trace, fingerprint, judged);
        if (isSame) best = { input, trace, judged };
        return !isSame;
      }),
      { ...drawing, numRuns: 1 },
    );
    return best && { ...best, sent };
  };

  /** What is drawn anyway costs nothing: a smaller input that shows the same takes the place of what was found. */
  const keepSmaller = (before: Found, now: { input: Json; trace: Trace; judged: Verdict[] }): void => {
    const { fingerprint, input } = before;
    const isSmaller = JSON.stringify(now.input).length < JSON.stringify(input).length;
    if (!isSmaller || before.exploration !== now.trace.flow || !isOf(now.trace, fingerprint, now.judged)) return;
    const { trace } = now;
    found.set(fingerprint, { ...before, input: now.input, trace, verdicts: now.judged.filter(isFailing) });
  };

  /** @param drawing How to draw the input again; undefined for one of the corpus, which is small already. */
  const look = async (one: Exploration, input: unknown, drawing: Drawing | undefined): Promise<void> => {
    const { trace, judged } = await recorded(one, input);
    requests += sentFor(trace);
    traces.push(trace);
    shown = distinctTouches([...shown, ...touched(trace)]);
    verdicts.push(...judged);
    const fresh = judged
      .filter(isFailing)
      .flatMap(({ findings }) => findings)
      .filter(({ fingerprint }) => !found.has(fingerprint));
    const requestsUntil = requests;
    for (const before of found.values()) keepSmaller(before, { input: jsonOf(one, input), trace, judged });
    for (const { fingerprint } of fresh) {
      if (found.has(fingerprint)) continue;
      const mayShrink = budget.shrinkRequests > 0 && !isLast(one);
      const small = drawing && mayShrink ? await shrunk(one, drawing, fingerprint) : undefined;
      const kept = small ?? { input, trace, judged, sent: 0 };
      found.set(fingerprint, {
        ...{ fingerprint, exploration: one.id, input: jsonOf(one, kept.input), drawn: jsonOf(one, input) },
        ...{ trace: kept.trace, verdicts: kept.judged.filter(isFailing), requestsUntil, shrinkRequests: kept.sent },
      });
    }
  };

  const inTurn = explorations.filter((one) => !isLast(one));
  /** The last have their share kept for them. */
  const requestsMax = (budget.requests * inTurn.length) / explorations.length;
  const isDone = (): boolean => isEnough([...found.values()]);
  const isOver = (): boolean => requests >= requestsMax || isDone();

  for (const { exploration: id, input } of corpus) {
    const one = inTurn.find((each) => each.id === id);
    if (one && !isOver()) await look(one, fromJson(one, input), undefined);
  }
  const draw = async (one: Exploration, draws: number): Promise<void> => {
    const drawing = { seed: seedFor(seed, `${one.id} ${draws}`), path: '0', arbitrary: aimed(one) };
    const [input] = fc.sample(drawing.arbitrary, { seed: drawing.seed, numRuns: 1 });
    await look(one, input, drawing);
  };
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
    if (past) await look(one, fromJson(one, past.input), undefined);
    else if (budget.runs > 0) await draw(one, 0);
  }
  return { found: [...found.values()], traces, verdicts, requests, touches: shown };
};
