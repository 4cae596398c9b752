/** Guests with lawful names that careless services stumble over, with and without what is optional (part 4.6). */
import fc from 'fast-check';
import type { GuestIntent, StayIntent } from '../../contracts/intents.ts';
import { type GuestDraw, guest, guestsOf } from '../people.ts';

export type RareGuest = GuestDraw & {
  readonly lacks: readonly ('citizenship' | 'gender')[];
  readonly isBornOnLeapDay: boolean;
};

/** Short, because our mark stands behind the first of them. */
const rareNames = [
  'A',
  "O'Neill",
  'D’Arcy',
  'Anne-Marie',
  'Jean Luc',
  'de la Cruz',
  'Jr.',
  'Null',
  'True',
  'NaN',
  '1st',
  // One letter of two characters, and as one character.
  'Zoe\u0308',
  'Zo\u00eb',
  'Nguye\u0302\u0303n',
  'Łukasz',
  'Øst',
  'Straße',
  'İnci',
  'ﬁona',
  'Kamaʻāina',
  // From right to left, and in letters of other scripts.
  'محمد',
  'שרה',
  '王',
  'Ολυμπία',
  'Ёлка',
  'ขวัญ',
  '𠮷野',
] as const;

const longName = fc
  .tuple(fc.constantFrom('Wolfeschlegelstein', 'Ánna-Ýr', 'Ёжик'), fc.integer({ min: 5, max: 9 }))
  .map(([part, times]) => part.repeat(times).slice(0, 120));

const rareName = fc.constantFrom(...rareNames);
const isAscii = (name: string): boolean => /^[ -~]*$/.test(name);
const nameBeyondAscii = fc.constantFrom(...rareNames.filter((name) => !isAscii(name)));

export const rareGuest: fc.Arbitrary<RareGuest> = fc
  .record({
    guest,
    // What goes wrong with names goes wrong with letters.
    firstName: fc.oneof({ arbitrary: nameBeyondAscii, weight: 9 }, { arbitrary: rareName, weight: 1 }),
    lastName: fc.oneof({ arbitrary: rareName, weight: 3 }, { arbitrary: longName, weight: 1 }),
    adultAge: fc.oneof(fc.integer({ min: 18, max: 70 }), fc.integer({ min: 71, max: 105 })),
    lacks: fc.oneof(
      { arbitrary: fc.constant([]), weight: 3 },
      { arbitrary: fc.subarray(['citizenship', 'gender'] as ('citizenship' | 'gender')[]), weight: 1 },
    ),
    isBornOnLeapDay: fc.constantFrom(true, true, true, false),
  })
  .map(({ guest: plain, ...rare }) => ({ ...plain, ...rare }));

/** One for each guest of any stay that is drawn; the first, who is in all of them, was born on a leap day. */
export const rareGuests: fc.Arbitrary<RareGuest[]> = fc
  .array(rareGuest, { minLength: 4, maxLength: 4 })
  .map((guests) => guests.map((one, at) => (at === 0 ? { ...one, isBornOnLeapDay: true } : one)));

/** The 29th of February of the last leap year up to that of a date of birth. */
const leapDayUpTo = (birthDate: string): string => {
  const year = Number(birthDate.slice(0, 4));
  const leap = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((back) => year - back)
    .find((each) => new Date(Date.UTC(each, 1, 29)).getUTCMonth() === 1);
  return `${leap ?? year}-02-29`;
};

/** The guests of a stay, one list for each room, adults first. */
export const rareGuestsOf = (
  drawn: readonly RareGuest[],
  stay: Pick<StayIntent, 'checkIn' | 'rooms'>,
): GuestIntent[][] => {
  const plain = drawn.map(({ lacks: _, isBornOnLeapDay: __, ...kept }) => kept);
  let next = 0;
  return guestsOf(plain, stay).map((room) =>
    room.map((one) => {
      const { lacks, isBornOnLeapDay } = drawn[next % drawn.length] as RareGuest;
      next += 1;
      const { citizenship, gender, ...kept } = one;
      return {
        ...kept,
        ...(citizenship !== undefined && !lacks.includes('citizenship') && { citizenship }),
        ...(gender !== undefined && !lacks.includes('gender') && { gender }),
        // A child of another year would be of another age than the stay says.
        ...(isBornOnLeapDay && !one.isChild && { birthDate: leapDayUpTo(one.birthDate) }),
      };
    }),
  );
};
