/** Sends one drawn life to a world of the sandbox, and judges its trace. */
import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { judge } from '../../../contracts/judge.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { type Exploration, flowOf } from '../../../explore/exploration.ts';
import { exploreBookingLife } from '../../../explore/explorations/explore-booking-life.ts';
import { exploreTicketLife } from '../../../explore/explorations/explore-ticket-life.ts';
import { targetReading } from '../../../prover/walked-world.ts';
import { unusualFaults } from '../../../sandbox/deviations/faults/unusual.ts';
import type { DialectId } from '../../../sandbox/dialects.ts';
import { type OddityId, oddities } from '../../../sandbox/oddities.ts';
import type { WorldOptions } from '../../../sandbox/worlds.ts';
import { type Placed, placed } from '../flows/hotel-world.ts';

export type Life = { readonly exploration: Exploration };

export const ofTickets: Life = { exploration: exploreTicketLife };
export const ofBookings: Life = { exploration: exploreBookingLife };

export type Lived = {
  readonly trace: Trace;
  /** The clauses that fail, and those whose judging broke. */
  readonly failed: readonly ClauseId[];
};

export const drawn = ({ exploration }: Life, seed: number): unknown =>
  fc.sample(exploration.input, { seed, numRuns: 1 })[0];

export const worldReading = (dialect: DialectId, options: Partial<WorldOptions> = {}): Placed =>
  placed({ dialect, ...options }, ({ baseUrl }) => targetReading(dialect, baseUrl));

export const lived = async ({ exploration }: Life, input: unknown, world: Placed): Promise<Lived> => {
  const trace = await world.record(flowOf(exploration, input));
  if (trace.error) throw new Error(trace.error.stack);
  const verdicts = exploration.exercises.map((clause) => judge(clause, trace));
  const failed = verdicts
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ clause }) => clause);
  return { trace, failed };
};

const touching = ({ exploration }: Life, touches: readonly string[]): boolean =>
  exploration.operations.some((operation) => touches.includes(operation));

export const odditiesOf = (life: Life): OddityId[] =>
  Object.values(oddities)
    .filter(({ touches }) => touching(life, touches))
    .map(({ id }) => id);

/** Nothing else shows it: what all operations do alike is a matter for wider sweeps. */
export const isItsOwn = ({ exploration }: Life, id: OddityId): boolean =>
  oddities[id].touches.every((operation: string) => exploration.operations.some((each) => each === operation));

/** Lives one life of a lawful world. */
export const blamedForNothing = async (
  life: Life,
  { seed, dialect, oddities: ids = [] }: { seed: number; dialect: DialectId; oddities?: OddityId[] },
): Promise<Trace> => {
  const { failed, trace } = await lived(life, drawn(life, seed), worldReading(dialect, { oddities: ids }));
  deepEqual(failed, []);
  if (ids.length === 0) equal(trace.stopped, undefined);
  return trace;
};

/** What only an unusual order of its acts reveals. */
export const unusualOf = (life: Life) =>
  unusualFaults.filter(
    ({ touches, violates }) =>
      touching(life, touches) && violates.every((clause) => life.exploration.exercises.includes(clause)),
  );
