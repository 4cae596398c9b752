/** The embedded reference sandbox: the default target, and an example of every setting. */
import type { Answer, Bindings } from '../contracts/bindings.ts';
import type { ChosenFlight, FlightIntents, FlightSearch, PassengerIntent } from '../contracts/intents.ts';
import type { Json } from '../contracts/json.ts';
import { byList, each, list, money, orNull, plain, sum, text, texts } from './reading.ts';
import { sandboxLevers } from './sandbox-levers.ts';
import { env, target } from './target.ts';

/** How the embedded sandbox spells flights, bookings of flights and tickets. */
const price = (value: Answer) => money(value?.amount, value?.currency);
const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

const placeOf = (route: Json, end: string): Json => Object(route)[end] ?? null;

const journey = ({ route, departure, return: back }: FlightSearch) => ({
  route: { origin: placeOf(route, 'from'), destination: placeOf(route, 'to') },
  dates: { outbound: departure, inbound: back },
});

/** An offer looks the same wherever it stands. */
const flightOffer = (one: Answer) => ({
  price: price(one.price?.total),
  isRefundable: flag(one.conditions?.refundable),
  isExchangeable: flag(one.conditions?.exchangeable),
  supplier: text(one.fare?.soldBy),
  legs: legs(one.segments),
  reference: plain(one.offerId),
});

/** Flights by number and day; none unless each is reported in full. */
export const namedLegs = (legs: unknown, [number, day]: readonly [string, string], between: string) => {
  const named = list(legs)?.map((one) => [plain(one?.[number]), plain(one?.[day])]);
  return named?.every((parts) => parts.every((part) => part !== undefined))
    ? named.map((parts) => parts.join(between))
    : undefined;
};
const legs = (segments: unknown) => namedLegs(segments, ['flightNumber', 'departureDate'], ' on ');

/** What coupons say of their ticket: one without a status may be open or not. */
export const couponsOf = (coupons: unknown, status: string, open: string) => {
  const couponStatuses = list(coupons)?.map((coupon) => plain(coupon?.[status]) ?? null);
  const isKnown = couponStatuses && couponStatuses.length > 0 && !couponStatuses.includes(null);
  return { couponStatuses, isOpen: isKnown ? couponStatuses.every((each) => each === open) : undefined };
};

export const activeIn = (state: unknown, active: readonly string[]) =>
  typeof state === 'string' ? active.includes(state) : undefined;

export const seatsIn = (seats: unknown) => (Number.isFinite(seats) ? (seats as number) : undefined);

const flight = (one: Answer) => ({
  price: price(one.price?.total),
  reference: { flightNumber: plain(one.flightNumber) ?? null, departureDate: plain(one.departureDate) ?? null },
});

const traveller = ({ firstName, lastName, birthDate, gender, citizenship, document, isChild }: PassengerIntent) => ({
  name: { first: firstName, last: lastName },
  birthDate,
  gender,
  nationality: citizenship,
  passport: { number: document.number, expires: document.expiresOn },
  type: isChild ? 'CHD' : 'ADT',
});

const booking = (one: Answer) => ({
  isActive: activeIn(one?.state, ['booked', 'ticketed']),
  price: price(one?.price),
  createdAt: text(one?.createdAt),
});

const ticket = (one: Answer) => ({
  ...couponsOf(one.coupons, 'status', 'OPEN FOR USE'),
  price: price(one.fare?.total),
  issuedAt: text(one.issuedAt),
});

const refund = (reported: Answer) => ({
  amount: price(reported?.total),
  penalty: price(reported?.penalty),
  taxes: price(reported?.taxes),
});

const ofOffer = ({ searchId, offer: chosen }: Pick<ChosenFlight, 'searchId' | 'offer'>) => ({
  searchId,
  offerId: chosen.reference,
});
const ofBooking = ({ booking: { bookingId } }: FlightIntents['pnr-cancel']) => ({ bookingId });
const ofTicket = ({ booking: { bookingId }, ticket: one }: FlightIntents['ticket-info']) => ({
  bookingId,
  ticketNumber: one.ticketNumber,
});

