/** A run in the words of Allure: a result for each clause; only what fails the gate has failed. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { allureRun } from '../../../reports/allure.ts';
import { plan, recorded, startedAt } from '../flows/countries-run.ts';
import { decidedRecord } from './decided-record.ts';
import { failing, passing, recordOf } from './record-of.ts';

test('what has failed, broken, been skipped and passed', () => {
  const { results, environment } = allureRun({ ...decidedRecord, warnings: ['a damaged ledger'] }, []);
  deepEqual(
    results.map(({ name, status, statusDetails: { message } }) => [name, status, message?.split('\n')[0]]),
    [
      ['token.is-jwt', 'passed', undefined],
      ['token.works-until-expiry', 'skipped', 'needs levers.advanceClock in the target file'],
      ['token.needs-no-bearer', 'broken', 'the check broke: x is undefined'],
      [
        'countries.lowest-id-first',
        'passed',
        'WARN  countries.lowest-id-first   derived, §2.6, since 2026-08-11   sandbox',
      ],
      ['cities.sorted-by-id', 'failed', 'FAIL  cities.sorted-by-id   documented, §2.6, since 2026-08-11   sandbox'],
      ['cities.ids-are-unique', 'passed', 'it held only when it was tried again after trouble'],
      [
        'cities.coordinates-are-in-range',
        'skipped',
        '1 clause is left out at depth standard: run with --depth standard to judge them',
      ],
      ['amenities.sorted-by-id', 'skipped', 'waived until 2026-10-01, by release team: TICKET-7: two pools'],
      [
        'fare-rules.rules-are-told',
        'skipped',
        'trouble of the environment: 1 of 2 in trouble, first fare-rules: HTTP 503',
      ],
      ['warning 1 of the run', 'broken', 'a damaged ledger'],
      ['required: hotels', 'broken', 'no clause of it was judged'],
    ],
  );
  deepEqual(Object.keys(environment), [
    'target',
    'revision',
    'seed',
    'run',
    'lacking',
    'unjudged',
    'waiver',
    'flaky',
    'since',
  ]);
});

test('a finding brings its request and its response, and the same run is told alike', () => {
  const found = failing('countries.list-is-an-array', { operation: 'countries', exchange: 0 }, 'list-countries');
  const record = { ...recordOf(found, passing('token.is-jwt')), startedAt };
  const told = () => allureRun(record, [recorded({ instead: 'of a list' })]);
  const { results, attachments } = told();
  const result = results.find(({ name }) => name === 'countries.list-is-an-array');
  deepEqual(
    result?.attachments.map(({ name, type }) => [name, type]),
    [
      ['request 0 of countries in list-countries', 'application/json'],
      ['response 0 of countries in list-countries', 'application/json'],
    ],
  );
  match([...attachments.values()][1] ?? '', /"instead": "of a list"/);
  deepEqual(
    [...attachments.keys()],
    result?.attachments.map(({ source }) => source),
  );
  deepEqual(told(), { results, attachments, environment: told().environment });
  equal(results.length, plan.pairs.length + 1);
});
