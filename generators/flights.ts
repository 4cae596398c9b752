/** Flights to search for and to book (parts 4.2 and 4.3), and which of them a run asks about. */
import fc from 'fast-check';
import type { ContactIntent, FlightSearch } from '../contracts/intents.ts';
import type { Json } from '../contracts/json.ts';
import { dayAfter, daysAheadDefault, daysLater } from './calendar.ts';
import { pickSeed } from './draws.ts';
import { contacts, type PassengerDraw, passengers } from './people.ts';
import { type CoveringRow, coveringRows } from './sample.ts';

/** What a story draws to book a flight. */
export type FlightToBook = {
  readonly flights: readonly FlightDraw[];
  readonly passengers: readonly PassengerDraw[];
  readonly contact: ContactIntent;
  readonly seed: number;
  /** Whose offers come first, of those whose supplier is reported: that of the first offer, or another. */
  readonly seller?: 'the first' | 'another';
};

export const flightToBook = <Flights>(flights: fc.Arbitrary<Flights>) => ({
  flights,
  passengers,
  contact: contacts,
  seed: pickSeed,
});

const parties = {
  'two adults': { adults: 2, children: 0 },
  'an adult with a child': { adults: 1, children: 1 },
  'one adult': { adults: 1, children: 0 },
} as const;

// Those first that one flight alone shows least often.
const party = ['two adults', 'an adult with a child', 'one adult'] as const;
const trip = ['there and back', 'one way'] as const;

const ofTwo = { party: ['two adults', 'an adult with a child'], ticket: ['of another', 'of the first'], trip } as const;

/** The circumstances of flights that stories vary: there and back or not, passengers, ticket, seller and partner. */
export type FlightRow = Pick<CoveringRow<typeof ofTwo>, 'ticket' | 'trip'> & {
  readonly party: (typeof party)[number];
  readonly seller: 'another' | 'the first';
  readonly partner: 'own' | 'other';
};

/** What is searched for, on which route. */
export const searchRows = coveringRows({ party, trip, route: ['another', 'the usual'] });
type FlightSearchRow = (typeof searchRows)[number];

const partnerAt = (at: number) => (at % 2 === 0 ? 'own' : 'other');

/** What is booked. One passenger has no other ticket, so one row is enough; it is of what is sold least often. */
export const flightRows: readonly FlightRow[] = [
  ...coveringRows(ofTwo).map(
    (row, at): FlightRow => ({
      ...row,
      seller: row.trip === 'there and back' ? 'another' : 'the first',
      partner: partnerAt(at),
    }),
  ),
  { party: 'one adult', ticket: 'of the first', trip: 'one way', seller: 'another', partner: 'own' },
];

/** What every target sells, for as few tickets as can be. */
export const withOneAdult = (row: FlightRow): FlightRow => ({ ...row, party: 'one adult', ticket: 'of the first' });

const plainly = ({ daysLater }: FlightDays): FlightDraw => ({ daysLater, ...parties['one adult'] });

/** To be asked in turn: where nothing is sold as the row says, one adult flies one way. */
const flightsOf = (row: Pick<FlightRow, 'trip' | 'party'>, days: readonly FlightDays[]): FlightDraw[] => {
  const [first, ...others] = days;
  if (!first) throw new RangeError('no days were drawn');
  const { daysLater, nights } = first;
  return [
    { daysLater, ...(row.trip === 'there and back' && { nights }), ...parties[row.party] },
    ...others.map(plainly),
  ];
};

/** The same on the route of the row. */
export const searchesOf = (row: FlightSearchRow, days: readonly FlightDays[]): FlightDraw[] =>
  flightsOf(row, days).map((draw) => ({ ...draw, isElsewhere: row.route === 'another' }));

/** What is drawn to book one flight after the other. */
export type FlightsToBook = Omit<FlightToBook, 'flights'> & { readonly flights: readonly FlightDays[] };

/** A journey that is drawn, as a row says; each row books another offer. */
export const journeyOf = ({ flights: days, ...journey }: FlightsToBook, row: FlightRow): FlightToBook => ({
  ...journey,
  flights: flightsOf(row, days),
  seed: journey.seed + 2 * Math.max(0, flightRows.indexOf(row)),
  seller: row.seller,
});

export type FlightDraw = {
  /** After the earliest day that the target allows. */
  readonly daysLater: number;
  /** Between there and back; one way without. */
  readonly nights?: number;
  readonly adults: number;
  readonly children: number;
  /** On one of `known.otherRoutes` of the target, where it has any. */
  readonly isElsewhere?: boolean;
};

/** When to fly, for any passengers. */
type FlightDays = { readonly daysLater: number; readonly nights: number };

/** One way of one adult, which is what every fare is sold for, and what one ticket covers. */
export const flightOfOne: fc.Arbitrary<FlightDraw> = daysLater.map((days) => ({
  daysLater: days,
  adults: 1,
  children: 0,
}));

/** One to ask for, and two to ask for where nothing flies then. */
export const flightDays: fc.Arbitrary<FlightDays[]> = fc.array(
  fc.record({ daysLater, nights: fc.integer({ min: 3, max: 14 }) }),
  { minLength: 3, maxLength: 3 },
);

/** The same in the number that a story asks for. */
export const flightsOfOne: fc.Arbitrary<FlightDraw[]> = fc.tuple(flightOfOne, flightOfOne, flightOfOne);

/**
 * @param nowMs The present of the target.
 * @param daysAhead `known.departureDaysAhead` of the target.
 */
export const flightSearchOn = (
  { daysLater: days, nights, adults, children }: FlightDraw,
  { route, nowMs, daysAhead = daysAheadDefault }: { route: Json; nowMs: number; daysAhead?: number | undefined },
): FlightSearch => {
  const departure = dayAfter(nowMs, daysAhead + days);
  const back = nights === undefined ? {} : { return: dayAfter(departure, nights) };
  return { route, departure, ...back, adults, children };
};
