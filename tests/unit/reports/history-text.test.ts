/** The history in a terminal: what is broken now comes first, and what was not measured is never shown as good. */
import { equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryReport, ProbeReport } from '../../../contracts/history-report.ts';
import { historyText } from '../../../reports/history-text.ts';
import { none } from '../asserted.ts';

const quiet: ProbeReport = {
  probe: 'reads',
  target: 'sandbox',
  lastRun: { id: '20261123-1155-7f3a1c', at: '2026-11-23T11:55:04.000Z', verdict: 'pass', unclear: 0 },
  runs: { pass: 288, fail: 0, inconclusive: 0 },
  broken: [],
  fixed: [],
  flaky: [],
  latency: [],
  missed: [],
};

const broken: ProbeReport['broken'][number] = {
  clause: 'cities.sorted-by-id',
  weight: 'fails',
  operation: 'cities',
  place: 'response.body[].id',
  since: '2026-11-23T09:05:04.000Z',
  sinceRun: '20261123-0905-aaaaaa',
  lastAt: '2026-11-23T11:55:04.000Z',
  lastRun: '20261123-1155-7f3a1c',
  state: 'new',
  isUnjudgedSince: false,
};

const timed = {
  p50Ms: 8.51,
  p95Ms: 120,
  before: { count: 6_480, p50Ms: 8.5, p95Ms: 120 },
  p50Trend: 'steady',
  p95Trend: 'steady',
} as const;

const incident: HistoryReport['incidents'][number] = {
  id: 'i-1',
  kind: 'contract',
  target: 'sandbox',
  probe: 'reads',
  title: 'cities.sorted-by-id is broken: cities response.body[].id',
  openedAt: '2026-11-23T09:15:04.000Z',
  closedAt: null,
  lastAt: '2026-11-23T11:55:04.000Z',
  times: 34,
  severity: 'minor',
  goodAt: null,
  brokeAt: null,
  acknowledgedBy: 'Ann',
  silencedBy: 'Ann',
  silencedUntil: '2026-11-23T14:00:00.000Z',
  silencedFor: 'known, a fix is on its way',
  run: '20261123-0905-aaaaaa',
};

const report = (...probes: readonly ProbeReport[]): HistoryReport => ({
  schema: 'preflight.history/1',
  at: '2026-11-23T12:00:00.000Z',
  since: '2026-11-22T12:00:00.000Z',
  countedFrom: '2026-11-22T12:00:00.000Z',
  incidents: [],
  unsent: [],
  probes: [...probes],
});

const textOf = (told: HistoryReport): string => historyText(told, { color: false });
const firstOf = (told: HistoryReport): string | undefined => textOf(told).split('\n')[0];

