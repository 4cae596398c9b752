/** Holds every check against hostile answers: it never throws, and a long list takes it no long time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clauseIds } from '../../../contracts/clauses.ts';
import type { Json } from '../../../contracts/json.ts';
import { judge } from '../../../contracts/judge.ts';
import { bearers, logins, type Trace, trace as traceSchema } from '../../../contracts/trace.ts';
import { type Verdict, verdict as verdictSchema } from '../../../contracts/verdict.ts';
import { processorMs } from '../processor-ms.ts';
import { country } from './cases/dictionaries.ts';
import { hotel } from './cases/hotel-card.ts';
import { conforming, hostileJson, hostileNumber } from './hostile-json.ts';
import {
  type Answer,
  answer,
  at,
  cities,
  countries,
  dayMs,
  hotelCard,
  login,
  type Step,
  signed,
  traceOf,
  typeList,
} from './literal-trace.ts';

const runs = { seed: 20260901, numRuns: 400 };

const record = {
  type: 'object',
  properties: Object.fromEntries(
    ['id', 'latitude', 'nameRu', 'codeA2', 'country', 'group', 'level'].map((name) => [
      name,
      { anyOf: [{ type: 'number' }, { type: 'string' }] },
    ]),
  ),
};
const body: fc.Arbitrary<Json> = fc.oneof(
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
const status = fc.oneof(
  { weight: 4, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 204, 302, 400, 401, 403, 429, 500),
);
const date = fc.constantFrom(undefined, 'Wed, 02 Sep 2026 11:55:00 GMT', 'never', '0');
const came: fc.Arbitrary<Answer> = fc
  .tuple(status, body, date)
  .map(([status, body, date]) => answer(status, body, { 'content-type': 'application/json', ...(date && { date }) }));
const sent = fc.record({
  bearer: fc.oneof(fc.constantFrom('own' as const, 'other' as const), fc.constantFrom(...bearers)),
  serial: fc.integer({ min: 0, max: 2 }),
  language: fc.constantFrom('ru', 'en'),
});
const list = fc.constantFrom('accommodation-types', 'amenities', 'bed-types', 'meal-types');
const hotelId = fc.oneof(fc.constantFrom('0', '5', '-0', '9'.repeat(400)), fc.string());
const input = fc.constantFrom<Json>(null, { unknownHotels: [] });
const countryId = fc.oneof(fc.constantFrom(undefined, '0', '5', '-0', '1e999', '9'.repeat(400)), fc.string());

const step: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(
      fc.tuple(came, fc.constantFrom(...logins), sent).map((args) => login(...args)),
      fc.tuple(came, sent).map((args) => countries(...args)),
      fc.tuple(countryId, came, sent).map((args) => cities(...args)),
      fc.tuple(list, came, sent).map((args) => typeList(...args)),
      fc.tuple(hotelId, came, sent).map((args) => hotelCard(...args)),
    ),
    fc.integer({ min: 0, max: 2 * dayMs }),
  )
  .map(([one, atMs]) => at(atMs, one));

describe('hostile answers', () => {
  it('never break a check, and always make a verdict of the schema', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), input, (steps, input) => {
        const trace = traceOf(steps, { input });
        for (const clause of clauseIds) {
          const verdict = judge(clause, trace);
          assert.notEqual(verdict.outcome, 'error', `${clause}: ${verdict.reason}`);
          verdictSchema.parse(verdict);
        }
      }),
      runs,
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

  it('are judged the same after a way through a file, also where their evidence looks different then', () => {
    const opinion = ({ outcome, because, findings }: Verdict) => ({
      outcome,
      because,
      findings: findings.map(({ fingerprint, where, count }) => ({ fingerprint, where, count })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        const stored = JSON.parse(JSON.stringify(traceOf(steps))) as Trace;
        const again = traceSchema.parse(JSON.parse(JSON.stringify(stored)));
        for (const clause of clauseIds) assert.deepEqual(opinion(judge(clause, again)), opinion(judge(clause, stored)));
      }),
      { ...runs, numRuns: 100 },
    );
  });
});

describe('long lists', () => {
  const count = 20_000;
  const msMax = 2_000;
  const ids = Array.from({ length: count }, (_, i) => i + 1);
  const city = (id: number, countryId: number): Json => ({
    id,
    nameRu: 'Г',
    nameEn: 'C',
    latitude: 1,
    longitude: 1,
    country: { id: countryId, nameRu: 'С', nameEn: 'L' },
  });
  const read = (countryList: Json, cityList: Json): Trace =>
    traceOf([1, 2, 3].flatMap(() => [countries(answer(200, countryList)), cities(5, answer(200, cityList))]));

  const long: Readonly<Record<string, Trace>> = {
    right: read(
      ids.map((id) => country(id)),
      ids.map((id) => city(id, 5)),
    ),
    'wrong in every record': read(
      ids.map((id) => ({ id: -id % 7, nameEn: null, codeA2: '', codeA3: 1 })),
      ids.map((id) => city(id % 2, id)),
    ),
    'of one and the same country': read(
      ids.map(() => country(5)),
      ids.map(() => city(1, 5)),
    ),
    'of no records': read(
      ids.map(() => null),
      ids.map(() => []),
    ),
    'of amenities and a card, changing in between': traceOf([
      typeList(
        'accommodation-types',
        answer(
          200,
          ids.map((id) => country(id)),
        ),
      ),
      ...ids.slice(0, 3).map((id) => hotelCard(id, answer(200, { hotel: hotel(id, { phones: ids.map(String) }) }))),
      ...['ru', 'en', 'ru', 'ru', 'ru'].map((language, i) =>
        typeList(
          'amenities',
          answer(
            200,
            ids.map((id) => ({ ...country(id, { nameRu: String(i) }), group: country(id), level: 'Room' })),
          ),
          { language },
        ),
      ),
    ]),
    'for a hotel that is unknown': traceOf(
      [
        hotelCard(
          9,
          answer(
            404,
            Array.from({ length: 500_000 }, () => 1),
          ),
        ),
      ],
      {
        input: { unknownHotels: [] },
      },
    ),
    'asked a thousand times': traceOf([
      countries(
        answer(
          200,
          ids.map((id) => country(id)),
        ),
      ),
      ...ids.slice(0, 1000).map((id) => cities(id, answer(200, [city(id, id)]))),
    ]),
  };

  for (const [name, trace] of Object.entries(long)) {
    it(`are judged by each check in time: ${name}`, () => {
      for (const clause of clauseIds) {
        const beganMs = processorMs();
        assert.notEqual(judge(clause, trace).outcome, 'error');
        const tookMs = processorMs() - beganMs;
        assert.ok(tookMs < msMax, `${clause} took ${Math.round(tookMs)} ms`);
      }
    });
  }
});
