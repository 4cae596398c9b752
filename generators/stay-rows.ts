/** Which stays a run asks about, for whom and under which circumstances: few rows that show every two values together. */
import { coveringRows, type Row } from './covering-rows.ts';
import type { StayDraw } from './stays.ts';

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

export type SearchRow = Row<typeof who & typeof where>;
export type PricingRow = Row<typeof who & typeof where & typeof found>;
export type BookingRow = Row<typeof who & typeof where & typeof booked>;

/** Who stays alone needs no second room. */
const canBe = ({ party, rooms }: Pick<SearchRow, 'party' | 'rooms'>): boolean => party !== 'alone' || rooms === 1;

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

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
