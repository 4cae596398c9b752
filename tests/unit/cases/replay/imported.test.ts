/** An imported case is sent again in its own spelling: with invented people, and new ids, dates and token. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { stepsTo } from '../../../../cases/replay/repeated.ts';
import { replay, replayEnding } from '../../../../cases/replay/replay.ts';
import { createSharing } from '../../../../client/redaction/sharing.ts';
import type { ClauseId } from '../../../../contracts/clauses.ts';
import type { OfferFact } from '../../../../contracts/facts.ts';
import { importedFlow } from '../../../../contracts/imported-trace.ts';
import { judge } from '../../../../contracts/judge.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { dialectIds } from '../../../../sandbox/dialects.ts';
import { type FaultId, faults } from '../../../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/server.ts';
import { bookingOf, ticketOf } from '../../sandbox/flight-partner.ts';
import type { HotelPartner } from '../../sandbox/hotel-partner.ts';
import { exchangeOf, traceOf } from '../case-of.ts';
import {
  endingOf,
  isOf,
  type Place,
  planted,
  realGuest,
  realPassenger,
  type Saved,
  saved,
  sentAgain,
} from './saved-bookings.ts';

let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

const assertNobodyReal = (received: string): void => {
  assert.ok(received.includes('entries'));
  for (const real of planted) assert.ok(!received.toLowerCase().includes(real.toLowerCase()), `${real} was sent`);
};

const bookFor = async (hotels: HotelPartner) => hotels.book(await hotels.choose(isOf('NWR')), realGuest);

const oddities = ['refuses-every-booking'] as const;
const refusedAt = (place: Place): Promise<Saved> => saved(sandbox, place, ({ hotels }) => bookFor(hotels));

const details = { includePriceDetails: true, includeResidenceDetails: false };

const bookedAndCancelled = (place: Place): Promise<Saved> =>
  saved(sandbox, place, async ({ hotels }) => {
    const booking = { bookingId: (await bookFor(hotels)).facts.booking?.bookingId ?? null };
    await hotels.ask('view-booking', { booking, details });
    await hotels.ask('search-bookings', {});
    await hotels.ask('cancel-booking', { booking });
    await hotels.ask('view-booking', { booking, details });
  });

/** A finding in a file, each of another operation. */
const found: readonly FaultId[] = ['tells-booked-of-a-new-booking', 'answers-cancellations-with-a-former-status'];

