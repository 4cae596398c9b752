/** The one way to have an effect: written down before it is sent, sent once, looked up where its answer is lost, and noted. */

import { isUnsent } from '../../client/http/failure.ts';
import type { IntendedHotel } from '../../client/ledgers/booking-ledger.ts';
import type { Budget } from '../../client/ledgers/budget.ts';
import { type Permit, permitToCancel, type Undoes } from '../../client/permit.ts';
import type { BookingRef } from '../../contracts/intent-parts.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import type { Spending } from '../../contracts/spending.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Asked, CallOptions, PermittedAsk } from '../asked.ts';
import type { BoundCall } from '../bound-call.ts';
import { stop } from '../stop.ts';
import type { EffectParts } from './effect-parts.ts';
import { lookUntil } from './look-until.ts';
import { isNothingSent, ownerOptions, partnerOf, settlingMs } from './requested.ts';

type Spender = Pick<EffectParts, 'ledger' | 'run' | 'usedUpByOthers'>;

const settingOf: Readonly<Record<Spending, string>> = {
  booking: 'may.books',
  ticket: 'may.tickets',
  token: 'may.extraTokens',
};

/**
 * How many more of something the run may request; 0 where the target allows none. Where other runs of the day have left
 * less than is wanted, that is noted: it is no setting of the target that keeps this run from showing more.
 */
export const budgetLeft = async (
  { ledger, run, usedUpByOthers }: Spender,
  what: Spending,
  budget: Budget | undefined,
  wanted = 1,
): Promise<number> => {
  if (!budget) return 0;
  const { ofRun, ofDay } = await ledger.left(what, run, budget);
  const { perRun, perDay = Number.POSITIVE_INFINITY } = budget;
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

/** One request with an effect. */
export type Effect<Came extends object> = {
  readonly mark: string;
  readonly call: BoundCall;
  /** Writes down what is intended and takes it off the budget; undefined where that is used up. */
  readonly intend: () => Promise<Permit | undefined>;
  /** Ends the story. */
  readonly usedUp: () => Promise<never>;
  /** Takes back what was intended, because nothing was sent. */
  readonly withdraw: () => Promise<void>;
  /** What it comes to then. */
  readonly unsent: (asked: Asked) => Came;
  /** Reads what became of it or looks it up, and notes that. */
  readonly settle: (asked: Asked) => Promise<Came>;
};

/** Sends it, never twice. */
export const haveEffect = async <Came extends object>(
  { marks, send }: EffectParts,
  { mark, call, intend, usedUp, withdraw, unsent, settle }: Effect<Came>,
  callOptions: CallOptions,
): Promise<Asked & Came> => {
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
export type End = {
  readonly by: Undoes;
  readonly ask: (permit: Permit) => Promise<Asked>;
  /** Notes that it has ended; undefined where it is not ours to end, or has ended before. */
  readonly note: (() => Promise<void>) | undefined;
  /** Looks whether it has where the answer was lost; undefined where nothing tells. */
  readonly look?: (() => Promise<Asked>) | undefined;
  readonly isSeen?: (asked: Asked) => boolean;
};

/** Asks for an end once, and notes it when it came about. */
export const askForEnd = async (
  parts: EffectParts,
  { by, ask, note, look, isSeen = () => false }: End,
): Promise<Asked> => {
  const asked = await ask(permitToCancel(by));
  if (!note) return asked;
  const { kind } = outcomeOf(asked.exchange);
  const isLost = kind === 'trouble' && !isUnsent(asked.exchange);
  if (kind === 'success' || (isLost && look && isSeen(await lookUntil(parts, look, isSeen)))) await note();
  return asked;
};

const details = { includePriceDetails: false, includeResidenceDetails: false };
const untouched = { 'view-booking': 'cancelled: no view', 'pnr-retrieve': 'touched: no retrieval' } as const;

/** Of a booking that we did not make, a view must first say that there is none; else the story ends. */
export const assertUnknown = async (
  { ask }: { readonly ask: PermittedAsk },
  by: keyof typeof untouched,
  booking: BookingRef,
  callOptions: CallOptions,
): Promise<void> => {
  // Where the story asks for what does not exist, a look that does not say so shows nothing either.
  const unlike = callOptions.unlike?.map((other) => ({ ...other, details }));
  const options = { ...ownerOptions(callOptions), ...(unlike && { unlike }) };
  const { exchange } = await (by === 'view-booking'
    ? ask(by, { booking, details }, options)
    : ask(by, { booking }, options));
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') stop('trouble', `${by}: ${outcome.trouble}`);
  if (outcome.kind === 'success' || isAboutRights(exchange)) {
    stop('refused', `a booking that we did not make is not ${untouched[by]} says that it does not exist`);
  }
};
