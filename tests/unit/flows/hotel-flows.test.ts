/** What the stories about hotels say, to whom and how often, and what they never say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Guest, SearchIntent } from '../../../contracts/intents.ts';
import { operations } from '../../../contracts/operations.ts';
import { askHotelsBadly } from '../../../flows/ask-hotels-badly.ts';
import { bookThenCancel, listBookings } from '../../../flows/book-then-cancel.ts';
import { bookWithIncompleteGuests } from '../../../flows/book-with-incomplete-guests.ts';
import { priceHotels } from '../../../flows/price-hotels.ts';
import { searchHotels } from '../../../flows/search-hotels.ts';
import { sendBadTokensToHotels } from '../../../flows/send-bad-tokens.ts';
import { played, type Said, targetWith } from '../engine/story.ts';
import { asked, known, may, service, target, withHow } from './healthy-hotels.ts';

test('every search is asked three times alike, but not in a row, and with a timeout', async () => {
  const { said, stopped } = await played(searchHotels, { target, hears: service() });
  const searches = asked(said, 'hotel-search').slice(0, 12);
  const plain = searches.filter(({ timeout }) => timeout === undefined);
  assert.equal(stopped, undefined);
  assert.deepEqual(new Set(plain.map(({ preset }) => preset)), new Set([undefined, 'ranked', 'plain']));
  for (const again of [3, 6]) assert.deepEqual(plain.slice(again, again + 3), plain.slice(0, 3));
  assert.deepEqual(
    searches.slice(6, 9),
    plain.slice(0, 3).map((search) => ({ ...(search as object), timeout: 5 })),
  );
  assert.equal(said.filter(({ operation }) => operation === 'hotel-static').length, 4);
});

/** How many adults and children are in each room, as `2+1 1`. */
const partyOf = ({ stay }: SearchIntent): string =>
  stay.rooms
    .map(({ adults, childrenAges }) => `${adults}${childrenAges.length > 0 ? `+${childrenAges.length}` : ''}`)
    .join(' ');

test('a full run searches, prices and books for everybody: alone, with a child, and in two rooms', async () => {
  const everybody = new Set(['2', '1', '2+1', '2 1', '2+1 1']);
  const searched = asked((await played(searchHotels, { target, hears: service() })).said, 'hotel-search');
  assert.deepEqual(new Set(searched.map(partyOf)), everybody);
  const priced = asked((await played(priceHotels, { target, hears: service() })).said, 'offer-pricing');
  assert.deepEqual(new Set(priced.map(({ search }) => partyOf(search))), everybody);
  const stage = { target, hears: service(), bookingsLeft: 30 };
  const booked = asked((await played(bookThenCancel, stage)).said, 'create-booking');
  assert.deepEqual(new Set(booked.map(({ search }) => partyOf(search))), everybody);
  for (const { guests, search } of booked) {
    const sizes = search.stay.rooms.map(({ adults, childrenAges }) => adults + childrenAges.length);
    assert.deepEqual(
      guests.map(({ length }) => length),
      sizes,
      'each room has a list of its own',
    );
  }
});

test('where a second partner may search, both do, and in every region', async () => {
  const regions = { ...known, otherRegions: [18] };
  const partnered = targetWith({ known: regions, may, otherPartner: { clientId: 'c', clientSecret: 'd' } });
  const hears = service();
  const { said } = await played(searchHotels, {
    target: partnered,
    hears: (operation, intent) => hears(operation, intent, undefined),
  });
  const searches = said.filter(({ operation }) => operation === 'hotel-search');
  assert.deepEqual(new Set(searches.map(({ bearer }) => bearer)), new Set([undefined, 'other']));
  assert.deepEqual(new Set(asked(said, 'hotel-search').map(({ region }) => region)), new Set([17, 18]));
});

test('what a target does not know is left out, and named when all else is done', async () => {
  const { said, stopped } = await played(searchHotels, { target: targetWith(), hears: service() });
  const searches = asked(said, 'hotel-search');
  assert.ok(searches.every(({ preset, timeout }) => preset === undefined && timeout === undefined));
  assert.equal(said.filter(({ operation }) => operation === 'hotel-static').length, 4);
  assert.deepEqual(stopped?.because, 'needs');
  assert.match(stopped?.reason ?? '', /known\.searchTimeout/);
});

test('hotels are priced between two equal searches of each preset', async () => {
  const { said } = await played(priceHotels, { target, hears: service() });
  const order = said.map(({ operation }) => operation);
  assert.deepEqual(order.slice(0, 2), ['bed-types', 'meal-types']);
  for (const preset of [undefined, 'ranked', 'plain']) {
    const story = said.filter(
      ({ what, operation }) =>
        operation?.startsWith('hotel-') &&
        ((what as { search?: { preset?: string } }).search ?? (what as { preset?: string })).preset === preset,
    );
    const operations = story.map(({ operation }) => operation);
    const first = ['hotel-search', 'hotel-pricing', 'hotel-pricing', 'hotel-pricing', 'hotel-search'];
    assert.deepEqual(story[0]?.what, story[4]?.what);
    assert.deepEqual(operations.slice(0, 5), first);
    // For others one hotel each.
    const others = operations.slice(5);
    assert.deepEqual(
      others,
      Array(others.length / 3)
        .fill(['hotel-search', 'hotel-pricing', 'hotel-search'])
        .flat(),
    );
  }
});

