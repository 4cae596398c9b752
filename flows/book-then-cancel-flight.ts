import fc from 'fast-check';
import { isRefusedToAnother } from '../contracts/checks/refused-asks.ts';
import { clausesOf } from '../contracts/clauses.ts';
import type { BookingRef, ChosenFlight } from '../contracts/intents.ts';
import type { OperationId } from '../contracts/operations.ts';
import { outcomeOf, succeeded } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import type { CallOptions, Session } from '../engine/session.ts';
import { type FlightToBook, flightDays, flightToBook, journeyOf } from '../generators/flights.ts';
import { passengersOf } from '../generators/people.ts';
import { unknownBooking } from '../generators/unknown-ids.ts';
import { askIncompletely, shownByIncompleteAsks, withoutEach } from './steps/ask-incompletely.ts';
import { bookFlight } from './steps/book-flight.ts';
import { type FoundFlights, findFlights } from './steps/find-flights.ts';
import { type Hands, walkRows } from './steps/flight-rows.ts';
import { endWithout, needBookings, unbound } from './steps/needs.ts';
import { askForNone, retrieveUntilFound } from './steps/own-booking.ts';
import { retrieveUntilInactive } from './steps/own-ticket.ts';

const own = [
  'pnr-create',
  'pnr-retrieve',
  'pnr-cancel',
  'pnr-reprice',
  'ticket-issue',
] as const satisfies readonly OperationId[];

/** Two, because any one may be refused for a reason that concerns it alone; one in the rows that follow. */
const bookingsWanted = 2;
/** What other stories need. */
const bookingsReserved = 12;

const looks = (['pnr-retrieve', 'pnr-reprice'] as const).map((operation) => ({
  operation,
  topic: 'avia-booking' as const,
}));

/** Asks as the other partner, who must see nothing and end nothing. */
const askAsStranger = async ({ session, stranger }: Hands, booking: BookingRef): Promise<void> => {
  const { isAsked, target } = session;
  const { bindings } = target;
  if (!stranger) return;
  if (isAsked('pnr-reprice') && bindings['pnr-reprice']) await stranger.ask('pnr-reprice', { booking });
  const isWanted = isAsked('pnr-retrieve') || isAsked('pnr-cancel');
  if (!bindings['pnr-retrieve'] || !isWanted) return;
  const { exchange } = await stranger.ask('pnr-retrieve', { booking });
  // Where ids are no UUIDs, partners may count them alike: what it can retrieve may be its own.
  const isHidden =
    outcomeOf(exchange).kind !== 'trouble' &&
    isRefusedToAnother(exchange, { exchanges: [], input: null }) === undefined;
  if (isAsked('pnr-cancel') && isHidden) await stranger.cancelFlight(booking);
};

/** A faulty service may book each of them. */
const bookIncompletely = async (session: Session, chosen: ChosenFlight, journey: FlightToBook): Promise<void> => {
  const { passengers, contact } = journey;
  const whole = { ...chosen, passengers: passengersOf(passengers, chosen.search), contact };
  const send = (options: CallOptions) => session.bookFlight(whole, options);
  for (const parts of [['passengers', 'offer'] as const, ['contact', 'searchId'] as const]) {
    const asks = withoutEach(parts, { whole, send });
    if ((await session.bookingsLeft()) >= asks.length + bookingsReserved) await askIncompletely(session, asks);
  }
};

const booked = async ({ session }: Hands, journey: FlightToBook, isFirst: boolean): Promise<BookingRef[]> => {
  const { isAsked, target, ask, bookingsLeft, sample } = session;
  const { bindings } = target;
  const left = await needBookings(session, 1);
  const bookings: BookingRef[] = [];
  let found: FoundFlights | undefined;
  for (let time = 0; time < Math.min(left, isFirst ? bookingsWanted : 1); time += 1) {
    if (time > 0 && (await bookingsLeft()) === 0) break;
    // Of a sample, both are found by one search.
    if (!found || sample.depth === 'full') found = await findFlights(session, journey.flights);
    const asked = { ...journey, seed: journey.seed + time };
    const { booking, chosen } = await bookFlight(session, asked, { isWalked: !isFirst }, found);
    if (isFirst && time === 0) await bookIncompletely(session, chosen, journey);
    bookings.push(booking);
    if (bindings['pnr-retrieve']) await retrieveUntilFound(session, booking);
    const isRepriced = bindings['pnr-reprice'] && isAsked('pnr-reprice') && (time === 0 || sample.depth === 'full');
    if (isRepriced) await ask('pnr-reprice', { booking });
  }
  return bookings;
};

/** Whether tickets are left for what must not be issued. */
const cancelled = async (session: Session, bookings: readonly BookingRef[], isFirst: boolean): Promise<boolean> => {
  const { isAsked, target, ticketsLeft } = session;
  const [first, ...others] = bookings;
  const look = async (booking: BookingRef) =>
    target.bindings['pnr-retrieve'] && session.ask('pnr-retrieve', { booking });
  let hasTickets = true;
  for (const booking of bookings) {
    const { exchange } = await session.cancelFlight(booking);
    if (!succeeded(exchange)) continue;
    await retrieveUntilInactive(session, booking);
    if (booking === first) for (const each of [...others, booking]) await look(each);
    const mayIssue = isFirst && booking === first && isAsked('ticket-issue') && target.bindings['ticket-issue'];
    if (mayIssue && (await ticketsLeft()) > 1) await session.issueTickets(booking);
    else if (mayIssue && target.may.tickets) hasTickets = false;
  }
  if (first) await look(first);
  return hasTickets;
};

/** Books flights, looks at them, cancels them without a ticket, and asks for one afterwards. */
export const bookThenCancelFlight = flow('book-then-cancel-flight', {
  story: 'Book two flights, retrieve and reprice them, cancel them, retrieve them again, and ask for a ticket.',
  phase: 'main',
  operations: ['avia-search', ...own],
  exercises: [
    ...clausesOf(['avia-flow', 'pnr-create', 'pnr-retrieve', 'pnr-cancel', 'pnr-reprice', 'refusal'], {
      except: ['pnr-create.price-is-the-verified-one', 'avia-flow.incomplete-request-is-not-served'],
    }),
    'avia-offer-price.offers-agree',
    'avia-booking.unnamed-booking-is-refused',
    'avia-booking.unknown-booking-is-refused',
    'ticket-issue.cancelled-booking-is-refused',
    'avia-refusal.carries-code-and-message',
    'avia-bearer.issued-token-is-accepted',
  ],
  forFullOnly: shownByIncompleteAsks,
  input: fc.record({ ...flightToBook(flightDays), unknownBooking }),
  run: async (session, input) => {
    const { isAsked, target } = session;
    if (!own.some(isAsked)) return;
    let hasTickets = true;
    await walkRows(session, { offset: 1 }, async (hands, row, at) => {
      const bookings = await booked(hands, journeyOf(input, row), at === 0);
      const [first] = bookings;
      if (first) await askAsStranger(hands, first);
      if (first && at === 0) await askForNone(hands.session, first, { looks, unknownBooking: input.unknownBooking });
      if (!(await cancelled(hands.session, bookings, at === 0))) hasTickets = false;
    });
    endWithout([
      ...unbound(target.bindings, ['pnr-retrieve', 'pnr-reprice', 'ticket-issue']),
      !target.otherPartner && 'otherPartner, who must neither see nor cancel what is not its own,',
      !hasTickets && 'more of may.tickets',
      isAsked('ticket-issue') && !target.may.tickets && 'may.tickets, because a faulty service may issue some,',
    ]);
  },
});
