/** The state of a replay: its options, its log, and each recorded answer beside the new one. */

import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../contracts/clauses.ts';
import type { Facts } from '../../contracts/facts.ts';
import type { BookingRef, TicketRef } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import type { Trace } from '../../contracts/trace.ts';
import type { ReplayStep } from './steps.ts';

export type ReplayOptions = {
  readonly trace: Trace;
  readonly steps: readonly ReplayStep[];
  /** Undefined where no clause is broken. */
  readonly clause?: ClauseId | undefined;
  /** Only the token is new: no date is moved, and no name renewed. */
  readonly isLiteral: boolean;
  /** The case was recorded at a target of the same name. */
  readonly isSameTarget: boolean;
  readonly seed: number;
  /** Without clean-up. */
  readonly requestsMax?: number | undefined;
  /** All steps run in their own world, where the target opens one: nothing of an earlier sending is left there. */
  readonly isApart: boolean;
  /** By how many days dates are moved; by the clock of the target by default. */
  readonly days?: number | undefined;
};

export type ReplayLog = {
  /** The new index of an exchange, by the recorded one. */
  readonly sentAs: Map<number, number>;
  readonly repeated: RepeatedStep[];
  /** The guest marks of imported bookings, by their stand-ins. */
  readonly marks: Map<string, string>;
  /** By how many days dates are moved; set with the first date. */
  days?: number;
  /** Differences that should not change the result, a line each. */
  readonly notes: Set<string>;
  /** Differences that may change the result. */
  readonly deviations: Set<string>;
  /** Why steps could not be sent again, by their recorded index. */
  readonly unrepeatable: Map<number, string>;
  /** A step that books or issues could not be sent: the rest is not sent either. */
  isOver: boolean;
};

export const replayLog = (): ReplayLog => ({
  sentAs: new Map(),
  repeated: [],
  marks: new Map(),
  notes: new Set(),
  deviations: new Set(),
  unrepeatable: new Map(),
  isOver: false,
});

/** A step that was sent again, and its result. */
export type RepeatedStep = {
  readonly step: ReplayStep;
  readonly facts: Facts;
  readonly answer?: Json | undefined;
  readonly booking?: BookingRef | undefined;
  readonly tickets?: readonly TicketRef[] | undefined;
  /** Why its answer gives no facts, for a person; undefined where it succeeded. */
  readonly lacking?: string | undefined;
};

/** The step cannot be sent again; its message says why. */
export class Unrepeatable extends Error {}

/** The step has nothing to ask for, such as the next page of a list that has only one now. */
export class NothingToAsk extends Error {}

/** The facts of the recorded answer, and of the look-ups after it. */
export const factsOfThen = ({ step }: RepeatedStep): readonly Facts[] =>
  [step.then, ...step.lookedUpBy].flatMap(({ facts }) => facts ?? []);

export const lacked = ({ step, lacking }: RepeatedStep, what: string): never => {
  const { operation, index } = step.then;
  const why = lacking === undefined ? `gave no ${what} this time` : `${lacking}, and gave no ${what}`;
  throw new Unrepeatable(`cannot be sent: step ${index}, ${operation}, ${why}`);
};

/** Null is absence. */
export const isNamed = (json: Json | undefined): json is Exclude<Json, null> => json !== undefined && json !== null;

export const areSameNamed = (one: Json | undefined, other: Json | undefined): boolean =>
  isNamed(one) && isDeepStrictEqual(one, other);

export const indexIn = <Fact>(all: readonly Fact[] | undefined, is: (fact: Fact) => boolean): number | undefined => {
  const at = all?.findIndex(is) ?? -1;
  return at === -1 ? undefined : at;
};

/** The last recorded answer in which something is found. */
export const lastWith = <Of>(
  repeated: readonly RepeatedStep[],
  find: (facts: Facts) => Of | undefined,
): { readonly again: RepeatedStep; readonly found: Of } | undefined => {
  for (const again of repeated.toReversed()) {
    for (const facts of factsOfThen(again)) {
      const found = find(facts);
      if (found !== undefined) return { again, found };
    }
  }
  return undefined;
};