test('offers of several hotels are verified, and not the first alone', async () => {
  const { said } = await played(priceHotels, { target, hears: service() });
  const verified = asked(said, 'offer-pricing').map(({ offer: { offerId } }) => String(offerId));
  assert.ok(new Set(verified).size >= 6);
  assert.ok(verified.some((offerId) => !offerId.endsWith('0')));
});

const roomsIn = (said: readonly Said[]): Guest[][] => asked(said, 'create-booking').map(({ guests }) => guests.flat());

test('guests lack one thing each time, the last of them first, and are complete in the end', async () => {
  const { said } = await played(bookWithIncompleteGuests, { target, hears: service(), bookingsLeft: 9 });
  const lacking = roomsIn(said).map((guests) =>
    guests.map((guest) => ['citizenship', 'gender'].filter((name) => !(name in guest)).join()),
  );
  assert.deepEqual(lacking, [
    ['', '', 'citizenship'],
    ['', '', 'gender'],
    ['citizenship', '', ''],
    ['gender', '', ''],
    ['', '', ''],
  ]);
  assert.ok(asked(said, 'create-booking').every((intent) => intent.offer.supplier === 'Polar'));
});

test('of a small budget the most telling requests are made, and others are left something of a large one', async () => {
  const requested = async (bookingsLeft: number) => {
    const { said, stopped } = await played(bookWithIncompleteGuests, { target, hears: service(), bookingsLeft });
    return stopped?.because ?? withHow(said, 'book').length;
  };
  assert.deepEqual(await Promise.all([0, 2, 3, 6, 7, 8, 20].map(requested)), ['needs', 'needs', 3, 3, 4, 5, 8]);
});

test('without a strict supplier, or permission to book, nothing is sent', async () => {
  for (const [lesser, reason] of [
    [targetWith({ may, known: {} }), /known\.region/],
    [targetWith({ may }), /known\.strictSupplier/],
    [targetWith({ known }), /may\.books, how many/],
  ] as const) {
    const { said, stopped } = await played(bookWithIncompleteGuests, {
      target: lesser,
      hears: service(),
      bookingsLeft: 8,
    });
    assert.deepEqual([said, stopped?.because], [[], 'needs']);
    assert.match(stopped?.reason ?? '', reason);
  }
});

test('a booking is viewed with all details and without, listed in every way, and cancelled twice', async () => {
  const { said, stopped } = await played(bookThenCancel, { target, hears: service(), bookingsLeft: 1 });
  assert.match(stopped?.reason ?? '', /otherPartner/);
  const details = new Set(asked(said, 'view-booking').map((view) => JSON.stringify(view.details)));
  assert.equal(details.size, 4);
  assert.equal(withHow(said, 'book').length, 1);
  assert.equal(withHow(said, 'cancel').length, 2);
  const before = said.slice(
    0,
    said.findIndex(({ how }) => how === 'cancel'),
  );
  const filters = new Set(asked(before, 'search-bookings').map((list) => Object.keys(list).sort().join()));
  assert.deepEqual([...filters].sort(), ['', 'createdFrom,createdTo', 'createdFrom,createdTo,status', 'status']);
  assert.deepEqual(withHow(said, 'pause'), []);
  const { operation, what } = said.at(-2) ?? {};
  assert.deepEqual([operation, (what as { status?: string }).status], ['search-bookings', 'cancelled']);
  assert.deepEqual(asked(said.slice(-1), 'view-booking')[0]?.details, {
    includePriceDetails: true,
    includeResidenceDetails: true,
  });
});

test('the second partner lists and views the booking of the first', async () => {
  const partnered = targetWith({ known, may, otherPartner: { clientId: 'c', clientSecret: 'd' } });
  const { said, stopped } = await played(bookThenCancel, { target: partnered, hears: service(), bookingsLeft: 9 });
  const others = said.filter(({ bearer }) => bearer === 'other').map(({ operation }) => operation);
  // What it cannot search for, the first partner books.
  assert.deepEqual([...new Set(others)], ['hotel-search', 'search-bookings', 'view-booking']);
  assert.equal(stopped, undefined);
});

test('a booking that nobody sees is looked for until the target has settled, and then left', async () => {
  const hears = service();
  const blind = { target: targetWith({ known, may, limits: { settleMs: 600 } }), bookingsLeft: 1 };
  const { said } = await played(bookThenCancel, {
    ...blind,
    hears: (...heard) => (heard[0] === 'search-bookings' ? { bookings: [] } : hears(...heard)),
  });
  assert.ok(withHow(said, 'pause').length > 0);
  assert.ok(said.length < 80, `${said.length} requests`);
});

