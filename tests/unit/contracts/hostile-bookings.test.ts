/** Compares the checks of hotel bookings with hostile answers: they never throw, and long lists take no long time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { topicOf } from '../../../contracts/clause.ts';
import { clauseIds } from '../../../contracts/clauses.ts';
import { bookingStatuses, formerBookingStatuses } from '../../../contracts/facts.ts';
import type { Json } from '../../../contracts/json.ts';
import { judge } from '../../../contracts/judge.ts';
import { type Attempt, bearers, type Trace } from '../../../contracts/trace.ts';
import { verdict as verdictSchema } from '../../../contracts/verdict.ts';
import { processorMs } from '../processor-ms.ts';
import {
  attempted,
  cancel,
  create,
  created,
  type Entry,
  guest,
  list,
  listed,
  mark,
  offer,
  ours,
  theirs,
  view,
  viewed,
} from './booking-trace.ts';
import { hostileJson } from './hostile-json.ts';
import { type Answer, answer, type Step, traceOf } from './literal-trace.ts';

const areas = [
  'create-booking',
  'view-booking',
  'search-bookings',
  'cancel-booking',
  'booking-status',
  'hotel-refusal',
  'hotel-bearer',
];
const clauses = clauseIds.filter((id) => areas.includes(topicOf(id)));

const id = fc.constantFrom<Json>('b-1', 'b-2', 7, null, { n: 1 }, ['b-1']);
const status = fc.oneof(fc.constantFrom<Json>(...bookingStatuses, ...formerBookingStatuses, null, 7), hostileJson);
const day = fc.constantFrom('2026-08-20', '2026-08-31', '2026-09-02', 'never', '', '2026-02-31T99:99');
const entry: fc.Arbitrary<Entry> = fc.record(
  { bookingId: id, status, names: fc.array(fc.constantFrom(mark, `A ${mark}`, 'Bob')), made: day },
  { requiredKeys: [] },
);
const body: fc.Arbitrary<Json> = fc.oneof(
  hostileJson,
  fc.record(
    { bookings: fc.array(entry, { maxLength: 4 }), next: hostileJson },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Json>,
  fc.record({ bookingId: id, status, error: hostileJson }, { requiredKeys: [] }) as fc.Arbitrary<Json>,
  fc.record(
    {
      bookingId: id,
      bookingInfo: fc.record({ status }),
      checkinTime: day,
      checkoutTime: day,
      supplier: hostileJson,
      upsells: fc.array(hostileJson, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(
    { error: { code: 'SUPPLIER_ERROR', message: '' } },
    { success: false },
    { code: 'ACCESS_DENIED' },
  ),
);
const came: fc.Arbitrary<Answer> = fc
  .tuple(fc.constantFrom(200, 200, 200, 204, 302, 400, 401, 403, 500), body)
  .map(([code, body]) => answer(code, body));
const sent = fc.record({
  bearer: fc.oneof(fc.constantFrom('own' as const, 'other' as const), fc.constantFrom(...bearers)),
});
const amount = fc.record({ amount: fc.double({ noNaN: true, noDefaultInfinity: true }) });
const booking = fc.oneof(
  fc.record({ bookingId: id, reference: id }, { requiredKeys: [] }),
  fc.constant({}),
) as fc.Arbitrary<{ [key: string]: Json }>;
const details = fc.oneof(fc.boolean(), hostileJson);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(
      came,
      sent,
      fc.array(fc.oneof(hostileJson, fc.constant(guest({ gender: '' }))), { maxLength: 2 }),
      fc.oneof(
        fc.constant(offer()),
        fc.record({ price: hostileJson, freeCancellationUntil: hostileJson }) as fc.Arbitrary<{ [key: string]: Json }>,
      ),
    )
    .map(([answer, sent, guests, offer]) => create(answer, { sent, guests, offer })),
  fc
    .tuple(came, sent, booking, details, details, day, amount)
    .map(([answer, sent, booking, price, residence, checkIn, money]) =>
      view(answer, {
        sent,
        booking,
        price,
        residence,
        reported: { booking: { checkIn, checkOut: checkIn, price: money, priceParts: [money] } },
      }),
    ),
  fc
    .tuple(
      came,
      sent,
      fc.dictionary(fc.constantFrom('status', 'createdFrom', 'createdTo', 'page'), fc.oneof(day, status)),
      hostileJson,
    )
    .map(([answer, sent, filters, says]) => list(answer, { sent, filters, says })),
  fc
    .tuple(came, sent, booking, amount, amount)
    .map(([answer, sent, booking, penalty, refund]) =>
      cancel(answer, { cancellation: { penalty, refund } }, sent, booking),
    ),
);
/** An intent of a bundle may be anything. */
const bent = fc
  .tuple(step, fc.option(hostileJson))
  .map(([one, intent]): Step => (intent === null ? one : { ...one, intent }));

