/**
 * The law of the frame: an act changes what it is about, and nothing else (parts 3, 4.3, 4.4 and 4.6). Two looks that ask
 * the same of one thing are compared, where something was done elsewhere between them.
 */
import { type Mismatch, mismatchAt, type Opinion, type Path, shown, type Two, unshown } from '../check.ts';
import { momentOf } from '../checks/own-tickets.ts';
import { operations } from '../operations.ts';
import { timesOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { changesBetween, differingPlaces, type LeafChange, type PlacedLeaves } from './leaves.ts';

/** What one answer shows of one thing, and what was asked. */
export type ThingLook = {
  readonly exchange: Exchange;
  /** Where the thing stands in the body. */
  readonly at: Path;
  readonly leaves: PlacedLeaves;
  /** Looks with the same text ask the same, and can be compared. */
  readonly question: string;
  /** It does not change by itself at this time, as it may while it is in work. */
  readonly isAtRest: boolean;
};

/** Whether there was an answer at all stands among the leaves, under a name that no path has. */
const answerPlace = ' answer';
const answered = 'answered';

export const answeredLeaf = (isAnswered: boolean): PlacedLeaves =>
  new Map([[answerPlace, [{ value: isAnswered ? answered : 'refused', path: [] }]]]);

/** An own thing, and the positions in the trace at which something may have been done to it. */
export type LookedThing = { readonly looks: readonly ThingLook[]; readonly changes: readonly number[] };

/** Two looks between which nothing was done to the thing, and something was done elsewhere. */
export type FrameInterval = Two & {
  readonly first: ThingLook;
  readonly last: ThingLook;
  readonly between: readonly Exchange[];
  /** What it showed before its last change: a copy may lag behind. */
  readonly former: readonly ThingLook[];
  /** Places that differ although nothing was done; undefined where nothing was asked twice. */
  readonly volatile: ReadonlySet<string> | undefined;
};

/** What is more than a look: it may have changed something, if only what it must not. */
const isAct = (exchange: Exchange, partner: Exchange['bearer']): boolean =>
  operations[exchange.operation].effect !== 'reads' ||
  exchange.operation.endsWith('-calculation') ||
  exchange.operation === 'pnr-reprice' ||
  exchange.bearer !== partner;

const actsBetween = ({ exchanges }: Trace, one: Exchange, other: Exchange): Exchange[] =>
  exchanges.slice(one.index + 1, other.index).filter((each) => isAct(each, one.bearer));

/** In how many intervals its own changes, and what moves the clock, divide the looks at a thing. */
const intervalOf = ({ clockAdvances, resumed }: Trace, { changes }: LookedThing, { index }: Exchange): number =>
  changes.filter((change) => change < index).length +
  clockAdvances.filter(({ beforeExchange }) => beforeExchange <= index).length +
  (resumed && index >= resumed.beforeExchange ? 1 : 0);

const isOfOneInterval = (trace: Trace, thing: LookedThing, first: ThingLook, last: ThingLook): boolean =>
  intervalOf(trace, thing, first.exchange) === intervalOf(trace, thing, last.exchange);

/** Of looks that follow each other: each with the next. */
const neighbours = (looks: readonly ThingLook[]): (readonly [ThingLook, ThingLook])[] =>
  looks.flatMap((look, i) => {
    const next = looks[i + 1];
    return next ? [[look, next] as const] : [];
  });

const byQuestion = ({ looks }: LookedThing): ThingLook[][] => [
  ...Map.groupBy(looks, ({ question }) => question).values(),
];

/** What differs between two equal questions with nothing between them is a matter of the moment. */
const volatilePlaces = (trace: Trace, things: readonly LookedThing[]): ReadonlySet<string> | undefined => {
  const controls = things.flatMap((thing) =>
    byQuestion(thing)
      .flatMap(neighbours)
      .filter(
        ([one, other]) =>
          isOfOneInterval(trace, thing, one, other) && actsBetween(trace, one.exchange, other.exchange).length === 0,
      ),
  );
  if (controls.length === 0) return undefined;
  return new Set(controls.flatMap(([one, other]) => differingPlaces(one.leaves, other.leaves)));
};

const framedOf = (trace: Trace, thing: LookedThing, volatile: ReadonlySet<string> | undefined): FrameInterval[] =>
  byQuestion(thing).flatMap((looks): FrameInterval[] =>
    [...Map.groupBy(looks, ({ exchange }) => intervalOf(trace, thing, exchange)).values()].flatMap(
      (interval, i, all) => {
        const resting = interval.filter(({ isAtRest }) => isAtRest);
        // The first look after a change of its own may show what was before it.
        const [first] = thing.changes.some((change) => change < (interval[0]?.exchange.index ?? 0))
          ? resting.slice(1)
          : resting;
        const last = resting.at(-1);
        if (!first || !last || first === last) return [];
        const between = actsBetween(trace, first.exchange, last.exchange);
        if (between.length === 0) return [];
        const exchanges = [first.exchange, last.exchange] as const;
        return [{ exchanges, first, last, between, former: all.slice(0, i).flat(), volatile }];
      },
    ),
  );

/** Of clocks that show the same moment, and of moments in whole seconds. */
const clockSlackMs = 5_000;

/**
 * Written for its own request: a moment in it, or one that goes on with the clock, as that of the look before. Two
 * looks within one second may show it unchanged.
 */
const isOfItsMoment = (trace: Trace, [before, after]: Two['exchanges'], { was, is }: LeafChange): boolean => {
  const [then, now] = [momentOf(was), momentOf(is)];
  if (!now?.hasTime) return false;
  const times = timesOf(trace, after);
  if (times.some((ms) => Math.abs(ms - now.ms) <= after.durationMs + clockSlackMs)) return true;
  if (!then?.hasTime || now.ms < then.ms) return false;
  const passed = timesOf(trace, before).map((ms, at) => (times[at] ?? ms) - ms);
  return passed.some((ms) => now.ms - then.ms <= ms + after.durationMs + clockSlackMs);
};

const showsSo = ({ leaves }: ThingLook, { place, is }: LeafChange): boolean =>
  (leaves.get(place) ?? []).some(({ value }) => value === is);

/** The last thing that was done elsewhere stands for all of them. */
const actText = ({ operation, index }: Exchange): string => `${operation} (exchange ${index})`;

const opinionOf = (framed: FrameInterval, trace: Trace): Opinion => {
  const { first, last, between, former, volatile } = framed;
  if (!volatile)
    return unshown('nothing was asked twice with nothing between, which would show what changes by itself');
  const all = changesBetween(first.leaves, last.leaves);
  // What was refused before may have been looked for too early.
  const refused = all.filter(({ place, was }) => place === answerPlace && was === answered);
  // After an end of its own it may be shown no more.
  const isOne = all.every(({ place }) => place !== answerPlace);
  const judged = isOne ? all : refused.filter(() => former.length === 0);
  const changes = judged.filter(
    (change) =>
      !volatile.has(change.place) &&
      !isOfItsMoment(trace, [first.exchange, last.exchange], change) &&
      !former.some((look) => showsSo(look, change)),
  );
  const act = between.at(-1);
  return changes.map(
    ({ path, was, is }): Mismatch =>
      mismatchAt(last.exchange, [...last.at, ...path], {
        expected: `${shown(was)}, as in exchange ${first.exchange.index}: nothing was done to it since, only ${act && actText(act)}`,
        actual: shown(is),
      }),
  );
};

/** Everything that was looked at, judged by the law of the frame. */
export const frame = (thingsOf: (trace: Trace) => readonly LookedThing[]) => ({
  given: (trace: Trace): FrameInterval[] => {
    const things = thingsOf(trace);
    const volatile = volatilePlaces(trace, things);
    return things.flatMap((thing) => framedOf(trace, thing, volatile));
  },
  then: opinionOf,
});
