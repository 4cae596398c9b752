/** How the embedded sandbox in its other dialect spells flights, bookings of flights and tickets. */
import type { Answer, Bindings } from '../../contracts/bindings.ts';
import type { ChosenFlight, FlightSearch, Passenger } from '../../contracts/flight-intents.ts';
import { each, list, moment, money, plain, text, texts } from '../reading.ts';
import type { OfBooking, OfTicket } from './flights.ts';

const price = (cost: Answer) => money(cost?.minor_units, cost?.iso, 100);
/** 2027-01-31 is 20270131. */
const day = (date: string | undefined) => date && Number(date.replaceAll('-', ''));
const flag = (bit: unknown) => (bit === 0 || bit === 1 ? bit === 1 : undefined);

const journey = ({ route, departure, return: back }: FlightSearch) => ({
  trip: route,
  fly_on: day(departure),
  back_on: day(back),
});

const offer = (one: Answer) => ({
  price: price(one.cost),
  isRefundable: flag(one.gives_back),
  isExchangeable: flag(one.swappable),
  supplier: text(one.sold_by),
  legs: flown(one.legs),
  reference: plain(one.pick),
});

/** None unless each is told in full. */
const flown = (legs: unknown) => {
  const named = list(legs)?.map((one) => [plain(one?.flt), plain(one?.on_day)]);
  return named?.every((parts) => parts.every((part) => part !== undefined))
    ? named.map((parts) => parts.join('/'))
    : undefined;
};

const flight = (one: Answer) => ({
  price: price(one.cost),
  reference: text(one.flt) && `${one.flt}/${plain(one.on_day)}`,
});

const flyer = ({ firstName, lastName, birthDate, gender, citizenship, document, isChild }: Passenger) => ({
  given: firstName,
  family: lastName,
  born: day(birthDate),
  sex: { male: 'M', female: 'F' }[gender],
  citizen: citizenship.toLowerCase(),
  pass_no: document.number,
  pass_till: day(document.expiresOn),
  kid: Number(isChild),
});

const active = ['HK', 'TK'];

const booking = (one: Answer) => ({
  isActive: typeof one?.standing === 'string' ? active.includes(one.standing) : undefined,
  price: price(one?.cost),
  createdAt: moment(one?.made_on),
});

const doc = (one: Answer) => {
  const uses = list(one.stubs)?.map((stub) => plain(stub?.use) ?? null);
  return {
    couponStatuses: uses,
    // A coupon without a status may be open or not.
    isOpen: uses && uses.length > 0 && !uses.includes(null) ? uses.every((use) => use === 'O') : undefined,
    price: price(one.cost),
    issuedAt: moment(one.written_on),
  };
};

const refund = (reported: Answer) => ({
  amount: price(reported?.given_back),
  penalty: price(reported?.kept),
  taxes: price(reported?.levies_back),
});

const ofOffer = ({ searchId, offer: chosen }: Pick<ChosenFlight, 'searchId' | 'offer'>) => ({
  session: searchId,
  pick: chosen.reference,
});
const ofBooking = ({ booking: { bookingId } }: OfBooking) => ({ pnr: bookingId });
const ofTicket = ({ booking: { bookingId }, ticket }: OfTicket) => ({
  pnr: bookingId,
  doc: ticket.ticketNumber,
});

export const flatFlights: Bindings = {
  'avia-search': {
    request: (search) => ({ ...journey(search), grown_ups: search.adults, kids: search.children }),
    response: (body) => ({ searchId: body?.meta?.searchId, flightOffers: each(body, 'found[]', offer) }),
  },
  'avia-availability': {
    request: ({ flights }) => ({ flights: flights.flatMap(({ reference }) => reference ?? []) }),
    response: (body) => ({
      flights: each(body, 'legs[]', (one) => ({
        ...flight(one),
        seats: Number.isFinite(one.free) ? one.free : undefined,
      })),
    }),
  },
  'avia-schedule': { request: journey, response: (body) => ({ flights: each(body, 'legs[]', flight) }) },
  'avia-offer-price': {
    request: ofOffer,
    response: (body) => ({
      flightOffers: each(body, 'quote', (one) => ({ ...offer(one), isPriceChanged: flag(body.moved) })),
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
    response: (body) => ({ flightBooking: booking(body) }),
  },
  'pnr-retrieve': {
    request: ofBooking,
    response: (body) => ({
      flightBooking: {
        ...booking(body),
        legs: flown(body?.legs),
        passengerNames: texts(list(body?.flyers)?.map((one) => `${plain(one?.given)} ${plain(one?.family)}`)),
      },
      tickets: list(body?.docs)?.map((one) => ({ at: ['docs'], ticketNumber: plain(one) })),
    }),
  },
  'pnr-cancel': { request: ofBooking, response: (body) => ({ flightBooking: booking(body) }) },
  'pnr-reprice': { request: ofBooking, response: (body) => ({ flightBooking: booking(body) }) },
  'ticket-issue': {
    request: ofBooking,
    response: (body) => ({ flightBooking: booking(body), tickets: each(body, 'docs[]', doc) }),
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
