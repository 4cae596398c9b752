/** The state of a replay: its options, its log, and each recorded answer beside the new one. */

import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../contracts/clauses.ts';
import type { Facts } from '../../contracts/facts.ts';
import { importedFlow } from '../../contracts/imported-trace.ts';
import type { BookingRef, TicketRef } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import type { Finding } from '../../contracts/verdict.ts';
import { chainTo, lastNeeded } from '../chain.ts';

// Chooses the exchanges of a case that are sent again: all up to the finding, without those that the engine adds.

export type ReplayStep = {
  readonly then: Exchange;
  /** The look-ups after a lost answer: the engine sends its own. */
  readonly lookedUpBy: readonly Exchange[];
};

/** Of the steps and of their look-ups. */
export const indicesOf = (steps: readonly ReplayStep[]): ReadonlySet<number> =>
  new Set(steps.flatMap(({ then, lookedUpBy }) => [then, ...lookedUpBy].map(({ index }) => index)));

type AboutFinding = {
  readonly clause: ClauseId;
  readonly finding: Pick<Finding, 'operation' | 'exchange' | 'fingerprint'>;
};

/** A login that the client adds by itself. In a file, a wrong login is left out as well. */
const isOfItself = ({ operation, login }: Exchange, { flow }: Trace): boolean =>
  operation === 'token' && (login === 'own' || login === 'other' || login === undefined || flow === importedFlow);

/** @param about The exchange that the case is about: it is always sent, even if the engine added it. */
const chosenSteps = (
  trace: Trace,
  { about, isAboutTokens }: { readonly about: number; readonly isAboutTokens: boolean },
  isChosen: (index: number) => boolean,
): ReplayStep[] => {
  const lookUps = new Map((trace.attempts ?? []).map(({ exchange, lookedUpBy }) => [exchange, lookedUpBy]));
  const byEngine = new Set([...lookUps.values()].flat());
  const isSent = (each: Exchange): boolean =>
    (each.index === about ||
      (!byEngine.has(each.index) &&
        each.failure?.kind !== 'withheld' &&
        (isAboutTokens || !isOfItself(each, trace)))) &&
    isChosen(each.index);
  return trace.exchanges.filter(isSent).map((then) => ({
    then,
    lookedUpBy: (lookUps.get(then.index) ?? []).flatMap((index) => trace.exchanges[index] ?? []),
  }));
};

/** @param chosen The indices of exchanges to send; all up to the finding by default. */
export const stepsOf = (trace: Trace, { clause, finding }: AboutFinding, chosen?: readonly number[]): ReplayStep[] => {
  const { exchange: about, fingerprint, operation } = finding;
  const last = chosen ? trace.exchanges.length : lastNeeded(trace, { clause, fingerprint }, about);
  const isAboutTokens = clause.startsWith('token.') || operation === 'token';
  return chosenSteps(trace, { about, isAboutTokens }, (index) => index <= last && (chosen?.includes(index) ?? true));
};

/** For the ending of one exchange: only that exchange, and those that gave its ids. */
export const stepsTo = (trace: Trace, at: Exchange, chosen?: readonly number[]): ReplayStep[] => {
  const needed = new Set(chosen ?? chainTo(trace, at).map(({ index }) => index));
  const of = { about: at.index, isAboutTokens: at.operation === 'token' };
  return chosenSteps(trace, of, (index) => needed.has(index));
};

/** Where the flow went on in its own world: a new client counts its tokens from 1 again, before any lever is pulled. */
const restartOf = ({ exchanges, clockAdvances, usedCoupons = [] }: Trace): number | undefined => {
  const pulled = [...clockAdvances, ...usedCoupons].map(({ beforeExchange }) => beforeExchange);
  const end = Math.min(...pulled.filter((index) => index > 0));
  let serialMax = 0;
  for (const { index, operation, tokenSerial } of exchanges) {
    if (index >= end) return undefined;
    if (operation === 'token' && tokenSerial > 0 && tokenSerial <= serialMax) return index;
    serialMax = Math.max(serialMax, tokenSerial);
  }
  return undefined;
};

/** A login that may block the account. */
export const isWrongLogin = ({ operation, login = 'own' }: Exchange): boolean =>
  operation === 'token' && login !== 'own' && login !== 'other';

/** The index of the first exchange that needs its own world; undefined where no step needs one. */
export const ownWorldFrom = (trace: Trace, steps: readonly ReplayStep[]): number | undefined => {
  const last = steps.at(-1)?.then.index ?? -1;
  const isMoved = trace.clockAdvances.some(({ beforeExchange }) => beforeExchange <= last);
  const isFlown = trace.usedCoupons?.some(({ beforeExchange }) => beforeExchange > 0 && beforeExchange <= last);
  const isWrong = steps.some(({ then }) => isWrongLogin(then));
  const isLate = trace.resumed !== undefined && trace.resumed.beforeExchange <= last;
  if (!isMoved && !isFlown && !isWrong && !isLate) return undefined;
  return restartOf(trace) ?? 0;
};

/** It books or issues something that later steps need. */
export const makes = ({ operation }: Pick<Exchange, 'operation'>): boolean =>
  ['create-booking', 'pnr-create', 'ticket-issue', 'ticket-exchange'].includes(operation);

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
