/** Where the second dialect has what is asked about hotels: one flat object in snake_case, dates as numbers such as 20270131. */
import { regions } from '../data/regions.ts';
import type { CanonicalRequests, Guest, Stay } from '../hotels/canonical.ts';
import type { Contact } from '../sales/contact.ts';
import { at, read, reading } from './reading.ts';
import { each, ifNumber, ifText, type Write } from './spelling.ts';

export const date = ifNumber((day) => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
export const upperCase = ifText((text) => text.toUpperCase());
export const gender = ifText((letter) => ({ M: 'male', F: 'female' })[letter] ?? letter);

const region: Write = (code) => regions('full').find((each) => each.code === code)?.id ?? code;

const guest = read<Guest>({
  firstName: 'given',
  lastName: 'family',
  birthDate: ['born', date],
  citizenship: ['citizenship', upperCase],
  gender: ['gender', gender],
});

/** One list for each room, in the order of their numbers. */
const guests: Write = (people) => {
  if (!Array.isArray(people)) return people;
  const byRoom = Map.groupBy(people, (person: unknown) => at(person, 'room_no'));
  const numbers = [...byRoom.keys()].toSorted((one, other) => Number(one) - Number(other));
  return numbers.map((number) => each(guest)(byRoom.get(number)));
};

/** A code such as 10800 for an early check-in at eight, 21600 for a late check-out at four. */
const upsell: Write = (code) => {
  const [, kind, time] = /^([12])(\d{4})$/.exec(String(code)) ?? [];
  return kind === undefined ? code : `${kind === '1' ? 'early-check-in' : 'late-check-out'}-${time}`;
};

const stay = read<Stay>({
  checkIn: ['from_day', date],
  checkOut: ['to_day', date],
  rooms: ['parties', each(read<Stay['rooms'][number]>({ adults: 'grown_ups', childrenAges: 'kids' }))],
});

export const flatRequests = reading<CanonicalRequests>({
  'hotel-search': {
    regionId: ['where', region],
    stay: ['', stay],
    preset: 'profile',
    timeoutMs: ['timeout', ifNumber((seconds) => seconds * 1000)],
  },
  'hotel-pricing': { searchId: 'session', hotelId: 'property' },
  'offer-pricing': { searchId: 'session', offerId: 'pick' },
  'create-booking': {
    searchId: 'session',
    offerId: 'pick',
    guests: ['guests', guests],
    contact: ['', read<Contact>({ email: 'mail', phone: 'tel' })],
    upsellIds: ['extras', each(upsell)],
  },
  'view-booking': { bookingId: 'ref', details: 'details' },
  'search-bookings': {
    status: 'state',
    createdFrom: ['made_since', date],
    createdTo: ['made_until', date],
    page: 'older_than',
  },
  'cancel-booking': { bookingId: 'ref' },
});
