/** Faults that find flight bookings which do not exist, or cannot. */
import { refusals } from '../altering/sold.ts';
import type { SoldReplies } from '../asked.ts';
import type { FlightWorld } from '../avia/rules.ts';
import { faultsOf } from '../deviation.ts';
import { answer } from '../reply.ts';
import { euro } from '../sales/money.ts';
import type { Change } from '../world.ts';

type OfUnknown =
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

const isNowhere = (bookingId: string, world: FlightWorld): boolean =>
  world.flights.pnrs.find(bookingId.toLowerCase()) === undefined;

/** Answers as if there were a booking, where there is none. */
const inventing = <Operation extends OfUnknown>(
  operation: Operation,
  isMeant: (bookingId: string) => boolean,
  body: (bookingId: string, world: FlightWorld) => Partial<SoldReplies[Operation]>,
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

const anyId = (bookingId: string): boolean => !isNumber(bookingId);

export const unknownFlightFaults = [
  ...faultsOf('avia-booking.unknown-booking-is-refused', {
    'cancels-flights-that-do-not-exist': inventing('pnr-cancel', isUuid, cancelled),
    'calculates-refunds-of-flights-that-do-not-exist': inventing('ticket-refund-calculation', isUuid, calculated),
  }),
  ...faultsOf('avia-booking.malformed-booking-id-is-refused', {
    'cancels-flights-with-a-foreign-letter-in-the-id': inventing('pnr-cancel', hasForeignLetter, cancelled),
    'prices-flights-by-any-text': inventing('pnr-reprice', isNone, priced),
    'tells-of-tickets-for-ids-that-are-too-short': inventing('ticket-info', isTooShort, ticketless),
    'voids-tickets-for-ids-that-are-too-short': inventing('ticket-cancel', isTooShort, (_, world) =>
      world.dialect.voids === 'silently' ? {} : { success: true, voidedAt: new Date(world.now()).toISOString() },
    ),
    'calculates-exchanges-by-any-text': inventing('ticket-exchange-calculation', isNone, exchangeable),
  }),
  ...faultsOf(['avia-booking.unknown-booking-is-refused', 'avia-booking.malformed-booking-id-is-refused'], {
    'answers-every-retrieval-with-a-booking': inventing('pnr-retrieve', anyId, cancelled),
  }),
];
