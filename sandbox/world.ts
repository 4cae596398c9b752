/** One independent copy of the service: its own clock, key, data, partners, tokens, faults and oddities. */
import { seedBookings } from './avia/seeds.ts';
import { type FlightStores, flightStores } from './avia/stores.ts';
import { movableClock } from './clock.ts';
import type { City } from './data/cities.ts';
import type { Country } from './data/countries.ts';
import { geography } from './data/geography.ts';
import { type Hotel, hotels } from './data/hotels.ts';
import { type Region, regions } from './data/regions.ts';
import { type Deviation, deviating } from './deviation.ts';
import type { Dialect } from './dialect.ts';
import { type DialectId, dialects } from './dialects.ts';
import { type FaultId, faults } from './faults.ts';
import { type BookingStore, bookingStore, type SearchStore, searchStore } from './hotels/stores.ts';
import { signingKey } from './jwt.ts';
import { type OddityId, oddities } from './oddities.ts';
import { type Partner, partners } from './partners.ts';
import { healthyRules, type Rules } from './rules.ts';
import { type TokenStore, tokenStore } from './tokens.ts';
import type { PlannedTrouble } from './troubles.ts';

export type Scale = 'full' | 'small';

export type WorldOptions = {
  readonly id: string;
  readonly seed: number;
  readonly scale: Scale;
  /** How it spells what is not documented. */
  readonly dialect: DialectId;
  readonly faults: readonly FaultId[];
  readonly oddities: readonly OddityId[];
  /** Trouble of the environment, which breaks no clause. */
  readonly troubles: readonly PlannedTrouble[];
  /** Source of the world's time, in milliseconds since 1970. */
  readonly now: () => number;
  /** The moment the world's clock shows first; without it, that of its source. */
  readonly startsAtMs?: number;
};

export type World = {
  readonly id: string;
  readonly seed: number;
  readonly key: Uint8Array;
  readonly rules: Rules;
  readonly deviations: readonly Deviation[];
  readonly partners: readonly Partner[];
  readonly tokens: TokenStore;
  /** Sorted by id. */
  readonly countries: readonly Country[];
  /** Sorted by id; empty for a country without cities and for an unknown one. */
  readonly citiesOf: (countryId: number) => readonly City[];
  /** Sorted by id. */
  readonly hotels: readonly Hotel[];
  readonly hotelOf: (hotelId: number) => Hotel | undefined;
  readonly regions: readonly Region[];
  readonly searches: SearchStore;
  readonly bookings: BookingStore;
  readonly flights: FlightStores;
  readonly dialect: Dialect;
  /** Milliseconds since 1970 by the world's own clock. */
  readonly now: () => number;
  readonly advance: (byMs: number) => void;
  /** Counts one more of its name and tells how many there are now. */
  readonly count: (name: string) => number;
  readonly counted: (name: string) => number;
  readonly options: WorldOptions;
};

export const openWorld = (options: WorldOptions): World => {
  const { id, seed } = options;
  const clock = movableClock(options.now, options.startsAtMs);
  // Faults come last, so that an oddity never covers up a fault.
  const deviations: readonly Deviation[] = [
    ...options.oddities.map((oddityId) => oddities[oddityId]),
    ...options.faults.map((faultId) => faults[faultId]),
  ];
  const { countries, citiesByCountry } = geography(options.scale);
  const ofWorld = hotels(options.scale);
  const counters = new Map<string, number>();
  const counted = (name: string): number => counters.get(name) ?? 0;
  const world: World = {
    id,
    seed,
    key: signingKey(options),
    rules: deviating(healthyRules, deviations),
    deviations,
    partners,
    tokens: tokenStore(),
    countries,
    citiesOf: (countryId) => citiesByCountry.get(countryId) ?? [],
    hotels: ofWorld,
    hotelOf: (hotelId) => ofWorld.find(({ id: one }) => one === hotelId),
    regions: regions(options.scale),
    searches: searchStore(),
    bookings: bookingStore(),
    flights: flightStores(),
    dialect: dialects[options.dialect],
    now: clock.now,
    advance: clock.advance,
    count: (name) => {
      counters.set(name, counted(name) + 1);
      return counted(name);
    },
    counted,
    options,
  };
  seedBookings(world);
  return world;
};
