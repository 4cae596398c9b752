/** A bundle is sent again, with dates moved and people invented. */
import assert, { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { endingNow, endingText, lastFailed } from '../../../../cases/compare.ts';
import { isDay, movedBirth, movedIntent } from '../../../../cases/replay/moved-dates.ts';
import type { SoughtFinding } from '../../../../cases/replay/replay.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { walker } from '../../../../engine/walk.ts';
import { dayAfter } from '../../../../generators/calendar.ts';
import type { FaultId } from '../../../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/server.ts';
import { posted, traceOf } from '../case-of.ts';
import { found, sentAgain, sentOften } from './found-case.ts';

describe('repetitions', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  /** One of each kind; with what can be seen in the other dialect, too. */
  const kinds: Readonly<Record<string, FaultId>> = {
    dictionary: 'swaps-one-pair-deep-in-list',
    'two reads': 'forgets-one-record-of-bed-types-every-second-time',
    'expired token': 'gives-the-expired-token-again',
    'hotel offers': 'charges-less-in-pricing-than-the-minimum',
    'refused booking': 'books-what-the-supplier-refused',
    'views of a booking': 'tells-another-check-in-beside-price-details',
    'lists of bookings': 'lists-bookings-a-cent-dearer',
    'cancelled flight': 'shows-cancelled-flights-as-booked',
    'other partner': 'shows-flights-to-every-partner',
    'half a void': 'voids-the-first-ticket-where-none-is-named',
    'void window': 'shows-tickets-as-issued-when-their-booking-was-made',
    exchange: 'exchanges-a-ticket-as-often-as-it-is-asked-for',
    refund: 'refunds-tickets-to-every-partner-once-calculated',
  };

  const caseOf = (fault: FaultId): Promise<SoughtFinding> => found(sandbox, fault);

  for (const [kind, fault] of Object.entries(kinds)) {
    test(`${kind}: it fails alike weeks later and in the other dialect, and is fixed where all is well`, async () => {
      const sought = await caseOf(fault);
      const later = await sentAgain(sandbox, sought, { fault, daysLater: 40 });
      assert.equal(later.outcome, 'same', later.reason);
      assert.equal(later.finding?.fingerprint, sought.finding.fingerprint);
      const elsewhere = await sentAgain(sandbox, sought, { fault, dialect: 'flat' });
      assert.equal(elsewhere.outcome, 'same', elsewhere.reason);
      const healthy = await sentAgain(sandbox, sought, { daysLater: 40 });
      assert.equal(healthy.outcome, 'fixed', healthy.reason);
      const { bookings } = healthy.trace;
      assert.equal(bookings?.left ?? 0, 0);
      assert.equal(bookings?.tickets?.left ?? 0, 0);
    });
  }

  test('dates are moved, the weekday is said, guests get new marks, and ids are those of now', async () => {
    const sought = await caseOf('lists-bookings-a-cent-dearer');
    const { trace, notes } = await sentAgain(sandbox, sought, { daysLater: 40 });
    const search = (exchanges: SoughtFinding['trace']['exchanges']) =>
      exchanges.find(({ operation }) => operation === 'hotel-search')?.intent as { stay: { checkIn: string } };
    const [then, now] = [search(sought.trace.exchanges), search(trace.exchanges)];
    assert.equal(Date.parse(now.stay.checkIn) - Date.parse(then.stay.checkIn), 40 * 86_400_000);
    assert.ok(notes.some((line) => line.startsWith('the day of travel was a ')));
    const marks = new Set([...(sought.trace.attempts ?? []), ...(trace.attempts ?? [])].map(({ mark }) => mark));
    assert.equal(marks.size, (sought.trace.attempts ?? []).length + (trace.attempts ?? []).length);
  });

  test('a case that is kept literally keeps its dates and ids, although there are others now', async () => {
    const sought = await caseOf('swaps-one-pair-deep-in-list');
    const parts = { isLiteral: true };
    assert.equal((await sentAgain(sandbox, sought, { fault: 'swaps-one-pair-deep-in-list', parts })).outcome, 'same');
    const booked = await caseOf('shows-cancelled-flights-as-booked');
    const { outcome, reason = '', trace } = await sentAgain(sandbox, booked, { parts, daysLater: 40 });
    const searches = [booked.trace, trace].map(({ exchanges }) =>
      exchanges.find(({ operation }) => operation === 'avia-search'),
    );
    assert.deepEqual(searches[1]?.intent, searches[0]?.intent);
    assert.equal(outcome, 'unclear');
    assert.match(reason, /^pnr-retrieve was refused with BOOKING_NOT_FOUND$|names an offer that no new answer gave/);
    assert.equal(trace.bookings?.left ?? 0, 0);
  });

  test('a target that allows no bookings, and a spent budget, leave the outcome unclear and say why', async () => {
    const sought = await caseOf('shows-cancelled-flights-as-booked');
    const without = await sentAgain(sandbox, sought, { may: {} });
    assert.deepEqual([without.outcome, without.trace.bookings], ['unclear', undefined]);
    assert.match(without.reason ?? '', /^needs may\.books/);
    const spent = await sentAgain(sandbox, sought, { parts: { requestsMax: 2 } });
    assert.deepEqual([spent.outcome, spent.reason], ['unclear', 'needs more than 2 requests']);
  });

  test('some of the steps can be sent alone', async () => {
    const fault = 'swaps-one-pair-deep-in-list';
    const sought = await caseOf(fault);
    const alone = await sentAgain(sandbox, sought, { fault, parts: { steps: [sought.finding.exchange] } });
    assert.equal(alone.outcome, 'same', alone.reason);
    const operations = alone.trace.exchanges.map(({ operation }) => operation);
    assert.deepEqual(operations, ['token', sought.finding.operation]);
  });

  test('what shows now and then is found in some of the attempts', async () => {
    const fault = 'nulls-the-search-id-every-second-time';
    const sought = await caseOf(fault);
    const steps = [sought.finding.exchange];
    const all = await sentOften(sandbox, sought, { fault, attempts: 3, parts: { steps } });
    const outcomes = all.map(({ outcome }) => outcome);
    assert.equal(outcomes[0], outcomes[2]);
    assert.deepEqual(outcomes.slice(0, 2).toSorted(), ['fixed', 'same']);
  });

  test('what breaks on the side of Preflight leaves the outcome unclear', async () => {
    const sought = await caseOf('swaps-one-pair-deep-in-list');
    const record = async () => ({ ...sought.trace, exchanges: [], error: { message: 'a lever threw', stack: '' } });
    const { outcome, reason } = await sentAgain(sandbox, sought, {
      parts: { walker: walker({ id: 'repro' }, { record, share: (trace) => trace }) },
    });
    assert.deepEqual([outcome, reason], ['unclear', 'our own error: a lever threw']);
  });

  const lies: readonly [what: string, lying: (exchange: Exchange) => Exchange, reason: RegExp][] = [
    [
      'an offer that says of itself to be free of charge',
      ({ facts, ...each }) => each,
      /names an offer that no new answer gave|gave no/,
    ],
    [
      'intents of another shape',
      (each) => (each.intent === undefined ? each : { ...each, intent: [7] }),
      /makes no request here|names an offer|told no/,
    ],
  ];

  for (const [what, lying, expected] of lies) {
    test(`nothing is booked for a file with ${what}`, async () => {
      const sought = await caseOf('books-what-the-supplier-refused');
      const lie = { ...sought.trace, exchanges: sought.trace.exchanges.map(lying) };
      const { outcome, reason = '', trace } = await sentAgain(sandbox, { ...sought, trace: lie });
      assert.equal(outcome, 'unclear');
      assert.match(reason, expected);
      assert.equal(trace.bookings, undefined);
      assert.equal(trace.error, undefined);
    });
  }
});

