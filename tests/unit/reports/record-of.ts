/** Verdicts and run records of the report tests, spelt as shortly as a golden text allows. */
import type { ClauseId } from '../../../contracts/clauses.ts';
import { recordOfRun } from '../../../contracts/new-record.ts';
import type { RunIdentity, RunRecord } from '../../../contracts/run-record.ts';
import type { Finding, Verdict } from '../../../contracts/verdict.ts';

export const run: RunIdentity = {
  id: '0822-7f3a',
  target: 'sandbox',
  revision: '2026-08-31',
  seed: 42,
  startedAt: '2026-09-01T12:00:00.000Z',
  repeat: 'gate --target sandbox --seed 42',
};

export const passing = (clause: ClauseId, flow = 'list-cities'): Verdict => ({
  clause,
  flow,
  outcome: 'pass',
  subjects: 1,
  findings: [],
});

export const finding: Finding = {
  fingerprint: '0123456789ab',
  operation: 'cities',
  place: 'response.body[].id',
  where: 'response.body[17].id',
  exchange: 7,
  expected: 'sorted by id, and the one before it is 812',
  actual: '640',
  count: 3,
};

export const failing = (clause: ClauseId, found: Partial<Finding> = {}, flow = 'list-cities'): Verdict => ({
  ...passing(clause, flow),
  outcome: 'fail',
  findings: [{ ...finding, ...found }],
});

export const inconclusive = (clause: ClauseId, because: Verdict['because'], reason: string): Verdict => ({
  ...passing(clause),
  outcome: 'inconclusive',
  subjects: 0,
  ...(because && { because }),
  reason,
});

export const broken = (clause: ClauseId, reason: string): Verdict => ({
  ...passing(clause),
  outcome: 'error',
  subjects: 0,
  reason,
});

export const recordOf = (...verdicts: Verdict[]): RunRecord =>
  recordOfRun(run, { finishedAt: '2026-09-01T12:00:01.900Z', exchanges: 312, tokensRequested: 2, verdicts });
