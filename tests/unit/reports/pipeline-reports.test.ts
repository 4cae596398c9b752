/** Reports for tools of a pipeline: Allure, badge, SARIF and annotations. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import ajvDraft04 from 'ajv-draft-04';
import { XMLValidator } from 'fast-xml-parser';
import type { Log } from 'sarif';
import type { RunRecord } from '../../../contracts/run-record.ts';
import { allureRun } from '../../../reports/allure.ts';
import { badgeJson, badgeSvg } from '../../../reports/badge.ts';
import { workflowAnnotations } from '../../../reports/github.ts';
import { sarif } from '../../../reports/sarif.ts';
import { plan, recorded, startedAt } from '../flows/countries-run.ts';
import { decidedRecord, failing, inconclusive, passing, recordOf } from './record-of.ts';

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
        severity: 'minor',
        basis: 'documented',
        section: '2.6',
        since: '2026-08-11',
        tags: ['dictionaries', 'cities', 'minor', 'documented'],
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
        'WARN  countries.lowest-id-first   minor, derived, §2.6, since 2026-08-11   sandbox',
      ],
      [
        'cities.sorted-by-id',
        'failed',
        'FAIL  cities.sorted-by-id   minor, documented, §2.6, since 2026-08-11   sandbox',
      ],
      ['cities.ids-are-unique', 'passed', 'it held only when it was tried again after trouble'],
      [
        'cities.coordinates-are-in-range',
        'skipped',
        '1 clause is left out at depth standard: run with --depth full to judge them',
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

test('a finding brings its request and its response, and the same run is reported alike', () => {
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

const failed = recordOf(failing('cities.sorted-by-id'), passing('token.is-jwt'));

test('an SVG that shows the counts of clauses, to those who hear it too', () => {
  equal(
    badgeSvg(failed),
    `\
<svg xmlns="http://www.w3.org/2000/svg" width="275" height="20" role="img" aria-label="contract: failing, 1 of 2 clauses broken">
<title>contract: failing, 1 of 2 clauses broken</title>
<rect width="275" height="20" rx="3" fill="#3d444d"/>
<path d="M65 0h207a3 3 0 0 1 3 3v14a3 3 0 0 1 -3 3h-207z" fill="#b3261e"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="6" y="14" textLength="53">contract</text>
<text x="71" y="14" textLength="198">failing, 1 of 2 clauses broken</text>
</g>
</svg>
`,
  );
  equal(XMLValidator.validate(badgeSvg(failed)), true);
});

test('an endpoint for each verdict', () => {
  const said = [failed, recordOf(passing('token.is-jwt')), recordOf(inconclusive('token.is-jwt', 'trouble', 'x'))].map(
    (record) => JSON.parse(badgeJson(record)) as Record<string, unknown>,
  );
  deepEqual(
    said.map(({ message, isError }) => [message, isError]),
    [
      ['failing, 1 of 2 clauses broken', false],
      ['passing, 1 clause judged', false],
      ['could not measure, 0 clauses judged', true],
    ],
  );
});

describe('annotations', () => {
  const options = { targetFile: 'contracts/acme.ts', path: 'results/0822-7f3a' };

  test('a broken clause is an error, a derived one a warning, and what was decided beside them one notice', () => {
    deepEqual(workflowAnnotations(decidedRecord, options), [
      '::error title=cities.sorted-by-id,file=contracts/acme.ts::The cities of a country are sorted by id.%0Acities, response.body[17].id%0Aexpected sorted by id, and the one before it is 812%0Aactual 640%0Arepeat npx --no -- preflight gate --target sandbox --seed 42 --only cities.sorted-by-id',
      '::warning title=countries.lowest-id-first,file=contracts/acme.ts::The sorted countries begin with the lowest id.%0Acountries, response.body[17].id%0Aexpected sorted by id, and the one before it is 812%0Aactual 640%0Arepeat npx --no -- preflight gate --target sandbox --seed 42 --only countries.lowest-id-first',
      `::notice title=preflight::${[
        'lacking: hotels: no clause of it was judged',
        'unjudged: flights, as it is allowed',
        'waiver: amenities.sorted-by-id covers until 2026-10-01; release team: TICKET-7: two pools',
        'waiver: cities.sorted-by-id expired on 2026-08-01 and covers nothing: mend the failure, or waive it again; data team: was to be mended',
        'flaky: 1 clause passed only when tried again after trouble: cities.ids-are-unique',
        'since: 20260830-0822-7f3a1c: 1 new (cities.sorted-by-id), 1 still (amenities.sorted-by-id), 1 fixed (token.is-jwt), 1 no longer exercised (fare-rules.rules-are-told)',
      ].join('%0A')}`,
    ]);
  });

  test('of many nine are shown and the others counted', () => {
    const many = Array.from({ length: 14 }, (_, i) =>
      failing('cities.sorted-by-id', { fingerprint: i.toString(16).padStart(12, '0') }),
    );
    const lines = workflowAnnotations(recordOf(...many), options);
    equal(lines.length, 10);
    equal(lines.at(-1), '::notice title=preflight::and 5 more findings, in results/0822-7f3a');
  });

  const commands = [
    '::error::x',
    '::set-output name=a::b',
    '##[set-output name=a;]b',
    '##vso[task.complete]',
    '##teamcity[x]',
  ];

  test('in an annotation, what a service says stays its data', () => {
    for (const text of commands) {
      const [line = '', ...more] = workflowAnnotations(
        recordOf(failing('cities.sorted-by-id', { actual: `%0A${text}\n${text}`, where: text })),
        { ...options, targetFile: `a,b:c\n${text}` },
      );
      equal(more.length, 0);
      ok(!/[\r\n]/.test(line));
      match(line, /^::error title=cities\.sorted-by-id,file=a%2Cb%3Ac%0A[^,]*?::The cities/);
      ok(line.includes('%250A'), line);
    }
  });
});
