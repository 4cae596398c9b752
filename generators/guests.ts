/** Guests that nobody could take for real people, complete as the strictest supplier wants them (part 7). */
import fc from 'fast-check';
import type { Guest, Stay } from '../contracts/intents.ts';
import { dayAfter, yearsBefore } from './calendar.ts';

export type GuestDraw = {
  readonly firstName: string;
  readonly gender: 'male' | 'female';
  readonly lastName: string;
  readonly citizenship: string;
  /** When they come; of a child the stay says it. */
  readonly adultAge: number;
  readonly daysSinceBirthday: number;
};

const named = (gender: 'male' | 'female', names: readonly string[]) =>
  fc.constantFrom(...names).map((firstName) => ({ firstName, gender }));

const person = fc.oneof(
  named('female', ['Testina', 'Proba', 'Exampla', 'Sampla', 'Mocka']),
  named('male', ['Testor', 'Probus', 'Exemplar', 'Samplus', 'Mockus']),
);

export const guest: fc.Arbitrary<GuestDraw> = fc
  .record({
    person,
    lastName: fc.constantFrom('Testperson', 'Probegast', 'Sampleton', 'Nobodyson', 'Fictiva'),
    citizenship: fc.constantFrom('DE', 'FR', 'GE', 'KZ', 'RS', 'RU', 'TR'),
    adultAge: fc.integer({ min: 21, max: 70 }),
    // So that nobody has a birthday during the stay.
    daysSinceBirthday: fc.integer({ min: 10, max: 300 }),
  })
  .map(({ person: { firstName, gender }, ...rest }) => ({ firstName, gender, ...rest }));

const guestsMax = 4;

/** More than any stay that is drawn has guests. */
export const guests: fc.Arbitrary<GuestDraw[]> = fc.array(guest, { minLength: guestsMax, maxLength: guestsMax });

/** The guests of a stay, one list for each room, adults first. */
export const guestsOf = (
  drawn: readonly GuestDraw[],
  { checkIn, rooms }: Pick<Stay, 'checkIn' | 'rooms'>,
): Guest[][] => {
  let next = 0;
  const one = (childAge: number | undefined): Guest => {
    const draw = drawn[next % drawn.length];
    if (!draw) throw new RangeError('no guests were drawn');
    next += 1;
    const { adultAge, daysSinceBirthday, ...kept } = draw;
    const birthDate = yearsBefore(dayAfter(checkIn, -daysSinceBirthday), childAge ?? adultAge);
    return { ...kept, birthDate, isChild: childAge !== undefined };
  };
  return rooms.map(({ adults, childrenAges }) => [
    ...Array.from({ length: adults }, () => one(undefined)),
    ...childrenAges.map((age) => one(age)),
  ]);
};
