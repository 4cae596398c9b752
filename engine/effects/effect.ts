/** The one way to have an effect: first written down, then sent once, looked up after a lost answer, and noted. */

import { TokenUnavailable } from '../../client/client.ts';
import { isUnsent } from '../../client/http/failure.ts';
import type { Entry } from '../../client/ledgers/booking-ledger.ts';
import type { Budget, IntendedHotel, Ledger } from '../../client/ledgers/ledger-state.ts';
import { type Permit, permitToCancel, type Undoes } from '../../client/permit.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import type { Spending } from '../../contracts/operations.ts';
import { errorCodeOf, isRefusal, outcomeOf } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Target } from '../../contracts/target.ts';
import type { Attempt, Exchange } from '../../contracts/trace.ts';
import type { BoundCall } from '../bound-call.ts';
import { type CallOptions, type PermittedAsk, type ReadExchange, Stopped, stop } from '../session.ts';
import { inBrief } from './refs.ts';

/** What one session requested, and how much of it has ended. */
export type Tally = {
  requested: number;
  cancelled: number;
  ticketsRequested: number;
  ticketsClosed: number;
  /** Settling that were left behind on purpose, and those of former runs that were ended. */
  begun: number;
  ended: number;
};

export type SessionEffects = {
  readonly marks: Set<string>;
  readonly tally: Tally;
};

/** In whose name a run has effects, and where it writes them down. */
export type EffectAccount = {
  readonly ledger: Ledger;
  readonly run: string;
  readonly now: () => number;
  readonly endsBy: number;
  /** Bookings that were seen to belong to others, so that each is viewed once. */
  readonly foreignBookings: Set<string>;
  /** What this run wanted more of and other runs of the day have used up: the message for each. */
  readonly usedUpByOthers: Map<Spending, string>;
};

export type EffectService = {
  readonly target: Target;
  readonly ask: PermittedAsk;
  readonly send: (call: BoundCall, callOptions: CallOptions & { readonly permit: Permit }) => Promise<ReadExchange>;
  readonly pause: (ms: number) => Promise<void>;
  readonly targetNow: () => { readonly from: number; readonly to: number };
};

export type EffectParts = EffectService & EffectAccount & SessionEffects & { readonly attempts: Attempt[] };

/** The time in which a service may go on with a request after we have stopped waiting for it. */
const settlingMs = 60_000;

/** The service said no: by its outcome, or by any 4xx that carries a code. */
export const isRefused = (exchange: Exchange): boolean => {
  const { status = 0 } = exchange.response ?? {};
  return isRefusal(exchange) || (status >= 400 && status < 500 && errorCodeOf(exchange) !== undefined);
};

/** There is no token, or the story has sent all that it may, or the request would not say what is wrong. */
const isNothingSent = (thrown: unknown): boolean => thrown instanceof TokenUnavailable || thrown instanceof Stopped;

const partnerOf = ({ bearer }: CallOptions): Entry['partner'] => (bearer === 'other' ? 'other' : 'own');

/** The token to look with at what was requested: a token that must not count cannot look. */
export const ownerOptions = (callOptions: CallOptions): CallOptions => ({ bearer: partnerOf(callOptions) });

/** A faulty service may let others end it: only the owner is believed. */
export const isBelieved = (
  { callOptions: own }: { readonly callOptions: CallOptions },
  callOptions: CallOptions,
): boolean => (callOptions.bearer ?? 'own') === partnerOf(own);

const firstPauseMs = 250;
const growth = 2;

type Pausing = {
  readonly pause: (ms: number) => Promise<void>;
  readonly target: { readonly limits: Pick<Target['limits'], 'settleMs'> };
};

/** Looks with growing pauses until it sees, or the target's `limits.settleMs` have passed; the last look counts. */
export const lookUntil = async <Seen>(
  { pause, target }: Pausing,
  look: () => Promise<Seen>,
  isIt: (seen: Seen) => boolean,
): Promise<Seen> => {
  const { settleMs } = target.limits;
  let waitedMs = 0;
  for (let pauseMs = firstPauseMs; ; pauseMs *= growth) {
    const seen = await look();
    if (isIt(seen) || waitedMs >= settleMs) return seen;
    const ms = Math.min(pauseMs, settleMs - waitedMs);
    await pause(ms);
    waitedMs += ms;
  }
};

type Spender = Pick<EffectParts, 'ledger' | 'run' | 'usedUpByOthers'>;

const settingOf: Readonly<Record<Spending, string>> = {
  booking: 'may.books',
  ticket: 'may.tickets',
  token: 'may.extraTokens',
};

/**
 * How many more of something the run may request; 0 where the target allows none. Other runs of the day may have left
 * less than is wanted. That is noted, because then no setting of the target keeps this run from showing more.
 */
