/** The page of a run: what is on it, that nothing foreign acts in it, and that it stays small. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { foundEvidence } from '../../../cases/show/found-evidence.ts';
import { clauseIds } from '../../../contracts/clauses.ts';
import type { RunRecord } from '../../../contracts/run-record.ts';
import { matrix } from '../../../reports/clause-list.ts';
import { latencies } from '../../../reports/latency.ts';
import type { EvidenceOf } from '../../../reports/partner-markdown.ts';
import { runPage } from '../../../reports/run-page.ts';
import { summary } from '../../../reports/summary.ts';
import { hostileCase, hostileTexts } from '../cases/hostile.ts';
import { decidedRecord } from './decided-record.ts';
import { failing, inconclusive, passing, recordOf } from './record-of.ts';

const path = 'results/0822-7f3a';
const pageOf = (record: RunRecord, evidenceOf: EvidenceOf = () => undefined): string =>
  runPage(record, { path, evidenceOf, latencies: latencies([{ operation: 'cities', durationMs: 4 }]) });

test('the matrix: areas by clauses, each with its state in a sign, in words and as a link', () => {
  const of = summary(
    recordOf(
      failing('cities.sorted-by-id'),
      passing('cities.ids-are-unique'),
      inconclusive('token.is-jwt', 'trouble', 'HTTP 503'),
    ),
  );
  equal(
    matrix(of),
    `\
<section class="matrix" aria-labelledby="matrix"><h2 id="matrix">Areas and clauses</h2>
<ul class="legend"><li><span class="sign broken" aria-hidden="true">✕</span> <a href="#g-broken">1 broken</a></li><li><span class="sign trouble" aria-hidden="true">~</span> <a href="#g-trouble">1 trouble</a></li><li><span class="sign holds" aria-hidden="true"></span> <a href="#g-holds">1 holds</a></li></ul>
<div class="columns">
<table><caption>token <span class="dim">1 trouble</span></caption><tbody>
<tr><th scope="row">token</th><td><div class="cells"><a class="sign trouble" href="#token.is-jwt" title="token.is-jwt: trouble" aria-label="token.is-jwt: trouble">~</a></div></td></tr>
</tbody></table>
<table><caption>dictionaries <span class="dim">1 broken, 1 holds</span></caption><tbody>
<tr><th scope="row">cities</th><td><div class="cells"><a class="sign broken" href="#cities.sorted-by-id" title="cities.sorted-by-id: broken" aria-label="cities.sorted-by-id: broken">✕</a><a class="sign holds" href="#cities.ids-are-unique" title="cities.ids-are-unique: holds" aria-label="cities.ids-are-unique: holds"></a></div></td></tr>
</tbody></table>
</div></section>`,
  );
});

const headings = (page: string): string[] =>
  [...page.matchAll(/<(?:h2[^>]*|summary)>([^<]+)<?/g)]
    .map(([, text = '']) => text.trim())
    .filter((text) => text !== '');

test('broken clauses come first, trouble stands apart, and each that was not judged says how it gets judged', () => {
  const page = pageOf(decidedRecord);
  deepEqual(
    headings(page).filter((text) => !/^[#c]/.test(text)),
    [
      'Areas and clauses',
      'Broken',
      'Warnings: broken, and no reason to hold a release',
      'Waived: broken, and accepted for a time',
      'Our own errors',
      'Trouble of the environment, not a failure',
      'Not judged',
      'Flaky: held only when tried again after trouble',
      'Hold',
      'Left out by the depth of the run',
      'How it was decided',
      'Latency',
    ],
  );
  match(page, /<dt>to get it judged<\/dt><dd>add to the target file what the reason names/);
  match(page, /<dt>to get it judged<\/dt><dd>ask the operator of the service, or try again later<\/dd>/);
  match(page, /<dt>waived<\/dt><dd>until 2026-10-01, by release team: TICKET-7: two pools<\/dd>/);
  match(page, /expired: its failure counts again/);
  match(page, /<dt>newly broken<\/dt><dd><a href="#cities\.sorted-by-id">/);
  match(
    page,
    /npx --no -- preflight judge results\/0822-7f3a\/0123456789ab\.bundle\.json --clause cities\.sorted-by-id/,
  );
});

const hashes = (page: string, tag: 'script' | 'style'): string[] =>
  [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

test('a browser lets nothing act but its own script and styles, and it asks nobody for anything', () => {
  const page = pageOf(decidedRecord);
  const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  match(policy, /^default-src 'none'; style-src /);
  for (const hash of [...hashes(page, 'script'), ...hashes(page, 'style')]) ok(policy.includes(hash), hash);
  equal(hashes(page, 'script').length, 1);
  ok(!/unsafe|https?:/.test(policy));
  ok(!/\b(src|srcset|href)="(?!#)|\son\w+=|\sstyle=|url\(|@import/i.test(page));
});

const signsOf = (text: string): string => text.replace(/<(?:style|script)>[\s\S]*?<\/(?:style|script)>/g, '');

test('nothing that came from elsewhere acts or hides, in evidence, verdicts and what people wrote', () => {
  const { bundle } = hostileCase('/nowhere');
  const markup = hostileTexts('/nowhere')[7] ?? '';
  const said = hostileTexts('/nowhere').slice(0, 15).join(' ');
  const base = recordOf(...bundle.verdicts, inconclusive('token.is-jwt', 'trouble', said));
  const record: RunRecord = {
    ...base,
    target: markup,
    warnings: [said],
    ...(decidedRecord.decision && {
      decision: {
        ...decidedRecord.decision,
        policy: said,
        waivers: decidedRecord.decision.waivers.map((each) => ({ ...each, reason: said, owner: said })),
        lacking: [{ what: said, reason: said }],
      },
    }),
  };
  const evidence = foundEvidence(record, bundle.traces);
  equal(evidence.size, 1);
  const page = signsOf(pageOf(record, (fingerprint) => evidence.get(fingerprint)));
  ok(page.includes('&lt;script&gt;alert(1)'), 'the hostile text is not shown');
  ok(!/<(script|img|iframe|svg onload)/i.test(page));
  ok(!/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u.test(page));
  ok(page.length < 400_000, `${page.length} characters`);
});

test('a run that breaks everything stays below two megabytes, and says where the rest is', () => {
  const found = clauseIds.flatMap((clause, i) =>
    [0, 1, 2, 3, 4].map((k) => failing(clause, { fingerprint: (5 * i + k).toString(16).padStart(12, '0') })),
  );
  const evidence = { steps: [], markup: `<p>${'evidence '.repeat(3_000)}</p>` };
  const page = pageOf(recordOf(...found), () => evidence);
  ok(Buffer.byteLength(page) < 2_000_000, `${Buffer.byteLength(page)} bytes`);
  match(page, /The exchanges are not on this page: the commands above show them\./);
  match(page, /and 1 more finding, in the run record/);
});
