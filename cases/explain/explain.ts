/** Finds the smallest change of a booking request that turns a refusal into an acceptance, and proves it. */

import { isJsonObject, type Json } from '../../contracts/json.ts';
import { isSameSupplier } from '../../contracts/name-words.ts';
import { errorCodeOf, isRefusal, outcomeOf } from '../../contracts/outcome.ts';
import { idText } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { scalarsIn } from '../body-places.ts';
import type { Case } from '../case.ts';
import { fewestAsked } from '../chain.ts';
import { endingText, messageOf, refusedStatus } from '../compare.ts';
import { travellersIn } from '../replay/people.ts';
import { stepsTo } from '../replay/repeated.ts';
import {
  type AnyReplayed,
  createBudget,
  Ends,
  type ReplayParts,
  replayEnding,
  type SoughtEnding,
} from '../replay/replay.ts';
import type { RequestChange } from './changes.ts';

/** `unclear`: the request was not sent, was in trouble, or went to another supplier. */
export type SupplierAnswer = 'refused' | 'accepted' | 'unclear';

type AskedRequest = {
  /** By name; none for the request as it was. */
  readonly changes: readonly string[];
  readonly answer: SupplierAnswer;
  /** The message of the supplier, or why it is unclear. */
  readonly said?: string | undefined;
  /** Sending it again would not help. */
  readonly isLasting?: true | undefined;
};

/**
 * `cause`: only these changes make it accepted. `chance`: it is refused at random. `always`: no tried change helps.
 * `accepted`: it is not refused here. `unclear`: nothing can be said.
 */
type ExplainedEnd = 'cause' | 'chance' | 'always' | 'accepted' | 'unclear' | 'spent' | 'interrupted';

export type Explained = {
  readonly ended: ExplainedEnd;
  /** Of `cause`, the smallest change; of an early end, the smallest so far. */
  readonly changes: readonly RequestChange[];
  readonly asked: readonly AskedRequest[];
  /** Where the proof begins in `asked`: refused as it was, accepted with the changes, in turns. */
  readonly shownFrom?: number | undefined;
  readonly reason?: string | undefined;
};

type ExplainParts = {
  /** Sends the request with these changes. @throws Ends where the budget is spent, or the run is interrupted. */
  readonly ask: (changes: readonly RequestChange[]) => Promise<AskedRequest>;
  /** Sets of changes, each tried as a whole first. */
  readonly sets: readonly (readonly RequestChange[])[];
};

/** Requests without a change at first: they find a supplier that refuses every third request. */
const timesFirst = 3;
/** Pairs of a refusal and an acceptance that prove a cause. */
const pairs = 3;
/** The fewest requests that can name a cause. */
export const timesLeast = timesFirst + 1 + 2 * pairs;
/** Trouble may pass. */
const troubledTriesMax = 3;

/**
 * Of suppliers that refuse at random, at most one in so many gives these answers. The proof is sent after the choice of
 * the change, so the number of tried changes does not matter.
 */
export const oneIn = 4 ** pairs;

export const explain = async ({ ask, sets }: ExplainParts): Promise<Explained> => {
  const asked: AskedRequest[] = [];
  let smallest: readonly RequestChange[] = [];

  const answerTo = async (changes: readonly RequestChange[]): Promise<SupplierAnswer> => {
    for (let times = 1; ; times += 1) {
      const one = await ask(changes);
      asked.push(one);
      if (one.answer !== 'unclear' || one.isLasting || times === troubledTriesMax) return one.answer;
    }
  };

  const ended = (state: ExplainedEnd, more: Partial<Explained> = {}): Explained => ({
    ended: state,
    changes: [],
    asked,
    ...more,
  });

  const asItWas = async (): Promise<Explained | undefined> => {
    for (let times = 0; times < timesFirst; times += 1) {
      const answer = await answerTo([]);
      if (answer === 'unclear') return ended('unclear', { reason: asked.at(-1)?.said });
    }
    const refused = asked.filter(({ answer }) => answer === 'refused').length;
    if (refused === 0) return ended('accepted');
    return asked.some(({ answer }) => answer === 'accepted') ? ended('chance') : undefined;
  };

  const accepted = async (): Promise<readonly RequestChange[] | undefined> => {
    for (const set of sets) if (set.length > 0 && (await answerTo(set)) === 'accepted') return set;
    return undefined;
  };

  const fewestOf = async (set: readonly RequestChange[]): Promise<readonly RequestChange[]> => {
    smallest = set;
    const isEnough = async (changes: readonly RequestChange[]): Promise<boolean> => {
      // Without any change it was refused every time.
      const isAccepted = changes.length > 0 && (await answerTo(changes)) === 'accepted';
      if (isAccepted) smallest = changes;
      return isAccepted;
    };
    await fewestAsked(set, isEnough);
    // A supplier may also refuse at random: each change is left out once more, so that only needed ones are named.
    for (const each of smallest) await isEnough(smallest.filter((other) => other !== each));
    return smallest;
  };

  try {
    const before = await asItWas();
    if (before) return before;
    const set = await accepted();
    if (!set) {
      const changed = asked.filter(({ changes }) => changes.length > 0);
      return changed.some(({ answer }) => answer === 'refused')
        ? ended('always')
        : ended('unclear', { reason: changed.at(-1)?.said });
    }
    const changes = await fewestOf(set);
    const shownFrom = asked.length;
    for (let times = 0; times < 2 * pairs; times += 1) {
      const isUnchanged = times % 2 === 0;
      const answer = await answerTo(isUnchanged ? [] : changes);
      if (answer === 'unclear') return ended('unclear', { changes, reason: asked.at(-1)?.said });
      if (answer !== (isUnchanged ? 'refused' : 'accepted')) return ended('chance');
    }
    return ended('cause', { changes, shownFrom });
  } catch (thrown) {
    if (!(thrown instanceof Ends)) throw thrown;
    return ended(thrown.ended, { changes: smallest, reason: thrown.message });
  }
};

