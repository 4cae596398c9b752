/** What was sent again so far: each answer of then beside that of now. */

import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../contracts/clauses.ts';
import type { Facts } from '../../contracts/facts.ts';
import type { TicketRef } from '../../contracts/flight-intents.ts';
import type { BookingRef } from '../../contracts/intent-parts.ts';
import type { Json } from '../../contracts/json.ts';
import type { Trace } from '../../contracts/trace.ts';
import type { Step } from './steps.ts';

/** What a replay is given, and what it tells besides its trace. */
export type ReplayOptions = {
  readonly trace: Trace;
  readonly steps: readonly Step[];
  /** Undefined where no clause is broken. */
  readonly clause?: ClauseId | undefined;
  /** Nothing is moved and nothing renewed, but for the token. */
  readonly isLiteral: boolean;
  /** The case was recorded at a target of the name of this one. */
  readonly isSameTarget: boolean;
  readonly seed: number;
  readonly requestsMax?: number | undefined;
  /** All of it in a world of its own, where the target opens one. */
  readonly isApart: boolean;
  /** By how many days all is moved; as the clock of the target tells when not said. */
  readonly days?: number | undefined;
};

export type ReplayLog = {
  /** The index of the exchange of now, by that of then. */
  readonly sentAs: Map<number, number>;
  readonly told: Retold[];
  /** The marks of what was booked of imported requests, by the words that stand for them. */
  readonly marks: Map<string, string>;
  /** By how many days all is moved, once a date was. */
  days?: number;
  /** What differs from then and need not change what is shown, a line each. */
  readonly notes: Set<string>;
  /** What may change it. */
  readonly deviations: Set<string>;
  /** The steps that could not be sent again, by their index, and why. */
  readonly unrepeatable: Map<number, string>;
  /** One of them would have booked or issued something: without it the rest is not sent. */
  isOver: boolean;
};

export const replayLog = (): ReplayLog => ({
  sentAs: new Map(),
  told: [],
  marks: new Map(),
  notes: new Set(),
  deviations: new Set(),
  unrepeatable: new Map(),
  isOver: false,
});

/** A step that was sent again, and what came of it. */
export type Retold = {
  readonly step: Step;
  readonly facts: Facts;
  /** What was answered now. */
  readonly answer?: Json | undefined;
  /** What was booked by it, and which tickets it issued. */
  readonly booking?: BookingRef | undefined;
  readonly tickets?: readonly TicketRef[] | undefined;
  /** Why its answer tells nothing, in the words of a person; undefined where it succeeded. */
  readonly lacking?: string | undefined;
};

/** The step cannot be sent again: the rest would show something else. */
export class Unrepeatable extends Error {}

/** The step has nothing to ask for this time, such as a page that a shorter list does not have. */
export class NothingToAsk extends Error {}

/** What the answer of then told, and what was looked up because of it. */
export const factsOfThen = ({ step }: Retold): readonly Facts[] =>
  [step.then, ...step.lookedUpBy].flatMap(({ facts }) => facts ?? []);

export const lacked = ({ step, lacking }: Retold, what: string): never => {
  const { operation, index } = step.then;
  const why = lacking === undefined ? `told no ${what} this time` : `${lacking}, and told no ${what}`;
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

type Found<Of> = { readonly retold: Retold; readonly found: Of };

/** The last answer of then in which something is found. */
export const lastWith = <Of>(
  told: readonly Retold[],
  find: (facts: Facts) => Of | undefined,
): Found<Of> | undefined => {
  for (const retold of told.toReversed()) {
    for (const facts of factsOfThen(retold)) {
      const found = find(facts);
      if (found !== undefined) return { retold, found };
    }
  }
  return undefined;
};
