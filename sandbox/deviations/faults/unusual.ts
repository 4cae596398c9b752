/** Faults that only an unusual input or an unusual order of calls shows: explorations find them, plain flows do not. */
import type { CouponStatus } from '../../avia/canonical.ts';
import type { FlightRules, FlightWorld, TicketOf } from '../../avia/rules.ts';
import type { StoredPnr } from '../../avia/state.ts';
import { exploredFaultsOf, ruled } from '../../deviation.ts';
import type { Id, Stay } from '../../hotels/canonical.ts';
import type { HotelWorld } from '../../hotels/rules.ts';
import type { StoredBooking } from '../../hotels/state.ts';
import { invalidTicketState, ticketNotFound } from '../../refusals.ts';
import { answer, codeOf, fieldsIn, isOfToken, isRefused, isSuccess, type SandboxRequest } from '../../reply.ts';
import { dayMs, euro } from '../../sales.ts';
import type { World } from '../../world.ts';
import {
  answers,
  bookingAsked,
  eachOf,
  grantedToAll,
  hasStatus,
  hoursOld,
  last,
  shownToAll,
  successes,
  without,
} from '../changes.ts';
import { backwards, reportsIdsInPricing } from './hotel-pricing.ts';

const numberIn = (request: SandboxRequest): string | undefined => {
  const number = fieldsIn(request)?.ticketNumber;
  return typeof number === 'string' ? number : undefined;
};

const isHyphened = (number: string): boolean => number.includes('-');
const isTicketNumber = (number: string): boolean => /^(\d{13}|[a-z\d]+-\d{10,13})$/i.test(number);

/** Whether a void names its ticket in the form that the tickets of its booking do not have. */
const isInOtherForm = (request: SandboxRequest, world: World): boolean => {
  const number = numberIn(request);
  const bookingId = String(fieldsIn(request)?.bookingId);
  const [ticket] = world.rules.findsFlightBooking(bookingId, { operation: 'ticket-cancel', world })?.tickets ?? [];
  return (
    number !== undefined &&
    ticket !== undefined &&
    isTicketNumber(number) &&
    isHyphened(number) !== isHyphened(ticket.ticketNumber)
  );
};

export const unusualFlightFaults = [
  ...exploredFaultsOf('avia-offer-price.unchanged-offer-keeps-its-price', {
    'prices-the-second-child-anew': {
      touches: ['avia-offer-price'],
      rules: ({ flightPriceOf, saysPriceChanged }) => ({
        flightPriceOf: (offer, within) => {
          const price = flightPriceOf(offer, within);
          const isMeant = within.operation === 'avia-offer-price' && offer.party.children > 1;
          return isMeant ? euro(price.minor + 1_500) : price;
        },
        saysPriceChanged: (before, now, within) =>
          within.operation !== 'avia-offer-price' && saysPriceChanged(before, now, within),
      }),
    },
  }),
  ...exploredFaultsOf('avia-search.offers-have-prices', {
    'tells-no-price-of-three-adults': eachOf('avia-search', 'offers', (offer, { asked }) =>
      asked && asked.party.adults > 2 ? { ...offer, price: null } : offer,
    ),
  }),
  ...exploredFaultsOf('avia-schedule.carries-no-price', {
    'tells-fares-in-the-schedule-of-a-day-trip': eachOf('avia-schedule', 'flights', (flight, { asked }) =>
      asked?.journey.return === asked?.journey.departure ? { ...flight, price: euro(9_900) } : flight,
    ),
  }),
  ...exploredFaultsOf('ticket-cancel.unknown-ticket-is-not-found', {
    'says-done-to-voids-of-unknown-tickets-in-the-other-form': {
      'ticket-cancel': (reply, request, world) =>
        codeOf(reply) === ticketNotFound.code && isInOtherForm(request, world) ? answer(200, {}) : reply,
    },
  }),
  ...exploredFaultsOf('ticket-cancel.success-is-empty-or-tells-when', {
    'tells-no-moment-of-voids-in-the-other-form': {
      'ticket-cancel': (reply, request, world) =>
        isSuccess(reply) && !isRefused(reply) && isInOtherForm(request, world) ? answer(200, { success: true }) : reply,
    },
  }),
  ...exploredFaultsOf('ticket-cancel.failure-carries-an-error', {
    'fails-voids-of-malformed-numbers-without-an-error': {
      'ticket-cancel': (reply, request) =>
        !isOfToken(reply) && isRefused(reply) && !isTicketNumber(numberIn(request) ?? '0000000000000')
          ? answer(400, { success: false })
          : reply,
    },
  }),
];

const isLong = ({ checkIn, checkOut }: Stay): boolean => Date.parse(checkOut) - Date.parse(checkIn) > 7 * dayMs;