export const budgetLeft = async (
  { ledger, run, usedUpByOthers }: Spender,
  what: Spending,
  budget: Budget | undefined,
  wanted = 1,
  shareOfDay = 1,
): Promise<number> => {
  if (!budget) return 0;
  const { perRun, perDay = Number.POSITIVE_INFINITY } = budget;
  const { ofRun, ofDay } = await ledger.left(what, run, { ...budget, perDay: Math.floor(perDay * shareOfDay) });
  // What is left to other runs lacks nothing.
  if (shareOfDay < 1) return Math.max(0, Math.min(ofRun, ofDay));
  const ofOthers = perDay - ofDay - (perRun - ofRun);
  if (ofDay < Math.min(wanted, ofRun) && ofOthers > 0) {
    const why = `other runs have used up ${ofOthers} of ${settingOf[what]}.perDay (${perDay}) within 24 hours`;
    usedUpByOthers.set(what, `${why}, so less was shown: run again later, or raise it in the target file`);
  }
  return Math.max(0, Math.min(ofRun, ofDay));
};

/** What stands in the ledger of every request, by the clocks of the moment. */
export const timesOf = (
  { now, target, run, endsBy, targetNow }: EffectParts,
  mark: string,
  callOptions: CallOptions,
): Omit<IntendedHotel, 'kind' | 'checkIn'> => {
  const begunAtMs = now();
  return {
    mark,
    run,
    endsBy,
    partner: partnerOf(callOptions),
    begunAt: new Date(begunAtMs).toISOString(),
    settledBy: new Date(begunAtMs + target.limits.deadlineMs + settlingMs).toISOString(),
    createdAt: new Date(targetNow().to).toISOString(),
  };
};

type EffectRequest<Came extends object> = {
  readonly mark: string;
  readonly call: BoundCall;
  /** Writes down what is intended and takes it off the budget; undefined where that is used up. */
  readonly intend: () => Promise<Permit | undefined>;
  readonly usedUp: () => Promise<never>;
  /** Takes back what was intended, because nothing was sent. */
  readonly withdraw: () => Promise<void>;
  /** What it comes to then. */
  readonly unsent: (asked: ReadExchange) => Came;
  /** Reads what became of it or looks it up, and notes that. */
  readonly settle: (asked: ReadExchange) => Promise<Came>;
};

/** Sends it, never twice. */
export const haveEffect = async <Came extends object>(
  { marks, send }: EffectParts,
  { mark, call, intend, usedUp, withdraw, unsent, settle }: EffectRequest<Came>,
  callOptions: CallOptions,
): Promise<ReadExchange & Came> => {
  const permit = (await intend()) ?? (await usedUp());
  marks.add(mark);
  const asked = await send(call, { ...callOptions, permit }).catch(async (thrown: unknown) => {
    if (isNothingSent(thrown)) await withdraw();
    throw thrown;
  });
  if (!isUnsent(asked.exchange)) return { ...asked, ...(await settle(asked)) };
  await withdraw();
  return { ...asked, ...unsent(asked) };
};

/** The end of what had an effect. */
export type EffectEnd = {
  readonly by: Undoes;
  readonly ask: (permit: Permit) => Promise<ReadExchange>;
  /** Notes that it has ended; undefined where it is not ours to end, or has ended before. */
  readonly note: (() => Promise<void>) | undefined;
  /** Looks whether it has ended where the answer was lost; undefined where no look is possible. */
  readonly look?: (() => Promise<ReadExchange>) | undefined;
  readonly isSeen?: (asked: ReadExchange) => boolean;
};

/** Asks for an end once, and notes it when it came about. */
export const askForEnd = async (
  parts: EffectParts,
  { by, ask, note, look, isSeen = () => false }: EffectEnd,
): Promise<ReadExchange> => {
  const asked = await ask(permitToCancel(by));
  if (!note) return asked;
  const { kind } = outcomeOf(asked.exchange);
  const isLost = kind === 'trouble' && !isUnsent(asked.exchange);
  if (kind === 'success' || (isLost && look && isSeen(await lookUntil(parts, look, isSeen)))) await note();
  return asked;
};

const untouched = { 'view-booking': 'cancelled: no view', 'pnr-retrieve': 'touched: no retrieval' } as const;

/** Of a booking that we did not make, a view must first say that there is none; else the story ends. */
export const assertUnknown = async (
  { ask }: { readonly ask: PermittedAsk },
  by: keyof typeof untouched,
  booking: BookingRef,
  callOptions: CallOptions,
): Promise<void> => {
  // Where the story asks for what does not exist, a look that does not say so shows nothing either.
  const unlike = callOptions.unlike?.map((other) => ({ ...other, details: inBrief }));
  const options = { ...ownerOptions(callOptions), ...(unlike && { unlike }) };
  const { exchange } = await (by === 'view-booking'
    ? ask(by, { booking, details: inBrief }, options)
    : ask(by, { booking }, options));
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') stop('trouble', `${by}: ${outcome.trouble}`);
  if (outcome.kind === 'success' || isAboutRights(exchange)) {
    stop('refused', `a booking that we did not make is not ${untouched[by]} says that it does not exist`);
  }
};
