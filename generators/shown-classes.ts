/** Reads from a recorded trace which classes of every group its target was shown, or has reported. */

import { areSameTicket, changesOf, ownTicketAsked, ticketAsked, windowAt } from '../contracts/checks/own-tickets.ts';
import { distinctlyShown, type ShownTogether } from '../contracts/class-coverage.ts';
import { guestsIn, isGiven, isOneOf, passengersIn } from '../contracts/classes-shown.ts';
import { dayMs } from '../contracts/durations.ts';
import type { OfferFact } from '../contracts/facts.ts';
import type { Json } from '../contracts/json.ts';
import { errorCodeOf, outcomeOf, succeeded } from '../contracts/outcome.ts';
import { classIn, occupancies, passengerMixes } from '../contracts/parties.ts';
import {
  asked,
  field,
  idText,
  isAboutRights,
  isAvia,
  isDictionary,
  isHotel,
  recordsOf,
  targetTimeOf,
} from '../contracts/subjects.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import { documentedRefusals, type GroupId, groupOf, horizons, stayLengths } from './dimension-groups.ts';

const daysBetween = (fromMs: number, day: Json | undefined): number =>
  typeof day === 'string' ? Math.floor(Date.parse(day) / dayMs) - Math.floor(fromMs / dayMs) : Number.NaN;

type ReportedFields = Readonly<Record<string, string | undefined>>;

/** Only classes that are declared, or any of an open dimension; nothing where none is left. */
const shownOf = (group: GroupId, reported: ReportedFields): ShownTogether[] => {
  const { dimensions = {} } = groupOf(group) ?? {};
  const classes = Object.entries(reported).flatMap(([dimension, name]): [string, string][] => {
    const names = dimensions[dimension];
    return name !== undefined && (names === 'open' || names?.includes(name)) ? [[dimension, name]] : [];
  });
  return classes.length > 0 ? [{ domain: group, classes: Object.fromEntries(classes) }] : [];
};

/** It was looked at: what never arrived, what ran into trouble and what lacked rights was not shown. */
const isTaken = (exchange: Exchange): boolean => outcomeOf(exchange).kind !== 'trouble' && !isAboutRights(exchange);

const askedOf = (trace: Trace, ...operations: readonly Exchange['operation'][]): Exchange[] =>
  operations.flatMap((operation) => asked(trace, operation)).filter(isTaken);

/** Of all its rooms. */
const stayIn = (search: Json | undefined): ReportedFields => {
  const { adults, children, rooms } = guestsIn(search);
  const stay = field(search, 'stay');
  const checkIn = field(stay, 'checkIn');
  const nights = daysBetween(typeof checkIn === 'string' ? Date.parse(checkIn) : Number.NaN, field(stay, 'checkOut'));
  return {
    occupancy: classIn(occupancies, { adults, children }),
    ...(rooms > 0 && { rooms: rooms > 1 ? 'several rooms' : 'one room' }),
    nights: classIn(stayLengths, { nights }),
  };
};

const hotelSearches = (trace: Trace): ShownTogether[] =>
  askedOf(trace, 'hotel-search').flatMap((each) => {
    const days = daysBetween(targetTimeOf(trace, each), field(field(each.intent, 'stay'), 'checkIn'));
    return shownOf('hotel-search', {
      ...stayIn(each.intent),
      horizon: classIn(horizons, { days }),
      preset: isGiven(each.intent, 'preset') ? 'named' : 'default',
      ...(isGiven(each.intent, 'region') && {
        region: isOneOf(trace.otherRegions, field(each.intent, 'region')) ? 'other region' : 'usual region',
      }),
      partner: each.bearer,
    });
  });

/** Of names that a service makes up. */
const nameCharactersMax = 40;

const offerOf = (offer: Pick<OfferFact, 'mealTypeId' | 'supplier'>): ReportedFields => ({
  board: idText(offer.mealTypeId)?.slice(0, nameCharactersMax),
  supplier: offer.supplier?.slice(0, nameCharactersMax),
});

