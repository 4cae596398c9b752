/** Guests, passengers and contacts that cannot be taken for real people (part 4.3). */
import fc from 'fast-check';
import type { ContactIntent, FlightSearch, GuestIntent, PassengerIntent, StayIntent } from '../contracts/intents.ts';
import { dayAfter, yearsBefore } from './calendar.ts';
import { digits } from './draws.ts';

/** Contacts that reach no real person: a domain that never exists (RFC 2606), and numbers set aside for fiction. */
const mailbox = fc.string({ unit: fc.constantFrom(...'abcdefghjkmnpqrstuvwxyz'), minLength: 8, maxLength: 12 });

/** Ofcom keeps +44 7700 900000 to 900999 for drama. */
const fictional = fc.integer({ min: 0, max: 999 }).map((number) => `+447700900${String(number).padStart(3, '0')}`);

export const contacts: fc.Arbitrary<ContactIntent> = fc.record({
  email: mailbox.map((name) => `${name}@example.invalid`),
  phone: fictional,
});

/** Guests that cannot be taken for real people, complete as the strictest supplier wants them (part 7). */
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
    // So that no guest has a birthday during the stay.
    daysSinceBirthday: fc.integer({ min: 10, max: 300 }),
  })
  .map(({ person: { firstName, gender }, ...rest }) => ({ firstName, gender, ...rest }));

const guestsMax = 4;

/** More than any stay that is drawn has guests. */
export const guests: fc.Arbitrary<GuestDraw[]> = fc.array(guest, { minLength: guestsMax, maxLength: guestsMax });

/** The guests of a stay, one list for each room, adults first. */
export const guestsOf = (
  drawn: readonly GuestDraw[],
  { checkIn, rooms }: Pick<StayIntent, 'checkIn' | 'rooms'>,
): GuestIntent[][] => {
  let next = 0;
  const one = (childAge: number | undefined): GuestIntent => {
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

/** Passengers that cannot be taken for real people, with documents that do not exist (part 4.3). */
export type PassengerDraw = GuestDraw & { readonly documentNumber: string; readonly childAge: number };

const passenger: fc.Arbitrary<PassengerDraw> = fc
  .record({
    guest,
    documentNumber: digits(9),
    childAge: fc.integer({ min: 3, max: 10 }),
  })
  .map(({ guest: drawn, ...rest }) => ({ ...drawn, ...rest }));

const passengersMax = 2;

/** As many as any search that is drawn is for. */
export const passengers: fc.Arbitrary<PassengerDraw[]> = fc.array(passenger, {
  minLength: passengersMax,
  maxLength: passengersMax,
});

/** Documents are valid long after any journey. */
const documentYears = 5;

/** The passengers of a search, adults first. */
export const passengersOf = (
  drawn: readonly PassengerDraw[],
  { departure, adults, children }: Pick<FlightSearch, 'departure' | 'adults' | 'children'>,
): PassengerIntent[] =>
  Array.from({ length: adults + children }, (_, i) => {
    const draw = drawn[i % drawn.length];
    if (!draw) throw new RangeError('no passengers were drawn');
    const { adultAge, childAge, daysSinceBirthday, documentNumber, ...kept } = draw;
    const isChild = i >= adults;
    return {
      ...kept,
      birthDate: yearsBefore(dayAfter(departure, -daysSinceBirthday), isChild ? childAge : adultAge),
      document: { number: documentNumber, expiresOn: yearsBefore(departure, -documentYears) },
      isChild,
    };
  });
