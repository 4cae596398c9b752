/** Books, looks up what became of it, and cancels: the only way from a flow to what has an effect. */
import type { Ledger } from '../../client/booking-ledger.ts';
import { type Permit, permitToCancel } from '../../client/permit.ts';
import type { BookingRef, Intents } from '../../contracts/intents.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Target } from '../../contracts/target.ts';
import type { Attempt } from '../../contracts/trace.ts';
import { type BoundCall, boundCall } from '../bound-call.ts';
import type { Asked, Manner, Session } from '../session.ts';
import { stop } from '../stop.ts';
import { areSame, distinct, refOf } from './booking-ref.ts';
import { reasonNotToBook } from './cancellable.ts';
import type { PermittedAsk } from './close-entry.ts';
import { lookUntil } from './look-until.ts';
import { type Look, lookUp } from './look-up.ts';
import { isNothingSent, isUnsent, ownerManner, partnerOf, settlingMs } from './requested.ts';

export type DeskParts = Kept & {
  readonly target: Target;
  readonly ledger: Ledger;
  readonly run: string;
  readonly newMark: () => string;
  /** Ours, ms since the epoch. */
  readonly now: () => number;
  /** When this run does nothing more. */
  readonly endsBy: number;
  /** Of the service: the earliest and the latest that it may be there now. */
  readonly targetNow: () => { readonly from: number; readonly to: number };
  readonly ask: PermittedAsk;
  readonly send: (call: BoundCall, manner: Manner & { readonly permit: Permit }) => Promise<Asked>;
  readonly pause: Session['pause'];
  readonly attempts: Attempt[];
  readonly strangers: Set<string>;
};

/** What became of what one session booked. */
export type Tally = {
  requested: number;
  cancelled: number;
  ticketsRequested: number;
  ticketsClosed: number;
  /** Obligations that were left behind on purpose, and those of former runs that were ended. */
  begun: number;
  ended: number;
};

/** What the desks of one session write down together. */
export type Kept = {
  /** The marks of all that was requested. */
  readonly marks: Set<string>;
  readonly tally: Tally;
};

export type Desk = Pick<Session, 'bookingsLeft' | 'book' | 'cancel'>;

const marked = (intent: Intents['create-booking'], mark: string): Intents['create-booking'] => {
  const [[guest, ...others] = [], ...rooms] = intent.guests;
  if (!guest) throw new TypeError('a booking needs a guest');
  return { ...intent, guests: [[{ ...guest, lastName: mark }, ...others], ...rooms] };
};

const foundIn = ({ found, doubt }: Look): Attempt['found'] => {
  if (found.length > 1) return 'twice';
  if (found.length === 1) return 'once';
  return doubt === undefined ? 'not' : 'unknown';
};

/** What one request came to. */
type Made = {
  readonly mark: string;
  readonly manner: Manner;
  readonly refs: readonly BookingRef[];
  open: BookingRef[];
  /** There may be others: the look-up was in trouble. */
  readonly isDoubtful: boolean;
};

const bindingsNeeded = ['create-booking', 'search-bookings', 'cancel-booking'] as const;

