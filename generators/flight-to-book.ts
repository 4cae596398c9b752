/** What a story draws to book a flight. */
import type fc from 'fast-check';
import type { Contact } from '../contracts/intent-parts.ts';
import { contacts } from './contacts.ts';
import type { FlightDraw } from './flights.ts';
import { type PassengerDraw, passengers } from './passengers.ts';
import { pickSeed } from './picked.ts';

export type FlightToBook = {
  readonly flights: readonly FlightDraw[];
  readonly passengers: readonly PassengerDraw[];
  readonly contact: Contact;
  readonly seed: number;
  /** Whose offers come first, of those whose supplier is told: that of the first offer, or another. */
  readonly seller?: 'the first' | 'another';
};

export const flightToBook = <Flights>(flights: fc.Arbitrary<Flights>) => ({
  flights,
  passengers,
  contact: contacts,
  seed: pickSeed,
});
