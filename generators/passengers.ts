/** Passengers that nobody could take for real people, with documents that nobody has (part 4.3). */
import fc from 'fast-check';
import type { FlightSearch, Passenger } from '../contracts/flight-intents.ts';
import { dayAfter, yearsBefore } from './calendar.ts';
import { type GuestDraw, guest } from './guests.ts';

export type PassengerDraw = GuestDraw & { readonly documentNumber: string; readonly childAge: number };

const passenger: fc.Arbitrary<PassengerDraw> = fc
  .record({
    guest,
    documentNumber: fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 9, maxLength: 9 }),
    childAge: fc.integer({ min: 3, max: 10 }),
  })
  .map(({ guest: drawn, ...rest }) => ({ ...drawn, ...rest }));

const passengersMax = 2;

/** As many as any search that is drawn is for. */
export const passengers: fc.Arbitrary<PassengerDraw[]> = fc.array(passenger, {
  minLength: passengersMax,
  maxLength: passengersMax,
});

/** Documents are valid long after anybody's journey. */
const documentYears = 5;

/** The passengers of a search, adults first. */
export const passengersOf = (
  drawn: readonly PassengerDraw[],
  { departure, adults, children }: Pick<FlightSearch, 'departure' | 'adults' | 'children'>,
): Passenger[] =>
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
