/** Of which classes the subjects of a clause are, read from what a trace asked and was answered. */

import { isDeepStrictEqual } from 'node:util';
import { exchangesOf, type Subject } from './check.ts';
import { isAbout, ownBookings } from './checks/own-bookings.ts';
import { flightAsked } from './checks/own-flights.ts';
import { areSameTicket, type OwnTicket, ownTicketAsked, ticketsReported } from './checks/own-tickets.ts';
import { clauseClasses } from './clause-classes.ts';
import type { ClauseId } from './clauses.ts';
import { type ClassName, dimensions } from './dimensions.ts';
import type { Json } from './json.ts';
import { type OperationId, operations } from './operations.ts';
import { isRefusal, succeeded } from './outcome.ts';
import { classIn, occupancies, passengerMixes } from './parties.ts';
import { field, idText, isAuthorized, perTrace, queryValues, recordsOf } from './subjects.ts';
import type { Exchange, Trace } from './trace.ts';

type ClassesOf = (trace: Trace, exchange: Exchange) => ClassName[];

/** Who asks, in which language, how often, and where in a list what is asked about stands. */
const partnerClass = ({ bearer, login, operation }: Exchange): ClassName[] => {
  const whose = operation === 'token' ? login : bearer;
  return whose === 'own' || whose === 'other' ? [whose] : [];
};

const languages: readonly (readonly [RegExp, ClassName])[] = [
  [/^en\b/i, 'English'],
  [/^ru\b/i, 'Russian'],
  [/./, 'other language'],
];

const languageClass = ({ request }: Exchange): ClassName => {
  const asked = request.headers['accept-language'] ?? '';
  return languages.find(([form]) => form.test(asked))?.[1] ?? 'no language';
};

const isRead = ({ operation }: Exchange): boolean => operations[operation].effect === 'reads';

const askedAlike = ({ operation, bearer, request }: Exchange): string =>
  JSON.stringify([operation, bearer, request.path, request.query, request.body ?? null]);

/** How often the same was asked, and its kind was done, before each exchange. */
const timesBefore = perTrace(({ exchanges }): readonly number[] => {
  const counts = new Map<string, number>();
  return exchanges.map((exchange) => {
    const key = isRead(exchange) ? askedAlike(exchange) : exchange.operation;
    const times = counts.get(key) ?? 0;
    if (isRead(exchange) || succeeded(exchange)) counts.set(key, times + 1);
    return times;
  });
});

const reads: readonly ClassName[] = ['first read', 'second read', 'third read'];
const turns: readonly ClassName[] = ['first time', 'second time', 'third time'];

const timeClass = (trace: Trace, exchange: Exchange): ClassName[] => {
  const times = timesBefore(trace)[exchange.index] ?? 0;
  return (isRead(exchange) ? reads : turns).slice(Math.min(times, 2)).slice(0, 1);
};

const namedId = (exchange: Exchange): string | undefined =>
  exchange.operation === 'cities'
    ? queryValues(exchange, 'countryId')[0]
    : /\d+(?=\/static$)/.exec(exchange.request.path)?.[0];

type Ends = { readonly first: string | undefined; readonly last: string | undefined };

/** Countries in the order of their list, as far as one was read; hotels in the order in which they were asked about. */
const endsOf = perTrace(({ exchanges }): Readonly<Record<'cities' | 'hotel-static', Ends>> => {
  const list = exchanges.findLast((each) => each.operation === 'countries' && succeeded(each));
  const listed = list ? recordsOf(list).flatMap((record) => idText(field(record, 'id')) ?? []) : [];
  const askedOf = (operation: 'cities' | 'hotel-static') => exchanges.filter((each) => each.operation === operation);
  // A country without cities ends no list of those that have some.
  const empty = new Set(
    askedOf('cities').flatMap((each) => (succeeded(each) && recordsOf(each).length === 0 ? (namedId(each) ?? []) : [])),
  );
  const countries = (listed.length > 0 ? listed : askedOf('cities').flatMap((each) => namedId(each) ?? [])).filter(
    (id) => !empty.has(id),
  );
  const hotels = askedOf('hotel-static').flatMap((each) => namedId(each) ?? []);
  return {
    cities: { first: countries[0], last: countries.at(-1) },
    'hotel-static': { first: hotels[0], last: hotels.at(-1) },
  };
});

