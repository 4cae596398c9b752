/** What the second dialect is asked: one flat object in snake_case, dates as numbers such as 20270131. */
import { regions } from '../data/regions.ts';
import type { Fields } from '../fields.ts';
import type { HotelOperation } from '../hotels/canonical.ts';
import { at, eachOf } from './spelling.ts';

export const dateIn = (value: unknown): unknown =>
  typeof value === 'number' ? String(value).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : value;

const regionIn = (code: unknown): unknown => regions('full').find((region) => region.code === code)?.id ?? code;

export const genders: Fields = { M: 'male', F: 'female' };

const roomOf = (room: unknown): unknown => ({ adults: at(room, 'grown_ups'), childrenAges: at(room, 'kids') });

const guestOf = (person: unknown): unknown => {
  const [gender, citizenship] = [at(person, 'gender'), at(person, 'citizenship')];
  return {
    firstName: at(person, 'given'),
    lastName: at(person, 'family'),
    birthDate: dateIn(at(person, 'born')),
    citizenship: typeof citizenship === 'string' ? citizenship.toUpperCase() : citizenship,
    gender: typeof gender === 'string' ? (genders[gender] ?? gender) : gender,
  };
};

/** One list for each room, in the order of their numbers. */
const guestsIn = (people: unknown): unknown => {
  if (!Array.isArray(people)) return people;
  const byRoom = Map.groupBy(people, (person: unknown) => at(person, 'room_no'));
  const numbers = [...byRoom.keys()].toSorted((one, other) => Number(one) - Number(other));
  return numbers.map((number) => eachOf(byRoom.get(number), guestOf));
};

/** A code such as 10800 for an early check-in at eight, 21600 for a late check-out at four. */
const upsellIn = (code: unknown): unknown => {
  const [, kind, time] = /^([12])(\d{4})$/.exec(String(code)) ?? [];
  return kind === undefined ? code : `${kind === '1' ? 'early-check-in' : 'late-check-out'}-${time}`;
};

const secondsIn = (value: unknown): unknown => (typeof value === 'number' ? value * 1000 : value);

export const flatRequests: Readonly<Record<HotelOperation, (body: Fields) => unknown>> = {
  'hotel-search': (body) => ({
    regionId: regionIn(at(body, 'where')),
    stay: {
      checkIn: dateIn(at(body, 'from_day')),
      checkOut: dateIn(at(body, 'to_day')),
      rooms: eachOf(at(body, 'parties'), roomOf),
    },
    preset: at(body, 'profile'),
    timeoutMs: secondsIn(at(body, 'timeout')),
  }),
  'hotel-pricing': (body) => ({ searchId: at(body, 'session'), hotelId: at(body, 'property') }),
  'offer-pricing': (body) => ({ searchId: at(body, 'session'), offerId: at(body, 'pick') }),
  'create-booking': (body) => ({
    searchId: at(body, 'session'),
    offerId: at(body, 'pick'),
    guests: guestsIn(at(body, 'guests')),
    contact: { email: at(body, 'mail'), phone: at(body, 'tel') },
    upsellIds: eachOf(at(body, 'extras'), upsellIn),
  }),
  'view-booking': (body) => ({ bookingId: at(body, 'ref'), details: at(body, 'details') }),
  'search-bookings': (body) => ({
    status: at(body, 'state'),
    createdFrom: dateIn(at(body, 'made_since')),
    createdTo: dateIn(at(body, 'made_until')),
    page: at(body, 'older_than'),
  }),
  'cancel-booking': (body) => ({ bookingId: at(body, 'ref') }),
};
