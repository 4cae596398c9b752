/** Books flights and cancels them: the only way from a flow to pnr_create and pnr_cancel. */
import type { IntendedFlight } from '../../client/booking-ledger.ts';
import { permitToCancel } from '../../client/permit.ts';
import type { BookingRef, Intents } from '../../contracts/intents.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Attempt } from '../../contracts/trace.ts';
import { dayAfter } from '../../generators/calendar.ts';
import { boundCall } from '../bound-call.ts';
import type { Asked, Manner, Session } from '../session.ts';
import { stop } from '../stop.ts';
import type { DeskParts } from './book-stays.ts';
import { areSame, refOf } from './booking-ref.ts';
import { type HeldFlight, type HeldFlights, isBelieved } from './held-flights.ts';
import { lookUntil } from './look-until.ts';
import { isNothingSent, isUnsent, ownerManner, partnerOf, settlingMs } from './requested.ts';

export type FlightDeskParts = DeskParts & { readonly held: HeldFlights };

const marked = (intent: Intents['pnr-create'], mark: string): Intents['pnr-create'] => {
  const [first, ...others] = intent.passengers;
  if (!first) throw new TypeError('a booking needs a passenger');
  return { ...intent, passengers: [{ ...first, lastName: mark }, ...others] };
};

/** What stands in the ledger of every request about a flight, by the clocks of the moment. */
export const flightTimes = (
  { now, target, run, endsBy, targetNow }: DeskParts,
  { mark, manner }: { readonly mark: string; readonly manner: Manner },
): Omit<IntendedFlight, 'route' | 'departure'> => {
  const begunAtMs = now();
  return {
    kind: 'flight',
    mark,
    run,
    endsBy,
    partner: partnerOf(manner),
    begunAt: new Date(begunAtMs).toISOString(),
    settledBy: new Date(begunAtMs + target.limits.deadlineMs + settlingMs).toISOString(),
    createdAt: new Date(targetNow().to).toISOString(),
  };
};

/** Of a booking that we did not make, a retrieval must first say that there is none; else the story ends. */
export const assertUnknown = async (
  { ask }: Pick<DeskParts, 'ask'>,
  booking: BookingRef,
  manner: Manner,
): Promise<void> => {
  const { exchange: view } = await ask('pnr-retrieve', { booking }, ownerManner(manner));
  const outcome = outcomeOf(view);
  if (outcome.kind === 'trouble') stop('trouble', `pnr-retrieve: ${outcome.trouble}`);
  if (outcome.kind === 'success' || isAboutRights(view)) {
    stop('refused', 'a booking that we did not make is not touched: no retrieval says that it does not exist');
  }
};

/** A booking that cannot exist, as far as the ledger is concerned with it. */
export const unknownFlight = (parts: DeskParts, booking: BookingRef, manner: Manner): HeldFlight => ({
  intended: {
    ...flightTimes(parts, { mark: parts.newMark(), manner }),
    route: null,
    departure: dayAfter(parts.targetNow().to, 0),
  },
  manner: ownerManner(manner),
  booking,
  passengers: 1,
  isCancelled: true,
  tickets: [],
  closed: [],
  unknown: null,
});

const bindingsNeeded = ['pnr-create', 'pnr-cancel'] as const;

export type FlightDesk = Pick<Session, 'bookFlight' | 'cancelFlight'> & {
  /** What a retrieval says of a flight of ours that was cancelled counts more than the answer to that. */
  saw(booking: BookingRef, asked: Asked, manner: Manner | undefined): Promise<void>;
};

