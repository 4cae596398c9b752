/** A case is sent again: on the service that broke it still fails, on a healthy one it is fixed, in either dialect and weeks later. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SoughtFinding } from '../../../../cases/replay/replay.ts';
import { walker } from '../../../../engine/walk.ts';
import type { FaultId } from '../../../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/server.ts';
import { found, sentAgain, sentOften } from './found-case.ts';

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
  'void window': 'shows-tickets-as-issued-when-their-booking-was-made',
  exchange: 'exchanges-a-ticket-as-often-as-it-is-asked-for',
  refund: 'refunds-tickets-to-every-partner-once-calculated',
};

const caseOf = (fault: FaultId): Promise<SoughtFinding> => found(sandbox, fault);

for (const [kind, fault] of Object.entries(kinds)) {
  test(`${kind}: it still fails the same way weeks later, and in the other dialect, and is fixed where it is healthy`, async () => {
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

test('dates are moved, the weekday is said, guests get marks of their own, and ids are those of now', async () => {
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

test('a case that is sent literally keeps its dates and ids', async () => {
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

test('without permission to book, or with a spent budget, the result is unclear and has its reason', async () => {
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
  assert.deepEqual(
    alone.trace.exchanges.map(({ operation }) => operation),
    ['token', sought.finding.operation],
  );
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

test('an error of Preflight itself makes the result unclear', async () => {
  const sought = await caseOf('swaps-one-pair-deep-in-list');
  const record = async () => ({ ...sought.trace, exchanges: [], error: { message: 'a lever threw', stack: '' } });
  const { outcome, reason } = await sentAgain(sandbox, sought, {
    parts: { walker: walker({ id: 'repro' }, { record, share: (trace) => trace }) },
  });
  assert.deepEqual([outcome, reason], ['unclear', 'our own error: a lever threw']);
});

const lies: readonly [what: string, with_: (sought: SoughtFinding) => SoughtFinding, reason: RegExp][] = [
  [
    'an offer that says of itself to be free of charge',
    (sought) => ({
      ...sought,
      trace: {
        ...sought.trace,
        exchanges: sought.trace.exchanges.map(({ facts, ...each }) => each),
      },
    }),
    /names an offer that no new answer gave|gave no/,
  ],
  [
    'intents of another shape',
    (sought) => ({
      ...sought,
      trace: {
        ...sought.trace,
        exchanges: sought.trace.exchanges.map((each) => (each.intent === undefined ? each : { ...each, intent: [7] })),
      },
    }),
    /makes no request here|names an offer|told no/,
  ],
];

for (const [what, lying, expected] of lies) {
  test(`nothing is booked for a file with ${what}`, async () => {
    const sought = lying(await caseOf('books-what-the-supplier-refused'));
    const { outcome, reason = '', trace } = await sentAgain(sandbox, sought);
    assert.equal(outcome, 'unclear');
    assert.match(reason, expected);
    assert.equal(trace.bookings, undefined);
    assert.equal(trace.error, undefined);
  });
}
