/** A policy and waivers decide the verdict of a run, and the first step is named. */
import assert, { equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClauseId, clauseIds } from '../../../contracts/clauses.ts';
import { decided, earlierOf, type Terms, termsOfDecision } from '../../../contracts/decide.ts';
import { firstStep, firstStepOf } from '../../../contracts/first-step.ts';
import type { Waiver } from '../../../contracts/policy.ts';
import { type RunRecord, runRecord } from '../../../contracts/run-record.ts';
import { standingsOf } from '../../../contracts/standing.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import { incidentKinds } from '../../../history/tables.ts';
import { broken, failing, inconclusive, passing, recordOf, run } from '../reports/record-of.ts';

const sorted: ClauseId = 'cities.sorted-by-id';
const derived: ClauseId = 'cities.ids-are-unique';
const held = passing('token.is-jwt');

const terms = (more: Partial<Terms> = {}): Terms => ({
  gates: ['documented', 'reading'],
  requires: [],
  allowedUnjudged: [],
  waivers: [],
  ...more,
});
const decide = (verdicts: readonly Verdict[], more: Partial<Terms> = {}): RunRecord =>
  decided(recordOf(...verdicts), terms(more));

const waiver = (more: Partial<Waiver> = {}): Waiver => ({
  clause: sorted,
  target: 'sandbox',
  reason: 'mended in October',
  owner: 'Ann',
  expires: '2026-09-30',
  ...more,
});
const waived = (verdicts: readonly Verdict[], ...waivers: readonly Waiver[]) => {
  const record = decide(verdicts, { waivers });
  return [record.verdict, record.decision?.waivers.map(({ state }) => state).join(' ')];
};

describe('waivers', () => {
  const table: readonly [string, Verdict[], Waiver[], [string, string]][] = [
    ['cover a failure', [held, failing(sorted)], [waiver()], ['pass', 'covers']],
    ['cover on their last day', [held, failing(sorted)], [waiver({ expires: '2026-09-01' })], ['pass', 'covers']],
    ['cover nothing after it', [held, failing(sorted)], [waiver({ expires: '2026-08-31' })], ['fail', 'expired']],
    ['are stale once the failure has stopped', [held, passing(sorted)], [waiver()], ['pass', 'stale']],
    [
      'are stale although they are over, too',
      [held, passing(sorted)],
      [waiver({ expires: '2026-08-31' })],
      ['pass', 'stale'],
    ],
    ['are idle where nothing was judged', [held, inconclusive(sorted, 'needs', 'n')], [waiver()], ['pass', 'idle']],
    ['are idle where the clause is not in the run', [held], [waiver()], ['pass', 'idle']],
    [
      'of another operation cover nothing',
      [held, failing(sorted)],
      [waiver({ operation: 'countries' })],
      ['fail', 'stale'],
    ],
    ['of this operation cover', [held, failing(sorted)], [waiver({ operation: 'cities' })], ['pass', 'covers']],
    [
      'of another finding cover nothing',
      [held, failing(sorted)],
      [waiver({ fingerprint: 'ffffffffffff' })],
      ['fail', 'stale'],
    ],
    [
      'of one finding leave the other',
      [held, failing(sorted), failing(sorted, { fingerprint: 'ffffffffffff' }, 'b')],
      [waiver({ fingerprint: 'ffffffffffff' })],
      ['fail', 'covers'],
    ],
    [
      'hide no trouble',
      [held, failing(sorted), { ...inconclusive(sorted, 'trouble', 't'), flow: 'b' }],
      [waiver()],
      ['inconclusive', 'covers'],
    ],
    [
      'hide no error of ours',
      [held, failing(sorted), { ...broken(sorted, 'x'), flow: 'b' }],
      [waiver()],
      ['inconclusive', 'covers'],
    ],
    ['cover no error', [held, broken(sorted, 'x')], [waiver()], ['inconclusive', 'idle']],
    ['are enough for a gate that judged nothing else', [failing(sorted)], [waiver()], ['pass', 'covers']],
  ];
  for (const [name, verdicts, waivers, expected] of table) {
    it(name, () => assert.deepEqual(waived(verdicts, ...waivers), expected));
  }

  it('give their clause its own weight', () => {
    const [, standing] = standingsOf(decide([held, failing(sorted)], { waivers: [waiver()] }));
    assert.deepEqual([standing?.outcome, standing?.weight], ['fail', 'waived']);
  });
});

