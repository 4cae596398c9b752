/** Faults that find flight bookings which do not exist, or cannot. */
import { refusals } from '../altering/sold.ts';
import type { SoldReplies } from '../asked.ts';
import { fault } from '../deviation.ts';
import { answer } from '../reply.ts';
import { euro } from '../sales/money.ts';
import type { Change, World } from '../world.ts';

type OfBooking =
  | 'pnr-retrieve'
  | 'pnr-cancel'
  | 'pnr-reprice'
  | 'ticket-issue'
  | 'ticket-info'
  | 'ticket-cancel'
  | 'ticket-exchange-calculation'
  | 'ticket-refund-calculation';

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const isUuid = (bookingId: string): boolean => uuid.test(bookingId);
const isNone = (bookingId: string): boolean => !isUuid(bookingId);
const isTooShort = (bookingId: string): boolean => /^[0-9a-f-]{35}$/i.test(bookingId);
const isNumber = (bookingId: string): boolean => /^\d+$/.test(bookingId);
const hasForeignLetter = (bookingId: string): boolean => bookingId.length === 36 && isNone(bookingId);

const isNowhere = (bookingId: string, world: World): boolean =>
  world.flights.pnrs.find(bookingId.toLowerCase()) === undefined;

/** Answers as if there were a booking, where there is none. */
const inventing = <Operation extends OfBooking>(
  operation: Operation,
  isMeant: (bookingId: string) => boolean,
  body: (bookingId: string, world: World) => Partial<SoldReplies[Operation]>,
): Readonly<Record<Operation, Change>> =>
  refusals(operation, (reply, { asked, world }) => {
    const bookingId = asked && 'bookingId' in asked ? String(asked.bookingId) : '';
    const isInvented = bookingId !== '' && isMeant(bookingId) && isNowhere(bookingId, world);
    return isInvented ? answer(200, body(bookingId, world)) : reply;
  });

const nothing = euro(0);
const cancelled = (bookingId: string) => ({ bookingId, status: 'cancelled' as const });
const priced = (bookingId: string) => ({ bookingId, price: nothing, isPriceChanged: false });
const calculated = () => ({ calculationId: 'none', refund: { amount: nothing, penalty: nothing, taxes: nothing } });
const exchangeable = () => ({ exchangeId: 'none', penalty: nothing, surcharge: nothing, offers: [] });
const ticketless = () => ({ ticket: { ticketNumber: '0000000000000', coupons: [] } }) as never;

const unknown = 'avia-booking.unknown-booking-is-refused';

const unknownFaults = [
  fault('retrieves-flights-that-do-not-exist', {
    violates: [unknown],
    summary: 'pnr_retrieve shows a booking that does not exist as cancelled.',
    reply: inventing('pnr-retrieve', isUuid, cancelled),
  }),
  fault('cancels-flights-that-do-not-exist', {
    violates: [unknown],
    summary: 'pnr_cancel succeeds for a booking that does not exist.',
    reply: inventing('pnr-cancel', isUuid, cancelled),
  }),
  fault('prices-flights-that-do-not-exist', {
    violates: [unknown],
    summary: 'pnr_reprice tells a price of zero of a booking that does not exist.',
    reply: inventing('pnr-reprice', isUuid, priced),
  }),
  fault('tells-of-tickets-of-flights-that-do-not-exist', {
    violates: [unknown],
    summary: 'ticket_info tells of a ticket without coupons in a booking that does not exist.',
    reply: inventing('ticket-info', isUuid, ticketless),
  }),
  fault('calculates-exchanges-of-flights-that-do-not-exist', {
    violates: [unknown],
    summary: 'An exchange is calculated in a booking that does not exist.',
    reply: inventing('ticket-exchange-calculation', isUuid, exchangeable),
  }),
  fault('calculates-refunds-of-flights-that-do-not-exist', {
    violates: [unknown],
    summary: 'A refund of zero is calculated in a booking that does not exist.',
    reply: inventing('ticket-refund-calculation', isUuid, calculated),
  }),
];

const malformed = 'avia-booking.malformed-booking-id-is-refused';

const malformedFaults = [
  fault('retrieves-flights-by-any-text', {
    violates: [malformed],
    summary: 'pnr_retrieve shows a cancelled booking for an id that is no UUID.',
    reply: inventing('pnr-retrieve', isNone, cancelled),
  }),
  fault('cancels-flights-with-a-foreign-letter-in-the-id', {
    violates: [malformed],
    summary: 'pnr_cancel succeeds for an id that would be a UUID but for one letter.',
    reply: inventing('pnr-cancel', hasForeignLetter, cancelled),
  }),
  fault('prices-flights-by-any-text', {
    violates: [malformed],
    summary: 'pnr_reprice tells a price of zero for an id that is no UUID.',
    reply: inventing('pnr-reprice', isNone, priced),
  }),
  fault('issues-no-tickets-for-ids-that-are-too-short', {
    violates: [malformed],
    summary: 'ticket_issue succeeds without a ticket for an id that lacks a letter.',
    reply: inventing('ticket-issue', isTooShort, (bookingId) => ({
      bookingId,
      status: 'ticketed' as const,
      tickets: [],
    })),
  }),
  fault('tells-of-tickets-for-ids-that-are-too-short', {
    violates: [malformed],
    summary: 'ticket_info tells of a ticket without coupons for an id that lacks a letter.',
    reply: inventing('ticket-info', isTooShort, ticketless),
  }),
  fault('voids-tickets-for-ids-that-are-too-short', {
    violates: [malformed],
    summary: 'ticket_cancel succeeds for an id that lacks a letter.',
    reply: inventing('ticket-cancel', isTooShort, (_, world) =>
      world.dialect.voids === 'silently' ? {} : { success: true, voidedAt: new Date(world.now()).toISOString() },
    ),
  }),
  fault('calculates-exchanges-by-any-text', {
    violates: [malformed],
    summary: 'An exchange is calculated for an id that is no UUID.',
    reply: inventing('ticket-exchange-calculation', isNone, exchangeable),
  }),
  fault('calculates-refunds-by-any-text', {
    violates: [malformed],
    summary: 'A refund of zero is calculated for an id that is no UUID.',
    reply: inventing('ticket-refund-calculation', isNone, calculated),
  }),
];

const anyId = (bookingId: string): boolean => !isNumber(bookingId);

export const unknownFlightFaults = [
  ...unknownFaults,
  ...malformedFaults,
  fault('answers-every-retrieval-with-a-booking', {
    violates: [unknown, malformed],
    summary: 'pnr_retrieve shows a cancelled booking for every text that it does not know.',
    reply: inventing('pnr-retrieve', anyId, cancelled),
  }),
];