const positionClass = (trace: Trace, exchange: Exchange): ClassName[] => {
  const { operation } = exchange;
  const id = namedId(exchange);
  if ((operation !== 'cities' && operation !== 'hotel-static') || id === undefined) return [];
  const { first, last } = endsOf(trace)[operation];
  // Alone it is both.
  if (id === first) return id === last ? ['first listed', 'last listed'] : ['first listed'];
  return [id === last ? 'last listed' : 'listed between'];
};

const askingClasses = (trace: Trace, exchange: Exchange): ClassName[] => [
  ...partnerClass(exchange),
  languageClass(exchange),
  ...timeClass(trace, exchange),
  ...positionClass(trace, exchange),
];

const done: Partial<Record<OperationId, ClassName>> = {
  'cancel-booking': 'cancellation',
  'pnr-cancel': 'cancellation',
  'pnr-reprice': 'reprice',
  'ticket-exchange-calculation': 'calculation',
  'ticket-refund-calculation': 'calculation',
  'ticket-cancel': 'void',
};

const refused: Partial<Record<OperationId, ClassName>> = {
  token: 'wrong login',
  'create-booking': 'refused booking',
  'ticket-cancel': 'refused void',
};

const leftBy = (exchange: Exchange): ClassName[] => {
  const { operation } = exchange;
  if (succeeded(exchange)) return done[operation] === undefined ? [] : [done[operation]];
  if (!isRefusal(exchange)) return [];
  const named = refused[operation];
  return [...(isAuthorized(exchange) ? (['refusal'] as const) : []), ...(named === undefined ? [] : [named])];
};

/** The classes are few, so that exchanges share their lists. */
const before = perTrace(({ exchanges }): readonly (readonly ClassName[])[] => {
  let known: readonly ClassName[] = [];
  return exchanges.map((exchange) => {
    const sofar = known;
    const left = leftBy(exchange);
    if (left.some((each) => !known.includes(each)))
      known = dimensions.after.filter((each) => left.includes(each) || known.includes(each));
    return sofar;
  });
});

const beforeClasses = (trace: Trace, { index }: Exchange): readonly ClassName[] => before(trace)[index] ?? [];

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : Number.NaN);

const childrenIn = (room: Json): number => {
  const ages = field(room, 'childrenAges');
  return Array.isArray(ages) ? ages.length : 0;
};

/** Of all rooms of the stay that is searched for; adults are NaN where the search gives no number. */
export const guestsIn = (search: Json | undefined): { adults: number; children: number; rooms: number } => {
  const reported = field(field(search, 'stay'), 'rooms');
  const rooms = Array.isArray(reported) ? reported : [];
  return {
    rooms: rooms.length,
    adults:
      rooms.length === 0 ? Number.NaN : rooms.reduce<number>((sum, room) => sum + numberOf(field(room, 'adults')), 0),
    children: rooms.reduce<number>((sum, room) => sum + childrenIn(room), 0),
  };
};

export const passengersIn = (search: Json | undefined): { adults: number; children: number } => ({
  adults: numberOf(field(search, 'adults')),
  children: numberOf(field(search, 'children')),
});

/** Null is absence. */
export const isGiven = (intent: Json | undefined, name: string): boolean => (field(intent, name) ?? null) !== null;

/** Whether a region or a route is one of those besides the usual one. */
export const isOneOf = (others: readonly Json[] | undefined, place: Json | undefined): boolean =>
  others?.some((other) => isDeepStrictEqual(other, place)) ?? false;

/** Which supplier of a trace is the common one: the one with the most offers that its answers report. */
type OffersKind = 'offers' | 'flightOffers';

const suppliersIn = ({ facts }: Exchange, kind: OffersKind): string[] =>
  // What one kind of offer does not report is as absent as what no binding reads.
  (facts?.[kind] ?? []).flatMap((offer: object) => ('supplier' in offer ? (idText(offer.supplier as Json) ?? []) : []));

