/** Stays in a hotel (part 4.5), and which of them a run asks about. */

import fc from 'fast-check';
import type { StayIntent } from '../contracts/intents.ts';
import { dayAfter, daysAheadDefault, daysLater } from './calendar.ts';
import { type CoveringRow, coveringRows } from './sample.ts';

const who = { party: ['two', 'alone', 'family'], rooms: [1, 2], partner: ['own', 'other'] } as const;
const where = {
  /** The place of a region among those of the target. */
  region: [0, 1],
} as const;
const found = {
  /** The place of a preset among those that a story asks for; the first names none. */
  preset: [0, 1, 2, 3],
} as const;
const booked = {
  preset: [0, 1, 2],
  /** The place of a supplier among those that answers report. */
  seller: [0, 1, 2, 3],
  hasExtras: [true, false],
} as const;

export type SearchRow = CoveringRow<typeof who & typeof where>;
export type PricingRow = CoveringRow<typeof who & typeof where & typeof found>;
export type BookingRow = CoveringRow<typeof who & typeof where & typeof booked>;

/** Who stays alone needs no second room. */
const canBe = ({ party, rooms }: Pick<SearchRow, 'party' | 'rooms'>): boolean => party !== 'alone' || rooms === 1;

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** Which stays a run asks about, for whom and how: few rows that show every two values together. */
export const searchRows = once((): readonly SearchRow[] => coveringRows({ ...who, ...where }, canBe));
export const pricingRows = once((): readonly PricingRow[] => coveringRows({ ...who, ...where, ...found }, canBe));
export const bookingRows = once((): readonly BookingRow[] => coveringRows({ ...who, ...where, ...booked }, canBe));

/** The stay of a draw for the guests of a row; a second room is for one more adult. */
export const stayOfRow = (
  { daysLater, nights }: StayDraw,
  { party, rooms }: Pick<SearchRow, 'party' | 'rooms'>,
): StayDraw => ({
  daysLater,
  nights,
  adults: party === 'alone' ? 1 : 2,
  childrenAges: party === 'family' ? [3 + (daysLater % 9)] : [],
  ...(rooms === 2 && { otherRooms: [{ adults: 1, childrenAges: [] }] }),
});

export type StayDraw = {
  /** After the earliest day that the target allows. */
  readonly daysLater: number;
  readonly nights: number;
  readonly adults: number;
  readonly childrenAges: readonly number[];
  /** Of a stay of more than one room: who is in the others. */
  readonly otherRooms?: StayIntent['rooms'];
};

type GuestParty = Pick<StayDraw, 'adults' | 'childrenAges'>;

const twoAdults = fc.constant<GuestParty>({ adults: 2, childrenAges: [] });
const oneAdult = fc.constant<GuestParty>({ adults: 1, childrenAges: [] });
const family = fc.integer({ min: 3, max: 11 }).map((age): GuestParty => ({ adults: 2, childrenAges: [age] }));

const stayOf = (parties: fc.Arbitrary<GuestParty>): fc.Arbitrary<StayDraw> =>
  fc
    .record({
      daysLater,
      nights: fc.integer({ min: 1, max: 4 }),
      party: parties,
    })
    .map(({ daysLater, nights, party }) => ({ daysLater, nights, ...party }));

/** Mostly of two adults, which is what every hotel has rooms for. */
export const stay: fc.Arbitrary<StayDraw> = stayOf(
  fc.oneof({ arbitrary: twoAdults, weight: 6 }, { arbitrary: oneAdult, weight: 2 }, { arbitrary: family, weight: 2 }),
);

/** Of two adults, for whom every hotel has rooms. */
export const stayOfTwo: fc.Arbitrary<StayDraw> = stayOf(twoAdults);

/** One to ask for, and two to ask for where nothing is free then: the last of two adults. */
export const stays: fc.Arbitrary<StayDraw[]> = fc.tuple(stay, stayOfTwo, stayOfTwo);

/** Of several guests, so that a rule about every guest can be asked about the last, who is often a child. */
export const staysOfSeveral: fc.Arbitrary<StayDraw[]> = fc.tuple(
  stayOf(fc.oneof(family, twoAdults)),
  stayOfTwo,
  stayOfTwo,
);

/**
 * @param nowMs The present of the target.
 * @param daysAhead `known.stayDaysAhead` of the target.
 */
export const stayOn = (
  { daysLater, nights, adults, childrenAges, otherRooms = [] }: StayDraw,
  { nowMs, daysAhead = daysAheadDefault }: { nowMs: number; daysAhead?: number | undefined },
): StayIntent => {
  const checkIn = dayAfter(nowMs, daysAhead + daysLater);
  return { checkIn, checkOut: dayAfter(checkIn, nights), rooms: [{ adults, childrenAges }, ...otherRooms] };
};
