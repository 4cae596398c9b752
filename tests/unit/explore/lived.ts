/** Lives one drawn life in a world of the sandbox, and tells what the checks and the model say of it. */
import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { judge } from '../../../contracts/judge.ts';
import type { Trace } from '../../../contracts/trace.ts';
import type { Flow } from '../../../engine/flow.ts';
import type { Session } from '../../../engine/session.ts';
import type { Exploration } from '../../../explore/exploration.ts';
import { exploreBookingLife, livedBookings } from '../../../explore/explorations/explore-booking-life.ts';
import { exploreTicketLife, livedTickets } from '../../../explore/explorations/explore-ticket-life.ts';
import type { Surprise } from '../../../explore/models/lawful.ts';
import { targetReading } from '../../../prover/walked-world.ts';
import { unusualFaults } from '../../../sandbox/deviations/faults/unusual.ts';
import type { DialectId } from '../../../sandbox/dialects.ts';
import { type OddityId, oddities } from '../../../sandbox/oddities.ts';
import type { WorldOptions } from '../../../sandbox/worlds.ts';
import { type Placed, placed } from '../flows/hotel-world.ts';

export type Life = {
  readonly exploration: Exploration;
  readonly live: (session: Session, input: never) => Promise<readonly Surprise[]>;
};

export const ofTickets: Life = { exploration: exploreTicketLife, live: livedTickets };
export const ofBookings: Life = { exploration: exploreBookingLife, live: livedBookings };

export type Lived = {
  readonly trace: Trace;
  readonly surprises: readonly Surprise[];
  /** The clauses that fail, and those whose judging broke. */
  readonly failed: readonly ClauseId[];
};

export const drawn = ({ exploration }: Pick<Life, 'exploration'>, seed: number): unknown =>
  fc.sample(exploration.input, { seed, numRuns: 1 })[0];

export const worldReading = (dialect: DialectId, options: Partial<WorldOptions> = {}): Placed =>
  placed({ dialect, ...options }, ({ baseUrl }) => targetReading(dialect, baseUrl));

export const lived = async (life: Life, input: unknown, world: Placed): Promise<Lived> => {
  let surprises: readonly Surprise[] = [];
  const reported: Flow = {
    ...life.exploration,
    input: fc.constant({}),
    run: async (session) => {
      surprises = await life.live(session, input as never);
    },
  };
  const trace = await world.record(reported);
  if (trace.error) throw new Error(trace.error.stack);
  const verdicts = life.exploration.exercises.map((clause) => judge(clause, trace));
  const failed = verdicts
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ clause }) => clause);
  return { trace, surprises, failed };
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
  const { surprises, failed, trace } = await lived(life, drawn(life, seed), worldReading(dialect, { oddities: ids }));
  deepEqual({ surprises, failed }, { surprises: [], failed: [] });
  if (ids.length === 0) equal(trace.stopped, undefined);
  return trace;
};

/** What only an unusual order of its acts reveals. */
export const unusualOf = (life: Life) =>
  unusualFaults.filter(
    ({ touches, violates }) =>
      touching(life, touches) && violates.every((clause) => life.exploration.exercises.includes(clause)),
  );