// Sends a refused booking request again, with changes, and reads the answer of the supplier.

/** The last refused booking request of a case that names guests. */
export const refusalIn = ({ traces }: Pick<Case, 'traces'>): SoughtEnding | undefined => {
  for (const trace of traces) {
    const ended = trace.exchanges.findLast(
      (each) =>
        each.operation === 'create-booking' &&
        isRefusal(each) &&
        travellersIn(each, each.sentAt.slice(0, 10)).length > 0,
    );
    if (ended) return { ended, trace };
  }
  return undefined;
};

export const supplierOf = ({ exchanges }: Trace, at: Exchange): string | undefined => {
  const { intent } = at;
  const offer = isJsonObject(intent) ? intent.offer : undefined;
  if (isJsonObject(offer) && typeof offer.supplier === 'string') return offer.supplier;
  const named = new Set<Json>(scalarsIn(at.request.body).map(({ value }) => value));
  const offers = exchanges.flatMap(({ index, facts }) => (index < at.index ? (facts?.offers ?? []) : []));
  return offers.findLast(({ offerId, supplier }) => supplier !== undefined && named.has(idText(offerId) ?? null))
    ?.supplier;
};

const answerOf = (
  replayed: AnyReplayed,
  { ended, supplierThen }: { readonly ended: Exchange; readonly supplierThen: string | undefined },
): Omit<AskedRequest, 'changes'> => {
  const { exchange, trace, exact, reason = 'it was not sent' } = replayed;
  if (!exchange || trace.error) return { answer: 'unclear', said: trace.error?.message ?? reason };
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return { answer: 'unclear', said: outcome.trouble };
  const supplier = supplierOf(exact, exact.exchanges[exchange.index] ?? exchange);
  if (!isSameSupplier(supplierThen, supplier)) return { answer: 'unclear', said: 'it was asked of another supplier' };
  const isOver = refusedStatus(exchange) !== undefined;
  if (outcome.kind === 'success' && !isOver) return { answer: 'accepted' };
  if (isOver || errorCodeOf(exchange) === errorCodeOf(ended)) return { answer: 'refused', said: messageOf(exchange) };
  // The service refuses the changed request itself, and not the supplier.
  const said = `it was ${endingText(exchange)}, and ${endingText(ended)} then`;
  return { answer: 'unclear', said, isLasting: true };
};

type AskingParts = {
  readonly replayParts: ReplayParts;
  readonly requestsMax: number;
  readonly isInterrupted: () => boolean;
  readonly onAnswer: (asked: AskedRequest, replayed: AnyReplayed) => void;
};

export const asking = (sought: SoughtEnding, parts: AskingParts): ExplainParts['ask'] => {
  const { trace, ended } = sought;
  const { replayParts, requestsMax, isInterrupted, onAnswer } = parts;
  const steps = stepsTo(trace, ended).map(({ then }) => then.index);
  const supplierThen = supplierOf(trace, ended);
  const budget = createBudget(requestsMax, isInterrupted);

  const changed = (changes: readonly RequestChange[]): SoughtEnding => {
    const applied = (exchange: Exchange): Exchange =>
      steps.includes(exchange.index) ? changes.reduce((rest, { apply }) => apply(rest), exchange) : exchange;
    return { ended: applied(ended), trace: { ...trace, exchanges: trace.exchanges.map(applied) } };
  };

  return async (changes) => {
    const replayed = await budget.send(steps.length, (left) =>
      replayEnding(changed(changes), { ...replayParts, steps, requestsMax: left }),
    );
    const asked = { changes: changes.map(({ name }) => name), ...answerOf(replayed, { ended, supplierThen }) };
    onAnswer(asked, replayed);
    return asked;
  };
};
