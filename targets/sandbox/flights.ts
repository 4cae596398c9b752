/** How the embedded sandbox spells flights, bookings of flights and tickets. */
import type { Answer, Bindings } from '../../contracts/bindings.ts';
import type { ChosenFlight, FlightSearch, Passenger, TicketRef } from '../../contracts/flight-intents.ts';
import type { BookingRef } from '../../contracts/intent-parts.ts';
import type { Json } from '../../contracts/json.ts';
import { each, list, money, plain, text, texts } from '../reading.ts';

const price = (value: Answer) => money(value?.amount, value?.currency);
const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

const placeOf = (route: Json, end: string): Json => Object(route)[end] ?? null;

const journey = ({ route, departure, return: back }: FlightSearch) => ({
  route: { origin: placeOf(route, 'from'), destination: placeOf(route, 'to') },
  dates: { outbound: departure, inbound: back },
});

/** An offer looks the same wherever it stands. */
const offer = (one: Answer) => ({
  price: price(one.price?.total),
  isRefundable: flag(one.conditions?.refundable),
  isExchangeable: flag(one.conditions?.exchangeable),
  supplier: text(one.fare?.soldBy),
  legs: legs(one.segments),
  reference: plain(one.offerId),
});

/** None unless each is told in full. */
const legs = (segments: unknown) => {
  const named = list(segments)?.map((one) => [plain(one?.flightNumber), plain(one?.departureDate)]);
  return named?.every((parts) => parts.every((part) => part !== undefined))
    ? named.map((parts) => parts.join(' on '))
    : undefined;
};

const flight = (one: Answer) => ({
  price: price(one.price?.total),
  reference: { flightNumber: plain(one.flightNumber) ?? null, departureDate: plain(one.departureDate) ?? null },
});

const traveller = ({ firstName, lastName, birthDate, gender, citizenship, document, isChild }: Passenger) => ({
  name: { first: firstName, last: lastName },
  birthDate,
  gender,
  nationality: citizenship,
  passport: { number: document.number, expires: document.expiresOn },
  type: isChild ? 'CHD' : 'ADT',
});

const active = ['booked', 'ticketed'];

const booking = (one: Answer) => ({
  isActive: typeof one?.state === 'string' ? active.includes(one.state) : undefined,
  price: price(one?.price),
  createdAt: text(one?.createdAt),
});

const ticket = (one: Answer) => {
  const statuses = list(one.coupons)?.map((coupon) => plain(coupon?.status) ?? null);
  return {
    couponStatuses: statuses,
    // A coupon without a status may be open or not.
    isOpen:
      statuses && statuses.length > 0 && !statuses.includes(null)
        ? statuses.every((status) => status === 'OPEN FOR USE')
        : undefined,
    price: price(one.fare?.total),
    issuedAt: text(one.issuedAt),
  };
};

const refund = (reported: Answer) => ({
  amount: price(reported?.total),
  penalty: price(reported?.penalty),
  taxes: price(reported?.taxes),
});

export type OfBooking = { readonly booking: BookingRef };
export type OfTicket = OfBooking & { readonly ticket: TicketRef };

const ofOffer = ({ searchId, offer: chosen }: Pick<ChosenFlight, 'searchId' | 'offer'>) => ({
  searchId,
  offerId: chosen.reference,
});
const ofBooking = ({ booking: { bookingId } }: OfBooking) => ({ bookingId });
const ofTicket = ({ booking: { bookingId }, ticket: one }: OfTicket) => ({
  bookingId,
  ticketNumber: one.ticketNumber,
});

export const flights: Bindings = {
  'avia-search': {
    request: (search) => ({ ...journey(search), passengers: { adults: search.adults, children: search.children } }),
    response: (body) => ({ flightOffers: each(body, 'offers[]', offer) }),
  },
  'avia-availability': {
    request: ({ flights: asked }) => ({ segments: asked.flatMap(({ reference }) => reference ?? []) }),
    response: (body) => ({
      flights: each(body, 'segments[]', (one) => ({
        ...flight(one),
        seats: Number.isFinite(one.seatsAvailable) ? one.seatsAvailable : undefined,
      })),
    }),
  },
  'avia-schedule': {
    request: journey,
    response: (body) => ({ flights: each(body, 'timetable.segments[]', flight) }),
  },
  'avia-offer-price': {
    request: ofOffer,
    response: (body) => ({
      flightOffers: each(body, 'offer', (one) => ({ ...offer(one), isPriceChanged: flag(body.priceChanged) })),
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