test('a booking in work is compared and cancelled when it has come to rest', async () => {
  const hears = service();
  let views = 0;
  const { said } = await played(bookThenCancel, {
    target,
    bookingsLeft: 1,
    hears: (operation, ...rest) => {
      if (operation === 'view-booking') views += 1;
      const isEarly = operation === 'view-booking' && views < 15;
      return isEarly ? { booking: { at: [], bookingId: 'b-7', status: 'inWork' } } : hears(operation, ...rest);
    },
  });
  const atCancel = said.findIndex(({ how }) => how === 'cancel');
  assert.equal(asked(said.slice(0, atCancel), 'view-booking').length, 18);
  assert.ok(said.slice(0, atCancel).some(({ how }) => how === 'pause'));
});

test('where nothing is asked of bookings, none is made', async () => {
  const stage = { target, hears: service(), bookingsLeft: 9, asked: ['hotel-search', 'hotel-pricing'] as const };
  assert.deepEqual((await played(bookThenCancel, stage)).said, []);
  assert.deepEqual((await played(bookWithIncompleteGuests, stage)).said, []);
});

test('bookings are listed by each of six statuses, by days past and to come, and as they are', async () => {
  const { said } = await played(listBookings, { target: targetWith(), hears: service() });
  const lists = asked(said, 'search-bookings');
  assert.equal(new Set(lists.map(({ status }) => status).filter(Boolean)).size, 6);
  assert.ok(lists.some(({ createdFrom }) => createdFrom && createdFrom > '2026-08-31'));
  assert.ok(lists.some(({ createdTo }) => createdTo && createdTo < '2026-08-31'));
  assert.deepEqual(lists[0], {});
});

test('a booking that does not exist is cancelled only where booking is allowed, and after it was viewed', async () => {
  const bold = await played(askHotelsBadly, { target, hears: service() });
  const cancelled = withHow(bold.said, 'cancel');
  assert.equal(cancelled.length, 2);
  for (const { what } of cancelled) {
    const viewed = asked(bold.said, 'view-booking').map(({ booking }) => booking);
    assert.ok(viewed.some((booking) => JSON.stringify(booking) === JSON.stringify(what)));
  }
  const timid = await played(askHotelsBadly, { target: targetWith({ known }), hears: service() });
  assert.deepEqual(withHow(timid.said, 'cancel'), []);
  assert.match(timid.stopped?.reason ?? '', /may\.books/);
});

test('what does not exist is named in the form of what does', async () => {
  const { said } = await played(askHotelsBadly, { target, hears: service() });
  for (const { booking } of asked(said, 'view-booking')) assert.match(String(booking.bookingId), /^b-\d{9}$/);
  for (const each of asked(said, 'offer-pricing')) assert.match(String(each.offer.offerId), /^o-\d{9}$/);
});

const hasEffect = ({ operation }: Said): boolean => operation !== undefined && operations[operation].effect === 'books';

test('what has an effect is never sent past the interlock with a token of ours, nor with anything in it', async () => {
  for (const flow of [askHotelsBadly, sendBadTokensToHotels, searchHotels, priceHotels, listBookings]) {
    const { said } = await played(flow, { target, hears: service(), bookingsLeft: 9 });
    for (const { bearer = 'own', what } of withHow(said, 'send').filter(hasEffect)) {
      assert.ok(bearer !== 'own' && bearer !== 'other', `${flow.id} sends an effect as ${bearer}`);
      assert.deepEqual(what, {});
    }
  }
});

test('bad tokens carry valid content as far as the budget for bookings goes', async () => {
  const spent = async (bookingsLeft: number) => {
    const { said } = await played(sendBadTokensToHotels, { target, hears: service(), bookingsLeft });
    const badly = (how: Said['how']) => withHow(said, how).filter(({ bearer }) => bearer !== undefined).length;
    return [withHow(said, 'book').length, badly('book'), badly('cancel')];
  };
  assert.deepEqual(await Promise.all([0, 1, 2, 3, 9].map(spent)), [
    [0, 0, 0],
    [1, 1, 0],
    [2, 1, 2],
    [3, 2, 2],
    [3, 2, 2],
  ]);
});

test('every hotel operation gets every kind of bad token, with valid content where nothing can happen', async () => {
  const { said } = await played(sendBadTokensToHotels, { target: targetWith(), hears: service() });
  for (const operation of ['hotel-search', 'hotel-pricing', 'offer-pricing', 'view-booking', 'search-bookings']) {
    const bearers = new Set(
      said.filter((each) => each.how === 'ask' && each.operation === operation).map((e) => e.bearer),
    );
    assert.equal(bearers.size, 11, `${operation} as ${[...bearers]}`);
  }
  const unbound = await played(sendBadTokensToHotels, { target: targetWith({ bindings: {} }) });
  assert.equal(unbound.stopped, undefined);
  assert.equal(new Set(unbound.said.map(({ operation }) => operation)).size, 7);
});
