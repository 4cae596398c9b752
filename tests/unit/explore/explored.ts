/** Explores a world of the sandbox in this process, by one exploration, as often as a test wants. */
import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { judge } from '../../../contracts/judge.ts';
import type { Target } from '../../../contracts/target.ts';
import type { Trace } from '../../../contracts/trace.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import type { Runner } from '../../../engine/run.ts';
import { type FlowWalker, walker } from '../../../engine/walk.ts';
import { evidence } from '../../../explore/evidence.ts';
import { type Exploration, exploration, flowOf } from '../../../explore/exploration.ts';
import { exploreBookingLife, exploreTicketLife } from '../../../explore/explorations/explore-lives.ts';
import { type ExploreBudget, type Explored, explore } from '../../../explore/explore.ts';
import { shrinkUnsent } from '../../../explore/shrink.ts';
import type { StandIns } from '../../../prover/stand-ins.ts';
import { targetReading } from '../../../prover/walked-world.ts';
import { unusualFaults } from '../../../sandbox/deviations/faults/unusual.ts';
import type { DialectId } from '../../../sandbox/dialects.ts';
import { type OddityId, oddities } from '../../../sandbox/oddities.ts';
import type { WorldOptions } from '../../../sandbox/worlds.ts';
import { type Placed, placed } from '../flows/hotel-world.ts';

/** A walk over what a test records, with nothing replaced. */
export const walkWith = (record: Runner['record']): FlowWalker['walk'] =>
  walker({ id: 'run' }, { record, share: (trace) => trace }).walk;

/** Lives one drawn life in a world of the sandbox, and reports what the checks and the model say of it. */
export type Life = { readonly exploration: Exploration };

export const ofTickets: Life = { exploration: exploreTicketLife };
export const ofBookings: Life = { exploration: exploreBookingLife };

/** What fails, and what breaks while it is judged. */
export const blamedIn = (verdicts: readonly Verdict[]) =>
  verdicts
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ clause, findings }) => [clause, findings[0]] as const);

export const drawn = ({ exploration }: Life, seed: number): unknown =>
  fc.sample(exploration.input, { seed, numRuns: 1 })[0];

export const worldReading = (dialect: DialectId, options: Partial<WorldOptions> = {}): Placed =>
  placed({ dialect, ...options }, ({ baseUrl }) => targetReading(dialect, baseUrl));

/** @param world Closed after it. */
export const lived = async ({ exploration: one }: Life, input: unknown, world: Placed) => {
  const trace = await world.record(flowOf(one, input)).finally(world.close);
  if (trace.error) throw new Error(trace.error.stack);
  const failed = blamedIn(one.exercises.map((clause) => judge(clause, trace))).map(([clause]) => clause);
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
  const warned = ids.flatMap((id): readonly ClauseId[] => oddities[id].warns ?? []);
  const blamed = failed.filter((clause) => !warned.includes(clause));
  deepEqual(blamed, []);
  if (ids.length === 0) equal(trace.stopped, undefined);
  return trace;
};

/** What only an unusual order of its acts reveals. */
export const unusualOf = (life: Life) =>
  unusualFaults.filter(
    ({ touches, violates }) =>
      touching(life, touches) && violates.every((clause) => life.exploration.exercises.includes(clause)),
  );

/** An exploration of numbers, and a budget that is large enough for it. */
export const plenty: ExploreBudget = { requests: 1_000, runs: 100, shrinkRequests: 1_000 };

export const city = (id: number) => ({ id, nameRu: 'а', nameEn: 'a', latitude: 1, longitude: 1, country: null });

/** Asks for one number. */
export const numbers = exploration<number>('explore-numbers', {
  story: 'Ask for a number.',
  phase: 'main',
  operations: ['cities'],
  exercises: ['cities.sorted-by-id'],
  input: fc.integer({ min: 0, max: 1_000_000 }),
  run: async () => {},
});

type Options = {
  readonly dialect?: 'nested' | 'flat';
  readonly seed: number;
  readonly runs: number;
  readonly world?: Partial<WorldOptions>;
  /** What the target says otherwise. */
  readonly changed?: (target: Target) => Partial<Target>;
  /** Further requests for each finding; nothing is shrunk when not said. */
  readonly shrinkRequests?: number;
  /** What stands in for the target; nothing when not said. */
  readonly standIns?: (target: Target) => StandIns;
};

export const explored = async (
  exploration: Exploration,
  { dialect = 'nested', seed, runs, world = {}, changed = () => ({}), shrinkRequests, standIns }: Options,
): Promise<Explored> => {
  const often = { perRun: 200, perDay: 100_000 };
  const place = placed({ dialect, ...world }, ({ baseUrl }) => {
    const plain = targetReading(dialect, baseUrl);
    const may = { ...plain.may, books: often, tickets: often };
    return { ...plain, may, limits: { ...plain.limits, runDeadlineMs: 3_600_000 }, ...changed(plain) };
  });
  const { target } = place;
  const answers = evidence();
  const running = place.running({ seed, createClient: answers.remembering });
  const standing = standIns?.(target);
  const unsent = shrinkUnsent({ target, seed, evidence: answers, standIns: standing?.of ?? (() => []) });
  const result = await explore({
    explorations: [exploration],
    seed,
    walk: walkWith(running.record),
    budget: { requests: 100_000, runs, shrinkRequests: shrinkRequests ?? 0 },
    ...(shrinkRequests !== undefined && { shrinkUnsent: unsent }),
  });
  await running.close();
  await standing?.close();
  place.close();
  return result;
};