const flights: Bindings = {
  'avia-search': {
    request: (search) => ({ ...journey(search), passengers: { adults: search.adults, children: search.children } }),
    response: (body) => ({ flightOffers: each(body, 'offers[]', flightOffer) }),
  },
  'avia-availability': {
    request: ({ flights: asked }) => ({ segments: asked.flatMap(({ reference }) => reference ?? []) }),
    response: (body) => ({
      flights: each(body, 'segments[]', (one) => ({ ...flight(one), seats: seatsIn(one.seatsAvailable) })),
    }),
  },
  'avia-schedule': {
    request: journey,
    response: (body) => ({ flights: each(body, 'timetable.segments[]', flight) }),
  },
  'avia-offer-price': {
    request: ofOffer,
    response: (body) => ({
      flightOffers: each(body, 'offer', (one) => ({ ...flightOffer(one), isPriceChanged: flag(body.priceChanged) })),
    }),
  },
  'fare-rules': {
    request: ofOffer,
    response: (body) => ({ fareRules: each(body, 'fare.rules[]', (rule) => ({ text: text(rule.text) })) }),
  },
  'pnr-create': {
    request: ({ passengers, contact, ...chosen }) => ({
      ...ofOffer(chosen),
      travellers: passengers.map(traveller),
      contact,
    }),
    response: (body) => ({ flightBooking: booking(body?.booking) }),
  },
  'pnr-retrieve': {
    request: ofBooking,
    response: (body) => ({
      flightBooking: {
        ...booking(body?.booking),
        legs: legs(body?.segments),
        passengerNames: texts(list(body?.travellers)?.flatMap((one) => [one?.name?.first, one?.name?.last])),
      },
      tickets: list(body?.documents)?.map((one) => ({ at: ['documents'], ticketNumber: plain(one) })),
    }),
  },
  'pnr-cancel': { request: ofBooking, response: (body) => ({ flightBooking: booking(body?.booking) }) },
  'pnr-reprice': {
    request: ofBooking,
    response: (body) => ({ flightBooking: { price: price(body?.price?.total) } }),
  },
  'ticket-issue': {
    request: ofBooking,
    response: (body) => ({
      flightBooking: booking(body?.booking),
      tickets: each(body, 'tickets[]', ticket),
    }),
  },
  'ticket-info': { request: ofTicket, response: (body) => ({ tickets: each(body, 'ticket', ticket) }) },
  'ticket-exchange-calculation': {
    request: ({ search, ...subject }) => ({ ...ofTicket(subject), newDates: journey(search).dates }),
    response: (body) => ({
      exchange: {
        penalty: price(body?.penalty),
        surcharge: price(body?.surcharge),
        // No list is another matter than an empty one.
        offers:
          list(body?.alternatives) &&
          each(body, 'alternatives[]', (one) => ({
            price: price(one.price?.total),
            reference: plain(one.offerId),
          })),
      },
    }),
  },
  'ticket-exchange': {
    request: ({ exchangeId, offer: chosen, ...subject }) => ({ ...ofTicket(subject), exchangeId, offerId: chosen }),
    response: (body) => ({
      exchange: { penalty: price(body?.charged?.penalty), surcharge: price(body?.charged?.surcharge) },
      tickets: each(body, 'newTicket', ticket),
    }),
  },
  'ticket-refund-calculation': {
    request: ofTicket,
    response: (body) => ({ refund: { ...refund(body?.refund), reference: plain(body?.quoteKey) } }),
  },
  'ticket-refund': {
    request: ({ calculation, ...subject }) => ({ ...ofTicket(subject), quoteKey: calculation }),
    response: (body) => ({ refund: refund(body?.refund) }),
  },
};

/** Set by the gate when it starts the sandbox itself; set it yourself for one that already runs. */
export const sandboxUrlVariable = 'PREFLIGHT_SANDBOX_URL';

const parts = (breakdown: unknown) => list(breakdown)?.flatMap((part) => price(part) ?? []);
/** First and last name of each guest, as far as there are any. */
const names = (guests: Answer[] | undefined) =>
  (guests ?? []).flatMap((guest) => text([guest?.firstName, guest?.lastName].filter(Boolean).join(' ')) ?? []);
const upsells = (options: unknown) => list(options)?.map((one) => ({ price: price(one?.price), reference: one?.key }));

/** An offer looks the same wherever it stands; hotel_pricing and offer_pricing show more of it than a search. */
const offer = (one: Answer, hotelId?: unknown) => ({
  identity: {
    hotelId: plain(hotelId),
    roomId: plain(one.room?.id),
    rate: plain(one.rate?.title),
    meal: plain(one.rate?.mealTypeId),
    provider: plain(one.rate?.provider),
  },
  price: price(one.price?.total),
  priceParts: parts(one.price?.breakdown),
  mealTypeId: one.rate?.mealTypeId,
  bedTypeIds: list(one.bedVariants)?.map((variant) => variant?.bed?.typeId ?? null),
  earlyCheckIns: upsells(one.options?.earlyCheckIn),
  lateCheckOuts: upsells(one.options?.lateCheckOut),
  supplier: text(one.rate?.provider),
  freeCancellationUntil: orNull(one.cancellation?.freeUntil, text),
});

