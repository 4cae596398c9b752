/** Compares every check with hostile answers, facts and intents: it never throws, and stores what it judged. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clauseIds } from '../../../contracts/clauses.ts';
import {
  bookingStatuses,
  type Facts,
  facts as factsSchema,
  formerBookingStatuses,
  priceGroups,
} from '../../../contracts/facts.ts';
import { boundOperations } from '../../../contracts/intents.ts';
import type { Json } from '../../../contracts/json.ts';
import { judge } from '../../../contracts/judge.ts';
import { factsOf } from '../../../contracts/locate.ts';
import { type Attempt, bearers, logins, type Trace, trace as traceSchema } from '../../../contracts/trace.ts';
import { type Verdict, verdict as verdictSchema } from '../../../contracts/verdict.ts';
import { draws } from '../../whole.ts';
import { mark } from './booking-trace.ts';
import { conforming, hostileJson, hostileKey, hostileNumber } from './hostile-json.ts';
import {
  type Answer,
  answer,
  at,
  bound,
  cities,
  countries,
  dayMs,
  hotelCard,
  login,
  type Step,
  signed,
  traceOf,
  typeList,
  voiding,
} from './literal-trace.ts';

const path = fc.array(fc.oneof(hostileKey, fc.nat(3)), { maxLength: 4 });
const stored = hostileJson.map((value) => JSON.parse(JSON.stringify(value)) as Json);
const idLike = fc.oneof(fc.constantFrom<Json>('a', 'b', '', 5, '5', null), stored);
const amount = fc.oneof(
  fc.constantFrom(0, 1, -1, 1e300, -1e300, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const money = fc.record({ amount, currency: fc.constantFrom('EUR', 'USD', '') }, { requiredKeys: ['amount'] });
const moment = fc.oneof(fc.constantFrom('2026-09-01', '2026-09-02T12:00:00Z', '9999-99-99', ''), fc.string());
const few = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { maxLength: 3 });
const optional = { requiredKeys: ['at'] as ['at'] };

const offerFact = fc.record(
  {
    at: path,
    offerId: idLike,
    aiScore: idLike,
    hotelId: idLike,
    bedVariants: stored,
    identity: fc.dictionary(hostileKey, fc.oneof(fc.string(), fc.constant(null)), { maxKeys: 2 }),
    price: money,
    priceParts: few(money),
    mealTypeId: idLike,
    bedTypeIds: few(idLike),
    reference: stored,
    earlyCheckIns: few(fc.record({ price: money })),
    lateCheckOuts: few(fc.record({ price: money })),
    supplier: fc.string(),
    freeCancellationUntil: fc.option(moment),
  },
  optional,
);
const status = fc.oneof(fc.constantFrom<Json>(...bookingStatuses, 'Booked'), stored);
const bookingFact = fc.record(
  {
    at: path,
    bookingId: idLike,
    status,
    createdAt: moment,
    checkIn: moment,
    checkOut: moment,
    price: money,
    priceParts: few(money),
    marks: few(fc.constantFrom('Pfqabcdefghijk', '')),
    reference: stored,
  },
  optional,
);
const flag = fc.boolean();
const ticketNumber = fc.oneof(fc.constantFrom<Json>('5550000000001', '555-0000000001', '5550000000002', 7), idLike);
const uuidLike = fc.oneof(fc.constantFrom<Json>('00000000-0000-4000-8000-000000000001', 'x'), idLike);
const flightFacts = {
  flightOffers: few(fc.record({ at: path, price: money, isPriceChanged: flag, reference: stored }, optional)),
  flights: few(fc.record({ at: path, price: money, seats: amount, reference: stored }, optional)),
  fareRules: few(fc.record({ at: path, text: fc.string() }, optional)),
  flightBooking: fc.record(
    { at: path, bookingId: uuidLike, isActive: flag, price: money, reference: idLike },
    optional,
  ),
  tickets: few(
    fc.record(
      {
        at: path,
        ticketNumber,
        couponStatuses: few(stored),
        isOpen: flag,
        price: money,
        issuedAt: moment,
        reference: idLike,
      },
      optional,
    ),
  ),
  exchange: fc.record(
    {
      exchangeId: idLike,
      penalty: money,
      surcharge: money,
      offers: few(fc.record({ at: path, price: money, reference: stored }, optional)),
    },
    { requiredKeys: [] },
  ),
  refund: fc.record({ amount: money, penalty: money, taxes: money, reference: stored }, { requiredKeys: [] }),
};
/** What a binding may have read of any answer. */
const read: fc.Arbitrary<Facts> = fc.record(
  {
    ...flightFacts,
    searchId: idLike,
    offers: few(offerFact),
    ranked: few(fc.array(fc.record({ at: path, score: fc.option(amount) }), { maxLength: 5 })),
    hotels: few(fc.record({ at: path, hotelId: idLike, minPrice: money }, optional)),
    booking: bookingFact,
    bookings: few(bookingFact),
    nextPage: stored,
    priceDetails: few(
      fc.record({
        of: fc.constantFrom('booking' as const, 'upsell' as const),
        at: path,
        isNamed: fc.boolean(),
        groups: few(fc.constantFrom(...priceGroups)),
      }),
    ),
    cancellation: fc.record({ penalty: money, refund: money }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

const record = {
  type: 'object',
  properties: Object.fromEntries(
    ['id', 'latitude', 'nameRu', 'codeA2', 'country', 'group', 'level'].map((name) => [
      name,
      { anyOf: [{ type: 'number' }, { type: 'string' }] },
    ]),
  ),
};
const documentedBody: fc.Arbitrary<Json> = fc.oneof(
  hostileJson,
  fc.array(hostileJson, { maxLength: 5 }),
  conforming({ type: 'array', items: record }),
  fc
    .record({
      exp: hostileJson,
      iat: hostileNumber,
      expiresAt: fc.constantFrom('', '2026-09-02T12:00:00Z', '9999-12-31T23:59Z'),
    })
    .map(({ exp, iat, expiresAt }) => ({ token: signed({ exp, iat }), expiresAt })),
);
const date = fc.constantFrom(undefined, 'Wed, 02 Sep 2026 11:55:00 GMT', 'never', '0');
const documentedStatus = fc.oneof(
  { weight: 4, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 204, 302, 400, 401, 403, 429, 500),
);
const documented: fc.Arbitrary<Answer> = fc
  .tuple(documentedStatus, documentedBody, date)
  .map(([code, body, date]) => answer(code, body, { 'content-type': 'application/json', ...(date && { date }) }));
const sent = fc.record({
  bearer: fc.oneof(fc.constantFrom('own' as const, 'other' as const), fc.constantFrom(...bearers)),
  serial: fc.integer({ min: 0, max: 2 }),
  language: fc.constantFrom('ru', 'en'),
});
const list = fc.constantFrom('accommodation-types', 'amenities', 'bed-types', 'meal-types');
const hotelId = fc.oneof(fc.constantFrom('0', '5', '-0', '9'.repeat(400)), fc.string());
const countryId = fc.oneof(fc.constantFrom(undefined, '0', '5', '-0', '1e999', '9'.repeat(400)), fc.string());

const documentedStep: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(
      fc.tuple(documented, fc.constantFrom(...logins), sent).map((args) => login(...args)),
      fc.tuple(documented, sent).map((args) => countries(...args)),
      fc.tuple(countryId, documented, sent).map((args) => cities(...args)),
      fc.tuple(list, documented, sent).map((args) => typeList(...args)),
      fc.tuple(hotelId, documented, sent).map((args) => hotelCard(...args)),
    ),
    fc.integer({ min: 0, max: 2 * dayMs }),
  )
  .map(([one, atMs]) => at(atMs, one));

const chosen = fc.record({ at: path, offerId: idLike, freeCancellationUntil: moment });
const intent = fc.oneof(
  stored,
  fc.record(
    {
      region: fc.constant(1),
      timeout: fc.constantFrom<Json>(5, null, 'x'),
      searchId: idLike,
      hotelId: idLike,
      search: fc.constantFrom<Json>({ region: 1 }, null),
      offer: chosen,
      guests: stored,
      booking: fc.record({ bookingId: uuidLike, reference: fc.oneof(idLike, stored) }),
      ticket: fc.record({ ticketNumber, reference: idLike }),
      exchangeId: idLike,
      status,
      createdFrom: moment,
      createdTo: moment,
      details: fc.oneof(
        stored,
        fc.record({ includePriceDetails: fc.boolean(), includeResidenceDetails: fc.boolean() }),
      ),
    },
    { requiredKeys: [] },
  ),
) as fc.Arbitrary<Json>;

const bookingBody = fc.record(
  {
    bookingId: fc.constantFrom<Json>('b-1', 'b-2', 7, null, { n: 1 }, ['b-1']),
    status: fc.oneof(fc.constantFrom<Json>(...bookingStatuses, ...formerBookingStatuses, 7), stored),
    bookingInfo: fc.record({ status: fc.constantFrom<Json>(...bookingStatuses, null) }),
    checkinTime: moment,
    checkoutTime: moment,
    supplier: stored,
    upsells: few(stored),
    bookings: few(stored),
    error: fc.oneof(stored, fc.constant<Json>({ code: 'SUPPLIER_ERROR', message: '' })),
    success: fc.oneof(flag, stored),
    code: fc.constant('ACCESS_DENIED'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Json>;
const came: fc.Arbitrary<Answer> = fc
  .tuple(
    fc.oneof({ weight: 5, arbitrary: fc.constant(200) }, fc.constantFrom(204, 302, 400, 403, 503)),
    fc.oneof(stored, bookingBody),
  )
  .map(([code, body]) => answer(code, body));
const voidBody = fc.oneof(
  stored,
  fc.constantFrom<Json>({}, { error: { code: 'TICKET_USED' } }, { error: { code: 'VOID_TIME_EXPIRED' } }),
  fc.record(
    { success: fc.oneof(flag, stored), voidedAt: moment, error: stored },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Json>,
);
const voidCame = fc
  .tuple(fc.constantFrom(200, 200, 201, 204, 400, 403, 503), voidBody)
  .map(([code, body]) => answer(code, body));
const bearer = fc.constantFrom(
  'own' as const,
  'own' as const,
  'other' as const,
  'missing' as const,
  'garbage' as const,
);

const asked = fc.oneof(
  stored,
  fc.dictionary(fc.constantFrom('status', 'createdFrom', 'createdTo', 'page'), fc.oneof(moment, status)),
) as fc.Arbitrary<Json>;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...boundOperations), came, fc.option(read), intent, bearer, asked)
      .map(([operation, answered, facts, said, as, body]) => {
        const own = facts ?? factsOf(operation, answered.response?.body ?? null);
        const one = bound(operation, answered, { facts: own, intent: said }, { bearer: as });
        return { ...one, request: { ...one.request, body } };
      }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.oneof(stored, fc.record({ bookingId: uuidLike, ticketNumber })), voidCame, bearer)
      .map(([asked, answered, as]) => voiding(asked as Json, answered, { bearer: as })),
  },
  { weight: 3, arbitrary: documentedStep },
);
const attempt: fc.Arbitrary<Attempt> = fc.record({
  exchange: fc.nat(9),
  mark: fc.constantFrom(mark, ''),
  lookedUpBy: few(fc.nat(9)),
  found: fc.constantFrom('not' as const, 'once' as const, 'twice' as const, 'unknown' as const),
});
const input = fc.constantFrom<Json>(null, { unknownBookings: [] }, { unknownHotels: [] });

const named = {
  bookingId: fc.constant('00000000-0000-4000-8000-000000000001'),
  ticketNumber: fc.constant('5550000000001'),
};
const tickets = fc.record(
  {
    voidWindowMs: fc.constantFrom(0, 1, 86_400_000),
    usedCoupons: few(fc.record({ beforeExchange: fc.nat(9), ...named })),
    withoutRights: few(fc.record(named)),
  },
  { requiredKeys: [] },
);

const trace: fc.Arbitrary<Trace> = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 8 }), few(attempt), input, tickets)
  .map(([steps, attempts, said, more]) => traceOf(steps, { attempts, input: said, ...more }));

