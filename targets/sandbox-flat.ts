/** The embedded sandbox in its other dialect: all that is not documented is spelled in another way. */
import type { Answer, Bindings } from '../contracts/bindings.ts';
import type { ChosenFlight, FlightIntents, FlightSearch, PassengerIntent } from '../contracts/intents.ts';
import { each, list, moment, money, orNull, plain, text, texts } from './reading.ts';
import sandbox, { activeIn, couponsOf, namedLegs, seatsIn } from './sandbox.ts';
import { target } from './target.ts';

/** 2027-01-31 is 20270131. */
const day = (date: string | undefined) => date && Number(date.replaceAll('-', ''));
const price = (cost: Answer) => money(cost?.minor_units, cost?.iso, 100);
const flag = (bit: unknown) => (bit === 0 || bit === 1 ? bit === 1 : undefined);

const journey = ({ route, departure, return: back }: FlightSearch) => ({
  trip: route,
  fly_on: day(departure),
  back_on: day(back),
});

const flightOffer = (one: Answer) => ({
  price: price(one.cost),
  isRefundable: flag(one.gives_back),
  isExchangeable: flag(one.swappable),
  supplier: text(one.sold_by),
  legs: flown(one.legs),
  reference: plain(one.pick),
});

const flown = (legs: unknown) => namedLegs(legs, ['flt', 'on_day'], '/');

const flight = (one: Answer) => ({
  price: price(one.cost),
  reference: text(one.flt) && `${one.flt}/${plain(one.on_day)}`,
});

const flyer = ({ firstName, lastName, birthDate, gender, citizenship, document, isChild }: PassengerIntent) => ({
  given: firstName,
  family: lastName,
  born: day(birthDate),
  sex: { male: 'M', female: 'F' }[gender],
  citizen: citizenship.toLowerCase(),
  pass_no: document.number,
  pass_till: day(document.expiresOn),
  kid: Number(isChild),
});

const bookedFlight = (one: Answer) => ({
  isActive: activeIn(one?.standing, ['HK', 'TK']),
  price: price(one?.cost),
  createdAt: moment(one?.made_on),
});

const doc = (one: Answer) => ({
  ...couponsOf(one.stubs, 'use', 'O'),
  price: price(one.cost),
  issuedAt: moment(one.written_on),
});

const refund = (reported: Answer) => ({
  amount: price(reported?.given_back),
  penalty: price(reported?.kept),
  taxes: price(reported?.levies_back),
});

const ofOffer = ({ searchId, offer: chosen }: Pick<ChosenFlight, 'searchId' | 'offer'>) => ({
  session: searchId,
  pick: chosen.reference,
});
const ofBooking = ({ booking: { bookingId } }: FlightIntents['pnr-cancel']) => ({ pnr: bookingId });
const ofTicket = ({ booking: { bookingId }, ticket }: FlightIntents['ticket-info']) => ({
  pnr: bookingId,
  doc: ticket.ticketNumber,
});

const flatFlights: Bindings = {
  'avia-search': {
    request: (search) => ({ ...journey(search), grown_ups: search.adults, kids: search.children }),
    response: (body) => ({ searchId: body?.meta?.searchId, flightOffers: each(body, 'found[]', flightOffer) }),
  },
  'avia-availability': {
    request: ({ flights }) => ({ flights: flights.flatMap(({ reference }) => reference ?? []) }),
    response: (body) => ({
      flights: each(body, 'legs[]', (one) => ({ ...flight(one), seats: seatsIn(one.free) })),
    }),
  },
  'avia-schedule': { request: journey, response: (body) => ({ flights: each(body, 'legs[]', flight) }) },
  'avia-offer-price': {
    request: ofOffer,
    response: (body) => ({
      flightOffers: each(body, 'quote', (one) => ({ ...flightOffer(one), isPriceChanged: flag(body.moved) })),
    }),
  },
  'fare-rules': {
    request: ofOffer,
    response: (body) => ({ fareRules: each(body, 'small_print[]', (rule) => ({ text: text(rule.says) })) }),
  },
  'pnr-create': {
    request: ({ passengers, contact, ...chosen }) => ({
      ...ofOffer(chosen),
      flyers: passengers.map(flyer),
      mail: contact.email,
      tel: contact.phone,
    }),
    response: (body) => ({ flightBooking: bookedFlight(body) }),
  },
  'pnr-retrieve': {
    request: ofBooking,
    response: (body) => ({
      flightBooking: {
        ...bookedFlight(body),
        legs: flown(body?.legs),
        passengerNames: texts(list(body?.flyers)?.map((one) => `${plain(one?.given)} ${plain(one?.family)}`)),
      },
      tickets: list(body?.docs)?.map((one) => ({ at: ['docs'], ticketNumber: plain(one) })),
    }),
  },
  'pnr-cancel': { request: ofBooking, response: (body) => ({ flightBooking: bookedFlight(body) }) },
  'pnr-reprice': { request: ofBooking, response: (body) => ({ flightBooking: bookedFlight(body) }) },
  'ticket-issue': {
    request: ofBooking,
    response: (body) => ({ flightBooking: bookedFlight(body), tickets: each(body, 'docs[]', doc) }),
  },
  'ticket-info': { request: ofTicket, response: (body) => ({ tickets: each(body, '', doc) }) },
  'ticket-exchange-calculation': {
    request: ({ search, ...subject }) => {
      const { fly_on, back_on } = journey(search);
      return { ...ofTicket(subject), fly_on, back_on };
    },
    response: (body) => ({
      exchange: {
        penalty: price(body?.fine),
        surcharge: price(body?.top_up),
        // No list is another matter than an empty one.
        offers:
          list(body?.swaps) && each(body, 'swaps[]', (one) => ({ price: price(one.cost), reference: plain(one.pick) })),
      },
    }),
  },
  'ticket-exchange': {
    request: ({ exchangeId, offer: chosen, ...subject }) => ({ ...ofTicket(subject), swap: exchangeId, pick: chosen }),
    response: (body) => ({
      exchange: { penalty: price(body?.fine), surcharge: price(body?.top_up) },
      tickets: each(body, 'doc_now', doc),
    }),
  },
  'ticket-refund-calculation': {
    request: ofTicket,
    response: (body) => ({ refund: { ...refund(body?.returns), reference: plain(body?.quote_no) } }),
  },
  'ticket-refund': {
    request: ({ calculation, ...subject }) => ({ ...ofTicket(subject), quote_no: calculation }),
    response: (body) => ({ refund: refund(body?.returns) }),
  },
};

/** 2027-01-31 is 20270131. */
const dateOf = (number: unknown) => /^(\d{4})(\d\d)(\d\d)$/.exec(String(number))?.slice(1).join('-');

const parts = (cost: Answer) =>
  cost ? [cost.net, cost.levies, cost.charge].flatMap((part) => price(part) ?? []) : undefined;
const upsells = (options: unknown) =>
  list(options)?.map((one) => ({ price: price(one?.cost), reference: one?.extra_no }));

/** All guests stand in one list, with the number of the room. */
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

/** What list and view say of a booking in the same words. */
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
