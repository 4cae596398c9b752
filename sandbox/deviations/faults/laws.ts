/** Faults that only a law sees: what is done elsewhere, to the second thing, or at a place that a look does not expect. */
import { callerOf } from '../../access/rules.ts';
import { faultsOf, type Rules, ruled } from '../../deviation.ts';
import type { Id } from '../../hotels/canonical.ts';
import { isSuccess, refusal } from '../../reply.ts';
import { dayAfter } from '../../sales.ts';
import type { Change, World } from '../../world.ts';
import {
  answers,
  changedAt,
  deepIn,
  eachOf,
  field,
  foundHotels,
  foundOffers,
  last,
  listedBookings,
  listOf,
  pnrAsked,
  pricedOffer,
  pricedOffers,
  successes,
  successFields,
  successList,
  written,
} from '../changes.ts';

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

/** One of all that there are, counted from the oldest, is every second of its kind. */
const isEverySecond = (all: readonly { readonly bookingId: Id }[], bookingId: Id): boolean =>
  all.toReversed().findIndex((each) => String(each.bookingId) === String(bookingId)) % 2 === 1;

/** A flight booking while a ticket of another one has been exchanged. */
const isBesideExchanged = (bookingId: string, { flights }: World): boolean =>
  flights.pnrs
    .all()
    .some(
      (pnr) =>
        pnr.bookingId !== bookingId &&
        pnr.tickets.some(({ coupons }) => coupons.some(({ status }) => status === 'exchanged')),
    );

/** A request that names no booking is about the newest one of its partner. */
const takesNewest =
  (
    operation: 'view-booking' | 'pnr-reprice',
    all: (world: World) => readonly { readonly bookingId: Id; readonly clientId: string }[],
  ) =>
  ({ asksAbout }: Rules): Partial<Rules> => ({
    asksAbout: (asked, within) => {
      const read = asksAbout(asked, within);
      if (within.operation !== operation || (read.bookingId ?? '') !== '') return read;
      const { world, clientId } = within as unknown as { readonly world: World; readonly clientId: string };
      const newest = all(world).find((booking) => booking.clientId === clientId);
      return newest ? { ...read, bookingId: newest.bookingId } : read;
    },
  });

const inDollars = <Money extends { readonly currency: string }>(money: Money): Money => ({ ...money, currency: 'USD' });

/** Askers who differ in their language, or in their partner, get two answers. */
const forOthers =
  (change: Change): Change =>
  (reply, request, world) => {
    const isEnglish = /^en\b/i.test(request.headers['accept-language'] ?? '');
    const isOther = callerOf(request, world) === world.partners[1]?.clientId;
    return isSuccess(reply) && isEnglish !== isOther ? change(reply, request, world) : reply;
  };

const ofStays = ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'] as const;

type Named = { readonly id: number; readonly nameEn: string };

const renamedAt = (placeIn: (items: readonly Named[], world: World) => number): Change =>
  successList<Named>((items, _, world) =>
    changedAt(items, placeIn(items, world), (item) => ({ ...item, nameEn: `${item.nameEn} II` })),
  );
