/** The bindings of a drawn dialect: intents in its spelling, and facts read from it. */
import type { Bindings, BuiltBody, ReadFacts } from '../../contracts/bindings.ts';
import type { Money } from '../../contracts/facts.ts';
import type {
  BookingRef,
  ChosenFlight,
  ChosenOffer,
  FlightIntents,
  FlightSearch,
  Intents,
  TicketRef,
} from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { isFields } from '../reply.ts';
import { flightAnswers, hotelAnswers } from './answers.ts';
import type { DrawnDialect } from './draw.ts';
import { envelopeOf } from './drawn.ts';
import { flightNames, flightRequests, hotelRequests } from './requests.ts';
import type { BodyShape, ObjectShape } from './shape.ts';
import { speller } from './spell.ts';

// biome-ignore lint/suspicious/noExplicitAny: what was read from an answer may be anything.
type Read = any;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
const plain = (value: unknown) =>
  value === null || ['string', 'boolean', 'number'].includes(typeof value)
    ? (value as string | number | boolean | null)
    : undefined;
const all = (value: unknown): Read[] | undefined => (Array.isArray(value) ? value : undefined);
const objects = (value: unknown): Read[] => (all(value) ?? []).filter(isFields);

const money = (value: Read): Money | undefined =>
  value ? { amount: value.minor / 100, currency: value.currency } : undefined;

const latestMs = 8.64e15;
const moment = (ms: unknown): string | undefined =>
  typeof ms === 'number' && Math.abs(ms) <= latestMs ? new Date(ms).toISOString() : undefined;

const moneyParts = (parts: Read): Money[] | undefined =>
  isFields(parts) ? Object.values(parts).flatMap((part) => money(part) ?? []) : undefined;

const fullName = (person: Read): string => `${person?.firstName} ${person?.lastName}`;

const journeyOf = ({ route, departure, return: back }: FlightSearch) => ({
  from: isFields(route) ? route.from : route,
  to: isFields(route) ? route.to : undefined,
  departure,
  return: back,
});

const ofOffer = ({ searchId, offer }: Pick<ChosenFlight, 'searchId' | 'offer'>) => ({
  searchId,
  offerId: offer.reference,
});
const ofBooking = ({ booking }: { readonly booking: BookingRef }) => ({ bookingId: booking.bookingId });
const ofTicket = ({ booking, ticket }: { readonly booking: BookingRef; readonly ticket: TicketRef }) => ({
  bookingId: booking.bookingId,
  ticketNumber: ticket.ticketNumber,
});
const ofStay = ({ searchId, offer }: Pick<ChosenOffer, 'searchId' | 'offer'>) => ({ searchId, offerId: offer.offerId });

/** What an intent means in canonical words. */
const asked: { readonly [Operation in keyof Intents]: (intent: Intents[Operation]) => object } = {
  'hotel-search': ({ region, stay, preset, timeout }) => ({ regionId: region, stay, preset, timeoutMs: timeout }),
  'hotel-pricing': ({ searchId, hotelId }) => ({ searchId, hotelId }),
  'offer-pricing': ofStay,
  'create-booking': ({ guests, contact, upsells, ...chosen }) => ({
    ...ofStay(chosen),
    guests: guests.map((room) =>
      room.map(({ firstName, lastName, birthDate, citizenship, gender }) => ({
        firstName,
        lastName,
        birthDate,
        citizenship,
        gender,
      })),
    ),
    contact,
    upsellIds: upsells.map(({ reference }) => reference).filter((one) => one !== undefined),
  }),
  // `details` is documented, and put into the body for us.
  'view-booking': ofBooking,
  'search-bookings': ({ status, createdFrom, createdTo, page }) => ({ status, createdFrom, createdTo, page }),
  'cancel-booking': ofBooking,
  'avia-search': ({ adults, children, ...search }) => ({
    journey: journeyOf(search as FlightSearch),
    party: { adults, children },
  }),
  'avia-availability': ({ flights }) => ({
    flights: flights.map(({ reference }) => reference).filter((one) => one !== undefined),
  }),
  'avia-schedule': (search) => ({ journey: journeyOf(search) }),
  'avia-offer-price': ofOffer,
  'fare-rules': ofOffer,
  'pnr-create': ({ passengers, contact, ...chosen }) => ({ ...ofOffer(chosen), passengers, contact }),
  'pnr-retrieve': ofBooking,
  'pnr-cancel': ofBooking,
  'pnr-reprice': ofBooking,
  'ticket-issue': ofBooking,
  'ticket-info': ofTicket,
  'ticket-exchange-calculation': ({ search, ...subject }) => ({
    ...ofTicket(subject),
    departure: search.departure,
    return: search.return,
  }),
  'ticket-exchange': ({ exchangeId, offer, ...subject }) => ({ ...ofTicket(subject), exchangeId, offerId: offer }),
  'ticket-refund-calculation': ofTicket,
  'ticket-refund': ({ calculation, ...subject }) => ({ ...ofTicket(subject), calculationId: calculation }),
};

