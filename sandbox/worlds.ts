/** The worlds of one sandbox by id, and how one is made and filled; `default` is there from the start and stays. */
import { partners, preflightPartner, signingKey, tokenStore } from './access/tokens.ts';
import type { Passenger } from './avia/canonical.ts';
import { faresOf, flightsOn, priceOfFares } from './avia/flights.ts';
import type { FlightWorld } from './avia/rules.ts';
import { type FlightOffer, flightStores, type StoredPnr } from './avia/state.ts';
import { fareFamilies } from './data/flight-trade.ts';
import { geography } from './data/geography.ts';
import { hotels, regions } from './data/hotels.ts';
import { type Deviation, deviated } from './deviation.ts';
import { type AnyDialectId, dialectOf } from './dialects.ts';
import { type AnyFaultId, faultOf } from './faults.ts';
import { hotelStores } from './hotels/state.ts';
import { type OddityId, oddities } from './oddities.ts';
import { dateOf, dayMs } from './sales.ts';
import type { PlannedTrouble } from './troubles.ts';
import type { World } from './world.ts';
import { counters, movableClock } from './world-parts.ts';

// The bookings that every world has from the start: what no partner can make alone.

const passenger: Passenger = {
  firstName: 'Solveig',
  lastName: 'Aalto',
  birthDate: '1984-06-12',
  gender: 'female',
  citizenship: 'FI',
  document: { number: 'X4418820', expiresOn: '2099-12-31' },
  isChild: false,
};

type Seed = Pick<StoredPnr, 'bookingId' | 'locator' | 'clientId'> & {
  readonly headOffice?: string;
  /** The ten digits that its ticket number ends in. */
  readonly number: string;
  readonly status: 'open' | 'used';
};

const seeds: readonly Seed[] = [
  // Of an agency of the first partner, who may look at it and no more.
  {
    bookingId: 'c0ffee00-4d1c-4b7a-a3f2-5e6d7c8b9a01',
    locator: 'AGENCY',
    clientId: 'agency-of-preflight-partner',
    headOffice: preflightPartner.clientId,
    number: '0100000017',
    status: 'open',
  },
  {
    bookingId: 'f1e1d000-93b5-4c2e-a814-0b1c2d3e4f02',
    locator: 'FLOWNX',
    clientId: preflightPartner.clientId,
    number: '0100000024',
    status: 'used',
  },
];

const daysAhead = 30;

const seedBookings = (world: FlightWorld): void => {
  const now = world.now();
  const flights = flightsOn('HEL', 'FCO', dateOf(now + daysAhead * dayMs)).slice(0, 1);
  const [family] = fareFamilies.filter(({ code }) => code === 'FLEX');
  if (!family) return;
  const offer: FlightOffer = { flights, family, supplier: 'SKL', party: { adults: 1, children: 0 } };
  const fares = faresOf(offer, now);
  for (const { number, status, ...seed } of seeds) {
    const ticketNumber = world.dialect.ticketNumberOf({ accountingCode: '421', carrier: 'NV', number });
    world.flights.pnrs.put({
      ...seed,
      number: 0,
      createdAtMs: now,
      offer,
      passengers: [passenger],
      fares,
      price: priceOfFares(fares),
      contact: { email: 'desk@agency.invalid', phone: '+358000000000' },
      tickets: fares.map((fare) => ({
        ticketNumber,
        passenger: 0,
        issuedAtMs: now,
        fare,
        coupons: flights.map((flight) => ({ flight, status })),
      })),
    });
  }
};

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
const worldsMax = 2_000;

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