const hotelSteps = { 'offer-pricing': 'verified', 'create-booking': 'booked' } as const;

const hotelOffers = (trace: Trace): ShownTogether[] => [
  ...askedOf(trace, 'hotel-pricing').flatMap(({ intent, facts }) =>
    (facts?.offers ?? []).flatMap((offer) =>
      shownOf('hotel-offer', { ...stayIn(field(intent, 'search')), ...offerOf(offer), step: 'told' }),
    ),
  ),
  ...Object.entries(hotelSteps).flatMap(([operation, step]) =>
    askedOf(trace, operation as keyof typeof hotelSteps).flatMap(({ intent }) => {
      const offer = field(intent, 'offer');
      const supplier = field(offer, 'supplier');
      const chosen = { mealTypeId: field(offer, 'mealTypeId'), supplier: idText(supplier) };
      return shownOf('hotel-offer', { ...stayIn(field(intent, 'search')), ...offerOf(chosen), step });
    }),
  ),
];

const bookingLists = (trace: Trace): ShownTogether[] =>
  askedOf(trace, 'search-bookings')
    .filter(({ intent }) => intent !== undefined)
    .flatMap(({ intent }) => {
      const isSet = (name: string): boolean => (field(intent, name) ?? null) !== null;
      return shownOf('booking-list', {
        status: isSet('status') ? idText(field(intent, 'status')) : 'any',
        from: isSet('createdFrom') ? 'given' : 'open',
        to: isSet('createdTo') ? 'given' : 'open',
        page: isSet('page') ? 'next' : 'first',
      });
    });

const bookingViews = (trace: Trace): ShownTogether[] =>
  askedOf(trace, 'view-booking').flatMap(({ intent, facts }) => {
    const details = field(intent, 'details');
    const isAsked = (name: string): string | undefined => {
      const value = field(details, name);
      return typeof value === 'boolean' ? (value ? 'asked for' : 'not asked for') : undefined;
    };
    return shownOf('booking-view', {
      'price details': isAsked('includePriceDetails'),
      'residence details': isAsked('includeResidenceDetails'),
      status: idText(facts?.booking?.status),
    });
  });

const bookingStatuses = (trace: Trace): ShownTogether[] =>
  askedOf(trace, 'create-booking', 'view-booking', 'search-bookings').flatMap(({ operation, facts = {} }) =>
    [facts.booking, ...(facts.bookings ?? [])].flatMap((booking) =>
      booking?.status === undefined ? [] : shownOf('booking-status', { operation, status: idText(booking.status) }),
    ),
  );

const ofHotels = (trace: Trace): ShownTogether[] =>
  [hotelSearches, hotelOffers, bookingLists, bookingViews, bookingStatuses].flatMap((shown) => shown(trace));

/** What a trace shows of flights, and of tickets that are voided. */
const travelIn = (search: Json | undefined): ReportedFields => ({
  passengers: classIn(passengerMixes, passengersIn(search)),
  trip: isGiven(search, 'return') ? 'return' : 'one way',
});

const flightSearches = (trace: Trace): ShownTogether[] =>
  askedOf(trace, 'avia-search').flatMap((each) => {
    const days = daysBetween(targetTimeOf(trace, each), field(each.intent, 'departure'));
    return shownOf('flight-search', {
      ...travelIn(each.intent),
      horizon: classIn(horizons, { days }),
      ...(isGiven(each.intent, 'route') && {
        route: isOneOf(trace.otherRoutes, field(each.intent, 'route')) ? 'other route' : 'usual route',
      }),
      partner: each.bearer,
    });
  });

const flightSteps = { 'avia-offer-price': 'priced', 'fare-rules': 'rules read', 'pnr-create': 'booked' } as const;

const flightOffers = (trace: Trace): ShownTogether[] =>
  Object.entries(flightSteps).flatMap(([operation, step]) =>
    askedOf(trace, operation as keyof typeof flightSteps).flatMap(({ intent }) =>
      shownOf('flight-offer', { ...travelIn(field(intent, 'search')), step }),
    ),
  );