const facts = (draw: DrawnDialect) => {
  const { read, write, placeOf, pathIn } = speller(draw, 'partner');
  const at = (one: Read) => ({ at: placeOf(one) });

  const upsells = (options: unknown) =>
    all(options)?.map((one) => ({ price: money(one?.price), reference: one?.upsellId as Json | undefined }));

  const offer = (one: Read, hotelId: unknown) => ({
    ...at(one),
    identity: {
      hotel: plain(one.hotelId ?? hotelId),
      room: plain(one.roomId),
      rate: plain(one.rateName),
      meal: plain(one.mealTypeId),
      seller: plain(one.supplier),
    },
    price: money(one.price),
    priceParts: moneyParts(one.parts),
    mealTypeId: one.mealTypeId,
    bedTypeIds: all(one.bedVariants)?.map((id) => id ?? null),
    earlyCheckIns: upsells(one.earlyCheckIns),
    lateCheckOuts: upsells(one.lateCheckOuts),
    supplier: text(one.supplier),
    freeCancellationUntil: one.freeUntilMs === null ? null : moment(one.freeUntilMs),
  });
  const offers = (value: unknown, hotelId?: unknown) => objects(value).map((one) => offer(one, hotelId));

  const booking = (one: Read) => ({
    bookingId: one?.bookingId ?? undefined,
    checkIn: text(one?.checkIn),
    checkOut: text(one?.checkOut),
    createdAt: moment(one?.createdAtMs),
    price: money(one?.price),
  });

  const legs = (flights: unknown) => {
    const named = all(flights)?.map((one) => [plain(one?.flightNumber), plain(one?.date)]);
    return named?.every((parts) => parts.every((part) => part !== undefined && part !== null))
      ? named.map((parts) => parts.join(' on '))
      : undefined;
  };
  const flightOffer = (one: Read) => ({
    ...at(one),
    price: money(one.price),
    isRefundable: flag(one.isRefundable),
    isExchangeable: flag(one.isExchangeable),
    supplier: text(one.supplier),
    legs: legs(one.flights),
    reference: one.offerId ?? undefined,
  });
  const flight = (one: Read) => ({
    ...at(one),
    price: money(one.price),
    // As later requests name it.
    reference: all(write(flightNames, [{ flightNumber: one.flightNumber, date: one.date }]))?.[0],
  });
  const flightBooking = (one: Read) => ({
    isActive: typeof one?.status === 'string' ? ['booked', 'ticketed'].includes(one.status) : undefined,
    price: money(one?.price),
    createdAt: moment(one?.createdAtMs),
  });
  const ticket = (one: Read) => {
    const states = all(one?.coupons)?.map((coupon) => plain(coupon?.status) ?? null);
    const isKnown = states && states.length > 0 && !states.includes(null);
    return {
      ...at(one),
      couponStatuses: states,
      isOpen: isKnown ? states.every((state) => state === 'open') : undefined,
      price: money(one?.price),
      issuedAt: moment(one?.issuedAtMs),
    };
  };
  const refund = (one: Read) => ({
    amount: money(one?.amount),
    penalty: money(one?.penalty),
    taxes: money(one?.taxes),
  });

  const view = hotelAnswers['view-booking'] as ObjectShape;
  const bookedUpsell = (view.fields.upsells as { readonly listOf: ObjectShape }).listOf;
  const ticketsIn = (one: unknown) => (isFields(one) ? [ticket(one)] : []);

  /** By operation: the facts of what was read in canonical words. */
  const of: { readonly [Operation in keyof Intents]: (body: Read) => ReadFacts } = {
    'hotel-search': (body) => {
      const hotels = objects(body?.hotels);
      const minPrices = hotels.map((one) => ({ ...at(one), minPrice: money(one.minPrice) }));
      if (Array.isArray(body?.offers))
        return { searchId: body?.searchId, hotels: minPrices, offers: offers(body.offers) };
      const score = (one: Read) => one?.aiScore;
      const lists = hotels.map((hotel) => objects(hotel.offers));
      return {
        searchId: body?.searchId,
        hotels: minPrices,
        offers: hotels.flatMap((hotel) => offers(hotel.offers, hotel.hotelId)),
        // Hotels are in the order of their best offers, and so are the offers of each hotel.
        ranked: [
          hotels.map((hotel, i) => ({ ...at(hotel), score: score(lists[i]?.[0]) })),
          ...lists.map((list) => list.map((one) => ({ ...at(one), score: score(one) }))),
        ],
      };
    },
    'hotel-pricing': (body) => ({
      offers: offers(body?.offers, body?.hotelId),
      ranked: [objects(body?.offers).map((one) => ({ ...at(one), score: one.aiScore }))],
    }),
    'offer-pricing': (body) => ({ offers: isFields(body?.offer) ? [offer(body.offer, body.hotelId)] : [] }),
    'create-booking': (body) => ({ booking: booking(body) }),
    'view-booking': (body) => ({
      booking: {
        ...booking(body),
        priceParts: moneyParts(body?.parts),
        guestNames: all(body?.guests)?.flatMap((room) => objects(room).map(({ lastName }) => String(lastName))),
        roomGuests: all(body?.guests)?.map((room) => objects(room).map(fullName)),
        upsells: upsells(body?.upsells),
      },
      priceDetailAt: pathIn(view, 'priceDetail'),
      upsellPriceDetailAt: pathIn(bookedUpsell, 'priceDetail'),
    }),
    'search-bookings': (body) => ({
      bookings: objects(body?.bookings).map((one) => ({
        ...at(one),
        ...booking(one),
        guestNames: all(one.guestNames)?.filter((name) => typeof name === 'string'),
      })),
      nextPage: body?.nextPage ?? undefined,
    }),
    'cancel-booking': (body) => ({ cancellation: { penalty: money(body?.penalty), refund: money(body?.refund) } }),
    'avia-search': (body) => ({ searchId: body?.searchId, flightOffers: objects(body?.offers).map(flightOffer) }),
    'avia-availability': (body) => ({
      flights: objects(body?.flights).map((one) => ({
        ...flight(one),
        seats: Number.isFinite(one.seats) ? one.seats : undefined,
      })),
    }),
    'avia-schedule': (body) => ({ flights: objects(body?.flights).map(flight) }),
    'avia-offer-price': (body) => ({
      flightOffers: isFields(body?.offer)
        ? [{ ...flightOffer(body.offer), isPriceChanged: flag(body.isPriceChanged) }]
        : [],
    }),
    'fare-rules': (body) => ({
      fareRules: objects(body?.fareRules).map((rule) => ({ ...at(rule), text: text(rule.text) })),
    }),
    'pnr-create': (body) => ({ flightBooking: flightBooking(body) }),
    'pnr-retrieve': (body) => ({
      flightBooking: {
        ...flightBooking(body),
        legs: legs(body?.flights),
        passengerNames: all(body?.passengers)?.map(fullName),
      },
      tickets: all(body?.ticketNumbers)?.map((one) => ({
        at: [...placeOf(body), ...pathIn(flightAnswers['pnr-retrieve'], 'ticketNumbers')],
        ticketNumber: plain(one),
      })),
    }),
    'pnr-cancel': (body) => ({ flightBooking: flightBooking(body) }),
    'pnr-reprice': (body) => ({ flightBooking: flightBooking(body) }),
    'ticket-issue': (body) => ({ flightBooking: flightBooking(body), tickets: objects(body?.tickets).map(ticket) }),
    'ticket-info': (body) => ({ tickets: ticketsIn(body?.ticket) }),
    'ticket-exchange-calculation': (body) => ({
      exchange: {
        penalty: money(body?.penalty),
        surcharge: money(body?.surcharge),
        // No list is another matter than an empty one.
        offers:
          all(body?.offers) &&
          objects(body.offers).map((one) => ({ ...at(one), price: money(one.price), reference: one.offerId })),
      },
    }),
    'ticket-exchange': (body) => ({
      exchange: { penalty: money(body?.penalty), surcharge: money(body?.surcharge) },
      tickets: ticketsIn(body?.ticket),
    }),
    'ticket-refund-calculation': (body) => ({ refund: { ...refund(body?.refund), reference: body?.calculationId } }),
    'ticket-refund': (body) => ({ refund: refund(body?.refund) }),
  };
  return { of, read };
};