describe('a policy', () => {
  it('raises derived clauses, and lowers readings', () => {
    assert.equal(decide([held, failing(derived)]).verdict, 'pass');
    assert.equal(decide([held, failing(derived)], { gates: ['documented', 'derived'] }).verdict, 'fail');
    assert.equal(decide([held, failing('token.refusal-carries-no-token')]).verdict, 'fail');
    assert.equal(decide([held, failing('token.refusal-carries-no-token')], { gates: ['documented'] }).verdict, 'pass');
  });

  const search: ClauseId = 'hotel-search.ranked-by-ai-score';
  const needs = (clause: ClauseId) => inconclusive(clause, 'needs', 'needs known.region');
  const lacking = (verdicts: readonly Verdict[], more: Partial<Terms>) => {
    const record = decide(verdicts, more);
    return [record.verdict, ...(record.decision?.lacking.map(({ what }) => what) ?? [])];
  };
  const table: readonly [string, Verdict[], Partial<Terms>, string[]][] = [
    ['requires an area', [held, needs(search)], { requires: ['hotels'] }, ['inconclusive', 'hotels']],
    [
      'is content with one clause of it',
      [held, needs(search), passing('hotel-search.search-id-is-returned')],
      { requires: ['hotels'] },
      ['pass'],
    ],
    [
      'is content with a broken one, which fails by itself',
      [held, failing(search)],
      { requires: ['hotels'] },
      ['fail'],
    ],
    [
      'takes a refused empty request for nothing',
      [needs(search), passing('hotel-bearer.missing-token-is-refused')],
      { requires: ['hotels'] },
      ['inconclusive', 'hotels'],
    ],
    ['requires a clause', [held, needs(sorted)], { requires: [sorted] }, ['inconclusive', sorted]],
    ['requires what no flow of the run shows', [held], { requires: [sorted] }, ['inconclusive', sorted]],
    [
      'counts clauses for a quota',
      [held, passing(sorted), needs(derived)],
      { quotas: { dictionaries: 2 } },
      ['inconclusive', 'quota of dictionaries'],
    ],
    ['counts them once', [held, passing(sorted), passing(derived)], { quotas: { dictionaries: 2 } }, ['pass']],
    ['leaves a failure a failure', [failing(sorted)], { requires: ['hotels'] }, ['fail', 'hotels']],
  ];
  for (const [name, verdicts, more, expected] of table) {
    it(name, () => assert.deepEqual(lacking(verdicts, more), expected));
  }

  it('says what most of the clauses lack', () => {
    const { decision } = decide([held, needs(search)], { requires: ['hotels'] });
    assert.match(decision?.lacking[0]?.reason ?? '', /it was not judged; needs known\.region$/);
  });

  it('says trouble before a setting that would not have helped', () => {
    const troubled = inconclusive('hotel-search.offers-carry-offer-id', 'trouble', 'HTTP 503');
    const others = [needs(search), needs('hotel-search.ranked-by-ai-score')];
    const { decision } = decide([held, ...others, troubled], { requires: ['hotels'] });
    assert.match(decision?.lacking[0]?.reason ?? '', /was judged; HTTP 503$/);
  });

  it('names the areas of which nothing was judged, and those of them that are allowed', () => {
    const { decision, verdict } = decide([held, needs(search)], { allowedUnjudged: ['hotels', 'flights'] });
    assert.deepEqual([verdict, decision?.unjudged, decision?.allowedUnjudged], ['pass', ['hotels'], ['hotels']]);
  });

  it('does not call hotels judged because what does not exist is refused', () => {
    const refusals = ['view-booking.unknown-booking-is-refused', 'hotel-bearer.missing-token-is-refused'] as const;
    const { decision } = decide([held, needs(search), ...refusals.map((id) => passing(id))], {});
    assert.deepEqual(decision?.unjudged, ['hotels']);
  });
});