for (const dialect of dialectIds) {
  describe(`a file of a ${dialect} service`, () => {
    test('one refused booking is still refused, and succeeds where the service is healthy', async () => {
      const file = await refusedAt({ dialect, oddities });
      assert.ok(planted.slice(0, 5).every((real) => file.har.includes(real)));
      const sought = endingOf(file);
      assert.equal(sought.ended.operation, 'create-booking');
      const again = await sentAgain(sandbox, { dialect, oddities }, (parts) => replayEnding(sought, parts));
      assert.deepEqual([again.made.outcome, again.made.reason], ['same', undefined]);
      assert.equal(again.made.ended.now, 'refused with SUPPLIER_ERROR');
      assertNobodyReal(again.received);
      const healthy = await sentAgain(sandbox, { dialect }, (parts) => replayEnding(sought, parts));
      assert.deepEqual([healthy.made.outcome, healthy.made.reason], ['fixed', undefined]);
      assert.deepEqual([healthy.made.trace.bookings?.requested, healthy.made.trace.bookings?.left], [1, 0]);
      assert.doesNotMatch(healthy.made.notes.join(), /letters/);
      assertNobodyReal(healthy.received);
    });

    test('a name that the guest mark cannot replace in its form is not called fixed, and is named', async () => {
      for (const lastName of ['Żółć', 'Волкова', 'Li', 'O']) {
        const file = await saved(sandbox, { dialect, oddities }, async ({ hotels }) =>
          hotels.book(await hotels.choose(isOf('NWR')), (guest) => ({ ...realGuest(guest), lastName })),
        );
        const sought = endingOf(file);
        const { made, received } = await sentAgain(sandbox, { dialect }, (parts) => replayEnding(sought, parts));
        assert.equal(made.outcome, 'unclear');
        assert.match(made.reason ?? '', /create-booking: request\.body\.\S+ lost its form, because a mark/);
        assert.deepEqual([made.trace.bookings?.requested, made.trace.bookings?.left], [1, 0]);
        assert.ok(lastName.length < 3 || !received.includes(lastName));
        const refused = await sentAgain(sandbox, { dialect, oddities }, (parts) => replayEnding(sought, parts));
        assert.equal(refused.made.outcome, 'same');
      }
    });

    test('the guest mark is as long as the name, and other names keep their letters and signs', async () => {
      const long = 'Wolfeschlegelsteinhausenbergerdorff';
      const file = await saved(sandbox, { dialect, oddities }, async ({ hotels }) =>
        hotels.book(await hotels.choose(isOf('NWR')), (guest) => ({
          ...guest,
          firstName: 'Вера',
          lastName: `O'${long}`,
        })),
      );
      const { made, received } = await sentAgain(sandbox, { dialect }, (parts) => replayEnding(endingOf(file), parts));
      assert.deepEqual([made.outcome, made.reason], ['fixed', undefined]);
      assert.deepEqual([made.trace.bookings?.requested, made.trace.bookings?.left], [1, 0]);
      assert.match(received, /[A-Z]'Pfq[a-z]{32}\b/);
      assert.match(received, /(?<![а-я])[А-Я][а-я]{3}(?![а-я])/);
      assert.ok(!/Вера|schlegel/i.test(received));
    });

    test('one who refuses by citizenship or age refuses the invented ones, too', async () => {
      for (const [oddity, supplier] of [
        ['refuses-guests-by-citizenship', 'HBD'],
        ['refuses-young-children', 'NWR'],
      ] as const) {
        const place = { dialect, oddities: [oddity] };
        const file = await saved(sandbox, place, async ({ hotels }) =>
          hotels.book(await hotels.choose(isOf(supplier)), (guest) => ({ ...realGuest(guest), citizenship: 'KZ' })),
        );
        const { made, received } = await sentAgain(sandbox, place, (parts) => replayEnding(endingOf(file), parts));
        assert.deepEqual([oddity, made.outcome, made.reason], [oddity, 'same', undefined]);
        assertNobodyReal(received);
      }
    });

    test('tickets are issued and ended again, each named as it is now', async () => {
      const file = await saved(sandbox, { dialect }, async ({ flights }) => {
        const booking = bookingOf(await flights.book(undefined, realPassenger));
        const issued = await flights.ask('ticket-issue', { booking });
        const ticket = ticketOf(issued.facts.tickets?.[0]);
        const { refund } = (await flights.ask('ticket-refund-calculation', { booking, ticket })).facts;
        const calculation = refund?.reference;
        // The second is refused.
        for (let time = 0; time < 2; time += 1) {
          await flights.ask('ticket-refund', { booking, ticket, ...(calculation !== undefined && { calculation }) });
        }
      });
      const { made, received } = await sentAgain(sandbox, { dialect }, (parts) => replayEnding(endingOf(file), parts));
      assert.deepEqual([made.outcome, made.reason], ['same', undefined]);
      assert.deepEqual(made.trace.bookings?.tickets, { requested: 2, closed: 2, left: 0 });
      assertNobodyReal(received);
    });

    for (const fault of found) {
      test(`what broke a clause still does, and is fixed where it is healthy: ${fault}`, async () => {
        const place = { dialect, faults: [fault] };
        const { trace } = await bookedAndCancelled(place);
        const [clause] = faults[fault].violates as readonly ClauseId[];
        const [finding] = clause ? judge(clause, trace).findings : [];
        assert.ok(clause && finding);
        const sought = { clause, finding, trace };
        const again = await sentAgain(sandbox, place, (parts) => replay(sought, parts));
        assert.deepEqual([again.made.outcome, again.made.reason], ['same', undefined]);
        const healthy = await sentAgain(sandbox, { dialect }, (parts) => replay(sought, parts));
        assert.deepEqual([healthy.made.outcome, healthy.made.reason], ['fixed', undefined]);
        assertNobodyReal(again.received + healthy.received);
      });
    }
  });
}

const nested: Place = { dialect: 'nested' };

/** As if the file held nothing else. */
const only = async (operation: Exchange['operation'], file: Promise<Saved>): Promise<Saved> => {
  const { har, trace } = await file;
  const exchanges = trace.exchanges.filter((each) => each.operation === operation);
  return { har, trace: { ...trace, exchanges: exchanges.map((each, index) => ({ ...each, index })) } };
};

const costsAlways = ({ freeCancellationUntil }: OfferFact): boolean => freeCancellationUntil === null;

/** What is not sent, and what must stand in the reason. */
const unsent: readonly [what: string, file: () => Promise<Saved>, reason: RegExp][] = [
  [
    'a booking of an offer that no answer in the file told',
    () => only('create-booking', refusedAt({ ...nested, oddities })),
    /names no offer that an earlier answer of the file gave/,
  ],
  [
    'the end of a booking that the file does not make',
    () => only('cancel-booking', bookedAndCancelled(nested)),
    /names a booking that this case has not made: it may belong to a real person/,
  ],
  [
    'a booking of somebody without a name',
    async () =>
      saved(sandbox, { ...nested, oddities }, async ({ hotels }) =>
        hotels.book(await hotels.choose(isOf('NWR')), (guest) => ({ ...guest, firstName: '', lastName: '' })),
      ),
    /names no person/,
  ],
  [
    'a booking that costs to be cancelled',
    () => saved(sandbox, nested, async ({ hotels }) => hotels.book(await hotels.choose(costsAlways), realGuest)),
    /needs an offer that can be cancelled free of charge/,
  ],
  [
    'a case of which the exact evidence is not here',
    async () => {
      const file = await refusedAt({ ...nested, oddities });
      return { ...file, trace: createSharing().share(file.trace) };
    },
    /is replaced in this bundle, and its exact evidence is not on this machine/,
  ],
];

for (const [what, fileOf, reason] of unsent) {
  test(`${what} is not sent, and it is said why`, async () => {
    const file = await fileOf();
    const { made, received } = await sentAgain(sandbox, nested, (parts) => replayEnding(endingOf(file), parts));
    assert.equal(made.outcome, 'unclear');
    assert.match(made.reason ?? '', reason);
    assert.ok(!/create_booking|cancel_booking/.test(received));
    assert.deepEqual([made.trace.bookings, made.trace.error], [undefined, undefined]);
  });
}

test('nothing of an effect is sent literally, or where the target does not allow it', async () => {
  const sought = endingOf(await refusedAt({ ...nested, oddities }));
  const literally = await sentAgain(sandbox, nested, (parts) => replayEnding(sought, { ...parts, isLiteral: true }));
  assert.deepEqual([literally.made.outcome, literally.received.includes('create_booking')], ['unclear', false]);
  const reading = await sentAgain(sandbox, { ...nested, may: {} }, (parts) => replayEnding(sought, parts));
  assert.match(reading.made.reason ?? '', /^needs may\.books/);
  assert.ok(!reading.received.includes('create_booking'));
});

test('what only reads is sent literally where that is asked for, and with days of now where not', async () => {
  const file = await saved(sandbox, nested, ({ hotels }) => hotels.search());
  const sought = endingOf(file);
  const bodyOf = (exchanges: readonly Exchange[]) =>
    exchanges.find(({ operation }) => operation === 'hotel-search')?.request.body;
  for (const isLiteral of [true, false]) {
    const { made } = await sentAgain(sandbox, nested, (parts) => replayEnding(sought, { ...parts, isLiteral }));
    assert.equal(made.ended.then, 'answered well');
    const isAsThen = JSON.stringify(bodyOf(made.exact.exchanges)) === JSON.stringify(bodyOf(file.trace.exchanges));
    assert.equal(isAsThen, isLiteral);
  }
});

test('what cannot be ended because it was not booked this time, says so', async () => {
  const sought = endingOf(await bookedAndCancelled(nested));
  const cancelled = sought.trace.exchanges.find(({ operation }) => operation === 'cancel-booking');
  assert.ok(cancelled);
  const { made } = await sentAgain(sandbox, { ...nested, oddities }, (parts) =>
    replayEnding({ ...sought, ended: cancelled }, parts),
  );
  assert.match(made.reason ?? '', /create-booking, is refused this time \(SUPPLIER_ERROR\), and gave no booking$/);
});

test('a wrong login of a file is sent where the case is about it, and nowhere else', () => {
  const refused = { response: { status: 401, headers: {}, bytes: 2, body: {} } };
  const trace = traceOf(
    importedFlow,
    exchangeOf({ operation: 'token', login: 'wrong-secret', bearer: 'missing', ...refused }),
    exchangeOf({ operation: 'countries', ...refused }),
  );
  const [login, list] = trace.exchanges;
  assert.ok(login && list);
  const operationsTo = (at: Exchange) => stepsTo(trace, at, [0, 1]).map(({ then }) => then.operation);
  assert.deepEqual([operationsTo(list), operationsTo(login)], [['countries'], ['token', 'countries']]);
});