const lastIn = ({ length }: readonly Named[]): number => length - 1;
// The name of a country stands in its cities, too.
const lastWithoutCities = (items: readonly Named[], world: World): number =>
  items.findLastIndex(({ id }) => world.citiesOf(id).length === 0);

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
  ...faultsOf('fare-rules.offers-agree', {
    'rules-every-third-fare-under-another-name': {
      touches: ['avia-search', 'avia-offer-price', 'fare-rules'],
      reply: answers('fare-rules', (body, { world }) =>
        world.count('rules of fares') % 3 === 0 ? { ...body, fareFamily: 'Other' } : body,
      ),
    },
  }),
  ...faultsOf('avia-availability.flights-agree', {
    'cuts-the-end-of-the-last-flight-that-has-seats': {
      touches: ['avia-schedule', 'avia-availability'],
      reply: eachOf('avia-availability', 'flights', (flight, _, { at, count }) =>
        at > 0 && at === count - 1 ? { ...flight, to: shortened(flight.to) } : flight,
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
    'lists-the-last-booking-twice': written('search-bookings', 'bookings', (bookings) => [
      ...listOf(bookings),
      ...listOf(bookings).slice(-1),
    ]),
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
        const booking = pnrAsked(asked, world);
        const isExchanged = booking?.tickets.some(({ coupons }) =>
          coupons.some(({ status }) => status === 'exchanged'),
        );
        const isOpen = body.ticket.coupons.every(({ status }) => status === 'open');
        const { minor, currency } = body.ticket.price;
        return isExchanged && isOpen ? { ticket: { ...body.ticket, price: { minor: minor + 100, currency } } } : body;
      }),
    },
  }),
  ...faultsOf('countries.same-for-every-asker', {
    'renames-a-country-for-those-who-ask-otherwise': {
      countries: forOthers(renamedAt(lastWithoutCities)),
    },
  }),
  ...faultsOf('cities.same-for-every-asker', {
    'renames-a-city-for-those-who-ask-otherwise': { cities: forOthers(renamedAt(lastIn)) },
  }),
  ...faultsOf('accommodation-types.same-for-every-asker', {
    'renames-a-type-for-those-who-ask-otherwise': {
      'accommodation-types': forOthers(renamedAt(lastIn)),
    },
  }),
  ...faultsOf('meal-types.same-for-every-asker', {
    'renames-a-meal-for-those-who-ask-otherwise': { 'meal-types': forOthers(renamedAt(lastIn)) },
  }),
  ...faultsOf('bed-types.same-for-every-asker', {
    'leaves-out-a-bed-for-those-who-ask-otherwise': {
      'bed-types': forOthers(successList<Named>((items) => items.slice(0, -1))),
    },
  }),
  ...faultsOf('hotel-card.same-for-every-asker', {
    'counts-another-star-for-those-who-ask-otherwise': {
      'hotel-static': forOthers(
        successFields(({ hotel }) => ({ hotel: { ...Object(hotel), stars: Object(hotel).stars === 3 ? 4 : 3 } })),
      ),
    },
  }),
  ...faultsOf('view-booking.operations-agree', {
    'lists-every-second-stay-as-another': {
      touches: ofStays,
      reply: listedBookings(
        ({ bookingId }, { world }) => isEverySecond(world.bookings.all(), bookingId),
        (booking) => ({
          ...booking,
          hotelName: `${booking.hotelName} Annex 2`,
          checkOut: dayAfter(booking.checkOut),
        }),
      ),
    },
  }),
  ...faultsOf('pnr-retrieve.operations-agree', {
    'retrieves-a-booking-under-the-locator-of-the-one-before-it': {
      touches: ['pnr-create', 'pnr-retrieve', 'ticket-issue', 'pnr-cancel'],
      reply: answers('pnr-retrieve', (body, { world }) => {
        const all = world.flights.pnrs.all();
        const before = all[all.findIndex(({ bookingId }) => bookingId === body.bookingId) + 1];
        return { ...body, locator: before?.locator ?? body.locator };
      }),
    },
  }),
  ...faultsOf('ticket-info.operations-agree', {
    'looks-up-the-second-ticket-of-a-booking-on-another-flight': {
      touches: ['ticket-issue', 'ticket-info', 'ticket-exchange', 'ticket-exchange-calculation', 'ticket-refund'],
      reply: answers('ticket-info', (body, { asked, world }) => {
        const booking = pnrAsked(asked, world);
        const isSecond = booking?.tickets[1]?.ticketNumber === body.ticket.ticketNumber;
        const coupons = body.ticket.coupons.map((coupon) => ({ ...coupon, flightNumber: `${coupon.flightNumber}0` }));
        return isSecond ? { ticket: { ...body.ticket, coupons } } : body;
      }),
    },
  }),
  ...faultsOf('pnr-retrieve.acts-elsewhere-change-nothing', {
    'changes-the-phone-of-others-once-a-ticket-is-exchanged': {
      touches: ['pnr-create', 'pnr-retrieve', 'ticket-issue', 'ticket-exchange-calculation', 'ticket-exchange'],
      reply: answers('pnr-retrieve', (body, { world }) =>
        isBesideExchanged(body.bookingId, world)
          ? { ...body, contact: { ...body.contact, phone: `${body.contact.phone}0` } }
          : body,
      ),
    },
  }),
  ...faultsOf('hotel-flow.amounts-keep-their-currency', {
    'verifies-prices-in-dollars': {
      touches: ['hotel-search', 'hotel-pricing', 'offer-pricing'],
      reply: pricedOffer((offer) => ({ ...offer, price: inDollars(offer.price) })),
    },
    'writes-one-minimum-price-in-dollars': foundHotels(
      ({ offers }, spot) => offers.length > 0 && last(offers, spot),
      (hotel) => ({ ...hotel, minPrice: inDollars(hotel.minPrice) }),
    ),
  }),
  ...faultsOf('avia-flow.amounts-keep-their-currency', {
    'calculates-the-penalty-of-a-refund-in-dollars': {
      touches: ['ticket-issue', 'ticket-refund-calculation', 'ticket-refund'],
      reply: written('ticket-refund-calculation', 'refund', (refund) => ({
        ...refund,
        penalty: inDollars(refund.penalty),
      })),
    },
  }),
  ...faultsOf('offer-pricing.unknown-offer-is-not-served', {
    'verifies-the-first-offer-of-a-search-for-an-unknown-one': ruled(
      ['hotel-search', 'hotel-pricing', 'offer-pricing'],
      'asksAbout',
      (before, asked, within) => {
        const read = before(asked, within);
        if (within.operation !== 'offer-pricing') return read;
        const known = (within.world as World).searches.find(String(read.searchId))?.reported;
        const [first] = known?.keys() ?? [];
        return known && first !== undefined && !known.has(String(read.offerId)) ? { ...read, offerId: first } : read;
      },
    ),
  }),
  ...faultsOf('pnr-cancel.answer-shows-the-end', {
    'reports-a-booking-as-booked-when-it-cancels-it': {
      touches: ['pnr-create', 'pnr-retrieve', 'pnr-cancel'],
      reply: answers('pnr-cancel', (body) => ({ ...body, status: 'booked' })),
    },
  }),
  ...faultsOf('json.no-entry-twice', {
    'shows-the-first-flight-of-a-schedule-twice': written('avia-schedule', 'flights', (flights) => [
      ...listOf(flights),
      ...listOf(flights).slice(0, 1),
    ]),
  }),
  ...faultsOf('json.one-place-one-type', {
    'writes-the-room-of-the-last-offer-as-text': foundOffers(last, field('roomId', String)),
  }),
  ...faultsOf('avia-search.each-offer-carries-its-key', {
    'finds-the-last-flight-without-its-id': eachOf('avia-search', 'offers', (offer, _, { at, count }) =>
      at > 0 && at === count - 1 ? { ...offer, offerId: null } : offer,
    ),
  }),
  ...faultsOf('ticket-exchange-calculation.each-offer-carries-its-key', {
    'calculates-the-last-offer-of-an-exchange-without-its-id': eachOf(
      'ticket-exchange-calculation',
      'offers',
      (offer, _, { at, count }) => (at > 0 && at === count - 1 ? { ...offer, offerId: null } : offer),
    ),
  }),
  ...faultsOf('search-bookings.each-booking-carries-its-id', {
    'lists-the-oldest-booking-without-its-id': {
      touches: ofStays,
      reply: eachOf('search-bookings', 'bookings', (booking, _, { at, count }) =>
        at > 0 && at === count - 1 ? { ...booking, bookingId: null } : booking,
      ),
    },
  }),
  ...faultsOf('view-booking.unnamed-booking-is-refused', {
    'views-the-newest-booking-where-none-is-named': {
      touches: ofStays,
      rules: takesNewest('view-booking', ({ bookings }) => bookings.all()),
    },
  }),
  ...faultsOf('avia-booking.unnamed-booking-is-refused', {
    'reprices-the-newest-flight-booking-where-none-is-named': {
      touches: ['pnr-create', 'pnr-retrieve', 'pnr-reprice'],
      rules: takesNewest('pnr-reprice', ({ flights }) => flights.pnrs.all()),
    },
  }),
];
