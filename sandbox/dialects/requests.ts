/** What is asked, as shapes. Documented names are kept. */
import type { FlightRequests } from '../avia/canonical.ts';
import type { CanonicalRequests } from '../hotels/canonical.ts';
import { isFields } from '../reply.ts';
import {
  asIs,
  type BodyForm,
  type BodyShape,
  ifFields,
  ifList,
  list,
  listed,
  type ObjectShape,
  object,
} from './shape.ts';

const dayMs = 86_400_000;

const children: BodyShape = {
  layout: 'children',
  among: {
    ages: { shape: list('plain'), to: asIs, from: asIs },
    objects: {
      shape: list(object('child', { age: 'plain' })),
      to: ifList((ages) => ages.map((age) => ({ age }))),
      from: ifList((some) => some.map((one) => (isFields(one) ? one.age : one))),
    },
  },
};

const stayFields = {
  checkIn: 'day',
  rooms: list(object('party', { adults: 'plain', childrenAges: children })),
} as const;

const stay: BodyShape = {
  layout: 'stay',
  among: {
    days: { shape: object('stay', { ...stayFields, checkOut: 'day' }), to: asIs, from: asIs },
    nights: {
      shape: object('stay', { ...stayFields, nights: 'plain' }),
      to: ifFields(({ checkOut, ...rest }) => {
        const nights = (Date.parse(String(checkOut)) - Date.parse(String(rest.checkIn))) / dayMs;
        return { ...rest, nights: Number.isInteger(nights) ? nights : checkOut };
      }),
      from: ifFields(({ nights, ...rest }) => {
        const from = Date.parse(String(rest.checkIn));
        const isCount = typeof nights === 'number' && Number.isInteger(nights) && !Number.isNaN(from);
        return { ...rest, checkOut: isCount ? new Date(from + nights * dayMs).toISOString().slice(0, 10) : nights };
      }),
    },
  },
};

const guest = object(
  'guest',
  { firstName: 'plain', lastName: 'plain', birthDate: 'birth', citizenship: 'country', gender: 'gender' },
  { groups: { name: ['firstName', 'lastName'] } },
);

const numbered = object('guest', { roomNumber: 'plain', ...guest.fields }, { groups: guest.groups });

const inRooms =
  (first: number) =>
  (rooms: readonly unknown[]): unknown[] =>
    rooms.flatMap((room, at) =>
      Array.isArray(room) ? room.map((one) => (isFields(one) ? { roomNumber: at + first, ...one } : one)) : [room],
    );

const byRoom = (people: readonly unknown[]): unknown[] => {
  const rooms = Map.groupBy(people, (one) => (isFields(one) ? one.roomNumber : undefined));
  const numbers = [...rooms.keys()].toSorted((one, other) => Number(one) - Number(other));
  return numbers.map((number) =>
    listed(rooms.get(number)).map((one) => {
      if (!isFields(one)) return one;
      const { roomNumber: _, ...rest } = one;
      return rest;
    }),
  );
};

const flatGuests = (first: number): BodyForm => ({
  shape: list(numbered),
  to: ifList(inRooms(first)),
  from: ifList(byRoom),
});

export const guests: BodyShape = {
  layout: 'guests',
  among: {
    lists: { shape: list(list(guest)), to: asIs, from: asIs },
    flatFromZero: flatGuests(0),
    flatFromOne: flatGuests(1),
    rooms: {
      shape: list(object('room', { people: list(guest) })),
      to: ifList((rooms) => rooms.map((people) => ({ people }))),
      from: ifList((rooms) => rooms.map((room) => (isFields(room) ? room.people : room))),
    },
    leadApart: {
      shape: object('guests', { lead: numbered, people: list(numbered) }),
      to: ifList((rooms) => {
        const [lead, ...people] = inRooms(1)(rooms);
        return { lead, people };
      }),
      from: ifFields(({ lead, people }) =>
        lead === undefined && people === undefined
          ? undefined
          : byRoom([lead, ...listed(people)].filter((one) => one !== undefined)),
      ),
    },
  },
};

export const contact = object('contact', { email: 'plain', phone: 'plain' });

const searched = { searchId: 'plain', offerId: 'plain' } as const;

