/** Books flights and cancels them: the only way from a flow to pnr_create and pnr_cancel. */

import type { FlightEntry, HeldTicket } from '../../client/ledgers/booking-ledger.ts';
import type { FlightNews, IntendedFlight, Ledger } from '../../client/ledgers/ledger-state.ts';
import type { BookingRef, Intents, TicketRef } from '../../contracts/intents.ts';
import { succeeded } from '../../contracts/outcome.ts';
import { type CallOptions, type FlightActs, type ReadExchange, stop } from '../session.ts';
import { type Bookable, book } from './book.ts';
import {
  askForEnd,
  assertUnknown,
  type EffectParts,
  isBelieved,
  isRefused,
  ownerOptions,
  type Tally,
} from './effect.ts';
import { areSame, areSameTicket, refOf } from './refs.ts';

// What one session holds of flights, in memory as in the ledger: our bookings, and the tickets issued for them.

export type HeldFlight = {
  /** What the ledger needs to write it down anew, once its entry is closed. */
  readonly intended: IntendedFlight;
  readonly callOptions: CallOptions;
  readonly booking: BookingRef;
  readonly passengers: number;
  isCancelled: boolean;
  /** Those that still have to be voided or refunded. */
  tickets: readonly HeldTicket[];
  /** Those that are not open any more. */
  closed: readonly HeldTicket[];
  unknown: FlightEntry['unknown'];
};

export type HeldFlights = ReturnType<typeof heldFlights>;

export const heldFlights = ({
  ledger,
  tally,
}: {
  readonly ledger: Pick<Ledger, 'note' | 'reopen'>;
  readonly tally: Tally;
}) => {
  const all: HeldFlight[] = [];

  const newsOf = ({ booking, isCancelled, tickets, unknown }: HeldFlight): FlightNews => ({
    booking,
    isCancelled,
    tickets: [...tickets],
    unknown,
  });
  /** Keeps the ledger in step. */
  const write = (flight: HeldFlight): Promise<void> => ledger.note(flight.intended.mark, newsOf(flight));
  const writeAnew = (flight: HeldFlight): Promise<void> => ledger.reopen(flight.intended, newsOf(flight));

  return {
    write,
    add: (flight: HeldFlight): void => void all.push(flight),
    find: (booking: BookingRef) => all.find((each) => areSame(each.booking, booking)),
    /** A ticket is open, or not any more: after any answer to a request that should have ended it. */
    showTicket: async (flight: HeldFlight, ticket: TicketRef, isOpen: boolean): Promise<void> => {
      const [from, to] = isOpen ? (['closed', 'tickets'] as const) : (['tickets', 'closed'] as const);
      const moved = flight[from].filter((each) => areSameTicket(each, ticket));
      if (moved.length === 0) return;
      tally.ticketsClosed += isOpen ? -moved.length : moved.length;
      flight[from] = flight[from].filter((each) => !moved.includes(each));
      flight[to] = [...flight[to], ...moved];
      await (isOpen ? writeAnew : write)(flight);
    },
    /** The booking is active, or not any more. */
    showBooking: async (flight: HeldFlight, isActive: boolean): Promise<void> => {
      if (flight.isCancelled !== isActive) return;
      flight.isCancelled = !isActive;
      tally.cancelled += isActive ? -1 : 1;
      await (isActive ? writeAnew : write)(flight);
    },
  };
};

/** What a former run has left behind, as if this session had made it; undefined where its booking has no name. */
export const resumedFlight = (entry: FlightEntry, endsBy: number): HeldFlight | undefined => {
  const { kind, mark, run, partner, begunAt, settledBy, createdAt, route, departure, ...rest } = entry;
  const { booking, isCancelled, tickets, unknown } = rest;
  if (!booking) return undefined;
  const intended: IntendedFlight = {
    kind,
    mark,
    run,
    partner,
    endsBy,
    begunAt,
    settledBy,
    createdAt,
    route,
    departure,
  };
  const callOptions: CallOptions = { bearer: partner };
  return { intended, callOptions, booking, passengers: tickets.length, isCancelled, tickets, closed: [], unknown };
};

const marked = (intent: Intents['pnr-create'], mark: string): Intents['pnr-create'] => {
  const [first, ...others] = intent.passengers;
  if (!first) throw new TypeError('a booking needs a passenger');
  return { ...intent, passengers: [{ ...first, lastName: mark }, ...others] };
};

export const flightEffects = (parts: EffectParts, held: HeldFlights) => {
  const { target, ledger, ask } = parts;

  const flight: Bookable<'pnr-create'> = {
    operation: 'pnr-create',
    needs: ['pnr-create', 'pnr-cancel'],
    whyNeeded: 'what cannot be cancelled is not booked',
    marked,
    whyMarked: 'the lastName of the first passenger: a person finds a booking by it whose answer is lost',
    intended: ({ search: { route, departure } }) => ({ kind: 'flight', route, departure }),
    became: async ({ exchange, facts }, { intent, times, callOptions }) => {
      const booking = succeeded(exchange) ? refOf(facts.flightBooking) : undefined;
      const lookedUpBy: number[] = [];
      if (!booking) {
        // No operation lists flights: a refusal is believed, and after anything else no look is possible.
        if (!isRefused(exchange)) return { found: 'unknown', lookedUpBy, booking };
        return { found: 'not', lookedUpBy, booking, note: () => ledger.note(times.mark, { unknown: null }) };
      }
      const { route, departure } = intent.search;
      const made: HeldFlight = {
        intended: { ...times, kind: 'flight', route, departure },
        booking,
        callOptions: ownerOptions(callOptions),
        passengers: intent.passengers.length,
        isCancelled: false,
        tickets: [],
        closed: [],
        unknown: null,
      };
      held.add(made);
      return { found: 'once', lookedUpBy, booking, note: () => held.write(made) };
    },
  };

  /** Those whose cancellation was answered well. */
  const believed = new Set<HeldFlight>();

  const cancelFlight: FlightActs['cancelFlight'] = async (booking, callOptions = {}) => {
    const ours = held.find(booking);
    if (!ours) {
      if (!target.may.books) {
        stop('needs', 'needs may.books in the target file: a faulty service may cancel what it must not');
      }
      await assertUnknown(parts, 'pnr-retrieve', booking, callOptions);
    }
    const isEnded = ours && !ours.isCancelled && isBelieved(ours, callOptions);
    return askForEnd(parts, {
      by: 'pnr-cancel',
      ask: (permit) => ask('pnr-cancel', { booking }, { ...callOptions, permit }),
      note: isEnded
        ? async () => {
            believed.add(ours);
            await held.showBooking(ours, false);
          }
        : undefined,
      look: target.bindings['pnr-retrieve'] && (() => ask('pnr-retrieve', { booking }, ours?.callOptions)),
      isSeen: ({ exchange, facts }) => succeeded(exchange) && facts.flightBooking?.isActive === false,
    });
  };

  /** What a retrieval says of our cancelled flight counts more than the answer to the cancellation. */
  const saw = async (booking: BookingRef, { exchange, facts }: ReadExchange, callOptions: CallOptions = {}) => {
    const ours = held.find(booking);
    if (!ours || !believed.has(ours) || !isBelieved(ours, callOptions) || !succeeded(exchange)) return;
    const reported = refOf(facts.flightBooking);
    if (reported && !areSame(reported, booking)) return;
    const { isActive } = facts.flightBooking ?? {};
    // It may take its time: the last look counts.
    if (isActive !== undefined) await held.showBooking(ours, isActive);
  };

  const acts: FlightActs = { bookFlight: book(parts, flight), cancelFlight };
  return { ...acts, saw };
};