describe('what takes a day', () => {
  const late: ClauseId = 'ticket-cancel.late-void-is-expired';
  const flow = 'void-after-window';
  const waits = { ...inconclusive(late, 'needs', 'needs a day to pass'), flow };
  const runs = { begunBy: 'a', settledBy: 'b', settledAt: '2026-08-30T12:00:00.000Z' };
  const settled = (at: string, outcome: 'pass' | 'fail' = 'pass') => [{ clause: late, run: 'b', at, outcome }];
  const says = (verdicts: readonly Verdict[], more: Partial<Terms>): string => {
    const record = decide([held, ...verdicts], { obligationDays: 7, ...more });
    return record.decision?.lacking.map(({ reason }) => reason).join() ?? '';
  };

  it('is shown by an earlier run that is young enough', () => {
    assert.equal(says([waits], { settled: settled('2026-08-26T12:00:00.000Z') }), '');
    assert.equal(says([waits], { settled: settled('2026-08-26T12:00:00.000Z'), requires: [late] }), '');
    assert.match(
      says([waits], { settled: settled('2026-08-20T12:00:00.000Z') }),
      /of run b, is 12 days old, and 7 are/,
    );
  });
  it('is lacking where no run has judged it, or the last found it broken', () => {
    assert.match(says([waits], {}), /no run has judged it yet/);
    assert.match(says([waits], { settled: settled('2026-08-30T12:00:00.000Z', 'fail') }), /run b found it broken/);
  });
  it('is lacking although another flow could judge it with a fuller target, unless that flow met trouble', () => {
    const atOnce = (because: Verdict['because']): Verdict => ({
      ...inconclusive(late, because, 'r'),
      flow: 'outlive-void-window',
    });
    assert.match(says([waits, atOnce('needs')], {}), /no run has judged it yet/);
    assert.equal(says([waits, atOnce('trouble')], {}), '');
  });
  it('is judged by this run when it was settled in time', () => {
    assert.equal(says([{ ...passing(late, flow), runs }], {}), '');
    assert.match(says([{ ...passing(late, flow), runs }], { obligationDays: 1 }), /is 2 days old, and 1 are allowed/);
  });
  it('asks nothing without the setting', () => {
    assert.equal(decide([held, waits]).verdict, 'pass');
  });
});

describe('what was walked once more after trouble', () => {
  const again = (verdict: Verdict): Verdict => ({ ...verdict, flow: 'list-cities-again' });
  const trouble = inconclusive(sorted, 'trouble', 'HTTP 503');
  const nothing = inconclusive(sorted, 'nothing', 'n');
  const table: readonly [string, Verdict, Verdict, string, readonly ClauseId[]][] = [
    ['passes only then: flaky', trouble, passing(sorted), 'pass', [sorted]],
    ['fails then', trouble, failing(sorted), 'fail', []],
    ['has failed before', failing(sorted), passing(sorted), 'fail', []],
    ['is in trouble again', trouble, trouble, 'inconclusive', []],
    ['cannot be told then', trouble, inconclusive(sorted, 'unshown', 'u'), 'inconclusive', []],
    ['was not in trouble', nothing, passing(sorted), 'pass', []],
  ];
  for (const [name, first, second, verdict, flaky] of table) {
    it(name, () => {
      const record = decide([held, first, again(second)]);
      assert.deepEqual([record.verdict, record.decision?.flaky], [verdict, flaky]);
    });
  }
  it('makes up for no other flow', () => {
    assert.equal(decide([held, { ...trouble, flow: 'b' }, again(passing(sorted))]).verdict, 'inconclusive');
  });
});

