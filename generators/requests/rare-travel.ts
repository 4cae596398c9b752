/** Stays (part 4.5) and journeys (part 4.2) that are lawful and rare: over a leap day, long, far ahead, of many people. */
import fc from 'fast-check';
import type { FlightSearch, StayIntent } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { type DayDraw, dayAfter, dayAhead, dayOf } from '../calendar.ts';
import { mostOf } from '../draws.ts';

export type RareStay = { readonly comes: DayDraw; readonly nights: number; readonly rooms: StayIntent['rooms'] };

const room: fc.Arbitrary<StayIntent['rooms'][number]> = fc.record({
  adults: fc.integer({ min: 1, max: 6 }),
  childrenAges: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 4 }),
});

const soon = dayAhead(400);
/** Further than any hotel sells. */
const far = dayAhead(5_000);

const rareStay: fc.Arbitrary<RareStay> = fc.record({
  comes: fc.oneof({ arbitrary: soon, weight: 5 }, { arbitrary: far, weight: 1 }),
  nights: fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: 4 }), weight: 3 },
    { arbitrary: fc.integer({ min: 5, max: 30 }), weight: 2 },
    { arbitrary: fc.integer({ min: 31, max: 400 }), weight: 1 },
  ),
  rooms: fc.array(room, { minLength: 1, maxLength: 3 }),
});

const inFamilies: fc.Arbitrary<StayIntent['rooms'][number]> = fc.record({
  adults: fc.integer({ min: 1, max: 4 }),
  childrenAges: fc
    .tuple(fc.integer({ min: 0, max: 2 }), fc.array(fc.integer({ min: 0, max: 17 }), { minLength: 1, maxLength: 3 }))
    .map(([infant, others]) => [infant, ...others]),
});
const forTwo = fc.constant<StayIntent['rooms']>([{ adults: 2, childrenAges: [] }]);

/** Over a day at which calendars go wrong. */
const over = (next: NonNullable<DayDraw['next']>): fc.Arbitrary<RareStay> =>
  fc.record({
    comes: fc.record({ after: fc.nat(300), next: fc.constant(next), before: fc.integer({ min: 1, max: 3 }) }),
    nights: fc.integer({ min: 5, max: 14 }),
    rooms: forTwo,
  });

/** Long, of families in several rooms, over the turn of a year, over a leap day; or of any kind. */
export const rareStays: fc.Arbitrary<RareStay[]> = mostOf(
  fc.oneof(
    {
      arbitrary: fc.record({ comes: dayAhead(400), nights: fc.integer({ min: 8, max: 30 }), rooms: forTwo }),
      weight: 20,
    },
    { arbitrary: rareStay, weight: 1 },
  ),
  fc.record({
    comes: dayAhead(400),
    nights: fc.integer({ min: 1, max: 4 }),
    rooms: fc.array(inFamilies, { minLength: 2, maxLength: 3 }),
  }),
  over('new-year'),
  over('leap-day'),
);

export const rareStayOn = ({ comes, nights, rooms }: RareStay, nowMs: number): StayIntent => {
  const checkIn = dayOf(comes, nowMs);
  return { checkIn, checkOut: dayAfter(checkIn, nights), rooms };
};

export type RareJourney = {
  readonly departs: DayDraw;
  /** Between there and back, 0 for the same day; one way without. */
  readonly nights?: number;
  readonly adults: number;
  readonly children: number;
};

const rareJourney: fc.Arbitrary<RareJourney> = fc.record(
  {
    departs: fc.oneof({ arbitrary: dayAhead(330), weight: 5 }, { arbitrary: dayAhead(2_000), weight: 1 }),
    nights: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 330 })),
    adults: fc.integer({ min: 1, max: 9 }),
    children: fc.integer({ min: 0, max: 8 }),
  },
  { requiredKeys: ['departs', 'adults', 'children'], noNullPrototype: true },
);

const departsSoon: fc.Arbitrary<DayDraw> = fc.oneof(
  { arbitrary: fc.record({ after: fc.integer({ min: 1, max: 330 }) }), weight: 3 },
  { arbitrary: fc.record({ after: fc.nat(300), next: fc.constant('month-end' as const) }), weight: 1 },
);

/** Of a family, of a party that is long away, there and back in a day; or of any kind. */
export const rareJourneys: fc.Arbitrary<RareJourney[]> = mostOf<RareJourney>(
  fc.record({ departs: departsSoon, adults: fc.integer({ min: 3, max: 4 }), children: fc.integer({ min: 2, max: 3 }) }),
  fc.oneof(
    {
      arbitrary: fc.record({
        departs: departsSoon,
        nights: fc.integer({ min: 15, max: 60 }),
        adults: fc.integer({ min: 3, max: 6 }),
        children: fc.constant(0),
      }),
      weight: 5,
    },
    { arbitrary: rareJourney, weight: 1 },
  ),
  fc.record({
    departs: departsSoon,
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
