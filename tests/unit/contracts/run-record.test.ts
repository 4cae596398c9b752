/** Holds run records and bundles to their schemas, their totals and their grouping. */
import assert, { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { chosenBy } from '../../../contracts/areas.ts';
import { bundle as bundleSchema, bundlesOf } from '../../../contracts/bundle.ts';
import { type ClauseId, clause, clauseIds, isOfficial, presentId, retiredIds } from '../../../contracts/clauses.ts';
import { decided, type Terms } from '../../../contracts/decide.ts';
import { judge } from '../../../contracts/judge.ts';
import { clauseNamed, policyForm } from '../../../contracts/policy.ts';
import { recordOfRun, runIdentity, runRecord } from '../../../contracts/run-record.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { failing, recordOf } from '../reports/record-of.ts';
import { country } from './cases/dictionaries.ts';
import { countries, empty, ok, traceOf } from './literal-trace.ts';

const run = {
  id: '0901-7f3a',
  target: 'literal',
  revision: '2026-08-31',
  seed: 42,
  startedAt: '2026-09-01T12:00:00.000Z',
  repeat: 'gate --seed 42',
};
const rest = { finishedAt: '2026-09-01T12:01:00.000Z', exchanges: 3, tokensRequested: 1 };

const unsorted = (flow: string): Trace => traceOf([countries(ok([3, 1, 2].map((id) => country(id))))], { flow });
const nameless = traceOf([countries(ok([{ ...country(1), nameRu: null, nameEn: null }]))], { flow: 'names' });
const sound = traceOf([countries(ok([country(1)]))], { flow: 'sound' });
const troubled = traceOf([countries(empty(503))], { flow: 'troubled' });
const broken = traceOf([], { flow: 'broken', error: { message: 'boom', stack: '' } });

const judged = (clauses: readonly ClauseId[], ...traces: Trace[]) =>
  clauses.flatMap((clause) => traces.map((trace) => judge(clause, trace)));
const sorted = ['countries.sorted-by-id'] as const;

describe('recordOfRun', () => {
  it('counts clauses by outcome, for any number of their flows, and takes the verdict of the gate', () => {
    const verdicts = [
      ...judged(sorted, unsorted('a'), sound, troubled, broken),
      ...judged(['countries.ids-are-unique'], sound, sound),
      ...judged(['countries.list-is-an-array'], sound, troubled),
    ];
    const record = recordOfRun(run, { ...rest, verdicts });
    assert.deepEqual(record.totals, { pass: 1, fail: 1, inconclusive: 1, error: 0 });
    assert.equal(record.verdict, 'fail');
    const cellless = verdicts.map(({ cells, ...each }) => each);
    assert.deepEqual(record.verdicts, cellless);
  });

  it('keeps its schema through JSON, for anything that was judged', () => {
    const verdicts = judged(clauseIds, unsorted('a'), nameless, sound, troubled, broken);
    const record = recordOfRun(run, { ...rest, verdicts });
    assert.deepEqual(runRecord.parse(JSON.parse(JSON.stringify(record))), record);
  });

  it('is inconclusive without verdicts', () => {
    assert.equal(recordOfRun(run, { ...rest, verdicts: [] }).verdict, 'inconclusive');
  });

  it('is refused by its schema with a field too many or an unknown clause', () => {
    const record = recordOfRun(run, { ...rest, verdicts: judged(sorted, sound) });
    assert.equal(runRecord.safeParse({ ...record, more: 1 }).success, false);
    const [one] = record.verdicts;
    const naming = (clause: string): boolean =>
      runRecord.safeParse({ ...record, verdicts: [{ ...one, clause }] }).success;
    assert.equal(naming('cities.no-such-clause'), false);
    assert.equal(naming('no-clause'), false);
    assert.equal(naming('acme.countries-have-codes'), true);
  });
});

describe('bundlesOf', () => {
  const traces = [unsorted('a'), unsorted('b'), nameless, sound];
  const verdicts = judged(['countries.sorted-by-id', 'countries.records-are-complete'], ...traces);
  const bundles = bundlesOf(run, verdicts, traces);

  it('makes one bundle of a finding, however many flows show it', () => {
    const flows = bundles.map(({ verdicts }) => verdicts.map(({ flow }) => flow));
    assert.deepEqual(flows, [['a', 'b'], ['names'], ['names']]);
    assert.equal(new Set(bundles.map(({ fingerprint }) => fingerprint)).size, 3);
  });

  it('carries the traces of exactly those flows, in order', () => {
    assert.deepEqual(
      bundles.map(({ traces }) => traces.map(({ flow }) => flow)),
      [['a', 'b'], ['names'], ['names']],
    );
  });

  it('keeps its schema through JSON, and judges to the same finding', () => {
    for (const each of bundles) {
      const { fingerprint, verdicts, traces } = bundleSchema.parse(JSON.parse(JSON.stringify(each)));
      for (const [i, { clause }] of verdicts.entries()) {
        const again = judge(clause, traces[i] as Trace);
        assert.ok(again.findings.some((finding) => finding.fingerprint === fingerprint));
      }
    }
  });

  it('makes none of a sound run', () => {
    assert.deepEqual(bundlesOf(run, judged(clauseIds, sound), [sound]), []);
  });
});

it('what repeats a run is arguments of Preflight and never another command', () => {
  const repeated = (repeat: string) => runIdentity.shape.repeat.safeParse(repeat).success;
  assert.ok(repeated("gate --target './it'\\''s mine.ts' --seed 42 --fault x"));
  for (const hostile of ['gate; rm -rf ~', 'gate $(id)', 'gate `id`', 'gate --seed 1\nid', "gate 'a'b'c", 'sh -c id']) {
    assert.ok(!repeated(hostile), hostile);
  }
});

const [retired, law] = ['view-booking.stays-as-it-was', 'view-booking.acts-elsewhere-change-nothing'] as const;

test('each is judged by a law, and is no clause any more', () => {
  for (const id of retiredIds) {
    const present = presentId(id);
    equal(isOfficial(present) && clause(present).isLaw, true, id);
    equal((clauseIds as readonly string[]).includes(id), false, id);
  }
});

test('a stored run that names one is read as if the law had judged it', () => {
  const stored = JSON.stringify(recordOf(failing(law))).replaceAll(law, retired);
  const { verdicts, cells } = runRecord.parse({ ...JSON.parse(stored), cells: { [retired]: '1', [law]: '2' } });
  deepEqual([verdicts[0]?.clause, cells], [law, { [law]: '2' }]);
});

test('a policy and a command line may name one', () => {
  const { requires, severity } = policyForm.parse({ requires: [retired], severity: { [retired]: 'minor' } });
  deepEqual([requires, severity], [[law], { [law]: 'minor' }]);
  deepEqual([chosenBy(retired), clauseNamed(retired)], [[law], law]);
});

describe('a waiver of one covers what it was about, and no more:', () => {
  const stateOf = (clause: string, found: Parameters<typeof failing>[1]): string | undefined => {
    const waiver = { clause, target: 'sandbox', reason: 'known', owner: 'Ann', expires: '2026-10-01' };
    const policy: Terms = { gates: ['derived'], requires: [], allowedUnjudged: [], waivers: [waiver] };
    const { decision, verdict } = decided(recordOf(failing(law, found)), policy);
    match(verdict, decision?.waivers[0]?.state === 'covers' ? /pass/ : /fail/);
    return decision?.waivers[0]?.state;
  };
  const byList = { operation: 'search-bookings', place: 'response.body.bookings[].checkOut' } as const;
  const status = { operation: 'view-booking', place: 'response.body.bookingInfo.status' } as const;
  const room = { operation: 'view-booking', place: 'response.body.hotel.room.roomId' } as const;
  it('one operation', () => {
    deepEqual([stateOf(retired, room), stateOf(retired, byList)], ['covers', 'stale']);
    deepEqual([stateOf('search-bookings.stays-as-it-was', byList), stateOf(law, byList)], ['covers', 'covers']);
  });
  it('one field', () => {
    const ofRefusals = 'cancel-booking.refused-cancellation-changes-nothing';
    deepEqual([stateOf(ofRefusals, status), stateOf(ofRefusals, room)], ['covers', 'stale']);
  });
});
