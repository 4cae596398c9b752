/** Lawful oddities of tickets: their numbers, what is told of them, and what becomes of their bookings. */
import type { Binding, Bindings } from '../../contracts/bindings.ts';
import type { Intents } from '../../contracts/intents.ts';
import { answers, listOf, successes, without } from '../altering/sold.ts';
import type { CanonicalTicket } from '../avia/canonical.ts';
import type { StoredPnr } from '../avia/state.ts';
import { carriers } from '../data/flight-trade.ts';
import { odditiesOf } from '../deviation.ts';
import { calculationIdOf } from '../handlers/ticket-refund.ts';
import type { Reply } from '../reply.ts';

const digitsAtEnd = 10;

/** Thirteen digits for a vendor and a number, and the other way round. */
const otherForm = (ticketNumber: string, carrier?: string): string => {
  const [vendor, number = ''] = ticketNumber.split('-');
  const found = carriers.find(
    ({ code, accountingCode }) => code === (carrier ?? vendor) || vendor?.startsWith(accountingCode),
  );
  if (number !== '') return `${found?.accountingCode ?? '000'}${number.slice(-digitsAtEnd)}`;
  return `${found?.code ?? 'XX'}-${ticketNumber.slice(-digitsAtEnd)}`;
};

const issuing = ['ticket-issue', 'ticket-exchange'] as const;

/** What all passengers of a booking pay together. */
const fareOfAll = ({ fares }: StoredPnr) => ({
  base: fares.reduce((sum, { base }) => sum + base, 0),
  taxes: fares.reduce((sum, { taxes }) => sum + taxes, 0),
});

const numberOddities = odditiesOf({
  'numbers-tickets-in-the-other-form': {
    summary: 'A ticket number is 13 digits where it would be a vendor and a number, and the other way round.',
    touches: issuing,
    rules: ({ ticketNumberOf }) => ({
      ticketNumberOf: (serial, carrier, world) => otherForm(ticketNumberOf(serial, carrier, world), carrier),
    }),
  },
  'numbers-tickets-in-either-form': {
    touches: issuing,
    rules: ({ ticketNumberOf }) => ({
      ticketNumberOf: (serial, carrier, world) => {
        const ticketNumber = ticketNumberOf(serial, carrier, world);
        return serial % 2 === 1 ? otherForm(ticketNumber, carrier) : ticketNumber;
      },
    }),
  },
  'names-the-supplier-in-ticket-numbers': {
    touches: issuing,
    rules: ({ ticketNumberOf }) => ({
      ticketNumberOf: (serial, carrier, world) =>
        `AIRBRIDGE2-000${ticketNumberOf(serial, carrier, world).slice(-digitsAtEnd)}`,
    }),
  },
  'tells-of-tickets-in-the-other-form': {
    summary: 'ticket_info tells the number of a ticket in the other form than it was issued.',
    reply: answers('ticket-info', (body) =>
      typeof body.ticket?.ticketNumber === 'string'
        ? { ...body, ticket: { ...body.ticket, ticketNumber: otherForm(body.ticket.ticketNumber) } }
        : body,
    ),
  },
});

const undated = (ticket: CanonicalTicket) => without('issuedAtMs', ticket);

const tellingOddities = odditiesOf({
  'tells-no-moment-of-issue': {
    ...answers('ticket-issue', (body) => ({ ...body, tickets: listOf(body.tickets).map(undated) })),
    ...answers('ticket-info', (body) => (body.ticket ? { ...body, ticket: undated(body.ticket) } : body)),
    ...answers('ticket-exchange', (body) => ({ ...body, ticket: undated(body.ticket) })),
  },
  'issues-tickets-with-201': {
    summary: 'pnr_create and ticket_issue answer with 201.',
    reply: {
      ...successes('pnr-create', (reply): Reply => ({ ...reply, status: 201 })),
      ...successes('ticket-issue', (reply): Reply => ({ ...reply, status: 201 })),
    },
  },
  'shows-tickets-at-the-second-look': answers('ticket-info', (body, { asked, world }) =>
    world.count(`looks at ${asked?.ticketNumber}`) === 1 ? without('ticket', body) : body,
  ),
  'repeats-the-booking-of-an-exchange': answers('ticket-exchange', (body, { asked }) => ({
    ...body,
    bookingId: asked?.bookingId,
  })),
});