export const hotelRequests: Readonly<Record<keyof CanonicalRequests, ObjectShape>> = {
  'hotel-search': object(
    'hotel-search asked',
    { regionId: 'region', stay, preset: 'plain', timeoutMs: 'timeout' },
    { lends: ['stay'], groups: { area: ['regionId'] } },
  ),
  'hotel-pricing': object('hotel-pricing asked', { searchId: 'plain', hotelId: 'plain' }),
  'offer-pricing': object('offer-pricing asked', searched),
  'create-booking': object(
    'create-booking asked',
    { ...searched, guests, contact, upsellIds: list('upsell') },
    { lends: ['contact'] },
  ),
  'view-booking': object('view-booking asked', { bookingId: 'plain', details: 'plain' }, { keeps: ['details'] }),
  'search-bookings': object(
    'search-bookings asked',
    { status: 'plain', createdFrom: 'day', createdTo: 'day', page: 'cursor' },
    { groups: { filter: ['status', 'createdFrom', 'createdTo'] } },
  ),
  'cancel-booking': object('cancel-booking asked', { bookingId: 'plain' }),
};

const days = { departure: 'day', return: 'day' } as const;

const journey: BodyShape = {
  layout: 'journey',
  among: {
    ends: {
      shape: object(
        'journey',
        { from: 'plain', to: 'plain', ...days },
        { groups: { route: ['from', 'to'], dates: ['departure', 'return'] } },
      ),
      to: asIs,
      from: asIs,
    },
    trip: {
      shape: object('journey', { trip: 'plain', ...days }, { groups: { dates: ['departure', 'return'] } }),
      to: ifFields(({ from, to, ...rest }) => ({ trip: `${from}-${to}`, ...rest })),
      from: ifFields(({ trip, ...rest }) => {
        const [from, to] = typeof trip === 'string' ? trip.split('-') : [trip, trip];
        return { from, to, ...rest };
      }),
    },
  },
};

/** Shown as they are asked for, or in another way. */
export const passengers = (id: 'passenger' | 'asked passenger') =>
  list(
    object(
      id,
      {
        firstName: 'plain',
        lastName: 'plain',
        birthDate: 'birth',
        gender: 'gender',
        citizenship: 'country',
        document: object('document', { number: 'plain', expiresOn: 'day' }),
        isChild: 'child',
      },
      { groups: { name: ['firstName', 'lastName'] }, lends: ['document'] },
    ),
  );

const flightName = object('flight name', { flightNumber: 'flightNumber', date: 'day' });

/** Such as `NV201/20270131`. */
const named = /^([A-Z]{2})(\d{1,4})\/(\d{4})(\d\d)(\d\d)$/;

export const flightNames: BodyShape = {
  layout: 'flight names',
  among: {
    objects: { shape: list(flightName), to: asIs, from: asIs },
    texts: {
      shape: list('plain'),
      to: ifList((flights) =>
        flights.map((one) => {
          if (!isFields(one)) return one;
          return `${String(one.flightNumber).replace(' ', '')}/${String(one.date).replaceAll('-', '')}`;
        }),
      ),
      from: ifList((flights) =>
        flights.map((one) => {
          const [, carrier, number, ...date] = named.exec(String(one)) ?? [];
          return carrier === undefined ? one : { flightNumber: `${carrier} ${number}`, date: date.join('-') };
        }),
      ),
    },
  },
};

const ofBooking = { bookingId: 'plain' } as const;
const ofTicket = { ...ofBooking, ticketNumber: 'plain' } as const;
const chosen = { searchId: 'plain', offerId: 'reference' } as const;

export const flightRequests: Readonly<Record<keyof FlightRequests, ObjectShape>> = {
  'avia-search': object(
    'avia-search asked',
    { journey, party: object('travel party', { adults: 'plain', children: 'plain' }) },
    { lends: ['journey', 'party'] },
  ),
  'avia-schedule': object('avia-schedule asked', { journey }, { lends: ['journey'] }),
  'avia-availability': object('avia-availability asked', { flights: flightNames }),
  'avia-offer-price': object('avia-offer-price asked', chosen),
  'fare-rules': object('fare-rules asked', chosen),
  'pnr-create': object(
    'pnr-create asked',
    { ...chosen, passengers: passengers('asked passenger'), contact },
    { lends: ['contact'] },
  ),
  'pnr-retrieve': object('pnr asked', ofBooking),
  'pnr-cancel': object('pnr asked', ofBooking),
  'pnr-reprice': object('pnr asked', ofBooking),
  'ticket-issue': object('pnr asked', ofBooking),
  'ticket-info': object('ticket asked', ofTicket),
  'ticket-cancel': object('ticket-cancel asked', ofTicket, { keeps: ['bookingId', 'ticketNumber'] }),
  'ticket-exchange-calculation': object(
    'ticket-exchange-calculation asked',
    { ...ofTicket, ...days },
    { groups: { dates: ['departure', 'return'] } },
  ),
  'ticket-exchange': object('ticket-exchange asked', { ...ofTicket, exchangeId: 'plain', offerId: 'reference' }),
  'ticket-refund-calculation': object('ticket asked', ofTicket),
  'ticket-refund': object('ticket-refund asked', { ...ofTicket, calculationId: 'reference' }),
};
