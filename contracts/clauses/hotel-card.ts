/**
 * What the static card of a hotel promises (parts 2.7, 4.7 and 7). The change log names no day for it, as it does for the lists:
 * it is taken to have come with them, so that nobody is blamed for the time before.
 */
import type { Clause } from '../clause.ts';

const since = '2026-08-11';

export const hotelCardClauses = {
  'hotel-card.valid-request-is-answered': {
    section: '4.7',
    basis: 'documented',
    since,
    text: 'A request for the card of a known hotel is answered, not refused.',
    reading:
      'A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.',
  },
  'hotel-card.hotel-is-the-only-key': {
    section: '2.7',
    basis: 'documented',
    since,
    text: 'The card is an object whose one key is hotel.',
    reading: 'null is the same as absent: an error or another key that is null does not count.',
  },
  'hotel-card.shown-fields-are-complete': {
    section: '2.7',
    basis: 'reading',
    since,
    text: 'A hotel has an integer id, a boolean isDeleted, a name in ru and en, integer stars, phones that are strings, the arrays amenities and photos, and an integer category.id.',
    reading:
      'None of the fields shown is marked optional, as those of an amenity are, nor said to be null at times, as a score is: so each of them is on every card. Further fields are lawful inside hotel, and elements of amenities and photos are open; null is the same as absent.',
  },
  'hotel-card.id-is-the-one-asked-for': {
    section: '2.7',
    basis: 'derived',
    since,
    text: 'The id on the card is the one asked for.',
  },
  'hotel-card.category-is-an-accommodation-type': {
    section: '2.7',
    basis: 'documented',
    since,
    text: 'The category of a hotel is one of the accommodation types.',
  },
  'hotel-card.unknown-hotel-is-not-found': {
    section: '7',
    basis: 'reading',
    since,
    text: 'An unknown hotel is refused with the code HOTEL_NOT_FOUND.',
    reading:
      'Envelope and status are open; the code must stand somewhere in the body. What is negative or has more than 32 bits may be refused in any way, because it may be no id at all.',
  },
  'hotel-card.two-reads-agree': {
    section: '1',
    basis: 'derived',
    since,
    text: 'Two reads of a hotel in a row tell the same.',
    reading:
      'Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.',
  },
} as const satisfies Record<string, Clause>;