const attempts: fc.Arbitrary<Attempt[]> = fc.array(
  fc.record({
    exchange: fc.nat(4),
    mark: fc.constantFrom(mark, ''),
    found: fc.constantFrom('not', 'once', 'twice', 'unknown'),
    lookedUpBy: fc.array(fc.nat(6), { maxLength: 3 }),
  }),
  { maxLength: 3 },
);

describe('hostile answers about bookings', () => {
  it('never break a check, and always make a verdict of the schema', () => {
    fc.assert(
      fc.property(
        fc.array(bent, { minLength: 1, maxLength: 8 }),
        attempts,
        fc.constantFrom<Json>(null, { unknownBookings: [] }),
        (steps, attempts, input) => {
          const trace = traceOf(steps, { attempts, input });
          for (const clause of clauses) {
            const verdict = judge(clause, trace);
            assert.notEqual(verdict.outcome, 'error', `${clause}: ${verdict.reason}`);
            verdictSchema.parse(verdict);
          }
        },
      ),
      { seed: 20260901, numRuns: 400 },
    );
  });
});

describe('long lists of bookings', () => {
  // More than facts hold of one list.
  const count = 6_000;
  const msMax = 2_000;
  const many = (one: (i: number) => Entry): Step => list(listed(...Array.from({ length: count }, (_, i) => one(i))));
  const week = { filters: { createdFrom: '2026-08-20', createdTo: '2026-08-27', status: 'completed' } };
  const filtered = (step: Step): Step => ({
    ...step,
    intent: week.filters,
    request: { ...step.request, body: week.filters },
  });

  const long: Readonly<Record<string, Trace>> = {
    'of other people': attempted(
      { lookedUpBy: [1, 2, 3] },
      create(created()),
      many((i) => theirs({ bookingId: i })),
      many((i) => theirs({ bookingId: i, made: '2026-08-25' })),
      filtered(many((i) => theirs({ bookingId: i }))),
      view(viewed()),
      cancel(answer(200, { a: 1 })),
      many(() => theirs()),
    ),
    'of one booking': attempted(
      { found: 'twice', lookedUpBy: [1, 2] },
      create(created()),
      many(() => ours()),
      many(() => ours()),
      view(viewed()),
      filtered(many(() => ours())),
      view(viewed()),
      { ...many(() => ours()), bearer: 'other' as const },
      cancel(answer(200, {})),
      many(() => ours()),
    ),
    'of what is no booking': traceOf([many(() => ({})), many(() => null as never), many(() => 'x' as never)]),
    'asked a hundred times': attempted(
      {},
      create(created()),
      ...Array.from({ length: 100 }, () => [view(viewed()), list(listed(theirs(), ours()))]).flat(),
    ),
  };

  for (const [name, trace] of Object.entries(long)) {
    it(`are judged by each check in time: ${name}`, () => {
      for (const clause of clauses) {
        const beganMs = processorMs();
        assert.notEqual(judge(clause, trace).outcome, 'error');
        const tookMs = processorMs() - beganMs;
        assert.ok(tookMs < msMax, `${clause} took ${Math.round(tookMs)} ms`);
      }
    });
  }
});
