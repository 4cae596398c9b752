/** Holds every check against hostile facts and intents: it never throws, and many offers take it no long time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clauseIds } from '../../../contracts/clauses.ts';
import { facts as factsSchema } from '../../../contracts/facts.ts';
import { boundOperations } from '../../../contracts/intents.ts';
import type { Json } from '../../../contracts/json.ts';
import { judge } from '../../../contracts/judge.ts';
import { factsOf } from '../../../contracts/locate.ts';
import { type Attempt, type Trace, trace as traceSchema } from '../../../contracts/trace.ts';
import { type Verdict, verdict as verdictSchema } from '../../../contracts/verdict.ts';
import { processorMs } from '../processor-ms.ts';
import { offer, priced, searched } from './cases/hotel-ids-and-offers.ts';
import { few, flag, idLike, moment, path, read, status, stored, ticketNumber, uuidLike } from './hostile-facts.ts';
import { type Answer, answer, bound, hotelCard, ok, type Step, traceOf, typeList, voiding } from './literal-trace.ts';

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

const came: fc.Arbitrary<Answer> = fc
  .tuple(fc.oneof({ weight: 5, arbitrary: fc.constant(200) }, fc.constantFrom(204, 400, 403, 503)), stored)
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

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...boundOperations), came, fc.option(read), intent, bearer)
      .map(([operation, answered, facts, said, as]) => {
        const own = facts ?? factsOf(operation, answered.response?.body ?? null);
        return bound(operation, answered, { facts: own, intent: said }, { bearer: as });
      }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.oneof(stored, fc.record({ bookingId: uuidLike, ticketNumber })), voidCame, bearer)
      .map(([asked, answered, as]) => voiding(asked as Json, answered, { bearer: as })),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('5', '0', 'x'), came).map((args) => hotelCard(...args)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('bed-types' as const, 'meal-types' as const), came)
      .map((args) => typeList(...args)),
  },
);
const attempt: fc.Arbitrary<Attempt> = fc.record({
  exchange: fc.nat(9),
  mark: fc.constantFrom('Pfqabcdefghijk', ''),
  lookedUpBy: few(fc.nat(9)),
  found: fc.constantFrom('not' as const, 'once' as const, 'twice' as const, 'unknown' as const),
});
const input = fc.constantFrom<Json>(null, { unknownBookings: [] });

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

const runs = { seed: 20260903, numRuns: 300 };

describe('hostile facts', () => {
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
      runs,
    );
  });

  it('are judged the same after a way through a file', () => {
    const opinion = ({ outcome, because, findings }: Verdict) => ({
      outcome,
      because,
      findings: findings.map(({ fingerprint, where, count }) => ({ fingerprint, where, count })),
    });
    fc.assert(
      fc.property(trace, (one) => {
        const again = traceSchema.parse(JSON.parse(JSON.stringify(one)));
        for (const clause of clauseIds) assert.deepEqual(opinion(judge(clause, again)), opinion(judge(clause, one)));
      }),
      { ...runs, numRuns: 100 },
    );
  });
});

describe('many offers and many searches', () => {
  const msMax = 2_000;
  const count = 5_000;
  const offers = (part: (i: number) => { [key: string]: Json }) =>
    Array.from({ length: count }, (_, i) => offer(`o${i}`, part(i)));
  const right = offers((i) => ({ aiScore: i / count, price: 10, parts: [4, 6], beds: [1], early: [], late: [] }));
  const wrong = offers((i) => ({
    offerId: 'x',
    aiScore: (i * 7) % 11,
    bedVariants: i,
    hotelId: `${i}`,
    price: 1,
    parts: [2],
  }));
  const hotels = offers(() => ({ from: 10 })).map((one, i) => ({ ...one, hotelId: i }));
  const types = typeList('bed-types', ok([{ id: 1 }]));

  const many: Readonly<Record<string, Trace>> = Object.fromEntries(
    Object.entries({ right, wrong }).flatMap(([name, list]) => [
      [
        `5000 offers, ${name}`,
        traceOf([
          types,
          ...[1, 2].flatMap(() => [searched({ searchId: 's', offers: list, hotels }), priced({ offers: list })]),
        ]),
      ],
      [
        `500 searches and pricings, ${name}`,
        traceOf(
          Array.from({ length: 500 }, () => [
            searched({ searchId: 's', offers: list.slice(0, 5), hotels: hotels.slice(0, 9) }),
            priced({ offers: list.slice(0, 5) }),
          ]).flat(),
        ),
      ],
    ]),
  );

  for (const [name, one] of Object.entries(many)) {
    it(`are judged in time: ${name}`, () => {
      for (const clause of clauseIds) {
        const beganMs = processorMs();
        assert.notEqual(judge(clause, one).outcome, 'error', clause);
        const tookMs = processorMs() - beganMs;
        assert.ok(tookMs < msMax, `${clause} took ${tookMs} ms`);
      }
    });
  }
});
