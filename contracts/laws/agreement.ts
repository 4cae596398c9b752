/**
 * The law of the same answer: what is said of one thing, every operation says (parts 1, 2.4, 2.5, 2.6 and 4.3). Which
 * places say the same is learnt: where two operations agree on several things, they agree on all. What one says of this
 * thing, and another of a different thing alone, is mixed up.
 */
import { type Mismatch, type Opinion, shown, unshown } from '../check.ts';
import { areSameTicket, clockToleranceMs, momentOf } from '../checks/own-tickets.ts';
import type { OperationId } from '../operations.ts';
import { isTroubled } from '../outcome.ts';
import { clocksApartMs, perTrace, timesOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import {
  offersShown,
  pathInAnswer,
  type ShownThingsOf,
  type SightingsByThing,
  scheduledShown,
  sightingsIn,
  type ThingSighting,
} from './sightings.ts';

/** Two sightings of one attribute of one thing. */
type SightingPair = { readonly one: ThingSighting; readonly other: ThingSighting };

type SightingComparison = { readonly agreed: Set<string>; count: number; readonly conflicts: SightingPair[] };

const agreedMin = 2;

/** Of each operation the first sighting, beside that of every other; and beside later ones of its own. */
const pairsOf = (seen: readonly ThingSighting[]): SightingPair[] => {
  const firsts = new Map<OperationId, ThingSighting>();
  const pairs: SightingPair[] = [];
  for (const other of seen) {
    const { operation } = other.exchange;
    const before = firsts.get(operation);
    if (before) pairs.push({ one: before, other });
    else {
      for (const one of firsts.values()) pairs.push({ one, other });
      firsts.set(operation, other);
    }
  }
  return pairs.filter(({ one, other }) => one.value.form === other.value.form);
};

const isOfMoment = ({ value }: ThingSighting): boolean => value.form === 'moment';

const momentsOf = ({ value: { values } }: ThingSighting): number[] =>
  values.flatMap((value) => momentOf(value)?.ms ?? []).toSorted((one, other) => one - other);

/** One writes whole seconds where another writes thousandths. */
const secondMs = 1_000;

/** By how much moments in the same places are apart, at most; undefined where there are not as many. */
const apartMs = (one: readonly number[], other: readonly number[]): number | undefined =>
  one.length === other.length ? Math.max(...one.map((ms, i) => Math.abs(ms - (other[i] ?? ms)))) : undefined;

/** The number of a ticket has two forms, and so has a moment. */
const sayTheSame = (one: ThingSighting, other: ThingSighting): boolean => {
  if (one.value.text === other.value.text) return true;
  if (isOfMoment(one)) return (apartMs(momentsOf(one), momentsOf(other)) ?? secondMs) < secondMs;
  const [[here, ...more], [there, ...others]] = [one.value.values, other.value.values];
  return more.length + others.length === 0 && areSameTicket({ ticketNumber: here }, { ticketNumber: there }) === true;
};

/** What is written anew for each answer goes on with the clock, and clocks may disagree. */
const isWrittenAnew = (trace: Trace, { one, other }: SightingPair): boolean => {
  if (!isOfMoment(one)) return false;
  const [before, after] = [one, other].map(({ exchange }) => timesOf(trace, exchange));
  const passed = (before ?? []).map((ms, at) => Math.abs((after?.[at] ?? ms) - ms));
  const apart = apartMs(momentsOf(one), momentsOf(other)) ?? Number.POSITIVE_INFINITY;
  return apart <= Math.max(...passed) + clocksApartMs(trace) + clockToleranceMs;
};

/** By key: on which values two sightings agree, and where they do not. */
const comparisonsOf = (
  things: SightingsByThing,
  keyOf: (name: string, pair: SightingPair) => string,
): ReadonlyMap<string, SightingComparison> => {
  const comparisons = new Map<string, SightingComparison>();
  for (const attributes of things.values()) {
    for (const [name, seen] of attributes) {
      for (const { one, other } of pairsOf(seen)) {
        const key = keyOf(name, { one, other });
        const known = comparisons.get(key) ?? { agreed: new Set(), count: 0, conflicts: [] };
        comparisons.set(key, known);
        if (sayTheSame(one, other)) {
          known.agreed.add(one.value.text);
          known.count += 1;
        } else known.conflicts.push({ one, other });
      }
    }
  }
  return comparisons;
};

type Conflicts = { readonly conflicts: readonly SightingPair[]; readonly isLearnt: boolean };

/** Of what is agreed on at least twice as often as not. */
const conflictsOf = (
  comparisons: ReadonlyMap<string, SightingComparison>,
  isAgreed: (comparison: SightingComparison) => boolean,
): Conflicts => {
  const learnt = [...comparisons.values()].filter((each) => isAgreed(each) && each.conflicts.length * 2 <= each.count);
  return { conflicts: learnt.flatMap(({ conflicts }) => conflicts), isLearnt: learnt.length > 0 };
};

const byOperations = (name: string, { one, other }: SightingPair): string =>
  `${name} ${one.exchange.operation} ${other.exchange.operation}`;

const learntConflicts = (things: SightingsByThing): Conflicts =>
  conflictsOf(comparisonsOf(things, byOperations), ({ agreed }) => agreed.size >= agreedMin);

/** As JSON of a list: at least five signs. */
const tellingMin = 9;

/** It has digits, or two capitals: a word may be one of few, and stand for a state. */
const isTelling = (text: string): boolean => text.length >= tellingMin && /\d|[A-Z]{2}/.test(text);

/** The documented states that a booking passes through on its way to another (part 2.5). */
const passing = ['inWork', 'unknown'].map((state) => JSON.stringify(state).toLowerCase());

const isPassing = ({ value: { values } }: ThingSighting): boolean =>
  values.some((value) => passing.includes(JSON.stringify(value).toLowerCase()));

/** One operation reports it differently at another time. */
const isMoving = (seen: readonly ThingSighting[]): boolean =>
  [...Map.groupBy(seen, ({ exchange }) => exchange.operation).values()].some((alike) =>
    alike.some(({ value }) => value.text !== alike[0]?.value.text),
  );

/** Without what moves, and a state that passes. A moment that moves for one thing may move for others, too. */
const resting = (things: SightingsByThing): SightingsByThing => {
  const all = [...things.values()].flatMap((attributes) => [...attributes]);
  const restless = all.filter(([, seen]) => seen.some(isOfMoment) && isMoving(seen)).map(([name]) => name);
  return new Map(
    [...things].map(([key, attributes]) => {
      const kept = [...attributes].filter(
        ([name, seen]) => !restless.includes(name) && !seen.some(isPassing) && !isMoving(seen),
      );
      return [key, new Map(kept)] as const;
    }),
  );
};

/**
 * By attribute, of any two operations: one may show one thing alone. A moment may be of the clock of an operation; and
 * what stands in lists may be shown in part, or in other words, unless two operations agree on another thing.
 */
const conflictsByName = (things: SightingsByThing): Conflicts => {
  const ofOperations = comparisonsOf(things, byOperations);
  const keyOf = (name: string, pair: SightingPair): string => {
    const key = byOperations(name, pair);
    const isOfLists = [pair.one, pair.other].some(
      ({ value: { values, path } }) => values.length > 1 || path.some((step) => typeof step === 'number'),
    );
    const agrees = !isOfLists || (ofOperations.get(key)?.count ?? 0) > 0;
    return isOfMoment(pair.one) || !agrees ? key : name;
  };
  return conflictsOf(
    comparisonsOf(things, keyOf),
    ({ agreed, count }) => agreed.size >= agreedMin || (count >= agreedMin && [...agreed].every(isTelling)),
  );
};

/** Pairs of which one says of this thing what the other says of a different thing alone. */
const mixedUp = (things: SightingsByThing): SightingPair[] =>
  [...things].flatMap(([key, attributes]) =>
    [...attributes].flatMap(([name, seen]) => {
      const elsewhere = [...things].filter(([other]) => other !== key).flatMap(([, all]) => all.get(name) ?? []);
      const isOfAnother = ({ exchange: { operation } }: ThingSighting, { value: { text } }: ThingSighting): boolean =>
        elsewhere.some((each) => each.exchange.operation === operation && each.value.text === text);
      return pairsOf(seen).filter(
        ({ one, other }) =>
          !isOfMoment(one) &&
          !sayTheSame(one, other) &&
          one.exchange.operation !== other.exchange.operation &&
          [one, other].every(({ value }) => isTelling(JSON.stringify(value.values))) &&
          isOfAnother(one, other) !== isOfAnother(other, one),
      );
    }),
  );

const textOf = ({ value: { values } }: ThingSighting): string => shown(values.length === 1 ? values[0] : values);

const agree = (
  thingsOf: ShownThingsOf,
  conflictsIn: (trace: Trace) => Conflicts,
  operations: readonly OperationId[],
) => ({
  given: (trace: Trace): Exchange[] => {
    const showing = new Set(thingsOf(trace).map(({ exchange }) => exchange));
    return trace.exchanges.filter(
      (each) => operations.includes(each.operation) && (isTroubled(each) || showing.has(each)),
    );
  },
  then: (exchange: Exchange, trace: Trace): Opinion => {
    const { conflicts, isLearnt } = conflictsIn(trace);
    if (!isLearnt) return unshown('no two answers show the same of several things');
    return conflicts
      .filter(({ other }) => other.exchange === exchange)
      .map(
        ({ one, other }): Mismatch => ({
          exchange,
          path: pathInAnswer(other),
          expected: `${textOf(one)}, as ${one.exchange.operation} says of it (exchange ${one.exchange.index})`,
          actual: textOf(other),
        }),
      );
  },
});

/** Of what a search or a schedule names: for all operations together. */
const namedAgree = (of: ShownThingsOf, hasMoments: boolean) => {
  const shownIn = perTrace(of);
  const conflictsIn = perTrace((trace: Trace) => {
    const shownAgain = [...Map.groupBy(shownIn(trace), ({ key }) => key).values()].filter(({ length }) => length > 1);
    const { conflicts, isLearnt } = learntConflicts(sightingsIn(shownAgain.flat(), hasMoments));
    return { conflicts: conflicts.filter((pair) => !isWrittenAnew(trace, pair)), isLearnt };
  });
  return (...operations: readonly OperationId[]) => agree(shownIn, conflictsIn, operations);
};

/**
 * The answers that show an offer, each judged by what is said of that offer elsewhere, but for moments: it may be held
 * for longer once it is asked for.
 */
export const offersAgree = namedAgree(offersShown, false);

/** The answers that show a flight of the schedule, each judged by what is said of that flight elsewhere. */
export const flightsAgree = namedAgree(scheduledShown, true);

/** The answers about own things of one kind, each judged by what is said of that thing elsewhere. */
export const reportsAgree = (of: ShownThingsOf, ...operations: readonly OperationId[]) => {
  const shownIn = perTrace(of);
  const conflictsIn = perTrace((trace: Trace) => {
    const things = resting(sightingsIn(shownIn(trace)));
    const { conflicts: all, isLearnt } = conflictsByName(things);
    const conflicts = all.filter((each) => !isWrittenAnew(trace, each));
    const mixed = mixedUp(things).filter(({ one }) => conflicts.every((conflict) => conflict.one !== one));
    return { conflicts: [...conflicts, ...mixed], isLearnt: isLearnt || mixed.length > 0 };
  });
  return agree(shownIn, conflictsIn, operations);
};