describe('a comparison', () => {
  it('distinguishes new, still, fixed and no longer exercised', () => {
    const before = recordOf(
      failing(sorted),
      failing(derived),
      failing('token.is-jwt'),
      passing('countries.sorted-by-id'),
    );
    const { decision } = decide([failing(sorted), passing(derived), failing('countries.sorted-by-id')], {
      since: earlierOf(before),
    });
    assert.deepEqual(decision?.since, {
      run: run.id,
      startedAt: run.startedAt,
      new: ['countries.sorted-by-id'],
      still: [sorted],
      fixed: [derived],
      unexercised: ['token.is-jwt'],
      found: ['0123456789ab'],
      newCauses: [],
    });
  });
  it('reports a new cause of what was broken before, and of nothing else', () => {
    const [old, other] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
    const before = recordOf(failing(sorted, { fingerprint: old }));
    const now = [
      failing(sorted, { fingerprint: old }),
      failing(sorted, { fingerprint: other }, 'filter-cities'),
      failing('countries.sorted-by-id', { fingerprint: 'cccccccccccc', operation: 'countries' }),
    ];
    const { since } = decide(now, { since: earlierOf(before) }).decision ?? {};
    assert.deepEqual([since?.new, since?.still], [['countries.sorted-by-id'], [sorted]]);
    assert.deepEqual(since?.newCauses, [{ clause: sorted, operation: 'cities', fingerprint: other }]);
    const unsaid = decide(now, { since: { ...earlierOf(before), found: undefined } }).decision?.since;
    assert.ok(unsaid && !('newCauses' in unsaid), 'of an earlier decision that did not say nothing is known');
  });
});

it('a stored run is decided again alike', () => {
  const verdicts = [held, failing(sorted), inconclusive('hotel-search.ranked-by-ai-score', 'needs', 'n')];
  const { decision: before, verdict } = decide(verdicts, {
    waivers: [waiver(), waiver({ clause: derived })],
    requires: ['hotels'],
    quotas: { general: 1 },
    since: earlierOf(recordOf(failing(sorted, { fingerprint: 'cccccccccccc' }), failing(derived))),
  });
  assert.ok(before);
  assert.equal(verdict, 'inconclusive');
  const again = decided(recordOf(...verdicts), termsOfDecision(before));
  assert.equal(again.verdict, verdict);
  assert.deepEqual(again.decision, before);
});

it('a stored decision that names areas as they were named before is read, and decides the same', () => {
  const quotas = { dictionaries: 2 };
  const record = decide([held, failing(sorted)], { requires: ['dictionaries'], quotas });
  const former = { requires: ['reference-data'], quotas: { 'reference-data': 2 }, unjudged: ['reference data'] };
  const read = runRecord.parse({ ...record, decision: { ...record.decision, ...former } });
  assert.deepEqual([read.decision?.quotas, read.decision?.unjudged], [quotas, ['dictionaries']]);
  assert.ok(read.decision);
  assert.equal(decided(read, termsOfDecision(read.decision)).verdict, record.verdict);
});

describe('what to do first', () => {
  it('is one sentence for every clause and every kind, short enough for a pager', () => {
    const all = [...clauseIds.map(firstStepOf), ...incidentKinds.map((kind) => firstStep(kind, ['token.is-jwt']))];
    for (const step of all) match(step, /^[A-Z][^.]{30,158}\.$/);
    ok(new Set(all).size > 20);
  });
  it('calls a person where data of partners or the door is open', () => {
    for (const clause of [
      'ticket-info.other-partner-sees-nothing',
      'pnr-cancel.other-partner-is-refused',
      'bearer.garbage-token-is-unauthorized',
      'hotel-bearer.missing-token-is-refused',
      'token.wrong-secret-is-refused',
    ] as const)
      match(firstStepOf(clause), /security contact/);
    match(firstStepOf('hotel-bearer.issued-token-is-accepted'), /locked out/);
  });
  it('lets people sleep where only an order changed', () => {
    match(firstStepOf('cities.sorted-by-id'), /office hours/);
  });
  it('is that of the clause for a contract failure alone', () => {
    equal(firstStep('contract', ['cities.sorted-by-id']), firstStepOf('cities.sorted-by-id'));
    match(firstStep('service', ['cities.sorted-by-id']), /operator of the service/);
  });
});
