/** What of a run becomes a span, and when each begins and ends. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange, Trace } from '../../../contracts/trace.ts';
import type { TracedRun } from '../../../monitor/run-slot.ts';
import { type SpanOfRun, spanOfRun } from '../../../monitor/run-spans.ts';
import { exchangeOf, traceOf } from '../cases/case-of.ts';
import { broken, failing, inconclusive, passing, recordOf } from '../reports/record-of.ts';

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
  it('is told by its template, and an error as an HTTP client has them', () => {
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

  it('tells what broke of a clause that gates, in the flow that shows it', () => {
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
