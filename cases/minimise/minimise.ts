/** Makes a case smaller while it still fails in the same way: steps first, then parts of requests. */
import type { Json } from '../../contracts/json.ts';
import { isRefusal, outcomeOf } from '../../contracts/outcome.ts';
import { chainOf, chainTo, fewestAsked, isShownBy } from '../chain.ts';
import { indicesOf } from '../replay/repeated.ts';
import {
  type AnyReplayed,
  type AnySought,
  createBudget,
  Ends,
  type ReplayOutcome,
  stepsSought,
} from '../replay/replay.ts';
import { fieldsLeft, keyOf, lostIds, type Reduced, reducedBy, reducedTrace, withInvented } from './reduced.ts';

/**
 * The result of a smaller form. `sent`: it was sent, and sent again where it failed. `judged`: the rest of the recorded
 * trace shows nothing; it is sent at the end, if the budget allows. `named`: the rest names an id that only a removed
 * exchange gave, so a refusal would be lawful.
 */
export type TriedForm = Reduced & {
  readonly fails: boolean;
  readonly by: 'sent' | 'judged' | 'named';
  /** Of a form that was sent and did not fail. */
  readonly outcome?: ReplayOutcome | undefined;
  readonly reason?: string | undefined;
  /** It met trouble each time: nothing is known of it. */
  readonly isTroubled?: true | undefined;
};

/** What a later run goes on from. */
export type MinimiseProgress = {
  readonly smallest: Reduced;
  readonly tried: readonly TriedForm[];
  /** With clean-up. */
  readonly requests: number;
};

export type MinimiseParts = {
  readonly send: (sought: AnySought, steps: readonly number[], requestsMax: number) => Promise<AnyReplayed>;
  readonly requestsMax: number;
  readonly from?: MinimiseProgress | undefined;
  /** Called after each answer. @param shown The replay that made a form the smallest so far. */
  readonly onProgress: (progress: MinimiseProgress, shown: AnyReplayed | undefined) => Promise<void>;
  readonly isInterrupted: () => boolean;
};

/**
 * `minimal`: nothing more can be left out. `spent`: a budget was used up. `unshown`: the whole case does not fail here.
 */
export type MinimisedEnd = 'minimal' | 'spent' | 'interrupted' | 'unshown';

export type Minimised = MinimiseProgress & {
  readonly ended: MinimisedEnd;
  /** The results for the smallest form without one step or one field. */
  readonly oneLess: readonly TriedForm[];
  /** Why it ended before it was minimal. */
  readonly reason?: string | undefined;
  /** The last replay of the smallest form; of `unshown`, the last of all. */
  readonly replayed: AnyReplayed | undefined;
};

/** A case that fails only sometimes is sent so often at first. */
const firstTriesMax = 5;
/** Trouble may pass. */
const troubledTriesMax = 3;

const isTroubled = ({ trace, outcome }: AnyReplayed): boolean =>
  outcome === 'unclear' && trace.exchanges.some((each) => outcomeOf(each).kind === 'trouble');

