/** A request that is wrong on purpose is sent where its wrongness reaches the wire, and nowhere else. */
import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import type { Bindings } from '../../../../contracts/bindings.ts';
import { judge } from '../../../../contracts/judge.ts';
import type { Target } from '../../../../contracts/target.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { askFlightsBadly } from '../../../../flows/ask-flights-badly.ts';
import { askHotelsBadly } from '../../../../flows/ask-hotels-badly.ts';
import { bookWithIncompleteGuests } from '../../../../flows/book-with-incomplete-guests.ts';
import { exchangeTicket } from '../../../../flows/exchange-ticket.ts';
import { refundTicket } from '../../../../flows/refund-ticket.ts';
import { bookable, closeSandbox, placed } from '../../flows/hotel-world.ts';

after(closeSandbox);

const withoutCitizenship = 'create-booking.guest-without-citizenship-is-refused';
const cannotSay = { outcome: 'inconclusive', because: 'unshown', reason: "this target's request cannot say it" };

/** Sends nothing of the citizenship of guests. */
const silentOfCitizenship = ({ bindings }: Target): Pick<Target, 'bindings'> => {
  const binding = bindings['create-booking'] as NonNullable<Bindings['create-booking']>;
  const request: typeof binding.request = (intent) =>
    binding.request({
      ...intent,
      guests: intent.guests.map((room) => room.map(({ citizenship: _, ...guest }) => guest)),
    });
  return { bindings: { ...bindings, 'create-booking': { ...binding, request } } };
};

const bodiesOf = ({ exchanges }: Trace): (string | undefined)[] =>
  exchanges
    .filter(({ operation }) => operation === 'create-booking')
    .map(({ request }) => JSON.stringify(request.body));

test('guests that lack what the request never says are not booked, and the rest of the story goes on', async () => {
  const ledger = memoryLedger(Date.now);
  const trace = await placed({}, silentOfCitizenship).record(bookWithIncompleteGuests, { ledger, depth: 'standard' });
  equal(trace.error, undefined);
  const { outcome, because, reason } = judge(withoutCitizenship, trace);
  deepEqual({ outcome, because, reason }, cannotSay);
  equal(trace.unsaid?.includes('create-booking.guest-without-gender-is-refused'), false);
  equal(bodiesOf(trace).length, 2, 'without a gender, and with all that the request can say');
  equal(trace.bookings?.requested, 2, 'what was not sent is not counted');
  deepEqual([trace.bookings?.left, await ledger.entries()], [0, []]);
});

test('guests that lack what the request fills in are not booked', async () => {
  const fills = ({ bindings }: Target): Pick<Target, 'bindings'> => {
    const binding = bindings['create-booking'] as NonNullable<Bindings['create-booking']>;
    const request: typeof binding.request = (intent) =>
      binding.request({
        ...intent,
        guests: intent.guests.map((room) =>
          room.map(({ gender = 'male', citizenship = 'RU', ...guest }) => ({ ...guest, gender, citizenship })),
        ),
      });
    return { bindings: { ...bindings, 'create-booking': { ...binding, request } } };
  };
  const trace = await placed({}, fills).record(bookWithIncompleteGuests, { ledger: memoryLedger(Date.now) });
  equal(trace.error, undefined);
  for (const lack of ['citizenship', 'gender'] as const) {
    const { outcome, because, reason } = judge(`create-booking.guest-without-${lack}-is-refused`, trace);
    deepEqual({ outcome, because, reason }, cannotSay);
  }
});

test('what is spelled like a right request, said or sent before, is not sent, and costs nothing of a budget', async () => {
  const sent: (boolean | number)[] = [];
  const trace = await placed({}, silentOfCitizenship).play(async (session) => {
    const right = await bookable(session);
    const lacking = right.guests.map((room) => room.map(({ citizenship: _, ...guest }) => guest));
    const before = await session.bookingsLeft();
    const unsaid = await session.wrong({ clauses: [withoutCitizenship], unlike: [right] }, (options) =>
      session.book({ ...right, guests: lacking }, options),
    );
    sent.push(unsaid !== undefined, before - (await session.bookingsLeft()));
    const { search } = right;
    const again = await session.wrong({ clauses: [], unlike: [] }, (options) =>
      session.ask('hotel-search', search, options),
    );
    const other = await session.wrong({ clauses: [], unlike: [search] }, (options) =>
      session.ask('hotel-search', { ...search, region: 'nowhere' }, options),
    );
    const foreign = await session.wrong({ clauses: [], unlike: [] }, (options) =>
      session.ask('hotel-search', search, { ...options, bearer: 'other' }),
    );
    sent.push(again !== undefined, other !== undefined, foreign !== undefined);
  });
  deepEqual(sent, [false, 0, false, true, true], 'whose key a request carries is a part of it');
  deepEqual([bodiesOf(trace), trace.unsaid], [[], [withoutCitizenship]]);
});

test('a binding that breaks on what is wrong cannot say it; one that breaks on what it is unlike can', async () => {
  const numbered = ({ bindings }: Target): Pick<Target, 'bindings'> => ({
    bindings: { ...bindings, 'pnr-retrieve': { request: ({ booking }) => Number(BigInt(String(booking.bookingId))) } },
  });
  const unknownIsRefused = 'avia-booking.unknown-booking-is-refused';
  const askedFor = (bookingId: string, other: string) =>
    placed({}, numbered).play((session) =>
      session.wrong({ clauses: [unknownIsRefused], unlike: [{ booking: { bookingId: other } }] }, (options) =>
        session.ask('pnr-retrieve', { booking: { bookingId } }, options),
      ),
    );
  const unnamed = await askedFor('none', '7');
  deepEqual([unnamed.exchanges, unnamed.error, unnamed.unsaid], [[], undefined, [unknownIsRefused]]);
  const named = await askedFor('7', 'none');
  deepEqual([named.exchanges.at(-1)?.request.body, named.error, named.unsaid], [7, undefined, undefined]);
});

test('a target that can say all that is wrong is asked all of it, at any seed', async () => {
  const here = placed();
  const unsaid: unknown[] = [];
  for (const flow of [askFlightsBadly, askHotelsBadly, bookWithIncompleteGuests, exchangeTicket, refundTicket]) {
    for (let seed = 1; seed <= 6; seed += 1) {
      const trace = await here.record(flow, { seed, depth: 'standard' });
      if (trace.unsaid ?? trace.error) unsaid.push([flow.id, seed, trace.unsaid, trace.error]);
    }
  }
  deepEqual(unsaid, []);
});