const manyPassengers = 3;

export const domainCombinationFaults = [
  ...exploredFaultsOf('hotel-pricing.keeps-offer-ids-of-search', {
    'tells-other-offer-ids-of-long-stays': reportsIdsInPricing((offerId, { stay }) =>
      isLong(stay) ? backwards(offerId) : offerId,
    ),
  }),
  ...exploredFaultsOf('avia-search.offers-have-prices', {
    'tells-three-passengers-no-price': eachOf('avia-search', 'offers', (offer, { asked }, spot) => {
      const isMeant = asked !== undefined && asked.party.adults + asked.party.children >= manyPassengers;
      return isMeant && last(offer, spot) ? without('price', offer) : offer;
    }),
  }),
  ...exploredFaultsOf('view-booking.price-details-change-nothing-else', {
    'tells-the-hotel-by-its-room-beside-both-details': answers('view-booking', (view, { asked }) =>
      asked?.details.includePriceDetails && asked.details.includeResidenceDetails
        ? { ...view, hotel: { ...view.hotel, name: view.hotel.room.roomName } }
        : view,
    ),
  }),
];

const isExchangeCalculated = ({ ticket }: TicketOf, { flights }: FlightWorld): boolean =>
  flights.exchanges.all().some(({ ticketNumber }) => ticketNumber === ticket.ticketNumber);

const isOfExchange = ({ ticket, booking }: TicketOf): boolean =>
  booking.tickets.some(
    (each) =>
      each !== ticket && each.passenger === ticket.passenger && hasStatus({ ticket: each, booking }, 'exchanged'),
  );

const holds =
  (wanted: CouponStatus) =>
  (booking: StoredPnr): boolean =>
    booking.tickets.some((ticket) => hasStatus({ ticket, booking }, wanted));

const ofTicket = (what: string, { ticketNumber }: TicketOf['ticket']): string => `${what} of ${ticketNumber}`;

const sameOfferBefore = ({ number, offer }: StoredBooking, { bookings }: HotelWorld): readonly StoredBooking[] =>
  bookings
    .all()
    .filter((each) => each.number < number && each.offer.hotelId === offer.hotelId && each.offer.place === offer.place);

const isCancelled = ({ cancelledAtMs }: { readonly cancelledAtMs?: number | undefined }): boolean =>
  cancelledAtMs !== undefined;

const isAfterCancelled = (booking: StoredBooking, world: HotelWorld): boolean =>
  sameOfferBefore(booking, world).some(isCancelled);

const seenCancelled = ['cancel-booking.view-shows-cancelled', 'cancel-booking.list-shows-cancelled'] as const;

