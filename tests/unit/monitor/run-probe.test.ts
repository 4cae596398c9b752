/** A probe in process: what it sends, what it tries again, and that it never logs in wrongly. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Terms } from '../../../contracts/decide.ts';
import type { RunIdentity } from '../../../contracts/run-record.ts';
import type { Exchange, Trace } from '../../../contracts/trace.ts';
import type { Flow } from '../../../engine/flow.ts';
import type { Runner } from '../../../engine/run.ts';
import { planOf } from '../../../flows/plan.ts';
import sends from '../../../flows/sends.json' with { type: 'json' };
import { runProbe } from '../../../monitor/run-probe.ts';
import { exchangeOf, traceOf } from '../cases/case-of.ts';

const run: RunIdentity = {
  id: 'r1',
  target: 'acme',
  revision: '2026-08-31',
  seed: 1,
  startedAt: '2026-09-01T12:00:00.000Z',
  repeat: 'gate --target acme --seed 1',
};
const terms: Terms = { gates: ['documented', 'reading'], requires: [], allowedUnjudged: [], waivers: [] };

const list = [
  { id: 1, name: 'Andorra', code: 'AD' },
  { id: 2, name: 'Bhutan', code: 'BT' },
];
const answered = exchangeOf({
  operation: 'countries',
  response: { status: 200, headers: { 'content-type': 'application/json' }, bytes: 99, body: list },
});
const troubled = exchangeOf({ operation: 'countries', response: { status: 503, headers: {}, bytes: 0 } });

const runnerBy = (record: Runner['record']): Runner => ({
  record,
  sweep: async () => [],
  warnings: () => [],
  interrupt: async () => {},
  giveUp: async () => [],
  close: async () => {},
});

/** A runner to which each flow answers in turn what stands for it. */
const answering = (...answers: readonly Exchange[]): { readonly runner: Runner; readonly walked: string[] } => {
  const walked: string[] = [];
  const record = async ({ id }: Flow): Promise<Trace> => {
    walked.push(id);
    return traceOf(id, ...(id === 'list-countries' ? [answers[walked.length - 1] ?? answered] : []));
  };
  return { runner: runnerBy(record), walked };
};

const probed = async (...answers: readonly Exchange[]) => {
  const { runner, walked } = answering(...answers);
  const kept: string[] = [];
  const { record, traces } = await runProbe({
    run,
    selected: { only: ['countries.sorted-by-id'], depth: 'probe', obligations: [] },
    terms,
    runner,
    now: () => Date.parse('2026-09-01T12:00:05.000Z'),
    keep: async ({ flow }) => {
      kept.push(flow);
    },
  });
  deepEqual(
    traces.map(({ flow }) => flow),
    kept,
  );
  return { record, walked, kept };
};

/** Two operations, of which one is in trouble at first. */
const troubledOnce = async () => {
  const walked: string[] = [];
  const record = async ({ id }: Flow): Promise<Trace> => {
    walked.push(id);
    const isFirst = walked.filter((each) => each === id).length === 1;
    if (id === 'list-countries') return traceOf(id, isFirst ? troubled : answered);
    return traceOf(id, exchangeOf({ operation: 'amenities', response: { ...answered.response, body: [] } as never }));
  };
  const only = ['countries.sorted-by-id', 'amenities.list-is-an-array'];
  return runProbe({
    run,
    selected: { only, depth: 'probe', obligations: [] },
    terms,
    runner: runnerBy(record),
    now: () => Date.parse(run.startedAt),
    keep: async () => {},
  });
};

describe('a run of a probe', () => {
  it('judges what the service answered', async () => {
    const { record, walked } = await probed(answered);
    deepEqual([record.verdict, walked, record.finishedAt], ['pass', ['list-countries'], '2026-09-01T12:00:05.000Z']);
  });
  it('reads once more after trouble, keeps both attempts, and names what passed only then', async () => {
    const { record, traces } = await troubledOnce();
    deepEqual(
      traces.map(({ flow }) => flow).filter((flow) => flow.startsWith('list-countries')),
      ['list-countries', 'list-countries-again'],
    );
    deepEqual([record.verdict, record.decision?.flaky], ['pass', ['countries.sorted-by-id']]);
  });
  it('reads nothing once more of a service that is down', async () => {
    const { record, kept } = await probed(troubled, answered);
    deepEqual([record.verdict, kept], ['inconclusive', ['list-countries']]);
  });
  it('never logs in wrongly, at any depth', () => {
    const table: Readonly<Record<string, Readonly<Record<string, { wrongLogins: number }>>>> = sends;
    for (const depth of ['probe', 'standard', 'full'] as const) {
      const logins = (isWatching: boolean) =>
        planOf({ revision: '2026-08-31', depth, isWatching }).flows.map(
          ({ id }) => table[id]?.[depth]?.wrongLogins ?? 0,
        );
      const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
      equal(sum(logins(true)), 0, depth);
      ok(depth === 'probe' || sum(logins(false)) > 0);
    }
  });
});
