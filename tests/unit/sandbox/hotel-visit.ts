/** The part of a long visit that sells, books and cancels hotels; it goes on with what a fault left of an answer. */
import { knownHotelIds } from '../../../sandbox/data/hotels.ts';
import type { HotelOperation } from '../../../sandbox/hotels/canonical.ts';
import { type Answer, lenient } from './caller.ts';

/** What a visit went on with; a visit to another world asks about the same things, so that it never looks elsewhere. */
export type Choices = {
  readonly searchId: unknown;
  /** By what makes an offer, and not by where it stood. */
  readonly offers: ReadonlyMap<string, { readonly offerId: unknown; readonly upsells: readonly unknown[] }>;
  /** In the order of the requests; undefined where the booking was refused. */
  readonly made: readonly unknown[];
  readonly cursor: unknown;
};

export type HotelVisit = {
  readonly ask: (operation: HotelOperation, body: unknown, token: string | undefined) => Promise<Answer>;
  readonly token: string;
  /** Of the other partner. */
  readonly otherToken: string | undefined;
  readonly isBrief: boolean;
  /** Of a visit to an equal world without faults. */
  readonly choices?: Choices | undefined;
};

const stay = { arrival: '2026-12-03', departure: '2026-12-06', rooms: [{ adults: 2, childrenAges: [] }] };
const region = { id: 2114 };
const guest = { firstName: 'Anna', lastName: 'Visitor', birthDate: '1990-01-01', citizenship: 'RU', gender: 'female' };
const contact = { email: 'desk@partner.invalid', phone: '+70000000000' };

/** Not every supplier takes one, nor one from everywhere. */
const child = { ...guest, birthDate: '2024-01-01', citizenship: 'KZ' };

const { citizenship: _, ...stateless } = guest;
const { gender: __, ...genderless } = guest;

/** Besides those of every kind of guest: enough for a second page. */
const moreBookings = 20;
/** More than a visit can fill. */
const pagesMax = 12;
const unknownBooking = '00000000-0000-4000-a000-000000000000';
const statuses = ['unknown', 'inWork', 'completed', 'rejected', 'cancelled', 'failed'];

const isStrict = (key: string): boolean => key.includes('Meridian');

/** One of each rate, and what the strict supplier sells. */
const isMeant = (key: string): boolean => isStrict(key) || /Saver|Half board/.test(key);