/** The first letter is turned round, which leads back, too. */
const secondName = (bookingId: string): string =>
  `${(15 - Number.parseInt(bookingId.slice(0, 1), 16)).toString(16)}${bookingId.slice(1)}`;

const bookingOddities = odditiesOf({
  'issues-one-ticket-for-all-passengers': {
    touches: ['ticket-issue'],
    rules: {
      keepsTickets: (booking, world) => {
        const isNew = ({ coupons }: (typeof booking.tickets)[number]) =>
          coupons.every(({ status }) => status === 'open');
        const [first] = booking.tickets.filter(isNew);
        const ended = booking.tickets.filter((ticket) => !isNew(ticket));
        if (first) world.flights.pnrs.put({ ...booking, tickets: [...ended, { ...first, fare: fareOfAll(booking) }] });
        return false;
      },
    },
    reply: answers('ticket-issue', (body) => ({
      ...body,
      tickets: listOf(body.tickets)
        .slice(0, 1)
        .map((ticket) => without('price', ticket)),
    })),
  },
  'names-bookings-anew-in-exchanges': {
    summary: 'ticket_exchange tells a bookingId that the booking has beside its first one.',
    touches: ['ticket-exchange'],
    rules: ({ findsFlightBooking }) => ({
      findsFlightBooking: (bookingId, within) =>
        findsFlightBooking(bookingId, within) ?? findsFlightBooking(secondName(bookingId), within),
    }),
    reply: answers('ticket-exchange', (body, { asked }) => ({
      ...body,
      bookingId: secondName(asked?.bookingId ?? '0').toLowerCase(),
    })),
  },
  'shows-no-exchanged-tickets': {
    touches: ['ticket-info'],
    rules: ({ findsTicket }) => ({
      findsTicket: (booking, ticketNumber, within) => {
        const found = findsTicket(booking, ticketNumber, within);
        const isOver = found?.coupons.every(({ status }) => status === 'exchanged');
        return within.operation === 'ticket-info' && isOver ? undefined : found;
      },
    }),
  },
});

type NamedById = 'ticket-exchange' | 'ticket-refund';

/** Sends the id of the calculation, and neither booking nor ticket. */
const byIdAlone = (operation: NamedById) => (bindings: Bindings) => {
  const binding = bindings[operation] as Binding<NamedById> | undefined;
  if (!binding) return bindings;
  const request: typeof binding.request = ({ exchangeId, calculation }: Partial<ById>) =>
    binding.request({ exchangeId, calculation, booking: {}, ticket: {} } as ById);
  return { ...bindings, [operation]: { ...binding, request } };
};

type ById = Intents['ticket-exchange'] & Intents['ticket-refund'];

const namedByIdOddities = odditiesOf({
  'exchanges-by-the-exchange-id-alone': {
    touches: ['ticket-exchange'],
    rules: ({ asksAbout }) => ({
      asksAbout: (asked, within) => {
        const read = asksAbout(asked, within);
        if (within.operation !== 'ticket-exchange') return read;
        const found = within.world.flights.exchanges.find(String(read.exchangeId));
        const { bookingId = found?.bookingId, ticketNumber = found?.ticketNumber } = read;
        return { ...read, bookingId, ticketNumber };
      },
    }),
    binds: byIdAlone('ticket-exchange'),
  },
  'refunds-by-the-id-of-the-calculation-alone': {
    touches: ['ticket-refund'],
    rules: ({ asksAbout }) => ({
      asksAbout: (asked, within) => {
        const read = asksAbout(asked, within);
        if (within.operation !== 'ticket-refund' || read.calculationId === undefined) return read;
        const all = within.world.flights.pnrs.all();
        const found = all
          .flatMap((booking) => booking.tickets.map((ticket) => ({ booking, ticket })))
          .find((each) => calculationIdOf(each, within.world) === read.calculationId);
        const { bookingId = found?.booking.bookingId, ticketNumber = found?.ticket.ticketNumber } = read;
        return { ...read, bookingId, ticketNumber };
      },
    }),
    binds: byIdAlone('ticket-refund'),
  },
});

export const flightTicketOddities = [...numberOddities, ...tellingOddities, ...bookingOddities, ...namedByIdOddities];
