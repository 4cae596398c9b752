/** Finds the smallest change of a request to book that turns a refusal into an acceptance, and shows that it is no coincidence. */
import { fewest } from '../chain.ts';
import { Ends } from '../replay/replay.ts';
import type { Change } from './changes.ts';

/** What came of one request to book; `unclear` where it was not sent, or in trouble, or asked of another supplier. */
export type Answer = 'refused' | 'accepted' | 'unclear';

export type Asked = {
  /** By name; none of the request as it was. */
  readonly changes: readonly string[];
  readonly answer: Answer;
  /** What the supplier said, or why it is unclear. */
  readonly said?: string | undefined;
  /** Asked again, it would be answered so again. */
  readonly isLasting?: true | undefined;
};

/**
 * `cause`: only with these changes it is accepted. `chance`: it is refused now and then, whatever is asked. `always`: no
 * change that was tried turns it. `accepted`: it is not refused here. `unclear`: nothing of that can be told.
 */
export type Ended = 'cause' | 'chance' | 'always' | 'accepted' | 'unclear' | 'spent' | 'interrupted';

export type Explained = {
  readonly ended: Ended;
  /** The smallest change, of `cause`; of what was ended too early the smallest so far. */
  readonly changes: readonly Change[];
  /** All that was asked, in order. */
  readonly asked: readonly Asked[];
  /** Where those begin that show it: refused as it was, accepted with the changes, and again. */
  readonly shownFrom?: number | undefined;
  readonly reason?: string | undefined;
};

export type ExplainParts = {
  /** Sends the request with these changes. @throws Ends where the budget is spent, or somebody interrupts. */
  readonly ask: (changes: readonly Change[]) => Promise<Asked>;
  /** Sets of changes that may turn it, each tried as a whole first. */
  readonly sets: readonly (readonly Change[])[];
};

/** As it was, before anything is changed: who refuses every third request is found out here. */
const timesFirst = 3;
/** Refused and accepted, so often one after the other. */
const pairs = 3;
/** How often it is asked before a cause can be named. */
export const timesLeast = timesFirst + 1 + 2 * pairs;
/** Trouble passes. */
const troubledTriesMax = 3;

/**
 * The most likely case of a supplier that refuses by chance, at whatever rate: one in so many shows these answers, too. They
 * are asked for after the change was chosen, so that having tried many adds nothing.
 */
export const oneIn = 4 ** pairs;

export const explain = async ({ ask, sets }: ExplainParts): Promise<Explained> => {
  const asked: Asked[] = [];
  let smallest: readonly Change[] = [];

  const answerTo = async (changes: readonly Change[]): Promise<Answer> => {
    for (let times = 1; ; times += 1) {
      const one = await ask(changes);
      asked.push(one);
      if (one.answer !== 'unclear' || one.isLasting || times === troubledTriesMax) return one.answer;
    }
  };

  const ended = (state: Ended, more: Partial<Explained> = {}): Explained => ({
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

  /** The first set that is accepted as a whole. */
  const accepted = async (): Promise<readonly Change[] | undefined> => {
    for (const set of sets) if (set.length > 0 && (await answerTo(set)) === 'accepted') return set;
    return undefined;
  };

  const fewestOf = async (set: readonly Change[]): Promise<readonly Change[]> => {
    smallest = set;
    const search = fewest(set);
    for (let step = search.next(); !step.done; ) {
      // Without any change it was refused each time.
      const isEnough = step.value.length > 0 && (await answerTo(step.value)) === 'accepted';
      if (isEnough) smallest = step.value;
      step = search.next(isEnough);
    }
    // Whoever minds something may refuse now and then, too: what nobody minds is not named because of that.
    for (const each of smallest) {
      const rest = smallest.filter((other) => other !== each);
      if (rest.length > 0 && (await answerTo(rest)) === 'accepted') smallest = rest;
    }
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
    for (let times = 0; times < pairs; times += 1) {
      for (const [with_, expected] of [
        [[], 'refused'],
        [changes, 'accepted'],
      ] as const) {
        const answer = await answerTo(with_);
        if (answer === 'unclear') return ended('unclear', { changes, reason: asked.at(-1)?.said });
        if (answer !== expected) return ended('chance');
      }
    }
    return ended('cause', { changes, shownFrom });
  } catch (thrown) {
    if (!(thrown instanceof Ends)) throw thrown;
    return ended(thrown.ended, { changes: smallest, reason: thrown.message });
  }
};
