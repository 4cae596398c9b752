/** SARIF: what a reader of alerts gets, by the schema of the standard, and when it gets nothing. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import ajvDraft04 from 'ajv-draft-04';
import type { Log } from 'sarif';
import type { RunRecord } from '../../../contracts/run-record.ts';
import { sarif } from '../../../reports/sarif.ts';
import { decidedRecord } from './decided-record.ts';
import { failing, inconclusive, passing, recordOf } from './record-of.ts';

const options = { targetFile: 'contracts/acme staging.ts', version: '0.1.0' };
const logOf = (record: RunRecord): Log => JSON.parse(sarif(record, options) ?? 'null') as Log;

const schemaFile = createRequire(import.meta.url)
  .resolve('@microsoft/sarif-matcher-utils')
  .replace(/index\.js$/, 'schemas/sarif-2.1.0-rtm.5.json');
const validate = new ajvDraft04.default({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
  JSON.parse(readFileSync(schemaFile, 'utf8')),
);

test('a finding is an alert at the target file, with a rule, a fingerprint and a command', () => {
  const [run] = logOf(recordOf(failing('cities.sorted-by-id'))).runs;
  deepEqual(run?.results, [
    {
      ruleId: 'cities.sorted-by-id',
      ruleIndex: 0,
      level: 'error',
      message: {
        text: 'The cities of a country are sorted by id. At cities, response.body[17].id: expected sorted by id, and the one before it is 812, actual 640. Repeat: npx --no -- preflight gate --target sandbox --seed 42 --only cities.sorted-by-id',
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'contracts/acme%20staging.ts', uriBaseId: '%SRCROOT%' },
            region: { startLine: 1 },
          },
        },
      ],
      partialFingerprints: { 'preflight/v1': '0123456789ab' },
      occurrenceCount: 3,
      properties: { operation: 'cities', place: 'response.body[].id', flows: ['list-cities'] },
    },
  ]);
  deepEqual(run?.tool.driver.rules, [
    {
      id: 'cities.sorted-by-id',
      shortDescription: { text: 'The cities of a country are sorted by id.' },
      fullDescription: {
        text: 'The cities of a country are sorted by id. The direction is not said: either passes here.',
      },
      help: {
        text: 'The cities of a country are sorted by id. The direction is not said: either passes here. (part 2.6 of the interface, documented)',
      },
      defaultConfiguration: { level: 'error' },
      properties: {
        basis: 'documented',
        section: '2.6',
        since: '2026-08-11',
        tags: ['dictionaries', 'cities', 'documented'],
      },
    },
  ]);
});

test('it keeps the schema of SARIF 2.1.0; warnings are warnings, and what is waived is suppressed', () => {
  const log = logOf(decidedRecord);
  ok(validate(log), JSON.stringify(validate.errors?.slice(0, 3)));
  ok(!validate({ ...log, runs: [{ ...log.runs[0], results: [{ level: 'worse' }] }] }), 'the schema refuses nothing');
  const results = log.runs[0]?.results ?? [];
  deepEqual(
    results.map(({ ruleId, level, suppressions }) => [ruleId, level, suppressions?.[0]?.justification]),
    [
      ['cities.sorted-by-id', 'error', undefined],
      ['countries.lowest-id-first', 'warning', undefined],
      ['amenities.sorted-by-id', 'error', 'TICKET-7: two pools (release team, until 2026-10-01)'],
    ],
  );
});

test('nothing is written when nothing was measured, because that would close alerts', () => {
  const trouble = inconclusive('cities.sorted-by-id', 'trouble', 'HTTP 503');
  equal(sarif(recordOf(trouble), options), undefined);
  equal(sarif(recordOf(trouble, passing('token.is-jwt')), options), undefined);
  match(sarif(recordOf(passing('token.is-jwt')), options) ?? '', /"results": \[\]/);
});
