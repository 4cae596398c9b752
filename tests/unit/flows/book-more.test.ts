/** Two bookings of ours are open and viewed at a time, where the budget leaves other stories theirs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../contracts/json.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import { bookThenCancel } from '../../../flows/book-then-cancel.ts';
import { allBound, type Heard, played, type Said, targetWith } from '../engine/story.ts';
import { asked, known, may, service, withHow } from './healthy-hotels.ts';

/** Names bookings in the order in which they are made. */
const counting = () => {
  const hears = service();
  let made = 0;
  return (operation: OperationId, intent: Json, bearer: string | undefined): Heard => {
    if (operation === 'create-booking') made += 1;
    const named = (intent as { booking?: { bookingId: string } } | null)?.booking?.bookingId;
    const bookingId = operation === 'create-booking' ? `b-${made}` : named;
    const heard = hears(operation, intent, bearer);
    return typeof heard === 'object' && heard.booking && bookingId !== undefined
      ? { ...heard, booking: { ...heard.booking, bookingId } }
      : heard;
  };
};

const isSecond = (what: Json | undefined): boolean => JSON.stringify(what ?? null).includes('"b-2"');

const partnered = { clientId: 'c', clientSecret: 'd' };
const bookedTwice = (bookingsLeft: number, more: object = {}, hears = counting()) =>
  played(bookThenCancel, { target: targetWith({ known, may, otherPartner: partnered, ...more }), hears, bookingsLeft });

test('two bookings in different hotels are viewed while both are open', async () => {
  const { said, stopped } = await bookedTwice(9);
  assert.equal(stopped, undefined);
  const [first, second, ...more] = asked(said, 'create-booking').map(({ offer }) => offer.hotelId);
  assert.ok(first !== undefined && second !== undefined && first !== second && more.length === 0);
  const from = said.findLastIndex(({ how }) => how === 'book');
  const to = said.findIndex(({ how, bearer }) => how === 'cancel' && bearer === undefined);
  const viewed = asked(said.slice(from, to), 'view-booking').map(({ booking }) => booking.bookingId);
  assert.deepEqual(new Set(viewed), new Set(['b-2', 'b-1']));
  assert.deepEqual(viewed.slice(0, 2), ['b-2', 'b-1'], 'of the first there is a view already');
});

test('a second booking leaves other stories what they need, and says when that is too little', async () => {
  const requested = async (bookingsLeft: number, more: object = {}) => {
    const { said, stopped } = await bookedTwice(bookingsLeft, more);
    if (stopped) assert.match(stopped.reason, /^needs more of may\.books, for two bookings at a time,/);
    return [withHow(said, 'book').length, stopped?.because];
  };
  assert.deepEqual(await requested(3), [1, 'needs']);
  assert.deepEqual(await requested(4), [2, undefined]);
  assert.deepEqual(await requested(1, { known: { region: 17 } }), [2, undefined]);
  const flown = { known: { ...known, route: 'A-B' }, bindings: { ...allBound, 'pnr-create': { request: () => ({}) } } };
  assert.deepEqual(await requested(5, flown), [1, 'needs']);
  assert.deepEqual(await requested(6, flown), [2, undefined]);
});

test('a second booking that is refused, or for which nothing is found, changes nothing of the story', async () => {
  const { said: whole } = await bookedTwice(9);
  /** How the first is looked at and cancelled; of the second there is a view and an end where it came about. */
  const ends = (said: readonly Said[]) =>
    said
      .filter(({ what }) => !isSecond(what))
      .slice(-4)
      .map(({ operation }) => operation);
  const [all, last] = [counting(), counting()];
  let searches = 0;
  let books = 0;
  for (const hears of [
    (...heard: Parameters<typeof all>): Heard => {
      if (heard[0] === 'hotel-search' && heard[2] !== 'other') searches += 1;
      return searches > 1 && heard[0] === 'hotel-search' ? { searchId: 's', offers: [] } : all(...heard);
    },
    (...heard: Parameters<typeof last>): Heard => {
      if (heard[0] === 'create-booking') books += 1;
      return books > 1 && heard[0] === 'create-booking' ? 409 : last(...heard);
    },
  ]) {
    const { said, stopped } = await bookedTwice(9, {}, hears);
    assert.equal(stopped, undefined);
    assert.deepEqual(ends(said), ends(whole));
    assert.equal(withHow(said, 'cancel').filter(({ bearer }) => bearer === undefined).length, 2);
  }
});
