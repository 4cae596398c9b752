/**
 * What the static card of a hotel promises (parts 2.7, 4.7 and 7). The change log names no day for it, as it does for the lists:
 * it is taken to have come with them, so that nobody is blamed for the time before.
 */
import { type Clause, derived, documented, reading } from '../clause.ts';
import { callerMayLackRights, since, whileItChanges } from './lists.ts';

export const hotelCardClauses = {
  'hotel-card.valid-request-is-answered': documented('4.7', since, {
    text: 'A request for the card of a known hotel is answered, not refused.',
    reading: callerMayLackRights,
  }),
  'hotel-card.hotel-is-the-only-key': documented('2.7', since, {
    text: 'The card is an object whose one key is hotel.',
    reading: 'null is the same as absent: an error or another key that is null does not count.',
  }),
  'hotel-card.shown-fields-are-complete': reading('2.7', since, {
    text: 'A hotel has an integer id, a boolean isDeleted, a name in ru and en, integer stars, phones that are strings, the arrays amenities and photos, and an integer category.id.',
    reading:
      'None of the fields shown is marked optional, as those of an amenity are, nor said to be null at times, as a score is: so each of them is on every card. Further fields are lawful inside hotel, and elements of amenities and photos are open; null is the same as absent.',
  }),
  'hotel-card.id-is-the-one-asked-for': derived('2.7', since, { text: 'The id on the card is the one asked for.' }),
  'hotel-card.category-is-an-accommodation-type': documented('2.7', since, {
    text: 'The category of a hotel is one of the accommodation types.',
  }),
  'hotel-card.unknown-hotel-is-not-found': reading('7', since, {
    text: 'An unknown hotel is refused with the code HOTEL_NOT_FOUND.',
    reading:
      'Envelope and status are open; the code must stand somewhere in the body. What is negative or has more than 32 bits may be refused in any way, because it may be no id at all.',
  }),
  'hotel-card.two-reads-agree': derived('1', since, {
    text: 'Two reads of a hotel in a row report the same.',
    reading: whileItChanges,
  }),
} satisfies Record<string, Clause>;
