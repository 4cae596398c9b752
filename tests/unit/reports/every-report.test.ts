/** Whatever form a run is read in, nobody overlooks what was accepted, is over, held only by chance, or was not judged. */
import { match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { decided } from '../../../contracts/decide.ts';
import type { RunRecord } from '../../../contracts/run-record.ts';
import { againOf } from '../../../contracts/standing.ts';
import type { Waiver } from '../../../contracts/waiver.ts';
import { allureRun } from '../../../reports/allure.ts';
import { badgeJson, badgeSvg } from '../../../reports/badge.ts';
import { runMarkdown, workflowAnnotations } from '../../../reports/github.ts';
import { junitXml } from '../../../reports/junit.ts';
import { partnerMarkdown } from '../../../reports/partner-markdown.ts';
import { runPage } from '../../../reports/run-page.ts';
import { sarif } from '../../../reports/sarif.ts';
import { terminalReport } from '../../../reports/terminal.ts';
import { failing, inconclusive, passing, recordOf } from './record-of.ts';

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
    of: (run) => runPage(run, { ...options, evidenceOf: () => undefined, latencies: [] }),
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
  json: {
    of: (run) => JSON.stringify(run),
    says: {
      waived: /"reason":"two pools"[^}]*"state":"covers"/,
      expired: /"reason":"was to be mended"[^}]*"state":"expired"/,
      stale: /"reason":"has been mended"[^}]*"state":"stale"/,
      flaky: /"flaky":\["countries\.ids-are-unique"\]/,
      unjudged: /"unjudged":\["hotels"\]/,
      warning: /"clause":"countries\.lowest-id-first"[^}]*"outcome":"fail"/,
    },
  },
};

for (const [name, { of, says }] of Object.entries(reports))
  describe(`a report as ${name}`, () => {
    const text = of(record);
    for (const what of told) it(`tells what is ${what}`, () => match(text, says[what]));
  });
