/** The circumstances of flights that stories vary: there and back or not, for whom, which ticket, sold by whom, and for which partner. */
import { coveringRows, type Row } from './covering-rows.ts';
import type { FlightToBook } from './flight-to-book.ts';
import type { FlightDays, FlightDraw } from './flights.ts';

const parties = {
  'two adults': { adults: 2, children: 0 },
  'an adult with a child': { adults: 1, children: 1 },
  'one adult': { adults: 1, children: 0 },
} as const;

// Those first that one flight alone shows least often.
const party = ['two adults', 'an adult with a child', 'one adult'] as const;
const trip = ['there and back', 'one way'] as const;

const ofTwo = { party: ['two adults', 'an adult with a child'], ticket: ['of another', 'of the first'], trip } as const;

export type FlightRow = Pick<Row<typeof ofTwo>, 'ticket' | 'trip'> & {
  readonly party: (typeof party)[number];
  readonly seller: 'another' | 'the first';
  readonly partner: 'own' | 'other';
};

/** What is searched for, on which route. */
export const searchRows = coveringRows({ party, trip, route: ['another', 'the usual'] });
export type FlightSearchRow = (typeof searchRows)[number];

const partnerAt = (at: number) => (at % 2 === 0 ? 'own' : 'other');

/** What is booked. Of one passenger there is no other ticket, and so one row is enough; it is of what is sold least often. */
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

/** Of each kind of journey, for one. */
export const rowsOfOne: readonly FlightRow[] = flightRows.map(withOneAdult);

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