export const visitHotels = async ({ ask, token, otherToken, isBrief, choices }: HotelVisit): Promise<Choices> => {
  const asked = async (operation: HotelOperation, body: unknown, by: string | undefined = token) =>
    lenient((await ask(operation, body, by)).text);
  const few = <Item>(items: readonly Item[]): readonly Item[] => (isBrief ? items.slice(0, 1) : items);

  const searched = [];
  for (const presetName of few(['smart', 'by-price', 'smart-unreachable', undefined])) {
    for (const timeout of [undefined, 30_000]) {
      searched.push(await asked('hotel-search', { region, stay, presetName, timeout }));
    }
  }
  for (const wrong of [{ region: { id: 1 } }, { presetName: 'none' }, { stay: {} }]) {
    await asked('hotel-search', { region, stay, ...wrong });
  }
  const known = choices?.searchId;
  const reported = searched[0].searchId;
  const searchId = typeof reported === 'string' && reported !== '' ? reported : known;

  const seenOffers = new Map<string, { readonly offerId: unknown; readonly upsells: readonly unknown[] }>();
  for (const hotelId of few(knownHotelIds)) {
    const { hotel } = await asked('hotel-pricing', { searchId, hotelId });
    for (const { rate, room, offerId, options } of Object.values(Object(hotel).offers ?? []).map(Object)) {
      const keys = Object.values(Object(options)).flatMap((list) => Object.values(Object(list)));
      const upsells = keys.map((option) => Object(option).key);
      seenOffers.set(`${hotelId} ${Object(room).id} ${Object(rate).title} ${Object(rate).provider}`, {
        offerId,
        upsells,
      });
    }
  }
  // Not ranked.
  for (const one of searched.slice(2, 3)) await asked('hotel-pricing', { searchId: one.searchId, hotelId: 7 });
  await asked('hotel-pricing', { searchId, hotelId: 8 });
  await asked('hotel-pricing', { searchId: 'none', hotelId: 7 });
  const offers = choices?.offers ?? new Map([...seenOffers].filter(([key]) => isMeant(key)).slice(0, isBrief ? 5 : 12));
  const idOf = (key: string): unknown => {
    const { offerId } = seenOffers.get(key) ?? {};
    return typeof offerId === 'string' && offerId !== '' ? offerId : offers.get(key)?.offerId;
  };
  for (const key of offers.keys()) await asked('offer-pricing', { searchId, offerId: idOf(key) });
  for (const offerId of ['none', undefined]) await asked('offer-pricing', { searchId, offerId });

  const made: unknown[] = [];
  const book = async (key: string, ...guests: readonly object[]) => {
    const upsells = offers.get(key)?.upsells;
    const { booking } = await asked('create-booking', {
      searchId,
      offerId: idOf(key),
      guests: [guests],
      contact,
      upsells,
    });
    made.push(Object(booking).bookingId ?? choices?.made[made.length]);
  };
  for (const key of offers.keys()) await book(key, guest, guest);
  for (const key of offers.keys()) await book(key, guest, child);
  const [first = ''] = offers.keys();
  for (let i = 0; i < (isBrief ? 0 : moreBookings); i += 1) await book(first, guest, guest);
  // What is refused comes last: a world that books it all the same must not shift the ids of the others.
  const byRefusal = [...offers.keys()].toSorted((one, other) => Number(isStrict(one)) - Number(isStrict(other)));
  for (const key of byRefusal) {
    for (const who of [stateless, genderless]) {
      await book(key, guest, who);
      await book(key, who, guest);
    }
  }
  for (const lacking of [{ guests: [] }, { guests: [[guest, guest]], contact: null }])
    await asked('create-booking', { searchId, offerId: idOf(first), ...lacking });

  const flags = [true, false];
  const views = flags.flatMap((includePriceDetails) =>
    flags.map((includeResidenceDetails) => ({ includePriceDetails, includeResidenceDetails })),
  );
  const bookings = made
    .filter((_bookingId, at) => !choices || choices.made[at] !== undefined)
    .filter((id) => id !== undefined);
  const seen = [...bookings.slice(0, isBrief ? 1 : 4), unknownBooking];
  for (const bookingId of seen) for (const details of views) await asked('view-booking', { bookingId, details });
  await asked('view-booking', { bookingId: bookings[0], details: views[0] }, otherToken);

  let cursor: unknown;
  const list = async (by?: string) => {
    for (const status of isBrief ? [undefined, 'completed'] : [undefined, ...statuses]) {
      await asked('search-bookings', { filter: { status } }, by);
    }
    for (const [createdFrom, createdTo] of [
      ['2026-09-01', '2026-09-02'],
      [undefined, '2026-08-20'],
      ['2026-09-04', '2026-09-21'],
    ]) {
      await asked('search-bookings', { filter: { createdFrom, createdTo } }, by);
      await asked('search-bookings', { filter: { createdFrom, createdTo, status: 'completed' } }, by);
    }
    cursor ??= (await asked('search-bookings', {}, by)).cursor ?? choices?.cursor;
    if (cursor) await asked('search-bookings', { cursor }, by);
  };
  await list();
  await list(otherToken);
  await asked('cancel-booking', { bookingId: bookings[0] }, otherToken);
  await asked('view-booking', { bookingId: bookings[0], details: views[3] });
  for (const bookingId of [...bookings, bookings[0], unknownBooking]) await asked('cancel-booking', { bookingId });
  for (const bookingId of seen) {
    for (const details of [views[0], views[3]]) await asked('view-booking', { bookingId, details });
  }
  await list();
  if (isBrief) return { searchId, offers, made, cursor };

  // What belongs to another partner, by each way to search.
  for (const one of searched.slice(0, 8)) {
    const ofOther = { searchId: one.searchId ?? searchId };
    await asked('hotel-pricing', { ...ofOther, hotelId: 7 }, otherToken);
    await asked('offer-pricing', { ...ofOther, offerId: idOf(first) }, otherToken);
  }
  // Other parties: a family in two rooms, and two bookings of which one is cancelled while the other is open.
  const kim = { ...guest, firstName: 'Kim', birthDate: '2021-03-04' };
  const parties = [
    {
      rooms: [{ adults: 2, childrenAges: [5] }, stay.rooms[0]],
      guests: [
        [guest, guest, kim],
        [guest, guest],
      ],
    },
    { rooms: [{ adults: 1, childrenAges: [5] }], guests: [[guest, kim]] },
    { rooms: [{ adults: 1, childrenAges: [] }], guests: [[guest]] },
  ];
  const open: unknown[] = [];
  for (const { rooms, guests } of parties) {
    const { searchId: found = searchId } = await asked('hotel-search', { region, stay: { ...stay, rooms } });
    const { hotel } = await asked('hotel-pricing', { searchId: found, hotelId: knownHotelIds[0] });
    const offerIds = Object.values(Object(hotel).offers ?? []).map((offer) => Object(offer).offerId);
    const offerId = offerIds.find((id) => typeof id === 'string');
    await asked('offer-pricing', { searchId: found, offerId });
    await asked('offer-pricing', { searchId: found, offerId }, otherToken);
    const { booking } = await asked('create-booking', { searchId: found, offerId, guests, contact });
    open.push(Object(booking).bookingId);
  }
  const look = async () => {
    for (const bookingId of open) for (const details of views) await asked('view-booking', { bookingId, details });
    let page: unknown;
    for (let i = 0; i < pagesMax && (i === 0 || page); i += 1) {
      page = (await asked('search-bookings', page ? { cursor: page } : {})).cursor;
    }
  };
  await look();
  for (const bookingId of open) {
    await asked('cancel-booking', { bookingId });
    await look();
  }
  return { searchId, offers, made, cursor };
};
