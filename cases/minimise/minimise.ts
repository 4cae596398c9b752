/** Makes a case smaller, as long as it still fails the same way: steps first, then what their requests say. */
import type { Json } from '../../contracts/json.ts';
import { isRefusal, outcomeOf } from '../../contracts/outcome.ts';
import { chainOf, chainTo, fewest, isShownBy } from '../chain.ts';
import { type AnyReplayed, type AnySought, createBudget, Ends, type Outcome, stepsSought } from '../replay/replay.ts';
import { fieldsLeft, keyOf, type Reduced, reducedBy, reducedTrace, untold, withInvented } from './reduced.ts';

/**
 * What was found of a smaller form. `sent`: it was sent, and sent again where it failed at once. `judged`: of what was
 * recorded, the rest shows nothing; as long as there is a budget, what remains of these is sent as well in the end. `named`:
 * the rest names what only an exchange that is left out had told, so that a refusal, which the case is about, is lawful.
 */
export type Tried = Reduced & {
  readonly fails: boolean;
  readonly by: 'sent' | 'judged' | 'named';
  /** Of what was sent and did not fail. */
  readonly outcome?: Outcome | undefined;
  readonly reason?: string | undefined;
  /** It met trouble as often as it was sent: nothing is known of it. */
  readonly isTroubled?: true | undefined;
};

/** All that is known so far: what a later run goes on from. */
export type Progress = {
  readonly smallest: Reduced;
  readonly tried: readonly Tried[];
  /** Clean-up counted. */
  readonly requests: number;
};

export type MinimiseParts = {
  /** Sends a smaller form, within a budget of requests. */
  readonly send: (sought: AnySought, steps: readonly number[], requestsMax: number) => Promise<AnyReplayed>;
  readonly requestsMax: number;
  readonly from?: Progress | undefined;
  /** After each answer; `shown` where what was sent is the smallest so far. */
  readonly onProgress: (progress: Progress, shown: AnyReplayed | undefined) => Promise<void>;
  readonly isInterrupted: () => boolean;
};

/**
 * `minimal`: nothing more can go. `spent`: the budget of requests, of bookings or of tickets is used up, and more might go.
 * `unshown`: as it is, the case does not fail here.
 */
export type Ended = 'minimal' | 'spent' | 'interrupted' | 'unshown';

export type Minimised = Progress & {
  readonly ended: Ended;
  /** What is known of the smallest with one step or one field less. */
  readonly oneLess: readonly Tried[];
  /** Why it was ended before it was minimal. */
  readonly reason?: string | undefined;
  /** The last that was sent of the smallest; of `unshown`, what decided. */
  readonly replayed: AnyReplayed | undefined;
};

/** A case that fails now and then only is sent so often until it is given up. */
const firstTriesMax = 5;
/** Trouble passes. */
const troubledTriesMax = 3;

const isTroubled = ({ trace, outcome }: AnyReplayed): boolean =>
  outcome === 'unclear' && trace.exchanges.some((each) => outcomeOf(each).kind === 'trouble');

