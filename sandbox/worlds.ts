/** The worlds of one sandbox by id, and how one is made; `default` is there from the start and stays. */
import { partners, signingKey, tokenStore } from './access/tokens.ts';
import { seedBookings } from './avia/seeds.ts';
import { flightStores } from './avia/state.ts';
import { geography } from './data/geography.ts';
import { hotels, regions } from './data/hotels.ts';
import { type Deviation, deviated } from './deviation.ts';
import { type AnyDialectId, dialectOf } from './dialects.ts';
import { type AnyFaultId, faultOf } from './faults.ts';
import { hotelStores } from './hotels/state.ts';
import { type OddityId, oddities } from './oddities.ts';
import type { PlannedTrouble } from './troubles.ts';
import type { World } from './world.ts';
import { counters, movableClock } from './world-parts.ts';

export type WorldOptions = {
  readonly id: string;
  readonly seed: number;
  readonly scale: 'full' | 'small';
  /** How it spells what is not documented. */
  readonly dialect: AnyDialectId;
  readonly faults: readonly AnyFaultId[];
  readonly oddities: readonly OddityId[];
  /** Trouble of the environment, which breaks no clause. */
  readonly troubles: readonly PlannedTrouble[];
  /** Source of the world's time, in milliseconds since 1970. */
  readonly now: () => number;
  /** The moment the world's clock shows first; without it, that of its source. */
  readonly startsAtMs?: number;
};

/** What makes it other than a healthy one. */
export type Deviations = Pick<WorldOptions, 'faults' | 'oddities' | 'troubles'>;

export type OpenedWorld = World & {
  readonly options: WorldOptions;
  /** From the next request on, in place of what it had; its clock, data and tokens stay. */
  deviate(deviations: Deviations): void;
};

export type Worlds = {
  readonly find: (id: string) => OpenedWorld | undefined;
  /** Throws `RangeError` when there are too many worlds or the id is taken. */
  readonly open: (options: Partial<WorldOptions>) => OpenedWorld;
  readonly remove: (id: string) => void;
  readonly pathOf: (id: string) => string;
};

export const defaultWorldId = 'default';

// Enough for one world per fault, several times over.
export const worldsMax = 2_000;

const healthy = { seed: 1, scale: 'full', dialect: 'nested', faults: [], oddities: [], troubles: [] } as const;

const idPattern = /^[a-z0-9-]{1,64}$/;

// Faults come last, so that an oddity never covers up a fault.
const deviationsOf = (all: Deviations): readonly Deviation[] => [
  ...all.oddities.map((id) => oddities[id]),
  ...all.faults.map(faultOf),
];

/** Until a request arrives, a world is without the deviations that apply to some requests alone. */
const always = (deviations: readonly Deviation[]): Pick<World, 'rules' | 'changes'> =>
  deviated(deviations.filter(({ when }) => !when));

const openWorld = (options: WorldOptions): OpenedWorld => {
  const { id, seed, scale } = options;
  let deviations = deviationsOf(options);
  const { countries, citiesByCountry } = geography(scale);
  const ofWorld = hotels(scale);
  const world: OpenedWorld = {
    id,
    seed,
    options,
    key: signingKey(options),
    ...always(deviations),
    deviate: (next) => {
      deviations = deviationsOf(next);
      Object.assign(world, { ...always(deviations), options: { ...world.options, ...next } });
    },
    facing: (operation, request) => {
      if (deviations.every(({ when }) => !when)) return world;
      const there = deviations.filter(({ when }) => when?.({ operation, request, world }) ?? true);
      return { ...world, ...deviated(there) };
    },
    dialect: dialectOf(options.dialect),
    partners,
    tokens: tokenStore(),
    countries,
    citiesOf: (countryId) => citiesByCountry.get(countryId) ?? [],
    hotels: ofWorld,
    hotelOf: (hotelId) => ofWorld.find((hotel) => hotel.id === hotelId),
    regions: regions(scale),
    ...hotelStores(),
    flights: flightStores(),
    ...movableClock(options.now, options.startsAtMs),
    ...counters(),
  };
  seedBookings(world);
  return world;
};

export const worldsOf = (now: () => number, first: Partial<WorldOptions>): Worlds => {
  const worlds = new Map<string, OpenedWorld>();
  let opened = 0;

  const unusedId = (): string => {
    do opened += 1;
    while (worlds.has(`w${opened}`));
    return `w${opened}`;
  };

  const open = (options: Partial<WorldOptions>): OpenedWorld => {
    if (worlds.size >= worldsMax) throw new RangeError(`there are ${worldsMax} worlds already: delete some first`);
    const id = options.id ?? unusedId();
    if (!idPattern.test(id)) throw new RangeError('a world id has 1 to 64 letters a-z, digits and hyphens');
    if (worlds.has(id)) throw new RangeError(`world ${id} exists already`);
    const world = openWorld({ ...healthy, now, ...options, id });
    worlds.set(id, world);
    return world;
  };

  open({ ...first, id: defaultWorldId });
  return {
    find: (id) => worlds.get(id),
    open,
    remove: (id) => worlds.delete(id),
    pathOf: (id) => (id === defaultWorldId ? '' : `/worlds/${id}`),
  };
};
