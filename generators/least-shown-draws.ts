/** Draws stays and flights of the classes that a target was shown least. */
import fc from 'fast-check';
import type { ShownTogether } from '../contracts/class-coverage.ts';
import { occupancies, passengerMixes, type Range } from '../contracts/parties.ts';
import type { Target } from '../contracts/target.ts';
import { daysAheadDefault } from './calendar.ts';
import { leastShown } from './coverage.ts';
import { horizons, numbersIn, stayLengths } from './dimension-groups.ts';
import { type Drawn, pickSeed } from './draws.ts';
import type { FlightDraw } from './flights.ts';
import type { StayDraw } from './stays.ts';

type DrawnClasses = Readonly<Record<string, string>>;

type Drawing = Pick<Target, 'known' | 'otherPartner'>;

export type Horizon = {
  readonly together: readonly ShownTogether[];
  /** What there is to draw from; all when not said. */
  readonly target?: Drawing;
};

/** Beyond it most services sell nothing yet. */
const daysAheadMax = 330;

/** Whether a target has what classes ask for. */
const hasFor = (
  { known: { presets = [], otherRegions = [], otherRoutes = [] }, otherPartner }: Drawing,
  { preset, region, route, partner }: DrawnClasses,
): boolean =>
  (preset !== 'named' || presets.length > 0) &&
  (region !== 'other region' || otherRegions.length > 0) &&
  (route !== 'other route' || otherRoutes.length > 0) &&
  (partner !== 'other' || otherPartner !== undefined);

const mayTravel =
  (earliest: number, target: Drawing | undefined) =>
  (classes: DrawnClasses): boolean => {
    const { horizon = '' } = classes;
    const { days: [min, max] = [0, 0] }: { days?: Range } = horizons[horizon as keyof typeof horizons] ?? {};
    return max >= earliest && min <= daysAheadMax && (!target || hasFor(target, classes));
  };

/** After the earliest day. */
const daysLaterIn = (horizon: string | undefined, earliest: number): fc.Arbitrary<number> =>
  numbersIn(horizons, horizon).map(({ days }) => Math.max(0, Math.min(days, daysAheadMax) - earliest));

const childrenMax = 4;
const childrenAges = fc.array(fc.integer({ min: 3, max: 11 }), { minLength: childrenMax, maxLength: childrenMax });

/** One adult, and the last of the children, have a separate room. */
const inTwoRooms = ({
  adults,
  childrenAges,
}: Pick<StayDraw, 'adults' | 'childrenAges'>): Pick<StayDraw, 'adults' | 'childrenAges' | 'otherRooms'> => ({
  adults: adults - 1,
  childrenAges: childrenAges.slice(0, -1),
  otherRooms: [{ adults: 1, childrenAges: childrenAges.slice(-1) }],
});

const stayIn = ({ occupancy, rooms, nights, horizon }: DrawnClasses, earliest: number): fc.Arbitrary<StayDraw> =>
  fc
    .record({
      party: numbersIn(occupancies, occupancy),
      ages: childrenAges,
      length: numbersIn(stayLengths, nights),
      daysLater: daysLaterIn(horizon, earliest),
    })
    .map(({ party: { adults, children }, ages, length, daysLater }) => {
      const party = { adults, childrenAges: ages.slice(0, children) };
      return { daysLater, ...length, ...(rooms === 'several rooms' ? inTwoRooms(party) : party) };
    });

/** More than one, so that a round of explorations shows more of a group whose requests are few. */
const several = { minLength: 2, maxLength: 3, size: 'max' } as const;

const staySearch = (classes: DrawnClasses, daysAhead: number) =>
  fc.record({
    stay: stayIn(classes, daysAhead),
    isPresetNamed: fc.constant(classes.preset === 'named'),
    isElsewhere: fc.constant(classes.region === 'other region'),
    isByOther: fc.constant(classes.partner === 'other'),
    seed: pickSeed,
  });
export type StaySearch = Drawn<ReturnType<typeof staySearch>>;

/** Searches for hotels of classes that were shown least. */
export const staySearches = ({ together, target }: Horizon): fc.Arbitrary<StaySearch[]> => {
  const daysAhead = target?.known.stayDaysAhead ?? daysAheadDefault;
  const classes = leastShown('hotel-search', { together, may: mayTravel(daysAhead, target) });
  return fc.array(
    classes.chain((drawn) => staySearch(drawn, daysAhead)),
    several,
  );
};

const nightsBetween = fc.integer({ min: 1, max: 21 });

const flightIn = ({ passengers, trip, horizon }: DrawnClasses, earliest: number): fc.Arbitrary<FlightDraw> =>
  fc
    .record({
      party: numbersIn(passengerMixes, passengers),
      daysLater: daysLaterIn(horizon, earliest),
      nights: nightsBetween,
    })
    .map(({ party, daysLater, nights }) => ({ daysLater, ...party, ...(trip === 'return' && { nights }) }));

const flightLook = (classes: DrawnClasses, daysAhead: number) =>
  fc.record({
    flight: flightIn(classes, daysAhead),
    isElsewhere: fc.constant(classes.route === 'other route'),
    isByOther: fc.constant(classes.partner === 'other'),
    seed: pickSeed,
  });
export type FlightLook = Drawn<ReturnType<typeof flightLook>>;

/** Searches for flights of classes that were shown least. */
export const flightLooks = ({ together, target }: Horizon): fc.Arbitrary<FlightLook[]> => {
  const daysAhead = target?.known.departureDaysAhead ?? daysAheadDefault;
  const classes = leastShown('flight-search', { together, may: mayTravel(daysAhead, target) });
  return fc.array(
    classes.chain((drawn) => flightLook(drawn, daysAhead)),
    several,
  );
};