const bindings: Bindings = {
  ...flights,
  'hotel-search': {
    request: ({ region, stay, preset, timeout }) => ({
      region: { id: region },
      stay: { arrival: stay.checkIn, departure: stay.checkOut, rooms: stay.rooms },
      presetName: preset,
      timeout,
    }),
    response: (body) => {
      const offers = each(body, 'hotels[].offers[]', (one, [hotel]) => offer(one, hotel.hotelId));
      const hotels = each(body, 'hotels[]', ({ minPrice }) => ({ minPrice: price(minPrice) }));
      // Hotels are in the order of their best offers, and so are the offers of each hotel.
      const best = each(body, 'hotels[]', (hotel) => ({ score: hotel.offers?.[0]?.aiScore }));
      const scores = each(body, 'hotels[].offers[]', ({ aiScore }) => ({ score: aiScore }));
      return { offers, hotels, ranked: [best, ...byList(scores)] };
    },
  },
  'hotel-pricing': {
    request: ({ searchId, hotelId }) => ({ searchId, hotelId }),
    response: (body) => ({ offers: each(body, 'hotel.offers[]', (one) => offer(one, body.hotel.hotelId)) }),
  },
  'offer-pricing': {
    request: ({ searchId, offer: { offerId } }) => ({ searchId, offerId }),
    response: (body) => ({ offers: each(body, 'offer', (one) => offer(one, body.hotel?.hotelId)) }),
  },
  'create-booking': {
    request: ({ searchId, offer: { offerId }, guests, contact, upsells: chosen }) => ({
      searchId,
      offerId,
      guests,
      contact,
      upsells: chosen.flatMap(({ reference }) => reference ?? []),
    }),
    response: (body) => ({
      booking: { price: price(body?.booking?.price), createdAt: text(body?.booking?.createdAt) },
    }),
  },
  'view-booking': {
    // `details` is documented, and put into the body for us.
    request: ({ booking: { bookingId } }) => ({ bookingId }),
    response: (body) => ({
      booking: {
        checkIn: text(body?.booking?.arrival),
        checkOut: text(body?.booking?.departure),
        createdAt: text(body?.booking?.createdAt),
        price: price(body?.payment?.total),
        priceParts: parts(body?.payment?.breakdown),
        guestNames: texts(list(body?.guests)?.flatMap((room) => list(room)?.map((guest) => guest?.lastName))),
        roomGuests: list(body?.guests)?.map((room) => names(list(room))),
        upsells: upsells(body?.upsells),
      },
      priceDetailAt: ['payment', 'details'],
      upsellPriceDetailAt: ['details'],
    }),
  },
  'search-bookings': {
    request: ({ page, ...filter }) => ({ filter, cursor: page }),
    response: (body) => ({
      bookings: each(body, 'bookings[]', (one) => ({
        createdAt: text(one.createdAt),
        checkIn: text(one.stay?.arrival),
        checkOut: text(one.stay?.departure),
        price: price(one.price),
        guestNames: texts(one.guestNames),
      })),
      nextPage: body?.cursor,
    }),
  },
  'cancel-booking': {
    request: ({ booking: { bookingId } }) => ({ bookingId }),
    response: (body) => ({
      cancellation: { penalty: sum(list(body?.penalties)?.map(price)), refund: price(body?.refund) },
    }),
  },
};

export default target({
  name: 'sandbox',
  baseUrl: env(sandboxUrlVariable),
  credentials: { clientId: 'preflight-partner', clientSecret: 'Kd7-sandbox-Vq2mXw94-secret' },
  otherPartner: { clientId: 'other-partner', clientSecret: 'Zt5-sandbox-Hn8cRb61-secret' },
  revision: '2026-08-31',
  may: {
    extraTokens: { perRun: 1 },
    books: { perRun: 120, perDay: 100_000 },
    tickets: { perRun: 80, perDay: 100_000 },
  },
  limits: {
    requestsPerSecond: Number.POSITIVE_INFINITY,
    concurrency: 8,
    deadlineMs: 10_000,
    settleMs: 2_000,
    // Of its 250 countries: the night after asks for the others.
    sweepRequestsMax: 170,
    runDeadlineMs: 120_000,
    // The bindings of this file are our own.
    bindingDeadlineMs: Number.POSITIVE_INFINITY,
  },
  known: {
    hotels: [7, 42, 118, 903, 1204, 5570, 10_018, 23_456, 77_801, 104_729],
    region: 2114,
    otherRegions: [2120],
    // Ranked, not ranked, and ranked in vain.
    presets: ['smart', 'by-price', 'smart-unreachable'],
    unrankedPresets: ['by-price'],
    // Milliseconds.
    searchTimeout: 5_000,
    strictSupplier: 'Meridian Stays',
    route: { from: 'HEL', to: 'FCO' },
    otherRoutes: [{ from: 'OSL', to: 'LIS' }],
    usedTicket: { bookingId: 'f1e1d000-93b5-4c2e-a814-0b1c2d3e4f02', ticketNumber: '4210100000024' },
    // Of our agency.
    withoutRights: { bookingId: 'c0ffee00-4d1c-4b7a-a3f2-5e6d7c8b9a01', ticketNumber: '4210100000017' },
  },
  levers: sandboxLevers,
  bindings,
});