test('all that a span has is shown, in 80 columns', () => {
  const all = report(
    {
      ...quiet,
      runs: { pass: 250, fail: 36, inconclusive: 2 },
      lastRun: { id: '20261123-1155-7f3a1c', at: '2026-11-23T11:55:04.000Z', verdict: 'fail', unclear: 3 },
      broken: [
        broken,
        {
          ...broken,
          clause: 'amenities.sorted-by-id',
          weight: 'waived',
          operation: null,
          place: null,
          sinceRun: null,
          since: '2026-10-01T00:00:00.000Z',
          state: 'still',
          isUnjudgedSince: true,
        },
      ],
      fixed: [
        {
          clause: 'countries.sorted-by-id',
          since: '2026-11-22T08:00:00.000Z',
          fixedAt: '2026-11-23T10:00:00.000Z',
          fixedRun: '20261123-1000-bbbbbb',
        },
      ],
      flaky: [{ clause: 'token.is-jwt', times: 3, of: 288 }],
      latency: [
        { ...timed, operation: 'cities', count: 6_480, p95Ms: 412, p95Trend: 'slower' },
        { ...timed, operation: 'token', count: 12, p50Trend: 'unknown', p95Trend: 'unknown' },
      ],
      missed: [{ reason: 'the run before it was still under way', count: 4, lastAt: '2026-11-23T10:00:00.000Z' }],
    },
    { ...quiet, probe: 'books', target: null, lastRun: null, runs: { pass: 0, fail: 0, inconclusive: 0 } },
  );
  const text = textOf({
    ...all,
    incidents: [
      incident,
      {
        ...incident,
        kind: 'service',
        title: 'HTTP 503 at cities',
        openedAt: '2026-11-22T22:00:00.000Z',
        closedAt: '2026-11-23T01:20:00.000Z',
        times: 1,
        acknowledgedBy: null,
        severity: 'critical',
        goodAt: '2026-11-22T21:58:30.000Z',
        brokeAt: '2026-11-22T21:59:30.000Z',
        silencedBy: null,
        silencedUntil: null,
        silencedFor: null,
      },
    ],
  });
  equal(
    text,
    `BROKEN since 2026-11-23 09:05 UTC: 1 clause, 1 open incident
NO DATA in this span of books
the last 24 h, until 2026-11-23 12:00; all times are UTC

BROKEN NOW
  since 2026-11-23 09:05  new    cities.sorted-by-id
      reads, at cities response.body[].id; first in run 20261123-0905-aaaaaa;
      last shown 2026-11-23 11:55
  since 2026-10-01 00:00  still  amenities.sorted-by-id, waived
      reads; its first run is not kept; last shown 2026-11-23 11:55, not judged
      after that

INCIDENTS
  2026-11-23 09:15  OPEN  contract, minor
      cities.sorted-by-id is broken: cities response.body[].id (reads on
      sandbox, seen 34 times, looked after by Ann, silenced by Ann until
      2026-11-23 14:00:00 UTC: known, a fix is on its way)
  2026-11-22 22:00  over after 3 h  service, critical
      HTTP 503 at cities (reads on sandbox, seen 1 time, began between
      2026-11-22 21:58:30 UTC and 2026-11-22 21:59:30 UTC)

FIXED
  2026-11-23 10:00  countries.sorted-by-id
      reads, was broken since 2026-11-22 08:00

FLAKY: passed only when tried again
  token.is-jwt: 3 of 288 times (reads)

LATENCY in ms of reads
  operation                  sent    p50    p95  beside the 24 h before
  cities                     6480    8.5    412  p95 slower, was 120
  token                        12    8.5    120  too few

SLOTS MISSED
  reads: 4, the last 2026-11-23 10:00: the run before it was still under way

PROBES
  reads on sandbox
      last run 2026-11-23 11:55: fail, 3 clauses not judged; 288 runs: 250 pass,
      36 fail, 2 inconclusive
  books
      NO DATA: it never ran`,
  );
  ok(text.split('\n').every((line) => line.length <= 80));
});

test('the first line is good news only where everything was measured and holds', () => {
  equal(firstOf(report(quiet)), 'nothing is broken: the last run passed, of reads');
  const silent = { ...quiet, probe: 'books', runs: { pass: 0, fail: 0, inconclusive: 0 } };
  equal(firstOf(report(quiet, silent)), 'NO DATA in this span of books');
  equal(firstOf(report()), 'NO DATA: nothing was run into this history yet');
  const last = { id: 'a', at: '2026-11-23T11:55:04.000Z', unclear: 0 };
  const unclear: ProbeReport = { ...quiet, lastRun: { ...last, verdict: 'inconclusive' } };
  equal(firstOf(report(unclear)), 'CANNOT TELL: the last run could not measure, of reads');
  const failed: ProbeReport = { ...quiet, lastRun: { ...last, verdict: 'fail' } };
  equal(firstOf(report(failed)), 'BROKEN: the last run failed, of reads');
  const warned: ProbeReport = { ...quiet, broken: [{ ...broken, weight: 'warns' }] };
  equal(firstOf(report(warned)), 'nothing is broken: the last run passed, of reads');
  match(textOf(report(warned)), /cities\.sorted-by-id, warns only/);
});

test('no name of a target makes a new line, and only a terminal gets colours', () => {
  const foreign = report({ ...quiet, target: 'evil\n::error::boo\u001b[31m' });
  none(
    textOf(foreign)
      .split('\n')
      .filter((line) => line.startsWith('::') || line.includes('\u001b')),
  );
  ok(historyText(report(quiet), { color: true }).startsWith('\u001b['));
});