/** Throws only for an error of Preflight itself. */
export const minimise = async (sought: AnySought, parts: MinimiseParts): Promise<Minimised> => {
  const { trace } = sought;
  const about = 'ended' in sought ? sought.ended.index : sought.finding.exchange;
  const exchange = trace.exchanges[about];
  const isAboutRefusal = exchange !== undefined && isRefusal(exchange);
  const all = stepsSought(sought);
  const whole: Reduced = { steps: all.map(({ then }) => then.index), without: [] };
  const tried = new Map((parts.from?.tried ?? []).map((each) => [keyOf(each), each]));
  // Names that this case does not have are dropped.
  let smallest = parts.from ? reducedBy(trace, parts.from.smallest) : whole;
  const budget = createBudget(parts.requestsMax, parts.isInterrupted);
  let shown: AnyReplayed | undefined;
  let last: AnyReplayed | undefined;
  /** How often a form may succeed before it counts as not failing. */
  let patience = 1;

  const spentBefore = parts.from?.requests ?? 0;
  const progress = (): MinimiseProgress => ({
    smallest,
    tried: [...tried.values()],
    requests: spentBefore + budget.requests(),
  });

  const kept = ({ steps }: Reduced): ReadonlySet<number> =>
    indicesOf(all.filter(({ then }) => steps.includes(then.index)));
  /** Undefined for a case without a clause. */
  const isJudged = (reduced: Reduced): boolean | undefined =>
    'ended' in sought
      ? undefined
      : isShownBy(trace, { clause: sought.clause, fingerprint: sought.finding.fingerprint }, kept(reduced));
  const isShownByJudge = isJudged(whole) === true;
  /** Ids that no answer of the case gave from the start. */
  const lostAtFirst = lostIds(trace, whole, kept(whole));
  const lostNow = (reduced: Reduced): ReadonlySet<Json> =>
    new Set([...lostIds(trace, reduced, kept(reduced))].filter((id) => !lostAtFirst.has(id)));

  const send = (reduced: Reduced): Promise<AnyReplayed> => {
    const edited = { ...sought, trace: withInvented(reducedTrace(trace, reduced), lostNow(reduced)) };
    return budget.send(reduced.steps.length, async (left) => {
      last = await parts.send(edited, reduced.steps, left);
      return last;
    });
  };

  /** Sends until it fails, at most as often as `patience` says. */
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

  const bySending = async (reduced: Reduced): Promise<TriedForm> => {
    const first = await sendUntilSame(reduced);
    // A removal counts only after it failed twice.
    const replayed = first.outcome === 'same' ? await sendUntilSame(reduced) : first;
    if (replayed.outcome === 'same') {
      shown = replayed;
      return { ...reduced, fails: true, by: 'sent' };
    }
    const { outcome, reason } = replayed;
    return { ...reduced, fails: false, by: 'sent', outcome, reason, ...(isTroubled(replayed) && { isTroubled: true }) };
  };

  const withoutSending = (reduced: Reduced): TriedForm | undefined => {
    if (isAboutRefusal && lostNow(reduced).size > 0) return { ...reduced, fails: false, by: 'named' };
    return isShownByJudge && !isJudged(reduced) ? { ...reduced, fails: false, by: 'judged' } : undefined;
  };

  const note = async (found: TriedForm): Promise<boolean> => {
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
    return note(withoutSending(reduced) ?? (await bySending(reduced)));
  };

  /** The whole form must fail twice. How often it was sent for that decides how often a smaller form is sent. */
  const failsAtFirst = async (reduced: Reduced): Promise<boolean> => {
    let same = 0;
    for (let times = 1; times <= firstTriesMax; times += 1) {
      const replayed = await send(reduced);
      if (replayed.outcome !== 'same') {
        // Two successes at the start: three more bookings are not worth it.
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

  /** False where the whole case does not fail here. */
  const starts = async (): Promise<boolean> => {
    if (parts.from && (await failsAtFirst(smallest))) return true;
    tried.clear();
    const needed = 'ended' in sought ? chainTo(trace, sought.ended) : chainOf(trace, sought);
    const isNeeded = (step: number): boolean => needed.some(({ index }) => index === step);
    const chain: Reduced = { steps: whole.steps.filter(isNeeded), without: [] };
    if (chain.steps.length < whole.steps.length && (await failsAtFirst(chain))) return true;
    return failsAtFirst(whole);
  };

  const fieldNames = (): string[] =>
    fieldsLeft(trace, smallest)
      .filter(({ mayBeNeeded }) => !(isAboutRefusal && mayBeNeeded))
      .map(({ name }) => name);

  const leaveOutSteps = ({ steps, without }: Reduced): Promise<void> =>
    fewestAsked(
      steps,
      (left) => fails({ steps: left, without }),
      (index) => index === about,
    );

  const leaveOutFields = ({ steps, without }: Reduced): Promise<void> => {
    const names = fieldNames();
    return fewestAsked(names, (left) => {
      const gone = names.filter((name) => !left.includes(name));
      return fails(reducedBy(trace, { steps, without: without.concat(gone) }));
    });
  };

  const oneLess = (): TriedForm[] => {
    const { steps, without } = smallest;
    const fewerSteps: Reduced[] = steps.map((gone) => ({ steps: steps.filter((index) => index !== gone), without }));
    const fewerFields = fieldNames().map((name) => ({ steps, without: without.concat(name) }));
    return fewerSteps.concat(fewerFields).flatMap((reduced) => tried.get(keyOf(reduced)) ?? []);
  };

  const ended = (state: MinimisedEnd, reason?: string): Minimised => ({
    ...progress(),
    ended: state,
    oneLess: oneLess(),
    reason,
    replayed: shown ?? last,
  });

  const leaveOutAll = async (): Promise<void> => {
    for (let before = ''; before !== keyOf(smallest); ) {
      before = keyOf(smallest);
      await leaveOutSteps(smallest);
      await leaveOutFields(smallest);
    }
  };

  /** A service may answer a smaller case in another way than it was recorded: forms that were only judged are sent. */
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