/** The day on which the ages of guests count. */
const dayOf = (intent: object): string | undefined => {
  const { search, departure } = intent as {
    search?: { stay?: { checkIn: string }; departure?: string };
    departure?: string;
  };
  return search?.stay?.checkIn ?? search?.departure ?? departure;
};

export const bindingsOf = (draw: DrawnDialect): Bindings => {
  const { write } = speller(draw, 'partner');
  const { of, read } = facts(draw);
  const requests: Readonly<Record<keyof Intents, BodyShape>> = {
    ...hotelRequests,
    ...(flightRequests as Readonly<Record<keyof FlightIntents, ObjectShape>>),
  };
  const answers: Readonly<Record<keyof Intents, BodyShape>> = {
    ...hotelAnswers,
    ...(flightAnswers as Readonly<Record<keyof FlightIntents, ObjectShape>>),
  };
  const bindingOf = <Operation extends keyof Intents>(operation: Operation) => ({
    request: (intent: Intents[Operation]) =>
      write(requests[operation], asked[operation](intent), { day: dayOf(intent) }) as BuiltBody,
    response: (body: unknown): ReadFacts => {
      const path = envelopeOf(operation, draw);
      const payload = path.reduce<unknown>((inside, name) => (isFields(inside) ? inside[name] : undefined), body);
      return of[operation](read(answers[operation], payload, path, { root: payload }));
    },
  });
  return Object.fromEntries((Object.keys(asked) as (keyof Intents)[]).map((id) => [id, bindingOf(id)])) as Bindings;
};
