/** Draws stays and flights of given classes, so that every combination of the partitions can be asked for. */
import fc from 'fast-check';
import type { Touch } from '../contracts/domain-coverage.ts';
import { occupancies, passengerMixes, type Range } from '../contracts/parties.ts';
import { aimed } from './coverage.ts';
import { daysAheadDefault, type FlightDraw } from './flights.ts';
import { horizons, numbersIn, stayLengths } from './partitions.ts';
import { pickSeed } from './picked.ts';
import type { StayDraw } from './stays.ts';

type DrawnClasses = Readonly<Record<string, string>>;

export type Horizon = {
  readonly touches: readonly Touch[];
  /** How many days ahead a target lets us travel at the earliest, where it says. */
  readonly daysAhead?: number | undefined;
};

/** Beyond it most services sell nothing yet. */
const daysAheadMax = 330;

const mayTravel =
  (earliest: number) =>
  ({ horizon = '' }: DrawnClasses): boolean => {
    const { days: [min, max] = [0, 0] }: { days?: Range } = horizons[horizon as keyof typeof horizons] ?? {};
    return max >= earliest && min <= daysAheadMax;
  };

/** After the earliest day. */
const daysLaterIn = (horizon: string | undefined, earliest: number): fc.Arbitrary<number> =>
  numbersIn(horizons, horizon).map(({ days }) => Math.max(0, Math.min(days, daysAheadMax) - earliest));

const childrenMax = 4;
const childrenAges = fc.array(fc.integer({ min: 3, max: 11 }), { minLength: childrenMax, maxLength: childrenMax });

const stayIn = ({ occupancy, nights, horizon }: DrawnClasses, earliest: number): fc.Arbitrary<StayDraw> =>
  fc
    .record({
      party: numbersIn(occupancies, occupancy),
      ages: childrenAges,
      length: numbersIn(stayLengths, nights),
      daysLater: daysLaterIn(horizon, earliest),
    })
    .map(({ party: { adults, children }, ages, length, daysLater }) => ({
      daysLater,
      ...length,
      adults,
      childrenAges: ages.slice(0, children),
    }));

export type StaySearch = {
  readonly stay: StayDraw;
  readonly isPresetNamed: boolean;
  readonly seed: number;
};

/** More than one, so that a round of explorations shows more of a domain whose requests are few. */
const several = { minLength: 2, maxLength: 3, size: 'max' } as const;

/** Searches for hotels of classes that were shown least. */
export const staySearches = ({ touches, daysAhead = daysAheadDefault }: Horizon): fc.Arbitrary<StaySearch[]> =>
  fc.array(
    aimed('hotel-search', { touches, may: mayTravel(daysAhead) }).chain((classes) =>
      fc.record({
        stay: stayIn(classes, daysAhead),
        isPresetNamed: fc.constant(classes.preset === 'named'),
        seed: pickSeed,
      }),
    ),
    several,
  );

const nightsBetween = fc.integer({ min: 1, max: 21 });

const flightIn = ({ passengers, trip, horizon }: DrawnClasses, earliest: number): fc.Arbitrary<FlightDraw> =>
  fc
    .record({
      party: numbersIn(passengerMixes, passengers),
      daysLater: daysLaterIn(horizon, earliest),
      nights: nightsBetween,
    })
    .map(({ party, daysLater, nights }) => ({ daysLater, ...party, ...(trip === 'return' && { nights }) }));

export type FlightLook = { readonly flight: FlightDraw; readonly seed: number };

/** Searches for flights of classes that were shown least. */
export const flightLooks = ({ touches, daysAhead = daysAheadDefault }: Horizon): fc.Arbitrary<FlightLook[]> =>
  fc.array(
    aimed('flight-search', { touches, may: mayTravel(daysAhead) }).chain((classes) =>
      fc.record({ flight: flightIn(classes, daysAhead), seed: pickSeed }),
    ),
    several,
  );
