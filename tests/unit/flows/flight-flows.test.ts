/** What the stories about flights say, to whom and in which order, and what they never say. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../contracts/json.ts';
import { type OperationId, operations } from '../../../contracts/operations.ts';
import { askFlightsBadly } from '../../../flows/ask-flights-badly.ts';
import { bookThenCancelFlight } from '../../../flows/book-then-cancel-flight.ts';
import { bookThenVoid } from '../../../flows/book-then-void.ts';
import { exchangeTicket } from '../../../flows/exchange-ticket.ts';
import { outliveVoidWindow } from '../../../flows/outlive-void-window.ts';
import { refundTicket } from '../../../flows/refund-ticket.ts';
import { searchFlights } from '../../../flows/search-flights.ts';
import { sendBadTokensToFlights } from '../../../flows/send-bad-tokens-to-flights.ts';
import { aviaOperations } from '../../../flows/steps/token-asks.ts';
import { voidUsedTicket } from '../../../flows/void-used-ticket.ts';
import { type Said, targetWith } from '../engine/story.ts';
import { about, bookingId, old, order, play, secondId, service, whole } from './healthy-flights.ts';

test('schedule and seats are asked for before anybody searches, and the search is asked twice alike', async () => {
  const { said, stopped } = await play(searchFlights);
  equal(stopped, undefined);
  deepEqual(order(said).slice(0, 2), ['avia-schedule', 'avia-availability']);
  ok(order(said).lastIndexOf('avia-availability') < order(said).indexOf('avia-search'));
  equal((about(said, 'avia-availability')[0]?.what as { flights: Json[] } | undefined)?.flights.length, 3);
  const searches = about(said, 'avia-search').map(({ what }) => what);
  deepEqual(searches.at(-1), searches[0]);
  equal(searches.length, 7, 'six rows, and the first of them again');
  equal(about(said, 'avia-offer-price').length, 3 + 5 * 2 + 1);
  deepEqual(
    about(said, 'fare-rules').map(({ what }) => what),
    about(said, 'avia-offer-price').map(({ what }) => what),
  );
  deepEqual(
    said.filter(({ bearer }) => bearer === 'other').map(({ operation }) => operation),
    ['avia-offer-price', 'fare-rules'],
    'another partner has not found it',
  );
});

test('what is refused is tried with something else, because one may have a reason of its own', async () => {
  const refuses = (operation: OperationId) => ({ hears: service({ [operation]: () => 409 }) });
  for (const [operation, flow] of [
    ['avia-schedule', searchFlights],
    ['avia-search', searchFlights],
    ['avia-availability', { ...searchFlights }],
    ['avia-offer-price', bookThenVoid],
    ['pnr-create', bookThenVoid],
    ['ticket-issue', bookThenVoid],
    ['ticket-exchange', exchangeTicket],
    ['ticket-refund', refundTicket],
  ] as const) {
    const { said } = await play(flow, refuses(operation));
    const asked = about(said, operation).map(({ what }) => JSON.stringify(what));
    ok(asked.length >= 2, operation);
  }
});

test('once the ticket of the other passenger is voided, too, that is looked at, and the first once more', async () => {
  const { said } = await play(bookThenVoid, { hears: service({ 'ticket-cancel': () => ({}) }) });
  const asks = said.filter(({ operation }) => operation !== undefined);
  const story = asks.slice(0, order(asks).indexOf('pnr-cancel'));
  const end = story.slice(order(story).lastIndexOf('ticket-cancel'));
  const numbers = end.map(({ what }) => /000123456789\d/.exec(JSON.stringify(what))?.[0]);
  deepEqual(order(end).slice(0, 2), ['ticket-cancel', 'ticket-info']);
  deepEqual([numbers[0], numbers[1], numbers.at(-1)], ['0001234567891', '0001234567891', old]);
});

test('a ticket is looked at after every void that must be refused, before it is voided twice', async () => {
  const { said, stopped } = await play(bookThenVoid);
  equal(stopped, undefined);
  const story = said.filter(({ operation }) => operation === 'ticket-cancel' || operation === 'ticket-info');
  deepEqual(
    story.map(({ how, bearer }) => `${how} ${bearer ?? 'own'}`),
    [
      'ask own',
      'ask other',
      'ask own',
      'void other',
      'ask own',
      'void own',
      'ask own',
      'void own',
      'ask own',
      'void own',
      'ask own',
      'void own',
      'ask own',
      'void own',
      'ask own',
      'void own',
      'ask own',
      'void own',
      'ask own',
      'ask own',
      'ask own',
      'void own',
    ],
    'the other ticket, too, before and after; it is voided last',
  );
  const voided = about(said, 'ticket-cancel').map(({ what }) => what as { bookingId: string; ticketNumber: string });
  const [others, wrongTicket, noBooking, noTicket, wrongBooking, elsewhere, right, again] = voided;
  deepEqual(elsewhere, { bookingId: secondId, ticketNumber: old });
  deepEqual([others, right, again], Array(3).fill({ bookingId, ticketNumber: old }));
  equal(wrongTicket?.bookingId, bookingId);
  notEqual(wrongTicket?.ticketNumber.slice(-10), old.slice(-10));
  deepEqual([noBooking, noTicket], [{ ticketNumber: old }, { bookingId }]);
  equal(wrongBooking?.ticketNumber, old);
  notEqual(wrongBooking?.bookingId, bookingId);
  deepEqual(order(said).slice(-3), ['pnr-cancel', 'pnr-retrieve', 'ticket-issue'], 'and last on what is cancelled');
});

test('bookings are looked at before and after they are cancelled, and no ticket is issued but for a cancelled one', async () => {
  const { said, stopped } = await play(bookThenCancelFlight);
  equal(stopped, undefined);
  equal(about(said, 'pnr-create').length, 2);
  ok(order(said).indexOf('ticket-issue') > order(said).indexOf('pnr-cancel'));
  equal(about(said, 'pnr-retrieve').filter(({ bearer }) => bearer === 'other').length, 1);
  equal(order(said).at(-1), 'pnr-retrieve');
});

test('the other partner asks before anything of ours has ended, and cancels only what a retrieval hid from it', async () => {
  const bearers = (said: readonly Said[], operation: OperationId) =>
    about(said, operation).map(({ bearer }) => bearer ?? 'own');
  const { said: cancelled } = await play(bookThenCancelFlight);
  deepEqual(bearers(cancelled, 'pnr-cancel'), ['other', 'own', 'own']);
  for (const [flow, of] of [
    [refundTicket, 'refund'],
    [exchangeTicket, 'exchange'],
  ] as const) {
    const { said } = await play(flow);
    // This service exchanges another ticket by the same exchangeId, which may be used up by that.
    const again = of === 'exchange' ? ['own'] : [];
    deepEqual(bearers(said, `ticket-${of}-calculation`), ['own', 'other', ...again], of);
    const asksAsOther = said.findIndex(({ bearer }) => bearer === 'other');
    const performs = ({ operation, what }: Said): boolean =>
      operation === `ticket-${of}` && /x-1|quote/.test(JSON.stringify(what));
    ok(asksAsOther < said.findIndex(performs), of);
  }
  const shown = service({ 'pnr-retrieve': () => ({ flightBooking: { at: [], bookingId, isActive: false } }) });
  const { said: seen } = await play(bookThenCancelFlight, { hears: shown });
  deepEqual(bearers(seen, 'pnr-cancel'), ['own', 'own'], 'what it sees may be its own');
  const alone = targetWith({ ...whole, otherPartner: undefined });
  for (const flow of [bookThenCancelFlight, refundTicket, exchangeTicket]) {
    const { said, stopped } = await play(flow, { target: alone });
    ok(!said.some(({ bearer }) => bearer === 'other'), flow.id);
    match(stopped?.reason ?? '', /otherPartner/);
  }
});

test('of two tickets one is voided before the window ends, and one after, long after the booking', async () => {
  const levers = { advanceClock: async () => {} };
  const { said, stopped } = await play(outliveVoidWindow, { target: targetWith({ ...whole, levers }) });
  equal(stopped, undefined);
  const voids = about(said, 'ticket-cancel').map(({ what }) => (what as { ticketNumber: string }).ticketNumber);
  deepEqual(voids.slice(0, 2), [old, '0001234567891']);
  ok(voids.length > 2, 'late, it is voided wrongly, too');
  equal(order(said)[order(said).indexOf('ticket-issue') - 1], 'pnr-reprice', 'for hours have passed');
  ok(order(said).includes('ticket-refund'));
  match((await play(outliveVoidWindow)).stopped?.reason ?? '', /levers\.openWorld or levers\.advanceClock/);
});

test('a coupon is used before its ticket is voided; tickets that the target names are voided as they are named', async () => {
  const levers = { useCoupon: async () => {} };
  const { said } = await play(voidUsedTicket, { target: targetWith({ ...whole, levers }) });
  const hows = said.map(({ how }) => how);
  ok(hows.indexOf('use') > hows.indexOf('issue') && hows.indexOf('use') < hows.indexOf('void'));
  const [usedTicket, withoutRights] = ['1', '2'].map((one) => ({ bookingId, ticketNumber: one }));
  const known = { ...whole.known, usedTicket, withoutRights };
  const { said: named } = await play(voidUsedTicket, { target: targetWith({ ...whole, known }) });
  deepEqual(
    about(named, 'ticket-cancel').map(({ what }) => what),
    [withoutRights, usedTicket],
  );
  equal(about(named, 'pnr-create').length, 0);
});

test('whoever may not book or issue sends nothing with an effect, and says what is needed', async () => {
  for (const flow of [
    bookThenVoid,
    bookThenCancelFlight,
    exchangeTicket,
    refundTicket,
    outliveVoidWindow,
    askFlightsBadly,
  ]) {
    const levers = { advanceClock: async () => {} };
    const { said, stopped } = await play(flow, {
      target: targetWith({ ...whole, may: {}, levers }),
      bookingsLeft: 0,
      ticketsLeft: 0,
    });
    equal(stopped?.because, 'needs', flow.id);
    match(stopped?.reason ?? '', /may\.(books|tickets)/);
    deepEqual(
      order(said).filter((operation) => operations[operation].effect !== 'reads'),
      [],
      flow.id,
    );
  }
});

test('nothing is sent that the run does not look at', async () => {
  for (const flow of [
    bookThenVoid,
    bookThenCancelFlight,
    exchangeTicket,
    refundTicket,
    outliveVoidWindow,
    voidUsedTicket,
  ]) {
    const { said } = await play(flow, { asked: ['countries'] });
    deepEqual(said, [], flow.id);
  }
  const { said } = await play(sendBadTokensToFlights, { asked: ['avia-schedule'] });
  deepEqual(new Set(order(said)), new Set(['avia-schedule']));
});

test('every avia operation gets bad tokens, with valid content where a budget allows it, and ours opens the rest', async () => {
  const { said } = await play(sendBadTokensToFlights);
  for (const operation of aviaOperations) {
    const bearers = about(said, operation).map(({ bearer }) => bearer);
    ok(bearers.includes('missing') && bearers.includes('garbage') && bearers.includes('tampered-signature'), operation);
  }
  const effective = said.filter(({ how }) => how === 'book' || how === 'issue' || how === 'void');
  ok(effective.some(({ bearer }) => bearer === 'missing'));
  equal(effective.filter(({ bearer }) => bearer === undefined).length, 3);
});
