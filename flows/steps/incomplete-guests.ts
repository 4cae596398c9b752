/** Guests of whom one thing is missing that the strict supplier wants to know. */
import type { ClauseId } from '../../contracts/clauses.ts';
import type { Guest } from '../../contracts/intents.ts';

export type Lack = 'citizenship' | 'gender';

/** What a request shows in which a guest lacks something. */
export const shownWithout = (lack: Lack): readonly ClauseId[] => [
  `create-booking.guest-without-${lack}-is-refused`,
  'create-booking.supplier-error-says-why',
  'create-booking.refused-booking-does-not-exist',
];

/** Complete where nothing is said. */
export type Incomplete = { readonly lacks?: Lack; readonly of?: 'first' | 'last' };

const without = (guest: Guest, lack: Lack): Guest => {
  const { [lack]: _, ...rest } = guest;
  return rest;
};

export const incomplete = (rooms: readonly (readonly Guest[])[], { lacks, of }: Incomplete): Guest[][] => {
  const all = rooms.flat();
  const lacking = of === 'first' ? all[0] : all.at(-1);
  return rooms.map((room) => room.map((guest) => (lacks && guest === lacking ? without(guest, lacks) : guest)));
};
