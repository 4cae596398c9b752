/** The embedded sandbox in its other dialect: all that is not documented is spelled in another way. */
import type { Answer, Bindings } from '../contracts/bindings.ts';
import { each, list, moment, money, orNull, plain, text, texts } from './reading.ts';
import { flatFlights } from './sandbox/flat-flights.ts';
import sandbox from './sandbox.ts';
import { target } from './target.ts';

/** 2027-01-31 is 20270131. */
const day = (date: string | undefined) => date && Number(date.replaceAll('-', ''));
const dateOf = (number: unknown) => /^(\d{4})(\d\d)(\d\d)$/.exec(String(number))?.slice(1).join('-');

const price = (cost: Answer) => money(cost?.minor_units, cost?.iso, 100);
const parts = (cost: Answer) =>
  cost ? [cost.net, cost.levies, cost.charge].flatMap((part) => price(part) ?? []) : undefined;
const upsells = (options: unknown) =>
  list(options)?.map((one) => ({ price: price(one?.cost), reference: one?.extra_no }));

/** Everybody stands in one list, with the number of the room. */
const roomGuests = (people: unknown) => {
  const rooms = Map.groupBy(list(people) ?? [], (person) => person?.room_no);
  return list(people) && [...rooms.values()].map((room) => room.map((person) => `${person?.given} ${person?.family}`));
};

const offer = (one: Answer) => ({
  identity: {
    hotel: plain(one.hotelId),
    room: plain(one.room_no),
    tariff: plain(one.tariff),
    board: plain(one.board),
    seller: plain(one.sold_by),
  },
  price: price(one.cost),
  priceParts: parts(one.cost_of),
  mealTypeId: one.board,
  bedTypeIds: list(one.bedVariants),
  earlyCheckIns: upsells(one.come_early),
  lateCheckOuts: upsells(one.leave_late),
  supplier: text(one.sold_by),
  freeCancellationUntil: orNull(one.free_till, moment),
});

/** What list and view tell of a booking in the same words. */
const booking = (one: Answer) => ({
  checkIn: dateOf(one?.arrives),
  checkOut: dateOf(one?.leaves),
  createdAt: moment(one?.made_on),
  price: price(one?.cost),
});

const bindings: Bindings = {
  ...flatFlights,
  'hotel-search': {
    request: ({ region, stay, preset, timeout }) => ({
      where: region,
      from_day: day(stay.checkIn),
      to_day: day(stay.checkOut),
      parties: stay.rooms.map(({ adults, childrenAges }) => ({ grown_ups: adults, kids: childrenAges })),
      profile: preset,
      timeout,
    }),
    response: (body) => ({
      searchId: body?.meta?.searchId,
      offers: each(body, 'found[]', offer),
      hotels: each(body, 'floor[]', ({ from }) => ({ minPrice: price(from) })),
    }),
  },
  'hotel-pricing': {
    request: ({ searchId, hotelId }) => ({ session: searchId, property: hotelId }),
    response: (body) => ({ offers: each(body, 'variants[]', offer) }),
  },
  'offer-pricing': {
    request: ({ searchId, offer: { offerId } }) => ({ session: searchId, pick: offerId }),
    response: (body) => ({ offers: each(body, '', offer) }),
  },
  'create-booking': {
    request: ({ searchId, offer: { offerId }, guests, contact, upsells: chosen }) => ({
      session: searchId,
      pick: offerId,
      guests: guests.flatMap((room, i) =>
        room.map((guest) => ({
          room_no: i + 1,
          given: guest.firstName,
          family: guest.lastName,
          born: day(guest.birthDate),
          citizenship: guest.citizenship?.toLowerCase(),
          gender: guest.gender && { male: 'M', female: 'F' }[guest.gender],
        })),
      ),
      mail: contact.email,
      tel: contact.phone,
      extras: chosen.flatMap(({ reference }) => reference ?? []),
    }),
    response: (body) => ({
      booking: {
        bookingId: body?.outcome?.ref,
        createdAt: moment(body?.outcome?.made_on),
        price: price(body?.outcome?.cost),
      },
    }),
  },
  'view-booking': {
    request: ({ booking: { bookingId } }) => ({ ref: bookingId }),
    response: (body) => ({
      booking: {
        ...booking(body),
        priceParts: parts(body?.cost_of),
        guestNames: texts(list(body?.people)?.map((person) => person?.family)),
        roomGuests: roomGuests(body?.people),
        upsells: upsells(body?.upsells),
      },
      priceDetailAt: ['bill'],
      upsellPriceDetailAt: [],
    }),
  },
  'search-bookings': {
    request: ({ status, createdFrom, createdTo, page }) => ({
      state: status,
      made_since: day(createdFrom),
      made_until: day(createdTo),
      older_than: page,
    }),
    response: (body) => ({
      bookings: each(body, 'bookings[]', (one) => ({
        ...booking(one),
        bookingId: one.ref,
        guestNames: text(one.people)?.split('; '),
      })),
      nextPage: body?.older_than,
    }),
  },
  'cancel-booking': {
    request: ({ booking: { bookingId } }) => ({ ref: bookingId }),
    response: (body) => ({ cancellation: { penalty: price(body?.kept), refund: price(body?.given_back) } }),
  },
};

export default target({
  ...sandbox,
  name: 'sandbox-flat',
  known: {
    ...sandbox.known,
    region: 'lakes',
    otherRegions: ['capital'],
    searchTimeout: 5,
    strictSupplier: 'MRD',
    route: 'HEL-FCO',
    otherRoutes: ['OSL-LIS'],
    usedTicket: { bookingId: 'f1e1d000-93b5-4c2e-a814-0b1c2d3e4f02', ticketNumber: 'NV-0100000024' },
    withoutRights: { bookingId: 'c0ffee00-4d1c-4b7a-a3f2-5e6d7c8b9a01', ticketNumber: 'NV-0100000017' },
  },
  bindings,
});