/** Never throws but for a fault of ours. */
export const minimise = async (sought: AnySought, parts: MinimiseParts): Promise<Minimised> => {
  const { trace } = sought;
  const about = 'ended' in sought ? sought.ended.index : sought.finding.exchange;
  const exchange = trace.exchanges[about];
  const isAboutRefusal = exchange !== undefined && isRefusal(exchange);
  const all = stepsSought(sought);
  const whole: Reduced = { steps: all.map(({ then }) => then.index), without: [] };
  const tried = new Map((parts.from?.tried ?? []).map((each) => [keyOf(each), each]));
  // What is not of this case was not left out of it.
  let smallest = parts.from ? reducedBy(trace, parts.from.smallest) : whole;
  const budget = createBudget(parts.requestsMax, parts.isInterrupted);
  let shown: AnyReplayed | undefined;
  let last: AnyReplayed | undefined;
  /** How many times it may not fail before it counts as not failing. */
  let patience = 1;

  const spentBefore = parts.from?.requests ?? 0;
  const progress = (): Progress => ({
    smallest,
    tried: [...tried.values()],
    requests: spentBefore + budget.requests(),
  });

  const kept = ({ steps }: Reduced): ReadonlySet<number> =>
    new Set(
      all
        .filter(({ then }) => steps.includes(then.index))
        .flatMap(({ then, lookedUpBy }) => [then.index, ...lookedUpBy.map(({ index }) => index)]),
    );
  /** Undefined where a judge says nothing of the case. */
  const isJudged = (reduced: Reduced): boolean | undefined =>
    'ended' in sought
      ? undefined
      : isShownBy(trace, { clause: sought.clause, fingerprint: sought.finding.fingerprint }, kept(reduced));
  const isToldByJudge = isJudged(whole) === true;
  /** A person knew them, or an answer that is not in the case. */
  const untoldAtFirst = untold(trace, whole, kept(whole));
  const untoldNow = (reduced: Reduced): ReadonlySet<Json> =>
    new Set([...untold(trace, reduced, kept(reduced))].filter((id) => !untoldAtFirst.has(id)));

  const send = (reduced: Reduced): Promise<AnyReplayed> => {
    const edited = { ...sought, trace: withInvented(reducedTrace(trace, reduced), untoldNow(reduced)) };
    return budget.send(reduced.steps.length, async (left) => {
      last = await parts.send(edited, reduced.steps, left);
      return last;
    });
  };

  /** Until it fails, as patiently as it takes for this case. */
  const sendUntilSame = async (reduced: Reduced): Promise<AnyReplayed> => {
    let replayed = await send(reduced);
    for (let times = 1, troubled = 1; replayed.outcome !== 'same'; ) {
      const isAgain = isTroubled(replayed) ? troubled < troubledTriesMax : times < patience;
      if (!isAgain) return replayed;
      if (isTroubled(replayed)) troubled += 1;
      else times += 1;
      replayed = await send(reduced);
    }
    return replayed;
  };

  const bySending = async (reduced: Reduced): Promise<Tried> => {
    const first = await sendUntilSame(reduced);
    // Each removal is tried again before it counts.
    const replayed = first.outcome === 'same' ? await sendUntilSame(reduced) : first;
    if (replayed.outcome === 'same') {
      shown = replayed;
      return { ...reduced, fails: true, by: 'sent' };
    }
    const { outcome, reason } = replayed;
    return { ...reduced, fails: false, by: 'sent', outcome, reason, ...(isTroubled(replayed) && { isTroubled: true }) };
  };

  const byNaming = (reduced: Reduced): Tried | undefined =>
    isAboutRefusal && untoldNow(reduced).size > 0 ? { ...reduced, fails: false, by: 'named' } : undefined;

  const byJudging = (reduced: Reduced): Tried | undefined =>
    !isToldByJudge || isJudged(reduced) ? undefined : { ...reduced, fails: false, by: 'judged' };

  const note = async (found: Tried): Promise<boolean> => {
    const { steps, without, fails } = found;
    tried.set(keyOf(found), found);
    if (fails) smallest = { steps, without };
    await parts.onProgress(progress(), fails ? shown : undefined);
    return fails;
  };

  const fails = async (reduced: Reduced): Promise<boolean> => {
    if (keyOf(reduced) === keyOf(smallest)) return true;
    const known = tried.get(keyOf(reduced));
    if (known && !known.isTroubled) return known.fails;
    return note(byNaming(reduced) ?? byJudging(reduced) ?? (await bySending(reduced)));
  };

  /** As it is it must fail, and fail again; how often it was sent for that tells how patient to be with less. */
  const failsAtFirst = async (reduced: Reduced): Promise<boolean> => {
    let same = 0;
    for (let times = 1; times <= firstTriesMax; times += 1) {
      const replayed = await send(reduced);
      if (replayed.outcome !== 'same') {
        // What does not fail at once is hardly worth four more bookings, if it never does.
        if (same === 0 && times > 1 && !isTroubled(replayed)) return false;
        continue;
      }
      shown = replayed;
      same += 1;
      if (same < 2) continue;
      patience = times - 1;
      smallest = reduced;
      await parts.onProgress(progress(), shown);
      return true;
    }
    return false;
  };

  /** False where it does not fail here, as it is. */
  const starts = async (): Promise<boolean> => {
    if (parts.from && (await failsAtFirst(smallest))) return true;
    tried.clear();
    const needed = new Set(
      ('ended' in sought ? chainTo(trace, sought.ended) : chainOf(trace, sought)).map(({ index }) => index),
    );
    const chain: Reduced = { steps: whole.steps.filter((index) => needed.has(index)), without: [] };
    if (chain.steps.length < whole.steps.length && (await failsAtFirst(chain))) return true;
    return failsAtFirst(whole);
  };

  const leaveOut = async <Item>(
    items: readonly Item[],
    reduced: (kept: readonly Item[]) => Reduced,
    isFixed?: (item: Item) => boolean,
  ): Promise<void> => {
    const search = fewest(items, isFixed);
    for (let step = search.next(); !step.done; ) step = search.next(await fails(reduced(step.value)));
  };

  const leaveOutSteps = (): Promise<void> => {
    const { steps, without } = smallest;
    return leaveOut(
      steps,
      (left) => ({ steps: left, without }),
      (index) => index === about,
    );
  };

  const fieldNames = (): string[] =>
    fieldsLeft(trace, smallest)
      .filter(({ mayBeNeeded }) => !(isAboutRefusal && mayBeNeeded))
      .map(({ name }) => name);

  const leaveOutFields = (): Promise<void> => {
    const { steps, without } = smallest;
    const names = fieldNames();
    const gone = (left: readonly string[]): string[] => names.filter((name) => !left.includes(name));
    return leaveOut(names, (left) => reducedBy(trace, { steps, without: without.concat(gone(left)) }));
  };

  const oneLess = (): Tried[] => {
    const { steps, without } = smallest;
    const fewerSteps: Reduced[] = steps.map((gone) => ({ steps: steps.filter((index) => index !== gone), without }));
    const fewerFields = fieldNames().map((name) => ({ steps, without: without.concat(name) }));
    return fewerSteps.concat(fewerFields).flatMap((reduced) => tried.get(keyOf(reduced)) ?? []);
  };

  const ended = (state: Ended, reason?: string): Minimised => ({
    ...progress(),
    ended: state,
    oneLess: oneLess(),
    reason,
    replayed: shown ?? last,
  });

  const leaveOutAll = async (): Promise<void> => {
    for (let before = ''; before !== keyOf(smallest); ) {
      before = keyOf(smallest);
      await leaveOutSteps();
      await leaveOutFields();
    }
  };

  /** A service answers otherwise when less is asked of it, which the judge cannot foresee. */
  const sendsLess = async (): Promise<boolean> => {
    for (const each of oneLess().filter(({ by }) => by === 'judged')) {
      const { steps, without } = each;
      if (await note(await bySending({ steps, without }))) return true;
    }
    return false;
  };

  let isJudgedMinimal = false;
  try {
    if (!(await starts())) return ended('unshown', 'as it is, it does not fail twice');
    do {
      isJudgedMinimal = false;
      await leaveOutAll();
      isJudgedMinimal = true;
    } while (await sendsLess());
    return ended('minimal');
  } catch (thrown) {
    if (!(thrown instanceof Ends)) throw thrown;
    const isEnough = isJudgedMinimal && thrown.ended === 'spent';
    return isEnough ? ended('minimal') : ended(thrown.ended, thrown.message);
  }
};