export const flightDesk = (parts: FlightDeskParts): FlightDesk => {
  const { target, ledger, ask, held, marks, tally, run } = parts;
  const { books } = target.may;

  const assertMayBook = (): NonNullable<typeof books> => {
    for (const operation of bindingsNeeded) {
      if (!target.bindings[operation]) {
        stop('needs', `needs bindings['${operation}'] in the target file: what cannot be cancelled is not booked`);
      }
    }
    return books ?? stop('needs', 'needs may.books, how many bookings may be requested, in the target file');
  };

  const usedUp = async (budget: NonNullable<typeof books>): Promise<never> => {
    const { ofRun } = await ledger.left('booking', run, budget);
    const spent = ofRun <= 0 ? `perRun (${budget.perRun})` : `perDay (${budget.perDay})`;
    return stop('needs', `needs more of may.books.${spent} in the target file: all of it is used up`);
  };

  const noted = (attempt: Attempt): Attempt => {
    parts.attempts.push(attempt);
    return attempt;
  };

  const bookFlight: Session['bookFlight'] = async (given, manner = {}) => {
    const budget = assertMayBook();
    const mark = parts.newMark();
    const intent = marked(given, mark);
    const prepared = boundCall(target, 'pnr-create', intent);
    if (!JSON.stringify(prepared.call.body).toLowerCase().includes(mark.toLowerCase())) {
      stop(
        'needs',
        "needs bindings['pnr-create'] to send the lastName of the first passenger: a person finds a booking by it whose answer is lost",
      );
    }
    const { route, departure } = intent.search;
    const intended: IntendedFlight = { ...flightTimes(parts, { mark, manner }), route, departure };
    const permit = await ledger.begin(intended, budget);
    if (!permit) return usedUp(budget);
    marks.add(mark);
    const asked = await parts.send(prepared, { ...manner, permit }).catch(async (thrown: unknown) => {
      if (isNothingSent(thrown)) await ledger.withdraw(mark);
      throw thrown;
    });
    const { exchange, facts } = asked;
    const found = (what: Attempt['found']) => noted({ exchange: exchange.index, mark, found: what, lookedUpBy: [] });
    if (isUnsent(exchange)) {
      await ledger.withdraw(mark);
      return { ...asked, attempt: found('not'), booking: undefined };
    }
    tally.requested += 1;
    const booking = succeeded(exchange) ? refOf(facts.flightBooking) : undefined;
    if (!booking) {
      // No operation lists flights: a refusal is believed, and after anything else nobody can look.
      const isRefused = outcomeOf(exchange).kind === 'refusal';
      if (isRefused) await ledger.note(mark, { unknown: null });
      return { ...asked, attempt: found(isRefused ? 'not' : 'unknown'), booking: undefined };
    }
    const flight: HeldFlight = {
      intended,
      booking,
      manner: ownerManner(manner),
      passengers: intent.passengers.length,
      isCancelled: false,
      tickets: [],
      closed: [],
      unknown: null,
    };
    held.add(flight);
    await held.write(flight);
    return { ...asked, attempt: found('once'), booking };
  };

  const isInactive = ({ exchange, facts }: Asked): boolean =>
    succeeded(exchange) && facts.flightBooking?.isActive === false;

  /** Those whose cancellation was answered well. */
  const believed = new Set<HeldFlight>();

  const cancelFlight: Session['cancelFlight'] = async (booking, manner = {}) => {
    const flight = held.find(booking);
    if (!flight) {
      if (!books) stop('needs', 'needs may.books in the target file: a faulty service may cancel what it must not');
      await assertUnknown(parts, booking, manner);
    }
    const asked = await ask('pnr-cancel', { booking }, { ...manner, permit: permitToCancel('pnr-cancel') });
    if (!flight || flight.isCancelled || !isBelieved(flight, manner)) return asked;
    const { kind } = outcomeOf(asked.exchange);
    const isLost = kind === 'trouble' && !isUnsent(asked.exchange) && target.bindings['pnr-retrieve'] !== undefined;
    const look = () => ask('pnr-retrieve', { booking }, flight.manner);
    if (kind === 'success' || (isLost && isInactive(await lookUntil(parts, look, isInactive)))) {
      believed.add(flight);
      await held.cancelled(flight);
    }
    return asked;
  };

  const saw: FlightDesk['saw'] = async (booking, { exchange, facts }, manner = {}) => {
    const flight = held.find(booking);
    if (!flight || !believed.has(flight) || !isBelieved(flight, manner) || !succeeded(exchange)) return;
    const told = refOf(facts.flightBooking);
    if (told && !areSame(told, booking)) return;
    // It may take its time: the last look counts.
    if (facts.flightBooking?.isActive === true) await held.reopen(flight);
    if (facts.flightBooking?.isActive === false) await held.cancelled(flight);
  };

  return { bookFlight, cancelFlight, saw };
};
