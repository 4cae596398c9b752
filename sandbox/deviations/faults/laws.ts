/** Faults that only a law sees: what is done elsewhere, to the second thing, or at a place that a look does not expect. */
import { faultsOf } from '../../deviation.ts';
import type { Id } from '../../hotels/canonical.ts';
import { refusal } from '../../reply.ts';
import type { World } from '../../world.ts';
import { answers, deepIn, listOf, pricedOffers, successes } from '../changes.ts';

/** A stay that is open while another one of its partner has ended. */
const isBesideEnded = (bookingId: Id, { bookings }: World): boolean => {
  const booking = bookings.find(bookingId);
  const others = bookings.all().filter((other) => other.clientId === booking?.clientId && other !== booking);
  return (
    booking !== undefined &&
    booking.cancelledAtMs === undefined &&
    others.some(({ cancelledAtMs = 0 }) => cancelledAtMs >= booking.createdAtMs)
  );
};

const shortened = (text: string): string => text.slice(0, -1);

const firstShortened = <Person extends { readonly firstName: string }>(people: readonly Person[]): readonly Person[] =>
  people.map((person, at) =>
    at === people.length - 1 ? { ...person, firstName: shortened(person.firstName) } : person,
  );

export const lawFaults = [
  ...faultsOf('hotel-pricing.offers-agree', {
    'prices-one-offer-in-deep-of-a-list-with-another-room': {
      touches: ['hotel-search', 'hotel-pricing', 'offer-pricing'],
      reply: pricedOffers(
        (_, { at, count }) => at === deepIn({ length: count }),
        (offer) => ({ ...offer, roomName: `${offer.roomName} II` }),
      ),
    },
  }),
  ...faultsOf('avia-offer-price.offers-agree', {
    'prices-every-second-offer-under-another-fare': {
      touches: ['avia-search', 'avia-offer-price', 'fare-rules'],
      reply: answers('avia-offer-price', (body, { world }) =>
        world.count('prices of offers') % 3 === 0 ? { ...body, offer: { ...body.offer, fareFamily: 'Other' } } : body,
      ),
    },
  }),
  ...faultsOf('view-booking.acts-elsewhere-change-nothing', {
    'renames-the-rate-room-of-what-stands-beside-an-ended-stay': answers('view-booking', (view, { world }) =>
      isBesideEnded(view.bookingId, world)
        ? {
            ...view,
            hotel: { ...view.hotel, room: { ...view.hotel.room, roomName: `${view.hotel.room.roomName} II` } },
          }
        : view,
    ),
  }),
  ...faultsOf('view-booking.people-are-as-sent', {
    'cuts-the-first-name-of-the-last-guest-once-another-stay-is-there': answers('view-booking', (view, { world }) =>
      world.bookings.all().length > 1
        ? {
            ...view,
            guests: view.guests.map((room, at) => (at === view.guests.length - 1 ? firstShortened(room) : room)),
          }
        : view,
    ),
  }),
  ...faultsOf('pnr-retrieve.people-are-as-sent', {
    'cuts-the-first-name-of-the-last-passenger-at-every-second-look': {
      touches: ['pnr-retrieve'],
      reply: answers('pnr-retrieve', (body, { world }) =>
        world.count('retrieved people') % 2 === 0 ? { ...body, passengers: firstShortened(body.passengers) } : body,
      ),
    },
  }),
  ...faultsOf('pnr-retrieve.acts-name-the-booking', {
    'names-the-first-booking-in-every-cancellation': answers('pnr-cancel', (body, { world }) => ({
      ...body,
      bookingId: world.flights.pnrs.all().at(-1)?.bookingId ?? body.bookingId,
    })),
  }),
  ...faultsOf('search-bookings.no-booking-twice', {
    'lists-the-last-booking-twice': answers('search-bookings', (body) => ({
      ...body,
      bookings: [...listOf(body.bookings), ...listOf(body.bookings).slice(-1)],
    })),
  }),
  ...faultsOf('cancel-booking.works-on-own-booking', {
    'refuses-to-cancel-any-stay': {
      touches: ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'],
      reply: successes('cancel-booking', (_, { asked, world }) => {
        const booking = asked && world.bookings.find(asked.bookingId);
        if (booking) {
          const { cancelledAtMs: __, ...open } = booking;
          world.bookings.put(open);
        }
        return refusal(409, { code: 'CANNOT_CANCEL', message: 'It cannot be cancelled.' });
      }),
    },
  }),
  ...faultsOf('ticket-info.acts-elsewhere-change-nothing', {
    'makes-the-others-of-a-booking-dearer-once-one-is-exchanged': {
      touches: [
        'ticket-issue',
        'ticket-info',
        'ticket-exchange-calculation',
        'ticket-exchange',
        'ticket-refund-calculation',
        'ticket-refund',
        'ticket-cancel',
      ],
      reply: answers('ticket-info', (body, { asked, world }) => {
        const booking = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '');
        const isExchanged = booking?.tickets.some(({ coupons }) =>
          coupons.some(({ status }) => status === 'exchanged'),
        );
        const isOpen = body.ticket.coupons.every(({ status }) => status === 'open');
        const { minor, currency } = body.ticket.price;
        return isExchanged && isOpen ? { ticket: { ...body.ticket, price: { minor: minor + 100, currency } } } : body;
      }),
    },
  }),
];
