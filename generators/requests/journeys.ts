/** Journeys that are lawful and rare (part 4.2): there and back in a day, over a leap day, far ahead, large parties. */
import fc from 'fast-check';
import type { FlightSearch } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { type DayDraw, dayAfter, dayAhead, dayOf } from '../calendar.ts';
import { mostOf } from '../draws.ts';

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

const soon: fc.Arbitrary<DayDraw> = fc.oneof(
  { arbitrary: fc.record({ after: fc.integer({ min: 1, max: 330 }) }), weight: 3 },
  { arbitrary: fc.record({ after: fc.nat(300), next: fc.constant('month-end' as const) }), weight: 1 },
);

/** Of a family, of a party that is long away, there and back in a day; or of any kind. */
export const rareJourneys: fc.Arbitrary<RareJourney[]> = mostOf<RareJourney>(
  fc.record({ departs: soon, adults: fc.integer({ min: 3, max: 4 }), children: fc.integer({ min: 2, max: 3 }) }),
  fc.oneof(
    {
      arbitrary: fc.record({
        departs: soon,
        nights: fc.integer({ min: 15, max: 60 }),
        adults: fc.integer({ min: 3, max: 6 }),
        children: fc.constant(0),
      }),
      weight: 5,
    },
    { arbitrary: rareJourney, weight: 1 },
  ),
  fc.record({
    departs: soon,
    nights: fc.constant(0),
    adults: fc.integer({ min: 1, max: 2 }),
    children: fc.constant(0),
  }),
);

export const rareJourneyOn = (
  { departs, nights, adults, children }: RareJourney,
  { route, nowMs }: { readonly route: Json; readonly nowMs: number },
): FlightSearch => {
  const departure = dayOf(departs, nowMs);
  const back = nights === undefined ? {} : { return: dayAfter(departure, nights) };
  return { route, departure, ...back, adults, children };
};
