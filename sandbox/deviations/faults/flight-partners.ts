/** Faults of what a partner may do with flights of its own, of other partners, and with unknown ones. */
import type { SoldReplies } from '../../asked.ts';
import type { FlightWorld } from '../../avia/rules.ts';
import type { StoredPnr } from '../../avia/state.ts';
import { faultsOf, ruled } from '../../deviation.ts';
import { bookingNotFound } from '../../refusals.ts';
import { answer, codeOf } from '../../reply.ts';
import { euro } from '../../sales.ts';
import type { Change } from '../../world.ts';
import { counts, grantedToAll, hasStatus, pnrAsked, refusals } from '../changes.ts';

const searchesOfAll = (operation: 'avia-offer-price' | 'fare-rules') =>
  ruled(
    [operation],
    'knowsFlightSearch',
    (before, search, clientId, within) => within.operation === operation || before(search, clientId, within),
  );

export const flightRightFaults = [
  ...faultsOf('avia-offer-price.other-partner-sees-nothing', {
    'prices-flights-of-the-searches-of-all': searchesOfAll('avia-offer-price'),
  }),
  ...faultsOf('fare-rules.other-partner-sees-nothing', {
    'tells-rules-of-the-searches-of-all': searchesOfAll('fare-rules'),
  }),
  ...faultsOf('pnr-reprice.other-partner-is-refused', {
    'prices-flights-anew-for-every-partner': grantedToAll('pnr-reprice'),
  }),
  ...faultsOf('ticket-issue.other-partner-is-refused', {
    'issues-tickets-to-every-partner': grantedToAll('ticket-issue'),
  }),
  ...faultsOf('ticket-exchange.other-partner-is-refused', {
    'exchanges-tickets-for-every-partner-on-ways-back': grantedToAll(
      'ticket-exchange',
      ({ offer }) => offer.flights.length > 1,
    ),
  }),
  ...faultsOf('ticket-refund.other-partner-is-refused', {
    'refunds-tickets-to-every-partner-once-calculated': grantedToAll('ticket-refund'),
  }),
  ...faultsOf('ticket-exchange.calculation-of-another-ticket-is-refused', {
    'exchanges-all-tickets-of-a-booking-by-one-calculation': ruled(
      ['ticket-exchange'],
      'findsExchange',
      (before, exchangeId, asked) => {
        const one = asked.world.flights.exchanges.find(exchangeId);
        return one?.bookingId === asked.booking.bookingId ? one : before(exchangeId, asked);
      },
    ),
  }),
  ...faultsOf('ticket-exchange.calculation-serves-once', {
    'exchanges-a-ticket-as-often-as-it-is-asked-for': ruled(
      ['ticket-exchange'],
      'exchangeRefusalOf',
      (before, subject, world) => (hasStatus(subject, 'exchanged') ? undefined : before(subject, world)),
    ),
  }),
  ...faultsOf('ticket-cancel.ticket-of-another-booking-is-refused', {
    'finds-a-ticket-to-void-in-every-booking-of-the-partner': ruled(
      ['ticket-cancel'],
      'findsTicket',
      (before, booking, asked, within) => {
        const found = before(booking, asked, within);
        if (found || within.operation !== 'ticket-cancel') return found;
        const { pnrs } = within.world.flights;
        const others = pnrs.all().filter(({ clientId }) => clientId === booking.clientId);
        return others.flatMap((one) => before(one, asked, within) ?? [])[0];
      },
    ),
  }),
];

type HiddenBookingOperation = 'pnr-cancel' | 'ticket-refund-calculation' | 'ticket-exchange-calculation';

/** Answers with something where the booking is hidden from the one who asks; undefined stays refused. */
const reportedOfHidden = (operation: HiddenBookingOperation, reported: (booking: StoredPnr) => object | undefined) =>
  refusals(operation, (reply, { asked, world }) => {
    const isHidden = codeOf(reply) === bookingNotFound.code;
    const booking = pnrAsked(asked, world);
    const body = isHidden && booking ? reported(booking) : undefined;
    return body ? answer(200, body) : reply;
  });

export const flightPartnerFaults = [
  ...faultsOf('pnr-cancel.other-partner-is-refused', {
    'lets-every-partner-cancel-flights': grantedToAll('pnr-cancel'),
    'says-success-to-other-partners-who-cancel-flights': reportedOfHidden('pnr-cancel', ({ bookingId, tickets }) =>
      tickets.length === 0 ? { bookingId, status: 'cancelled' } : undefined,
    ),
  }),
  ...faultsOf('ticket-refund-calculation.other-partner-sees-nothing', {
    'calculates-refunds-for-every-partner': grantedToAll('ticket-refund-calculation'),
    'calculates-refunds-for-every-partner-once-its-owner-asked': {
      ...grantedToAll(
        'ticket-refund-calculation',
        ({ bookingId }, world) => world.counted(`refunds of ${bookingId}`) > 0,
      ),
      reply: counts('ticket-refund-calculation', (asked) => `refunds of ${asked?.bookingId.toLowerCase()}`),
    },
    'tells-other-partners-that-nothing-is-refunded': reportedOfHidden('ticket-refund-calculation', () => ({
      refund: { amount: euro(0) },
    })),
  }),
  ...faultsOf('ticket-exchange-calculation.other-partner-sees-nothing', {
    'calculates-exchanges-for-every-partner': grantedToAll('ticket-exchange-calculation'),
    'calculates-exchanges-for-every-partner-once-its-owner-asked': grantedToAll(
      'ticket-exchange-calculation',
      ({ bookingId }, { flights }) => flights.exchanges.all().some((each) => each.bookingId === bookingId),
    ),
    'tells-other-partners-the-flights-of-a-ticket': {
      summary:
        'Asked for the exchange of a ticket that is not its own, a partner is reported which flights it is for, and no price.',
      reply: reportedOfHidden('ticket-exchange-calculation', ({ offer }) => ({
        offers: [{ flights: offer.flights.map(({ flightNumber, date }) => ({ flightNumber, date })) }],
      })),
    },
  }),
];

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