/** Of two that are as common, the first by name, so that it is the same in every run. */
const commonOf = (kind: OffersKind): ((trace: Trace) => string | undefined) =>
  perTrace(({ exchanges }) => {
    const counts = new Map<string, number>();
    for (const name of exchanges.flatMap((each) => suppliersIn(each, kind)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    const [common] = [...counts].toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1));
    return common?.[0];
  });

const common = { offers: commonOf('offers'), flightOffers: commonOf('flightOffers') };

const classOf = (trace: Trace, supplier: string, kind: OffersKind): ClassName =>
  supplier === (common[kind](trace) ?? supplier) ? 'common supplier' : 'rarer supplier';

/** The class of the supplier of the offer that a request is about. */
const supplierClass = (trace: Trace, offer: Json | undefined, kind: OffersKind): ClassName[] => {
  const supplier = idText(field(offer, 'supplier'));
  return supplier === undefined ? [] : [classOf(trace, supplier, kind)];
};

/** The classes of all suppliers whose offers an answer reports. */
const supplierClasses = (trace: Trace, exchange: Exchange, kind: OffersKind): ClassName[] =>
  [...new Set(suppliersIn(exchange, kind))].map((supplier) => classOf(trace, supplier, kind));

/** Whose journey an exchange is about, sold by whom, and whose ticket: followed from the search to the ticket. */
const ofFlightSearch = ({ otherRoutes }: Trace, search: Json | undefined): ClassName[] => {
  if (!isGiven(search, 'departure')) return [];
  const passengers = classIn(passengerMixes, passengersIn(search)) as ClassName | undefined;
  return [
    ...(passengers === undefined ? [] : [passengers]),
    isGiven(search, 'return') ? 'return' : 'one way',
    isOneOf(otherRoutes, field(search, 'route')) ? 'other route' : 'usual route',
  ];
};

const ofOffer = (trace: Trace, { intent }: Exchange): ClassName[] => [
  ...ofFlightSearch(trace, field(intent, 'search')),
  ...supplierClass(trace, field(intent, 'offer'), 'flightOffers'),
];

/** Among those that were issued with it; that of the ticket it was exchanged for, where it was. */
const placeOf = (trace: Trace, { issue, fact }: OwnTicket): number => {
  const before = issue.operation === 'ticket-exchange' ? ownTicketAsked(trace, issue) : undefined;
  if (before) return placeOf(trace, before);
  return ticketsReported(issue).findIndex((each) => areSameTicket(each, fact) === true);
};

const ofTicket = (trace: Trace, exchange: Exchange): ClassName[] => {
  const ticket = ownTicketAsked(trace, exchange);
  return ticket ? [placeOf(trace, ticket) > 0 ? 'later passenger' : 'first passenger'] : [];
};

const ofBooking = (trace: Trace, exchange: Exchange): ClassName[] => {
  const flight = flightAsked(trace, exchange);
  return flight ? ofOffer(trace, flight.create) : [];
};

/** Whose stay an exchange is about, found how, sold by whom and with what: followed from the search to the booking. */
const ofStaySearch = ({ otherRegions }: Trace, search: Json | undefined): ClassName[] => {
  const { rooms, adults, children } = guestsIn(search);
  if (rooms === 0) return [];
  const occupancy = classIn(occupancies, { adults, children }) as ClassName | undefined;
  return [
    ...(occupancy === undefined ? [] : [occupancy]),
    rooms > 1 ? 'several rooms' : 'one room',
    isGiven(search, 'preset') ? 'named' : 'default',
    isOneOf(otherRegions, field(search, 'region')) ? 'other region' : 'usual region',
  ];
};

const ofCreation = (trace: Trace, { intent }: Exchange): ClassName[] => {
  const upsells = field(intent, 'upsells');
  return [
    ...ofStaySearch(trace, field(intent, 'search')),
    ...supplierClass(trace, field(intent, 'offer'), 'offers'),
    Array.isArray(upsells) && upsells.length > 0 ? 'extras' : 'no extras',
  ];
};

