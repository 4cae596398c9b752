/** Holds run records and bundles to their schemas, their totals and their grouping. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle as bundleSchema, bundlesOf } from '../../../contracts/bundle.ts';
import { type ClauseId, clauseIds } from '../../../contracts/clauses.ts';
import { judge } from '../../../contracts/judge.ts';
import { recordOfRun, runIdentity, runRecord } from '../../../contracts/run-record.ts';
import type { Trace } from '../../../contracts/trace.ts';
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
