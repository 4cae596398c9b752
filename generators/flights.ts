/** Flights to search for (part 4.2): how far ahead and for whom, put on the calendar when the present is known. */
import fc from 'fast-check';
import type { FlightSearch } from '../contracts/flight-intents.ts';
import type { Json } from '../contracts/json.ts';
import { dayAfter } from './calendar.ts';

export type FlightDraw = {
  /** After the earliest day that the target allows. */
  readonly daysLater: number;
  /** Between there and back; one way without. */
  readonly nights?: number;
  readonly adults: number;
  readonly children: number;
};

/** When a target does not say, far enough ahead that most seats are still free. */
export const daysAheadDefault = 60;
const daysLaterMax = 60;

type FlightParty = Pick<FlightDraw, 'adults' | 'children'>;

const one: FlightParty = { adults: 1, children: 0 };
const two: FlightParty = { adults: 2, children: 0 };
const family: FlightParty = { adults: 1, children: 1 };

const daysLater = fc.integer({ min: 0, max: daysLaterMax });

/** One way of one adult, which is what every fare is sold for, and what one ticket covers. */
export const flightOfOne: fc.Arbitrary<FlightDraw> = daysLater.map((days) => ({ daysLater: days, ...one }));

const flight: fc.Arbitrary<FlightDraw> = fc
  .record(
    {
      daysLater,
      party: fc.oneof(
        { arbitrary: fc.constant(one), weight: 4 },
        { arbitrary: fc.constant(two), weight: 3 },
        { arbitrary: fc.constant(family), weight: 3 },
      ),
      nights: fc.integer({ min: 3, max: 14 }),
    },
    { requiredKeys: ['daysLater', 'party'] },
  )
  .map(({ daysLater: days, party, nights }) => ({
    daysLater: days,
    ...party,
    ...(nights !== undefined && { nights }),
  }));

/** One to ask for, and two to ask for where nothing flies then. */
export const flights: fc.Arbitrary<FlightDraw[]> = fc.tuple(flight, flightOfOne, flightOfOne);

export const flightsOfOne: fc.Arbitrary<FlightDraw[]> = fc.tuple(flightOfOne, flightOfOne, flightOfOne);

/** One way of two adults, who have a ticket each. */
export const flightsOfTwo: fc.Arbitrary<FlightDraw[]> = fc
  .array(daysLater, { minLength: 3, maxLength: 3 })
  .map((days) => days.map((each) => ({ daysLater: each, ...two })));

/**
 * @param nowMs The present of the target.
 * @param daysAhead `known.departureDaysAhead` of the target.
 */
export const flightSearchOn = (
  { daysLater: days, nights, adults, children }: FlightDraw,
  { route, nowMs, daysAhead = daysAheadDefault }: { route: Json; nowMs: number; daysAhead?: number | undefined },
): FlightSearch => {
  const departure = dayAfter(nowMs, daysAhead + days);
  return {
    route,
    departure,
    ...(nights !== undefined && { return: dayAfter(departure, nights) }),
    adults,
    children,
  };
};