export const bookingDesk = (parts: DeskParts): Desk => {
  const { target, ledger, run, now, ask, strangers, marks, tally } = parts;
  const { books } = target.may;
  /** Everything that came about, and what of it still has to be cancelled. */
  const made: Made[] = [];

  const written = async (item: Made): Promise<void> => {
    await (item.isDoubtful ? ledger.know : ledger.settle)(item.mark, item.open);
  };

  const bookingsLeft = async (): Promise<number> => {
    if (!books) return 0;
    const { ofRun, ofDay } = await ledger.left('booking', run, books);
    return Math.max(0, Math.min(ofRun, ofDay));
  };

  const usedUp = async (budget: NonNullable<typeof books>): Promise<never> => {
    const { ofRun } = await ledger.left('booking', run, budget);
    const spent = ofRun <= 0 ? `perRun (${budget.perRun})` : `perDay (${budget.perDay})`;
    return stop('needs', `needs more of may.books.${spent} in the target file: all of it is used up`);
  };

  /** Everything that can be known before a request is allowed to have an effect. */
  const assertMayBook = ({ offer }: Intents['create-booking']): NonNullable<typeof books> => {
    for (const operation of bindingsNeeded) {
      if (!target.bindings[operation]) {
        stop(
          'needs',
          `needs bindings['${operation}'] in the target file: what cannot be found and cancelled is not booked`,
        );
      }
    }
    const reason = reasonNotToBook(offer, parts.targetNow().to);
    if (reason !== undefined) stop('needs', reason);
    return books ?? stop('needs', 'needs may.books, how many bookings may be requested, in the target file');
  };

  const looking = (manner: Manner) => ({ ask, bindings: target.bindings, manner: ownerManner(manner), strangers });

  /** Looks once where the answer is clear, and for as long as an effect may take to show where it was lost. */
  const lookedUp = async (
    { exchange }: Asked,
    { mark, manner, from }: { mark: string; manner: Manner; from: number },
  ): Promise<Look> => {
    const exchanges: number[] = [];
    const once = async (): Promise<Look> => {
      const look = await lookUp(looking(manner), { mark, from, to: parts.targetNow().to });
      exchanges.push(...look.exchanges);
      return look;
    };
    const isLost = outcomeOf(exchange).kind === 'trouble';
    const last = isLost ? await lookUntil(parts, once, ({ found }) => found.length > 0) : await once();
    return { ...last, exchanges };
  };

  const book: Desk['book'] = async (given, manner = {}) => {
    const budget = assertMayBook(given);
    const mark = parts.newMark();
    const intent = marked(given, mark);
    const prepared = boundCall(target, 'create-booking', intent);
    if (!JSON.stringify(prepared.call.body).toLowerCase().includes(mark.toLowerCase())) {
      stop(
        'needs',
        "needs bindings['create-booking'] to send the lastName of the first guest: a booking whose answer is lost is found again by it",
      );
    }
    const { from, to } = parts.targetNow();
    const begunAtMs = now();
    const permit = await ledger.begin(
      {
        mark,
        run,
        partner: partnerOf(manner),
        endsBy: parts.endsBy,
        checkIn: intent.search.stay.checkIn,
        begunAt: new Date(begunAtMs).toISOString(),
        settledBy: new Date(begunAtMs + target.limits.deadlineMs + settlingMs).toISOString(),
        createdAt: new Date(to).toISOString(),
      },
      budget,
    );
    if (!permit) return usedUp(budget);
    marks.add(mark);
    const asked = await parts.send(prepared, { ...manner, permit }).catch(async (thrown: unknown) => {
      if (isNothingSent(thrown)) await ledger.withdraw(mark);
      throw thrown;
    });
    const { exchange, facts } = asked;
    if (isUnsent(exchange)) {
      await ledger.withdraw(mark);
      const attempt: Attempt = { exchange: exchange.index, mark, found: 'not', lookedUpBy: [] };
      parts.attempts.push(attempt);
      return { ...asked, attempt, booking: undefined };
    }
    tally.requested += 1;
    const told = succeeded(exchange) ? refOf(facts.booking) : undefined;
    // Already before it is looked up: the process may end meanwhile.
    if (told) await ledger.know(mark, [told]);
    const look = await lookedUp(asked, { mark, manner, from });
    const found = look.found.filter((ref) => ref !== undefined);
    const refs = distinct(told ? [told, ...found] : found);
    // Of two with the mark, one that cannot be named must not be forgotten with the other.
    const nameless = look.found.length > 1 || refs.length === 0 ? look.found.filter((ref) => ref === undefined) : [];
    const open: BookingRef[] = [...refs, ...nameless.map(() => ({}))];
    const attempt: Attempt = { exchange: exchange.index, mark, found: foundIn(look), lookedUpBy: [...look.exchanges] };
    parts.attempts.push(attempt);
    const item: Made = { mark, manner, refs, open, isDoubtful: look.isTroubled };
    made.push(item);
    const isClosed = attempt.found === 'not' && outcomeOf(exchange).kind === 'refusal';
    if (open.length > 0 || isClosed) await written(item);
    return { ...asked, attempt, booking: refs[0] };
  };

  /** A booking that cannot exist may be cancelled once a view has said that there is none of that name. */
  const cancelUnknown = async (booking: BookingRef, manner: Manner): Promise<Asked> => {
    if (!books) stop('needs', 'needs may.books in the target file: a faulty service may cancel what it must not');
    const details = { includePriceDetails: false, includeResidenceDetails: false };
    const { exchange: view } = await ask('view-booking', { booking, details }, ownerManner(manner));
    const outcome = outcomeOf(view);
    if (outcome.kind === 'trouble') return stop('trouble', `view-booking: ${outcome.trouble}`);
    if (outcome.kind === 'success' || isAboutRights(view)) {
      return stop('refused', 'a booking that we did not make is not cancelled: no view says that it does not exist');
    }
    return ask('cancel-booking', { booking }, { ...manner, permit: permitToCancel() });
  };

  const cancel: Desk['cancel'] = async (booking, manner = {}) => {
    const item = made.find(({ refs }) => refs.some((ref) => areSame(ref, booking)));
    if (!item) return cancelUnknown(booking, manner);
    const asked = await ask('cancel-booking', { booking }, { ...manner, permit: permitToCancel() });
    // Whatever else a faulty service lets cancel it, only its owner is believed.
    const isOurs = (manner.bearer ?? 'own') === partnerOf(item.manner);
    const isOpen = item.open.some((ref) => areSame(ref, booking));
    if (succeeded(asked.exchange) && isOurs && isOpen) {
      item.open = item.open.filter((ref) => !areSame(ref, booking));
      tally.cancelled += 1;
      await written(item);
    }
    return asked;
  };

  return { bookingsLeft, book, cancel };
};
