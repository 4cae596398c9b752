/** The page of a run shows causes, clauses, states and latencies, and lets nothing act. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { foundEvidence } from '../../../cases/show/page.ts';
import { type ClauseId, clauseIds } from '../../../contracts/clauses.ts';
import { judge } from '../../../contracts/judge.ts';
import type { RunRecord } from '../../../contracts/run-record.ts';
import type { EvidenceOf } from '../../../reports/partner-markdown.ts';
import { latencies, latencyTable, runPage } from '../../../reports/run-page.ts';
import { summary } from '../../../reports/summary.ts';
import { hostileCase, hostileTexts } from '../cases/case-of.ts';
import { countries, failed, traceOf } from '../contracts/literal-trace.ts';
import { decidedRecord, decisionSaying, failing, inconclusive, recordOf } from './record-of.ts';

const path = 'results/0822-7f3a';
const pageOf = (record: RunRecord, evidenceOf: EvidenceOf = () => undefined): string =>
  runPage(record, { path, evidenceOf, answers: [{ operation: 'cities', durationMs: 4 }] });

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
  match(page, /<a class="sign broken" href="#cities\.sorted-by-id" title="cities\.sorted-by-id: broken"[^>]*>✕</);
  match(page, /<caption>token <span class="dim">1 our own error, 1 not judged, 1 holds</);
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

test('a browser lets nothing act but its own script and styles, and it sends no requests', () => {
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
    decision: decisionSaying(said),
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
  ok(Buffer.byteLength(page) < 2 * 2 ** 20, `${Buffer.byteLength(page)} bytes`);
  match(page, /The exchanges are not on this page: the commands above show them\./);
  match(page, /and 1 more finding, in the run record/);
});

const stateOf = (record: RunRecord, clause: ClauseId) =>
  summary(record).rows.find((row) => row.clause === clause)?.state;

test('a waiver covers what it names, as long as it covers, and no other finding of its clause', () => {
  const { decision } = decidedRecord;
  const [covering] = decision?.waivers ?? [];
  if (!decision || !covering) throw new Error('there is no waiver');
  const clause = 'amenities.sorted-by-id';
  const found = failing(clause, { operation: 'amenities', fingerprint: 'bbbbbbbbbbbb' });
  const another = failing(clause, { operation: 'amenities', fingerprint: 'cccccccccccc' }, 'another-flow');
  const stateWith = (waiver: Partial<typeof covering>, ...verdicts: Parameters<typeof recordOf>) =>
    stateOf({ ...recordOf(...verdicts), decision: { ...decision, waivers: [{ ...covering, ...waiver }] } }, clause);
  deepEqual(
    [
      stateWith({}, found),
      stateWith({}, found, another),
      stateWith({ fingerprint: 'bbbbbbbbbbbb' }, found),
      stateWith({ fingerprint: 'bbbbbbbbbbbb' }, found, another),
      stateWith({ operation: 'cities' }, found),
      stateWith({ state: 'expired' }, found),
      stateWith({ clause: 'cities.sorted-by-id' }, found),
    ],
    ['waived', 'waived', 'waived', 'broken', 'broken', 'broken', 'broken'],
  );
});

test('how often the trouble came does not make another cause of it', () => {
  const unreachable = (count: number) => traceOf(Array.from({ length: count }, () => countries(failed('refused'))));
  const verdicts = [
    judge('countries.sorted-by-id', unreachable(1)),
    judge('countries.list-is-an-array', unreachable(3)),
  ];
  notEqual(verdicts[0]?.reason, verdicts[1]?.reason);
  deepEqual(
    summary(recordOf(...verdicts)).causes.map(({ because, clauses }) => [because, clauses]),
    [['trouble', ['countries.sorted-by-id', 'countries.list-is-an-array']]],
  );
});

const answered = (operation: 'cities' | 'token', ...all: number[]) =>
  all.map((durationMs) => ({ operation, durationMs }));

test('of a hundred answers the fiftieth, the ninety-fifth and the ninety-ninth', () => {
  const all = latencies([
    ...answered('cities', ...Array.from({ length: 100 }, (_, i) => 100 - i)),
    ...answered('token', 7),
  ]);
  deepEqual(
    all.map(({ operation, count, p50, p95, p99, max }) => [operation, count, p50, p95, p99, max]),
    [
      ['token', 1, 7, 7, 7, 7],
      ['cities', 100, 50, 95, 99, 100],
    ],
  );
  deepEqual(latencies([]), []);
});

test('every answer is in one bin, which reaches up to its bound', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 50 }), (all) => {
      const [only] = latencies(answered('cities', ...all));
      equal(
        only?.bins.reduce((sum, count) => sum + count, 0),
        all.length,
      );
      const within = all.filter((ms) => ms <= 1.5 ** 5).length;
      equal(
        only?.bins.slice(0, 6).reduce((sum, count) => sum + count, 0),
        within,
      );
    }),
    { seed: 1 },
  );
});

test('a table with a picture of each', () => {
  const table = latencyTable(latencies([...answered('cities', 1, 2, 2, 90), ...answered('token', 1_500)]));
  match(table, /Of 5 answers/);
  equal(table.match(/<svg /g)?.length, 2);
  match(table, /<td class="number">1\.5 s<\/td>/);
  ok(!/style=|NaN|Infinity/.test(table));
});
