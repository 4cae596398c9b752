/** A probe runs once, stores its result and reports its spans. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Terms } from '../../../contracts/decide.ts';
import type { RunIdentity } from '../../../contracts/run-record.ts';
import type { Exchange, Trace } from '../../../contracts/trace.ts';
import type { Flow } from '../../../engine/flow.ts';
import type { Runner } from '../../../engine/run.ts';
import { planOf } from '../../../flows/plan.ts';
import sends from '../../../flows/sends.json' with { type: 'json' };
import { runProbe, type TracedRun } from '../../../monitor/run-slot.ts';
import { type SpanOfRun, spanOfRun } from '../../../monitor/run-spans.ts';
import { exchangeOf, traceOf } from '../cases/case-of.ts';
import { broken, failing, inconclusive, passing, recordOf } from '../reports/record-of.ts';

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

const startedAt = Date.parse('2026-09-01T12:00:00.000Z');
const later = (ms: number): string => new Date(startedAt + ms).toISOString();

const cities = (given: Partial<Exchange> = {}): Exchange => exchangeOf({ operation: 'cities', ...given });

const failure = (kind: NonNullable<Exchange['failure']>['kind']): Exchange => {
  const { response, ...rest } = cities();
  return { ...rest, failure: { kind, message: 'what a library says of it' } };
};

const runOf = (traces: readonly Trace[], more: Partial<TracedRun> = {}): TracedRun => ({
  slot: { probe: 'p', location: 'here', at: startedAt },
  target: { baseUrl: 'https://acme.example/base?key=1' },
  record: recordOf(passing('cities.sorted-by-id')),
  traces,
  ...more,
});

const only = (spans: readonly SpanOfRun[]): SpanOfRun => {
  equal(spans.length, 1);
  return spans[0] as SpanOfRun;
};
const requestOf = (exchange: Exchange, baseUrl?: string): SpanOfRun => {
  const run = runOf([traceOf('list-cities', exchange)], baseUrl === undefined ? {} : { target: { baseUrl } });
  return only(only(spanOfRun(run).children).children);
};

describe('a request', () => {
  it('is named by its template, and an error as an HTTP client has them', () => {
    const rows: [Exchange, boolean, unknown, unknown][] = [
      [cities(), false, 200, undefined],
      [cities({ response: { status: 302, headers: {}, bytes: 0 } }), false, 302, undefined],
      [cities({ response: { status: 401, headers: {}, bytes: 0 } }), true, 401, '401'],
      [failure('reset'), true, undefined, 'reset'],
    ];
    for (const [exchange, isFailed, status, type] of rows) {
      const { name, attributes, ...span } = requestOf(exchange);
      equal(name, 'GET /api/dictionary/cities');
      equal(span.isRequest, true);
      deepEqual(
        [span.isFailed, attributes['http.response.status_code'], attributes['error.type']],
        [isFailed, status, type],
      );
      ok(!JSON.stringify(attributes).includes('library'));
    }
  });

  it('names the host and the port of the target, and nothing else of its address', () => {
    const serverOf = (baseUrl: string): unknown[] => {
      const { attributes } = requestOf(cities(), baseUrl);
      ok(!JSON.stringify(attributes).includes('key'));
      return [attributes['server.address'], attributes['server.port']];
    };
    deepEqual(serverOf('https://key:key@acme.example/key?key=1'), ['acme.example', 443]);
    deepEqual(serverOf('http://acme.example/'), ['acme.example', 80]);
    deepEqual(serverOf('http://[::1]:8080/'), ['::1', 8080]);
  });

  it('is none where it was withheld', () => {
    const { children } = spanOfRun(runOf([traceOf('list-cities', failure('withheld'), cities())]));
    equal(only(children).children.length, 1);
  });
});

describe('a run', () => {
  it('holds what lies within it, though a duration is finer than the clock', () => {
    const early = { ...traceOf('early', cities({ sentAt: later(-1) })), startedAt: later(-2) };
    const late = { ...traceOf('late', cities({ sentAt: later(1_899), durationMs: 1.5 })), startedAt: later(1_000) };
    const root = spanOfRun(runOf([early, late]));
    deepEqual([root.startMs - startedAt, root.endMs - startedAt], [-2, 1_900.5]);
    deepEqual(
      root.children.map(({ startMs, endMs }) => [startMs - startedAt, endMs - startedAt]),
      [
        [-2, 4],
        [1_000, 1_900.5],
      ],
    );
  });

  it('says what broke of a clause that gates, in the flow that shows it', () => {
    const record = recordOf(
      failing('cities.sorted-by-id'),
      passing('cities.sorted-by-id', 'other'),
      broken('countries.sorted-by-id', 'ours'),
    );
    const { isFailed, attributes, children } = spanOfRun(
      runOf([traceOf('list-cities', cities()), traceOf('other', cities())], { record }),
    );
    deepEqual([isFailed, attributes['preflight.clauses.broken']], [true, ['cities.sorted-by-id']]);
    deepEqual(
      children.map((flow) => [flow.isFailed, flow.attributes['preflight.clauses.broken']]),
      [
        [true, ['cities.sorted-by-id']],
        [false, undefined],
      ],
    );
  });

  it('is no success where nothing was measured, and says that it confirms', () => {
    const record = recordOf(inconclusive('cities.sorted-by-id', 'trouble', 'words of a service'));
    const stopped = {
      ...traceOf('list-cities'),
      stopped: { because: 'trouble', reason: 'words of a service' },
    } as const;
    const root = spanOfRun(runOf([stopped], { record, confirms: ['cities.sorted-by-id'] }));
    deepEqual([root.isFailed, root.attributes['preflight.run.confirms']], [true, true]);
    equal(only(root.children).attributes['preflight.flow.stopped'], 'trouble');
    ok(!JSON.stringify(root).includes('words'));
  });

  it('has of a trace that goes on from a former run only what was sent now', () => {
    const resumed = (settledBy: string): Trace => ({
      ...traceOf('void-later', cities({ sentAt: later(-86_400_000) }), cities({ sentAt: later(100) })),
      startedAt: later(-86_400_000),
      resumed: { beforeExchange: 1, runs: { begunBy: 'r0', settledBy, settledAt: later(100) } },
    });
    const { id } = recordOf();
    const root = spanOfRun(runOf([resumed(id)]));
    equal(root.startMs, startedAt);
    const flow = only(root.children);
    deepEqual([flow.startMs - startedAt, flow.children.length], [100, 1]);
    deepEqual(spanOfRun(runOf([resumed('another')])).children, []);
  });
});
