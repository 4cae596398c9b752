/** Verdicts and run records of the report tests, spelt as shortly as a golden text allows. */

import type { ClauseId } from '../../../contracts/clauses.ts';
import { type RunIdentity, type RunRecord, recordOfRun } from '../../../contracts/run-record.ts';
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

const finding: Finding = {
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

/** A run with a clause in each state that a report knows, and a policy with waivers, as shortly as that can be said. */
export const decidedRecord: RunRecord = {
  ...recordOf(
    failing('cities.sorted-by-id'),
    failing('countries.lowest-id-first', { fingerprint: 'aaaaaaaaaaaa', operation: 'countries' }, 'list-countries'),
    failing('amenities.sorted-by-id', { fingerprint: 'bbbbbbbbbbbb', operation: 'amenities' }, 'list-amenities'),
    broken('token.needs-no-bearer', 'the check broke: x is undefined'),
    inconclusive('fare-rules.rules-are-told', 'trouble', '1 of 2 in trouble, first fare-rules: HTTP 503'),
    inconclusive('token.works-until-expiry', 'needs', 'needs levers.advanceClock in the target file'),
    passing('token.is-jwt'),
    passing('cities.ids-are-unique'),
  ),
  depth: 'standard',
  leftOut: ['cities.coordinates-are-in-range'],
  decision: {
    policy: 'policy.ts',
    gates: ['documented', 'reading'],
    requires: ['dictionaries', 'hotels'],
    lacking: [{ what: 'hotels', reason: 'no clause of it was judged' }],
    unjudged: ['hotels', 'flights'],
    allowedUnjudged: ['flights'],
    waivers: [
      {
        clause: 'amenities.sorted-by-id',
        target: 'sandbox',
        reason: 'TICKET-7: two pools',
        owner: 'release team',
        expires: '2026-10-01',
        state: 'covers',
      },
      {
        clause: 'cities.sorted-by-id',
        target: 'sandbox',
        reason: 'was to be mended',
        owner: 'data team',
        expires: '2026-08-01',
        state: 'expired',
      },
    ],
    flaky: ['cities.ids-are-unique'],
    since: {
      run: '20260830-0822-7f3a1c',
      startedAt: '2026-08-30T08:22:00.000Z',
      new: ['cities.sorted-by-id'],
      still: ['amenities.sorted-by-id'],
      fixed: ['token.is-jwt'],
      unexercised: ['fare-rules.rules-are-told'],
    },
  },
};

/** The same decision, with a text of people or of a service wherever one can stand. */
export const decisionSaying = (text: string): NonNullable<RunRecord['decision']> => {
  const { decision } = decidedRecord;
  if (!decision?.since) throw new Error('nothing was decided');
  return {
    ...decision,
    policy: `p${text}`,
    lacking: [{ what: `w${text}`, reason: `r${text}` }],
    waivers: decision.waivers.map((each) => ({ ...each, reason: `r${text}`, owner: `o${text}` })),
    since: { ...decision.since, run: `s${text}` },
  };
};
