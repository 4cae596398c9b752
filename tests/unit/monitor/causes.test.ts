/** What a run shows of each cause: on literal records and exchanges. */
import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange } from '../../../contracts/trace.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import type { CauseRow } from '../../../history/tables.ts';
import { causesOf } from '../../../monitor/causes.ts';
import { troublesIn } from '../../../monitor/troubles.ts';
import { exchangeOf, traceOf } from '../cases/case-of.ts';
import { broken, failing, inconclusive, passing, recordOf } from '../reports/record-of.ts';

type Known = Pick<CauseRow, 'cause' | 'kind'>;

const told = (
  verdicts: readonly Verdict[],
  {
    exchanges = [exchangeOf({ operation: 'cities' })],
    known = [],
    isNetworkOurs = false,
  }: {
    exchanges?: readonly Exchange[];
    known?: readonly Known[];
    isNetworkOurs?: boolean;
  } = {},
): string[] =>
  causesOf({
    record: recordOf(...verdicts),
    troubles: troublesIn([traceOf('list-cities', ...exchanges)]),
    known,
    isNetworkOurs,
  }).map(({ kind, cause, shown, title }) => `${kind} | ${cause} | ${shown} | ${title}`);

const held = passing('token.is-jwt');
const contract: Known = { kind: 'contract', cause: 'contract cities.sorted-by-id 0123456789ab' };
const answered = exchangeOf({ operation: 'countries' });
const failed = (operation: Exchange['operation'], status: number): Exchange =>
  exchangeOf({ operation, response: { status, headers: {}, bytes: 0 } });
const refused = (operation: Exchange['operation']): Exchange => {
  const { response: _, ...rest } = exchangeOf({ operation, failure: { kind: 'refused', message: 'connect' } });
  return rest;
};

describe('what a run shows of causes', () => {
  it('is one for each finding of a clause that gates', () => {
    const another = { fingerprint: 'bbbbbbbbbbbb', operation: 'countries' } as const;
    deepEqual(told([held, failing('cities.sorted-by-id'), failing('cities.sorted-by-id', another, 'reuse-token')]), [
      'contract | contract cities.sorted-by-id 0123456789ab | failed | cities.sorted-by-id is broken: cities response.body[].id',
      'contract | contract cities.sorted-by-id bbbbbbbbbbbb | failed | cities.sorted-by-id is broken: countries response.body[].id',
    ]);
    deepEqual(told([held, failing('cities.ids-are-unique')]), [], 'a derived clause warns');
  });
  it('is over when the clause holds, or is broken in another way, and not when nobody could tell', () => {
    const known = [contract];
    deepEqual(told([held, passing('cities.sorted-by-id')], { known }), [
      'contract | contract cities.sorted-by-id 0123456789ab | passed | cities.sorted-by-id holds',
    ]);
    deepEqual(
      told([failing('cities.sorted-by-id', { fingerprint: 'bbbbbbbbbbbb' })], { known })[1]?.split(' | ')[2],
      'passed',
    );
    deepEqual(told([held, inconclusive('cities.sorted-by-id', 'trouble', 'HTTP 503')], { known }), []);
    deepEqual(told([held], { known }), []);
  });
  it('is one for each kind of trouble, and names the operations', () => {
    const exchanges = [answered, failed('cities', 503), failed('amenities', 503), failed('cities', 500)];
    deepEqual(told([held], { exchanges }), [
      'service | service HTTP 503 | failed | HTTP 503, at cities, amenities',
      'service | service HTTP 500 | failed | HTTP 500, at cities',
    ]);
    deepEqual(told([held], { exchanges: [answered], known: [{ kind: 'service', cause: 'service HTTP 503' }] }), [
      'service | service HTTP 503 | passed | service HTTP 503 is over',
    ]);
  });
  it('is one alone while nobody gets a token', () => {
    const known: Known[] = [{ kind: 'service', cause: 'service HTTP 500' }];
    const exchanges = [answered, failed('token', 503), failed('cities', 503), failed('countries', 500)];
    deepEqual(told([held], { exchanges, known }), ['service | service token | failed | HTTP 503, at token']);
  });
  it('is our network where another host cannot be reached, either', () => {
    const exchanges = [refused('cities'), failed('countries', 503)];
    deepEqual(told([], { exchanges }), [
      'service | service refused | failed | connection refused, at cities',
      'service | service HTTP 503 | failed | HTTP 503, at countries',
    ]);
    deepEqual(told([], { exchanges, isNetworkOurs: true }), [
      'network | network | failed | connection refused, at cities',
      'service | service HTTP 503 | failed | HTTP 503, at countries',
    ]);
  });
  it('is ours where a check broke, and nothing of the service', () => {
    deepEqual(told([broken('cities.sorted-by-id', 'the check broke: x')]), [
      'ours | ours | failed | our own error: the check broke: x',
    ]);
    deepEqual(told([held], { known: [{ kind: 'ours', cause: 'ours' }] }), [
      'ours | ours | passed | our own error is over',
    ]);
  });
  it('is ours where nothing was judged and no trouble says why, until something is', () => {
    const refused = inconclusive('token.is-jwt', 'needs', 'the service refused the credentials');
    const blind = 'ours | nothing judged | failed | nothing was judged: the service refused the credentials';
    deepEqual(told([refused]), [blind]);
    deepEqual(told([refused], { exchanges: [failed('cities', 503)] }), [
      'service | service HTTP 503 | failed | HTTP 503, at cities',
    ]);
    deepEqual(told([refused, held]), []);
    // What needs no token is judged all the same.
    const unasked = inconclusive('cities.sorted-by-id', 'needs', 'the service refused the credentials');
    const { response: _, ...asked } = exchangeOf({ operation: 'token', login: 'own' });
    const lockedOut = { ...asked, response: { status: 401, headers: {}, bytes: 0 } };
    deepEqual(told([unasked, held], { exchanges: [lockedOut] }), [blind]);
    deepEqual(told([unasked, held], { exchanges: [lockedOut], known: [{ kind: 'ours', cause: 'nothing judged' }] }), [
      blind,
    ]);
    deepEqual(told([unasked, held], { exchanges: [lockedOut, exchangeOf({ operation: 'token', login: 'own' })] }), []);
    deepEqual(told([held], { known: [{ kind: 'ours', cause: 'nothing judged' }] }), [
      'ours | nothing judged | passed | something was judged again',
    ]);
  });
});