describe('hostile traces', () => {
  it('never break a check, and always make a verdict of the schema', () => {
    fc.assert(
      fc.property(trace, (one) => {
        for (const { facts } of one.exchanges) if (facts) factsSchema.parse(facts);
        for (const clause of clauseIds) {
          const verdict = judge(clause, one);
          assert.notEqual(verdict.outcome, 'error', `${clause}: ${verdict.reason}`);
          verdictSchema.parse(verdict);
        }
      }),
      { seed: 20260903, numRuns: draws(500) },
    );
  });

  it('are judged as deep as the client lets them come', () => {
    const deep = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`) as Json;
    const steps = [
      login(answer(200, deep)),
      ...[1, 2, 3].flatMap(() => [countries(answer(200, deep)), cities(0, answer(200, deep))]),
      ...[1, 2, 3].flatMap(() => [
        typeList('amenities', answer(200, deep)),
        hotelCard(5, answer(200, { hotel: deep })),
      ]),
    ];
    for (const input of [null, { unknownHotels: [] }]) {
      for (const clause of clauseIds) {
        assert.notEqual(judge(clause, traceOf(steps, { input })).outcome, 'error', clause);
      }
    }
  });

  it('are judged the same after a way through a file', () => {
    const opinion = ({ outcome, because, findings }: Verdict) => ({
      outcome,
      because,
      findings: findings.map(({ fingerprint, where, count }) => ({ fingerprint, where, count })),
    });
    fc.assert(
      fc.property(trace, (one) => {
        const file = JSON.stringify(one);
        const [kept, again] = [JSON.parse(file) as Trace, traceSchema.parse(JSON.parse(file))];
        for (const clause of clauseIds) assert.deepEqual(opinion(judge(clause, again)), opinion(judge(clause, kept)));
      }),
      { seed: 20260901, numRuns: draws(100) },
    );
  });
});
