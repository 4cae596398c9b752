/** What a person reads of the depth of a run: at its end, before it begins, and of the faults it finds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRecord } from '../../../contracts/run-record.ts';
import { type DryRun, dryRunText } from '../../../reports/effects-text.ts';
import { runMarkdown } from '../../../reports/github.ts';
import { depthSharesText } from '../../../reports/proof-matrix.ts';
import { terminalReport } from '../../../reports/terminal.ts';
import { passing, recordOf } from './record-of.ts';

const path = 'results/0822-7f3a';
const ofDepth = (depth: NonNullable<RunRecord['depth']>, more: Partial<RunRecord> = {}): RunRecord => ({
  ...recordOf(passing('countries.sorted-by-id')),
  depth,
  ...more,
});
const end = (record: RunRecord): string => terminalReport(record, { color: false, path }).split('\n\n').at(-1) ?? '';

test('a probe says at its end what it leaves out, and what to do', () => {
  assert.equal(
    end(ofDepth('probe', { leftOut: ['token.is-jwt', 'pnr-cancel.works-on-own-booking'] })),
    `\
left out    2 clauses are left out at depth probe: run with --depth standard to judge them
run record  results/0822-7f3a/run.json
exit code   0, every clause that the gate requires holds
PASS  1 judged, 0 broken
    on sandbox (revision 2026-08-31), seed 42, depth probe, 1.9 s, 312 requests`,
  );
  assert.match(
    runMarkdown(ofDepth('probe', { leftOut: ['token.is-jwt'] }), { path }),
    /^left out {4}1 clause is left out at depth probe: /m,
  );
});

test('a standard run says nothing of its depth at its end, a full one does', () => {
  assert.doesNotMatch(end(ofDepth('standard')), /depth|left out/);
  assert.match(end(ofDepth('full')), /, depth full, /);
});

const dry: DryRun = {
  target: 'acme',
  baseUrl: 'https://acme.example',
  depth: 'standard',
  seed: 5,
  leftOut: [],
  flows: 3,
  sends: {
    requests: { token: 4, cities: 20, 'create-booking': 9, 'ticket-issue': 2 },
    bookings: 12,
    tickets: 2,
    wrongLogins: 3,
    unannounced: ['void-after-window'],
  },
  requestsPerSecond: 0.5,
  budgets: { bookings: { perRun: 18, perDay: 20, usedToday: 13 }, tickets: undefined, extraTokens: { perRun: 1 } },
};

test('a dry run tells requests, effects, budgets and time in 80 columns', () => {
  assert.equal(
    dryRunText(dry),
    `\
dry run       nothing was sent
target        acme at https://acme.example
depth         standard, 3 flows, seed 5

operation        up to   effect
token                4   authenticates
cities              20   reads
create-booking       9   books
ticket-issue         2   tickets
total               35

bookings      up to 7; may.books allows 18 a run and 20 a day, of which 13 are
              used
tickets       none: may.tickets does not allow any
wrong logins  up to 3
extra tokens  may.extraTokens allows 1 a run
time          up to 1 min 10 s at 0.5 requests a second, if answers are as fast
not counted   a further look at what takes its time, and further pages of a list
              what former runs have left behind, or this one leaves:
              void-after-window`,
  );
});

test('the shares of a depth are told for one run and for several, with what was found late', () => {
  const faults = [
    { id: 'a', dialect: 'flat', foundInRun: 1 },
    { id: 'b', dialect: 'flat', foundInRun: 2 },
    { id: 'c', dialect: 'flat', foundInRun: undefined },
  ];
  const shares = { depth: 'standard', seeds: [4, 5], faults, found: [1, 2], blamed: ['healthy on flat'], seconds: 7 };
  assert.equal(
    depthSharesText(shares),
    `\
in run 2   b on flat
not found  c on flat
BLAMED     healthy on flat
within 1 run: 1 of 3 faults, 33.3 %
within 2 runs: 2 of 3 faults, 66.7 %
depth standard, seeds 4 5, 7 s`,
  );
  assert.doesNotMatch(depthSharesText({ ...shares, depth: 'probe' }), /not found|in run/);
});
