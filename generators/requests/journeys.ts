/** Journeys that are lawful and rare (part 4.2): there and back in a day, over a leap day, far ahead, of large parties. */
import fc from 'fast-check';
import type { FlightSearch } from '../../contracts/flight-intents.ts';
import type { Json } from '../../contracts/json.ts';
import { dayAfter } from '../calendar.ts';
import { type DayDraw, dayAhead, dayOf } from './days.ts';

export type RareJourney = {
  readonly departs: DayDraw;
  /** Between there and back, 0 for the same day; one way without. */
  readonly nights?: number;
  readonly adults: number;
  readonly children: number;
};

export const rareJourney: fc.Arbitrary<RareJourney> = fc.record(
  {
    departs: fc.oneof({ arbitrary: dayAhead(330), weight: 5 }, { arbitrary: dayAhead(2_000), weight: 1 }),
    nights: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 330 })),
    adults: fc.integer({ min: 1, max: 9 }),
    children: fc.integer({ min: 0, max: 8 }),
  },
  { requiredKeys: ['departs', 'adults', 'children'], noNullPrototype: true },
);

export const rareJourneyOn = (
  { departs, nights, adults, children }: RareJourney,
  { route, nowMs }: { readonly route: Json; readonly nowMs: number },
): FlightSearch => {
  const departure = dayOf(departs, nowMs);
  const back = nights === undefined ? {} : { return: dayAfter(departure, nights) };
  return { route, departure, ...back, adults, children };
};
