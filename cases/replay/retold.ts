/** What was sent again so far: each answer of then beside that of now. */
import { isDeepStrictEqual } from 'node:util';
import type { Facts } from '../../contracts/facts.ts';
import type { BookingRef, TicketRef } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import type { Step } from './steps.ts';

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

export type Found<Of> = { readonly retold: Retold; readonly found: Of };

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
