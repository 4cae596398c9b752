/** What the relations between answers are checked with: languages, searches, filters of a list, details of a view. */
import fc from 'fast-check';
import { type BookingStatus, bookingStatuses } from '../contracts/facts.ts';
import type { Intents } from '../contracts/intents.ts';
import { dayAfter } from './calendar.ts';
import { type Drawn, pickSeed } from './draws.ts';
import { everyLanguage } from './headers.ts';
import { contacts, guests } from './people.ts';
import { stays } from './stays.ts';

/** Days are counted back from the present; one in days to come is negative. */
export type DaysBackFilter = {
  readonly status?: BookingStatus;
  readonly fromDaysBack?: number;
  readonly toDaysBack?: number;
};

/** Those that most bookings have come first. */
const status = fc.oneof(
  { arbitrary: fc.constantFrom('completed', 'cancelled', 'inWork'), weight: 3 },
  { arbitrary: fc.constantFrom(...bookingStatuses), weight: 1 },
);

/** Mostly such that what was made of late is between them; the first day may come after the last. */
const days = {
  fromDaysBack: fc.integer({ min: -2, max: 30 }),
  toDaysBack: fc.oneof(
    { arbitrary: fc.integer({ min: -2, max: 0 }), weight: 3 },
    { arbitrary: fc.integer({ min: 1, max: 30 }), weight: 1 },
  ),
};

const everyFilter = [
  ['status'],
  ['fromDaysBack'],
  ['toDaysBack'],
  ['fromDaysBack', 'toDaysBack'],
  ['status', 'fromDaysBack'],
  ['status', 'toDaysBack'],
  ['status', 'fromDaysBack', 'toDaysBack'],
] as const;

/** Some of all combinations of filters, with separate values for each. */
const filters: fc.Arbitrary<DaysBackFilter[]> = fc
  .tuple(
    fc.shuffledSubarray([...everyFilter], { minLength: 2, maxLength: 4 }),
    fc.array(fc.record({ status, ...days }), { minLength: 4, maxLength: 4 }),
  )
  .map(([chosen, values]) =>
    chosen.map((names, i): DaysBackFilter => Object.fromEntries(names.map((name) => [name, values[i]?.[name]]))),
  );

export const filtersOn = (
  { status: of, fromDaysBack, toDaysBack }: DaysBackFilter,
  nowMs: number,
): Omit<Intents['search-bookings'], 'page'> => ({
  ...(of !== undefined && { status: of }),
  ...(fromDaysBack !== undefined && { createdFrom: dayAfter(nowMs, -fromDaysBack) }),
  ...(toDaysBack !== undefined && { createdTo: dayAfter(nowMs, -toDaysBack) }),
});

export const relations = fc.record({
  languages: fc
    .uniqueArray(fc.constantFrom(...everyLanguage), { minLength: 2, maxLength: 2 })
    .map(([one = 'en', other = 'ru']) => [one, other] as const),
  /** The first is searched for; what is booked, where nothing is, may be any. */
  stays,
  guests,
  contact: contacts,
  isPresetNamed: fc.boolean(),
  filters,
  includeResidenceDetails: fc.boolean(),
  /** Two views with price details stand between two without them, or the other way round. */
  isDetailFirst: fc.boolean(),
  seed: pickSeed,
});
export type Relations = Drawn<typeof relations>;
