/** Faults that make a flight booking another than was asked for: its passengers, flights, price, tickets, coupons or moments. */
import { answers, listOf } from '../altering/sold.ts';
import type { CanonicalTicket } from '../avia/canonical.ts';
import type { FlightRules } from '../avia/rules.ts';
import type { StoredPnr } from '../avia/state.ts';
import { faultsOf } from '../deviation.ts';
import { euro } from '../sales/money.ts';
import type { World } from '../world.ts';

const hourMs = 60 * 60 * 1000;

const bookingOf = (bookingId: string, { flights }: World): StoredPnr | undefined =>
  flights.pnrs.find(bookingId.toLowerCase());

const isReturn = ({ offer }: StoredPnr): boolean => offer.flights.length > 1;

/** The booking that its partner made before. */
const former = ({ clientId, number }: StoredPnr, { flights }: World): StoredPnr | undefined =>
  flights.pnrs.all().findLast((one) => one.clientId === clientId && one.number === number - 1);

const childrenAreFound = (findsTicket: FlightRules['findsTicket']): FlightRules['findsTicket'] => {
  const isOfChild = ({ passengers }: StoredPnr, at: number): boolean => passengers[at]?.isChild ?? false;
  return (booking, asked, within) => {
    const found = findsTicket(booking, asked, within);
    const isLost = found && within.operation === 'ticket-info' && isOfChild(booking, found.passenger);
    return isLost ? undefined : found;
  };
};

const isLater = (ticket: CanonicalTicket): CanonicalTicket => ({ ...ticket, issuedAtMs: ticket.issuedAtMs + hourMs });

export const bookedFlightFaults = [
  ...faultsOf('pnr-retrieve.passengers-are-those-booked', {
    'retrieves-the-passengers-of-the-flight-before': answers('pnr-retrieve', (body, { world }) => {
      const booking = bookingOf(body.bookingId, world);
      const passengers = booking && former(booking, world)?.passengers;
      return passengers ? { ...body, passengers } : body;
    }),
    'retrieves-children-as-their-parents': answers('pnr-retrieve', (body) => {
      const [first] = listOf(body.passengers);
      const named = (one: typeof first) => (one?.isChild && first ? { ...one, lastName: first.lastName } : one);
      return { ...body, passengers: listOf(body.passengers).map(named) };
    }),
  }),
  ...faultsOf('pnr-retrieve.flights-are-those-chosen', {
    'retrieves-the-way-there-for-the-way-back': answers('pnr-retrieve', (body) => {
      const [there] = listOf(body.flights);
      return { ...body, flights: listOf(body.flights).map((flight) => there ?? flight) };
    }),
  }),
  ...faultsOf('pnr-create.price-is-the-verified-one', {
    'books-ways-back-a-little-dearer-than-verified': {
      touches: ['pnr-create', 'avia-offer-price', 'pnr-retrieve', 'ticket-issue'],
      rules: ({ flightPriceOf }) => ({
        flightPriceOf: (offer, within) => {
          const price = flightPriceOf(offer, within);
          return within.operation === 'pnr-create' && offer.flights.length > 1 ? euro(price.minor + 100) : price;
        },
      }),
    },
  }),
  ...faultsOf('pnr-retrieve.price-is-the-last-told', {
    'retrieves-flights-without-their-taxes': {
      touches: ['pnr-retrieve', 'pnr-create'],
      reply: answers('pnr-retrieve', (body, { world }) => {
        const taxes = bookingOf(body.bookingId, world)?.fares.reduce((sum, fare) => sum + fare.taxes, 0) ?? 0;
        return { ...body, price: euro((body.price?.minor ?? 0) - taxes) };
      }),
    },
  }),
  ...faultsOf('pnr-create.created-at-is-the-moment-of-the-booking', {
    'tells-the-making-of-a-flight-an-hour-early': answers('pnr-create', (body) => ({
      ...body,
      createdAtMs: body.createdAtMs - hourMs,
    })),
    'retrieves-a-flight-as-made-when-its-tickets-can-be-issued-no-more': answers('pnr-retrieve', (body) => ({
      ...body,
      createdAtMs: body.ticketBeforeMs,
    })),
  }),
  ...faultsOf('ticket-issue.each-passenger-has-a-ticket', {
    'issues-no-tickets-for-children': {
      touches: ['ticket-issue', 'pnr-retrieve', 'ticket-info'],
      reply: answers('ticket-issue', (body, { world }) => {
        const booking = bookingOf(body.bookingId, world);
        if (!booking) return body;
        const tickets = booking.tickets.filter(({ passenger }) => !booking.passengers[passenger]?.isChild);
        world.flights.pnrs.put({ ...booking, tickets });
        const isKept = ({ ticketNumber }: CanonicalTicket) => tickets.some((one) => one.ticketNumber === ticketNumber);
        return { ...body, tickets: listOf(body.tickets).filter(isKept) };
      }),
    },
  }),
  ...faultsOf('ticket-issue.issued-at-is-the-moment-of-the-issue', {
    'tells-the-issue-of-ways-back-an-hour-late': answers('ticket-issue', (body, { world }) => {
      const booking = bookingOf(body.bookingId, world);
      return booking && isReturn(booking) ? { ...body, tickets: listOf(body.tickets).map(isLater) } : body;
    }),
    'shows-tickets-as-issued-when-their-booking-was-made': {
      touches: ['ticket-info', 'ticket-issue', 'ticket-cancel', 'pnr-reprice'],
      reply: answers('ticket-info', (body, { asked, world }) => {
        const booking = asked && bookingOf(asked.bookingId, world);
        return booking && body.ticket ? { ticket: { ...body.ticket, issuedAtMs: booking.createdAtMs } } : body;
      }),
    },
  }),
  ...faultsOf('ticket-info.each-leg-has-a-coupon', {
    'shows-no-coupon-of-the-way-back': answers('ticket-info', (body) =>
      body.ticket ? { ticket: { ...body.ticket, coupons: listOf(body.ticket.coupons).slice(0, 1) } } : body,
    ),
  }),
  ...faultsOf('ticket-info.finds-each-issued-ticket', {
    'finds-no-tickets-of-children': {
      touches: ['ticket-info', 'ticket-cancel'],
      rules: ({ findsTicket }) => ({ findsTicket: childrenAreFound(findsTicket) }),
    },
  }),
];