/** Of a list: all bookings that its partner had made by then. */
const bookingsAskedAbout = (trace: Trace, exchange: Exchange): Exchange[] =>
  ownBookings(trace)
    .filter(({ create }) => create.index < exchange.index)
    .filter((booking) =>
      exchange.operation === 'search-bookings' ? booking.partner === exchange.bearer : isAbout(exchange, booking),
    )
    .map(({ create }) => create);

const ofBookingsAsked: ClassesOf = (trace, exchange) =>
  bookingsAskedAbout(trace, exchange).flatMap((create) => ofCreation(trace, create));

const ofBookingAndTicket: ClassesOf = (trace, exchange) => [
  ...ofBooking(trace, exchange),
  ...ofTicket(trace, exchange),
];

/** Of stays and journeys, by what an exchange asks or is answered. */
const journeyClasses: { readonly [Operation in OperationId]?: ClassesOf } = {
  'hotel-search': (trace, exchange) => [
    ...ofStaySearch(trace, exchange.intent),
    ...supplierClasses(trace, exchange, 'offers'),
  ],
  'hotel-pricing': (trace, exchange) => [
    ...ofStaySearch(trace, field(exchange.intent, 'search')),
    ...supplierClasses(trace, exchange, 'offers'),
  ],
  'offer-pricing': (trace, { intent }) => [
    ...ofStaySearch(trace, field(intent, 'search')),
    ...supplierClass(trace, field(intent, 'offer'), 'offers'),
  ],
  'create-booking': ofCreation,
  'view-booking': ofBookingsAsked,
  'search-bookings': ofBookingsAsked,
  'cancel-booking': ofBookingsAsked,
  'avia-search': (trace, exchange) => [
    ...ofFlightSearch(trace, exchange.intent),
    ...supplierClasses(trace, exchange, 'flightOffers'),
  ],
  'avia-schedule': (trace, { intent }) => ofFlightSearch(trace, intent),
  'avia-availability': ofOffer,
  'avia-offer-price': ofOffer,
  'fare-rules': ofOffer,
  'pnr-create': ofOffer,
  'pnr-retrieve': ofBooking,
  'pnr-cancel': ofBooking,
  'pnr-reprice': ofBooking,
  'ticket-issue': ofBooking,
  'ticket-info': ofBookingAndTicket,
  'ticket-cancel': ofBookingAndTicket,
  'ticket-exchange-calculation': ofBookingAndTicket,
  'ticket-exchange': ofBookingAndTicket,
  'ticket-refund-calculation': ofBookingAndTicket,
  'ticket-refund': ofBookingAndTicket,
};

const classesOf = (trace: Trace, exchange: Exchange): ClassName[] => [
  ...askingClasses(trace, exchange),
  ...beforeClasses(trace, exchange),
  ...(journeyClasses[exchange.operation]?.(trace, exchange) ?? []),
];

type ClassNames = ReadonlySet<ClassName>;

/** Once for each exchange, and one set for all that show the same: many clauses look at many exchanges. */
const shownIn = perTrace((trace) => {
  const byIndex: ClassNames[] = [];
  const byText = new Map<string, ClassNames>();
  return (exchange: Exchange): ClassNames => {
    const before = byIndex[exchange.index];
    if (before) return before;
    const classes = classesOf(trace, exchange);
    const text = classes.join();
    const shown = byText.get(text) ?? new Set(classes);
    byText.set(text, shown);
    byIndex[exchange.index] = shown;
    return shown;
  };
});

/** The classes of all dimensions that the subjects of a clause are of, in the order of its dimensions. */
export const classesShown = (clause: ClauseId, subjects: readonly Subject[], trace: Trace): ClassName[] => {
  const shown = shownIn(trace);
  const sets = new Set<ClassNames>();
  for (const subject of subjects) for (const exchange of exchangesOf(subject)) sets.add(shown(exchange));
  const met = [...sets];
  return clauseClasses(clause).names.filter((name) => met.some((classes) => classes.has(name)));
};
