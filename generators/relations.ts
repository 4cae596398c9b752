/** What the relations between answers are looked at with: languages, ways to search, filters of a list, details of a view. */
import fc from 'fast-check';
import { type BookingStatus, bookingStatuses } from '../contracts/facts.ts';
import type { Contact, Intents } from '../contracts/intents.ts';
import { dayAfter } from './calendar.ts';
import { contacts } from './contacts.ts';
import { type GuestDraw, guests } from './guests.ts';
import { everyLanguage } from './languages.ts';
import { pickSeed } from './picked.ts';
import { type StayDraw, stays } from './stays.ts';

/** Days are counted back from the present; one in days to come is negative. */
export type FilterDraw = {
  readonly status?: BookingStatus;
  readonly fromDaysBack?: number;
  readonly toDaysBack?: number;
};

/** Those that most bookings have. */
const likeliest: readonly BookingStatus[] = ['completed', 'cancelled', 'inWork'];
const likeliestFirst = [...likeliest, ...bookingStatuses.filter((status) => !likeliest.includes(status))];

/** Any combination of them, of which none is no filter at all; the first day may come after the last. */
export const filter: fc.Arbitrary<FilterDraw> = fc
  .record(
    {
      status: fc.constantFrom(...likeliestFirst),
      fromDaysBack: fc.integer({ min: -2, max: 30 }),
      toDaysBack: fc.integer({ min: -2, max: 30 }),
    },
    { requiredKeys: [] },
  )
  .filter((drawn) => Object.keys(drawn).length > 0);

export const filtersOn = (
  { status, fromDaysBack, toDaysBack }: FilterDraw,
  nowMs: number,
): Omit<Intents['search-bookings'], 'page'> => ({
  ...(status !== undefined && { status }),
  ...(fromDaysBack !== undefined && { createdFrom: dayAfter(nowMs, -fromDaysBack) }),
  ...(toDaysBack !== undefined && { createdTo: dayAfter(nowMs, -toDaysBack) }),
});

export type Relations = {
  readonly languages: readonly [string, string];
  /** The first is searched for; what is booked, where nothing is, may be any. */
  readonly stays: readonly StayDraw[];
  readonly guests: readonly GuestDraw[];
  readonly contact: Contact;
  readonly isPresetNamed: boolean;
  readonly filters: readonly FilterDraw[];
  readonly includeResidenceDetails: boolean;
  /** Two views with price details stand between two without them, or the other way round. */
  readonly isDetailFirst: boolean;
  readonly seed: number;
};

const filtersMax = 2;

export const relations: fc.Arbitrary<Relations> = fc.record({
  languages: fc
    .uniqueArray(fc.constantFrom(...everyLanguage), { minLength: 2, maxLength: 2 })
    .map(([one = 'en', other = 'ru']) => [one, other] as const),
  stays,
  guests,
  contact: contacts,
  isPresetNamed: fc.boolean(),
  filters: fc.array(filter, { minLength: 1, maxLength: filtersMax }),
  includeResidenceDetails: fc.boolean(),
  isDetailFirst: fc.boolean(),
  seed: pickSeed,
});
