/** Dimensions of inputs and answers in groups, each with its classes: declared once for drawing and counting. */
import fc from 'fast-check';
import { dimensions } from '../contracts/dimensions.ts';
import { bookingStatuses } from '../contracts/facts.ts';
import type { Boxes, Range } from '../contracts/parties.ts';
import { bearers } from '../contracts/trace.ts';

const most = Number.POSITIVE_INFINITY;

export const stayLengths = {
  'one night': { nights: [1, 1] },
  'up to a week': { nights: [2, 7] },
  'up to four weeks': { nights: [8, 28] },
  longer: { nights: [29, most] },
} as const satisfies Boxes<'nights'>;

/** How far ahead a guest or a passenger travels. */
export const horizons = {
  'within two weeks': { days: [0, 14] },
  'within two months': { days: [15, 59] },
  'within half a year': { days: [60, 182] },
  'within a year': { days: [183, 365] },
  later: { days: [366, most] },
} as const satisfies Boxes<'days'>;

/** Of a range without an end, so much is drawn. */
const openSpread = 2;

/** Numbers of a class, the lowest first when they shrink. */
export const numbersIn = <Name extends string>(
  boxes: Boxes<Name>,
  name: string | undefined,
): fc.Arbitrary<Record<Name, number>> => {
  const box = boxes[name ?? ''];
  if (!box) throw new RangeError(`no class is named ${name}`);
  const drawn = Object.entries<Range>(box).map(([each, [min, max]]) => [
    each,
    fc.integer({ min, max: max === most ? min + openSpread : max }),
  ]);
  return fc.record(Object.fromEntries(drawn)) as fc.Arbitrary<Record<Name, number>>;
};

/** `open`: its classes are what a target reports, and they are unknown before. */
export type Dimensions = Readonly<Record<string, readonly string[] | 'open'>>;

export type DimensionGroup = {
  readonly about: string;
  readonly dimensions: Dimensions;
  /** Whether classes can come together at all; where nothing is said they can. */
  readonly allows?: (classes: Readonly<Record<string, string>>) => boolean;
};

const namesOf = (boxes: Boxes): readonly string[] => Object.keys(boxes);

const dictionaryLists = ['countries', 'cities', 'accommodation-types', 'amenities', 'bed-types', 'meal-types'] as const;

/** The error codes and statuses that are documented, by operation (part 7). */
export const documentedRefusals: Readonly<Record<string, readonly string[]>> = {
  token: ['AUTHENTICATION_FAILED'],
  'ticket-cancel': [
    'VOID_TIME_EXPIRED',
    'TICKET_NOT_FOUND',
    'TICKET_USED',
    'INVALID_TICKET_STATE',
    'BOOKING_NOT_FOUND',
    'ACCESS_DENIED',
  ],
  'create-booking': ['SUPPLIER_ERROR'],
  'hotel-static': ['HOTEL_NOT_FOUND', 'INTERNAL_ERROR', '401'],
  ...Object.fromEntries(dictionaryLists.map((list) => [list, ['401', '500']])),
  cities: ['400', '401', '500'],
};

const travel = { passengers: dimensions.passengers, trip: dimensions.trip };
const stays = { occupancy: dimensions.occupancy, rooms: dimensions.rooms, nights: namesOf(stayLengths) };
/** In each room is an adult. */
const fillsRooms: DimensionGroup['allows'] = ({ occupancy = '', rooms }) =>
  rooms !== 'several rooms' || (occupancy !== 'one adult' && occupancy !== 'an adult with children');
const horizon = namesOf(horizons);
const isGiven = ['open', 'given'];

export const dimensionGroups = {
  'flight-search': {
    about: 'what flights are searched for',
    dimensions: { ...travel, horizon, route: dimensions.route, partner: dimensions.partner },
  },
  'flight-offer': {
    about: 'what becomes of flight offers',
    dimensions: { ...travel, step: ['priced', 'rules read', 'booked'] },
  },
  'hotel-search': {
    about: 'what hotels are searched for',
    dimensions: {
      ...stays,
      horizon,
      preset: dimensions.preset,
      region: dimensions.region,
      partner: dimensions.partner,
    },
    allows: fillsRooms,
  },
  'hotel-offer': {
    about: 'which hotel offers are told, verified and booked',
    dimensions: { ...stays, board: 'open', supplier: 'open', step: ['told', 'verified', 'booked'] },
    allows: fillsRooms,
  },
  'booking-list': {
    about: 'how bookings are listed',
    dimensions: { status: ['any', ...bookingStatuses], from: isGiven, to: isGiven, page: ['first', 'next'] },
  },
  'booking-view': {
    about: 'how bookings are viewed',
    dimensions: {
      'price details': ['asked for', 'not asked for'],
      'residence details': ['asked for', 'not asked for'],
      status: bookingStatuses,
    },
  },
  'booking-status': {
    about: 'where which status is told',
    dimensions: { operation: ['create-booking', 'view-booking', 'search-bookings'], status: bookingStatuses },
  },
  'amenity-level': { about: 'levels of amenities', dimensions: { level: ['Hotel', 'Room', 'Apartment', 'none'] } },
  refusal: {
    about: 'documented refusals',
    dimensions: {
      operation: Object.keys(documentedRefusals),
      code: [...new Set(Object.values(documentedRefusals).flat())],
    },
    allows: ({ operation = '', code = '' }) => documentedRefusals[operation]?.includes(code) ?? false,
  },
  void: {
    about: 'tickets that are voided',
    dimensions: {
      number: ['with its vendor', '13 digits'],
      moment: ['inside the window', 'after it', 'unknown'],
      ticket: ['open', 'calculated', 'used', 'voided', 'exchanged', 'refunded', 'unknown'],
    },
    // Of a ticket that was not seen being issued, the window is unknown.
    allows: ({ moment, ticket }) => (ticket === 'unknown') === (moment === 'unknown'),
  },
  bearer: {
    about: 'tokens that requests carry',
    dimensions: { bearer: bearers, area: ['dictionary', 'hotels', 'avia'] },
  },
} as const satisfies Record<string, DimensionGroup>;

export type GroupId = keyof typeof dimensionGroups;

export const groupOf = (id: string): DimensionGroup | undefined =>
  Object.hasOwn(dimensionGroups, id) ? dimensionGroups[id as GroupId] : undefined;