const booked = (status: string): Exchange => ({
  ...posted('create-booking', '/api/hotels/create_booking', {}, {}),
  facts: { booking: { at: [], status } },
});

test('a booking is refused by its status, and fixed once it is accepted', () => {
  const [rejected, completed] = [booked('rejected'), booked('completed')];
  deepEqual([rejected, completed].map(endingText), ['refused with status rejected', 'answered well']);
  equal(endingNow(rejected, rejected), 'same');
  equal(endingNow(rejected, completed), 'fixed');
  equal(endingNow(completed, rejected), 'different');
  for (const status of ['failed', 'Rejected', 'Error'])
    equal(endingText(booked(status)), `refused with status ${status}`);
  equal(lastFailed(traceOf('imported', rejected, { ...completed, operation: 'search-bookings' }))?.index, 0);
});

const ageOn = (birth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0);

test('stays keep their nights, journeys their length, documents their distance, and days of travel are shown', () => {
  const stay = { checkIn: '2026-12-30', checkOut: '2027-01-02', rooms: [] };
  const shown: string[][] = [];
  const moved = movedIntent({ region: 7, stay }, { days: 60, onTravel: (from, to) => shown.push([from, to]) });
  assert.deepEqual(moved, { region: 7, stay: { checkIn: '2027-02-28', checkOut: '2027-03-03', rooms: [] } });
  assert.deepEqual(shown, [['2026-12-30', '2027-02-28']]);
  const search = { route: 'A-B', departure: '2026-12-01', return: '2026-12-08', adults: 1, children: 0 };
  const passengers = [{ birthDate: '1990-06-01', document: { number: '1', expiresOn: '2031-12-01' } }];
  const flight = movedIntent({ search, passengers }, { days: 10 }) as { search: unknown; passengers: unknown[] };
  assert.deepEqual(flight.search, { ...search, departure: '2026-12-11', return: '2026-12-18' });
  assert.deepEqual(flight.passengers, [
    { birthDate: '1990-06-11', document: { number: '1', expiresOn: '2031-12-11' } },
  ]);
});

test('ranges of days around today move with it, and what is no day stays', () => {
  assert.deepEqual(movedIntent({ createdFrom: '2026-02-27', createdTo: 'soon' }, { days: 2 }), {
    createdFrom: '2026-03-01',
    createdTo: 'soon',
  });
  assert.deepEqual(['2026-02-30', '20260228', '2026-02-28', 7, null].map(isDay), [false, false, true, false, false]);
  assert.equal(movedIntent('text', { days: 3 }), 'text');
});

test('each traveller is as old at travel as then, across leap days and around birthdays', () => {
  for (const from of ['2026-03-01', '2027-12-31', '2028-02-29', '2028-03-01']) {
    for (const ageDays of [0, 1, 364, 365]) {
      for (const age of [0, 2, 11, 12, 40]) {
        const year = Number(dayAfter(from, -ageDays).slice(0, 4)) - age;
        const birth = `${year}${dayAfter(from, -ageDays).slice(4)}`;
        if (!isDay(birth)) continue;
        for (const days of [1, 59, 60, 365, 366, 400]) {
          const to = dayAfter(from, days);
          const moved = movedBirth(birth, { from, to });
          assert.equal(ageOn(moved, to), ageOn(birth, from), `${birth} at ${from} became ${moved} at ${to}`);
        }
      }
    }
  }
});
