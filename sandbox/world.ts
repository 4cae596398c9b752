/** What a world has: one independent copy of the service, with its own clock, key, data, partners and rules. */
import type { OperationId } from '../contracts/operations.ts';
import type { AccessWorld } from './access/rules.ts';
import type { FlightWorld } from './avia/rules.ts';
import type { City, Country } from './data/geography.ts';
import type { Hotel } from './data/hotels.ts';
import type { HotelWorld } from './hotels/rules.ts';
import type { Reply, SandboxRequest } from './reply.ts';
import type { Clock } from './world-parts.ts';

export type Change = (reply: Reply, request: SandboxRequest, world: World) => Reply;

/** By the operation whose replies they change. */
export type Changes = Readonly<Partial<Record<OperationId, Change>>>;

/** The rules of access, hotels and flights know only as much of the world as they need. */
export type World = AccessWorld &
  HotelWorld &
  FlightWorld &
  Clock & {
    /** Sorted by id. */
    readonly countries: readonly Country[];
    /** Sorted by id; empty for a country without cities and for an unknown one. */
    readonly citiesOf: (countryId: number) => readonly City[];
    /** Sorted by id. */
    readonly hotels: readonly Hotel[];
    /** Of its oddities, then of its faults; each builds on those before it. */
    readonly changes: readonly Changes[];
    /** The world as one request meets it: some deviations apply to some requests alone. */
    readonly facing: (operation: OperationId, request: SandboxRequest) => World;
  };
