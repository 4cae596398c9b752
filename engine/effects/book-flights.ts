/** Books flights and cancels them: the only way from a flow to pnr_create and pnr_cancel. */
import type { BookingRef, Intents } from '../../contracts/intents.ts';
import { succeeded } from '../../contracts/outcome.ts';
import { type CallOptions, type FlightActs, type ReadExchange, stop } from '../session.ts';
import { type Bookable, book } from './book.ts';
import { askForEnd, assertUnknown, type EffectParts, isBelieved, isRefused, ownerOptions } from './effect.ts';
import type { HeldFlight, HeldFlights } from './held-flights.ts';
import { areSame, refOf } from './refs.ts';

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