const numberForm = (number: string): string | undefined => {
  if (/^\d{13}$/.test(number)) return '13 digits';
  return /^[^-]+-\d+$/.test(number) ? 'with its vendor' : undefined;
};

const endings = { 'ticket-cancel': 'voided', 'ticket-exchange': 'exchanged', 'ticket-refund': 'refunded' } as const;

/** What is known of a ticket before it is asked to be voided. */
const ticketState = (trace: Trace, asks: Exchange): string => {
  const name = ticketAsked(asks);
  const isBefore = ({ index }: Exchange): boolean => index < asks.index;
  const isIt = (exchange: Exchange): boolean => areSameTicket(ticketAsked(exchange), name) === true;
  const isUsed = (trace.usedCoupons ?? []).some(
    (used) => used.beforeExchange <= asks.index && areSameTicket(used, name) === true,
  );
  const ticket = ownTicketAsked(trace, asks);
  if (!ticket) return isUsed ? 'used' : 'unknown';
  const ended = changesOf(trace, ticket).find((change) => isBefore(change) && succeeded(change));
  if (ended) return endings[ended.operation as keyof typeof endings] ?? 'ended';
  if (isUsed) return 'used';
  const calculations = askedOf(trace, 'ticket-exchange-calculation', 'ticket-refund-calculation');
  return calculations.some((each) => isBefore(each) && isIt(each) && succeeded(each)) ? 'calculated' : 'open';
};

const moments = { open: 'inside the window', passed: 'after it', unclear: undefined } as const;

const voids = (trace: Trace): ShownTogether[] =>
  askedOf(trace, 'ticket-cancel').flatMap((asks) => {
    const number = idText(field(asks.request.body, 'ticketNumber'));
    if (number === undefined) return [];
    const ticket = ticketState(trace, asks);
    const moment = ticket === 'unknown' ? 'unknown' : moments[windowAt(trace, asks)];
    return shownOf('void', { number: numberForm(number), moment, ticket });
  });

const ofFlights = (trace: Trace): ShownTogether[] =>
  [flightSearches, flightOffers, voids].flatMap((shown) => shown(trace));

const amenityLevels = (trace: Trace): ShownTogether[] =>
  askedOf(trace, 'amenities')
    .filter(succeeded)
    .flatMap(recordsOf)
    .flatMap((record) => {
      const level = field(record, 'level') ?? null;
      // No level is reported by an absent value, and not by a word.
      return shownOf('amenity-level', {
        level: level === null ? 'none' : level === 'none' ? undefined : idText(level),
      });
    });

/** In any form in which it came back. */
const isAnswered = ({ response }: Exchange): boolean => response !== undefined;

const refusals = ({ exchanges }: Trace): ShownTogether[] =>
  exchanges.filter(isAnswered).flatMap((exchange) => {
    const codes = [errorCodeOf(exchange), String(exchange.response?.status)];
    const { operation } = exchange;
    const code = codes.find((each) => each !== undefined && documentedRefusals[operation]?.includes(each));
    return code === undefined ? [] : shownOf('refusal', { operation, code });
  });

const areaOf = (exchange: Exchange): string | undefined => {
  if (isDictionary(exchange)) return 'dictionary';
  if (isHotel(exchange)) return 'hotels';
  return isAvia(exchange) ? 'avia' : undefined;
};

/** A refusal shows that the token was looked at. */
const bearersShown = ({ exchanges }: Trace): ShownTogether[] =>
  exchanges
    .filter((exchange) => outcomeOf(exchange).kind !== 'trouble')
    .flatMap((exchange) => shownOf('bearer', { bearer: exchange.bearer, area: areaOf(exchange) }))
    .filter(({ classes }) => classes.area !== undefined);

/** Of every group, each once. What was sent to clean up counts for nothing, as it is not judged. */
export const shownClassesIn = (trace: Trace): readonly ShownTogether[] =>
  distinctlyShown([ofFlights, ofHotels, amenityLevels, refusals, bearersShown].flatMap((shown) => shown(trace)));