export const unusualFaults = [
  ...exploredFaultsOf('ticket-cancel.unused-ticket-is-voided-inside-window', {
    'refuses-voids-once-an-exchange-was-calculated': {
      summary: 'Calculating an exchange marks the ticket, and a void of it says INVALID_TICKET_STATE.',
      ...ruled(
        ['ticket-cancel'],
        'voidStateRefusalOf',
        (before, subject, world) =>
          before(subject, world) ??
          (isExchangeCalculated(subject, world) && hoursOld(subject, world) < 24
            ? invalidTicketState('An exchange of the ticket is being prepared.')
            : undefined),
      ),
    },
  }),
  ...exploredFaultsOf('ticket-cancel.voided-ticket-is-not-open', {
    'shows-voided-tickets-as-open-once-a-refund-was-calculated': {
      summary: 'A ticket whose refund was calculated, and which was then voided, is shown with open coupons.',
      touches: ['ticket-info', 'ticket-refund-calculation'],
      rules: ({ couponStatusOf, flightRefundOf }: FlightRules) => ({
        flightRefundOf: (subject, within) => {
          within.world.count(ofTicket('calculated refunds', subject.ticket));
          return flightRefundOf(subject, within);
        },
        couponStatusOf: (coupon, ticket, within) => {
          const status = couponStatusOf(coupon, ticket, within);
          const isMeant = status === 'void' && within.operation === 'ticket-info';
          return isMeant && within.world.counted(ofTicket('calculated refunds', ticket)) > 0 ? 'open' : status;
        },
      }),
    },
  }),
  ...exploredFaultsOf('ticket-cancel.second-void-is-refused', {
    'voids-what-an-exchange-issued-twice': ruled(['ticket-cancel'], 'voidStateRefusalOf', (before, subject, world) =>
      hasStatus(subject, 'void') && isOfExchange(subject) ? undefined : before(subject, world),
    ),
  }),
  ...exploredFaultsOf('ticket-cancel.ended-ticket-is-refused', {
    'voids-refunded-tickets-whose-exchange-was-calculated': {
      summary: 'A refunded ticket is voided besides, where its exchange had been calculated before.',
      ...ruled(['ticket-cancel'], 'voidStateRefusalOf', (before, subject, world) =>
        hasStatus(subject, 'refunded') && isExchangeCalculated(subject, world) ? undefined : before(subject, world),
      ),
    },
  }),
  ...exploredFaultsOf('ticket-refund.refunded-ticket-is-not-refunded-again', {
    'refunds-again-after-a-refused-void': {
      touches: ['ticket-refund', 'ticket-refund-calculation'],
      rules: ({ voidRefusalOf, refundRefusalOf }: FlightRules) => ({
        voidRefusalOf: (subject, world) => {
          const refused = voidRefusalOf(subject, world);
          if (refused) world.count(ofTicket('refused voids', subject.ticket));
          return refused;
        },
        refundRefusalOf: (subject, within) =>
          hasStatus(subject, 'refunded') && within.world.counted(ofTicket('refused voids', subject.ticket)) > 0
            ? undefined
            : refundRefusalOf(subject, within),
      }),
    },
  }),
  ...exploredFaultsOf('ticket-info.other-partner-sees-nothing', {
    'shows-every-partner-the-tickets-of-exchanges': grantedToAll('ticket-info', holds('exchanged')),
  }),
  ...exploredFaultsOf(['pnr-retrieve.cancelled-booking-is-not-active', 'pnr-retrieve.cancelled-stays-cancelled'], {
    'revives-flights-that-are-cancelled-twice': {
      summary: 'Cancelling a cancelled flight makes it active again.',
      ...ruled(['pnr-cancel', 'pnr-retrieve'], 'cancelsPnr', (_, booking, world) => {
        const isAgain = isCancelled(booking);
        if (isAgain) world.flights.pnrs.put(without('cancelledAtMs', booking) as typeof booking);
        return !isAgain;
      }),
    },
  }),
  ...exploredFaultsOf('ticket-issue.cancelled-booking-is-refused', {
    'issues-tickets-for-cancelled-flights-with-a-refund': ruled(
      ['ticket-issue'],
      'issueRefusalOf',
      (before, booking, world) => (holds('refunded')(booking) ? undefined : before(booking, world)),
    ),
  }),
  ...exploredFaultsOf([...seenCancelled, 'view-booking.cancelled-stays-cancelled'], {
    'revives-bookings-that-are-cancelled-three-times': {
      summary: 'The third cancellation of a hotel booking makes it completed again.',
      touches: ['cancel-booking', 'view-booking', 'search-bookings'],
      reply: successes('cancel-booking', (reply, { asked, world }) => {
        const booking = bookingAsked(asked, world);
        if (booking && world.count(`cancellations of ${booking.number}`) === 3) {
          world.bookings.put(without('cancelledAtMs', booking) as StoredBooking);
        }
        return reply;
      }),
    },
  }),
  ...exploredFaultsOf('cancel-booking.other-partner-is-refused', {
    'lets-other-partners-cancel-what-is-cancelled': {
      summary: 'Another partner who cancels a cancelled booking gets what the cancellation cost.',
      ...shownToAll('cancel-booking', isCancelled),
    },
  }),
  ...exploredFaultsOf('view-booking.other-partner-sees-nothing', {
    'shows-cancelled-bookings-to-every-partner': shownToAll('view-booking', isCancelled),
  }),
  ...exploredFaultsOf(['view-booking.guests-are-those-booked', 'view-booking.every-guest-is-shown'], {
    'views-the-guests-of-the-first-booking-of-an-offer': answers('view-booking', (body, { world }) => {
      const booking = world.bookings.find(body.bookingId as Id);
      const first = booking && sameOfferBefore(booking, world).at(-1);
      return first ? { ...body, guests: first.guests } : body;
    }),
  }),
  ...exploredFaultsOf('booking-status.operations-agree', {
    'lists-bookings-as-cancelled-with-another-of-their-offer': {
      summary: 'Once a booking was cancelled, lists show every later booking of its offer as cancelled, too.',
      ...ruled(
        ['search-bookings'],
        'matchesStatus',
        (before, booking, asked, world) =>
          (asked.status === 'cancelled' && isAfterCancelled(booking, world)) || before(booking, asked, world),
      ),
      reply: eachOf('search-bookings', 'bookings', (listed, { asked, world }) => {
        const booking = world.bookings.find(listed.bookingId as Id);
        const isMeant = (asked?.status ?? 'cancelled') === 'cancelled' && booking && isAfterCancelled(booking, world);
        return isMeant ? { ...listed, status: 'cancelled' as const } : listed;
      }),
    },
  }),
];
