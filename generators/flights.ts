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
  /** On one of `known.otherRoutes` of the target, where it has any. */
  readonly isElsewhere?: boolean;
};

/** When to fly, whoever flies. */
export type FlightDays = { readonly daysLater: number; readonly nights: number };

/** When a target does not say, far enough ahead that most seats are still free. */
export const daysAheadDefault = 60;
const daysLaterMax = 60;

const daysLater = fc.integer({ min: 0, max: daysLaterMax });

/** One way of one adult, which is what every fare is sold for, and what one ticket covers. */
export const flightOfOne: fc.Arbitrary<FlightDraw> = daysLater.map((days) => ({
  daysLater: days,
  adults: 1,
  children: 0,
}));

/** One to ask for, and two to ask for where nothing flies then. */
export const flightDays: fc.Arbitrary<FlightDays[]> = fc.array(
  fc.record({ daysLater, nights: fc.integer({ min: 3, max: 14 }) }),
  {
    minLength: 3,
    maxLength: 3,
  },
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
  return {
    route,
    departure,
    ...(nights !== undefined && { return: dayAfter(departure, nights) }),
    adults,
    children,
  };
};
