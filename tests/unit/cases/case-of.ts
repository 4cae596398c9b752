/** A case out of a few exchanges, as a bundle would hold it. */
import type { Case } from '../../../cases/case.ts';
import { fingerprint } from '../../../contracts/judge.ts';
import { pathOf, placeText } from '../../../contracts/mismatch.ts';
import type { Exchange, Trace } from '../../../contracts/trace.ts';
import type { Finding, Verdict } from '../../../contracts/verdict.ts';
import { emptyTrace } from '../../../engine/run-folder.ts';

const startedAt = '2026-09-01T12:00:00.000Z';

export const exchangeOf = (given: Partial<Exchange> & Pick<Exchange, 'operation'>): Exchange => ({
  index: 0,
  bearer: 'own',
  tokenSerial: 1,
  request: { method: 'GET', path: '/api/dictionary/countries', query: [], headers: { accept: 'application/json' } },
  sentAt: startedAt,
  durationMs: 5,
  response: { status: 200, headers: { 'content-type': 'application/json' }, bytes: 2, body: [] },
  ...given,
});

/** A request of hotels or flights, with its answer. */
export const posted = (
  operation: Exchange['operation'],
  path: string,
  sent: NonNullable<Exchange['request']['body']>,
  body: NonNullable<NonNullable<Exchange['response']>['body']>,
): Exchange =>
  exchangeOf({
    operation,
    request: { method: 'POST', path, query: [], headers: { 'content-type': 'application/json' }, body: sent },
    response: { status: 200, headers: { 'content-type': 'application/json' }, bytes: 100, body },
  });

export const traceOf = (flow: string, ...exchanges: Exchange[]): Trace => ({
  ...emptyTrace(flow, startedAt),
  exchanges: exchanges.map((each, index) => ({ ...each, index })),
});

type Found = { clause: Verdict['clause'] } & Pick<Finding, 'exchange' | 'where' | 'expected' | 'actual'>;

export const caseOf = (trace: Trace, { clause, exchange, where, expected, actual }: Found): Case => {
  const at = trace.exchanges[exchange] as Exchange;
  const finding: Finding = {
    fingerprint: fingerprint(clause, { exchange: at, path: pathOf(where) }),
    operation: at.operation,
    place: placeText(pathOf(where)),
    where,
    exchange,
    expected,
    actual,
    count: 1,
  };
  const run = {
    id: '20260901-1200-abcdef',
    target: 'acme',
    revision: '2026-08-31',
    seed: 7,
    startedAt,
    repeat: 'gate',
  };
  return {
    file: 'finding.bundle.json',
    bundle: {
      schema: 'preflight.bundle/1',
      run,
      fingerprint: finding.fingerprint,
      verdicts: [{ clause, flow: trace.flow, outcome: 'fail', subjects: 1, findings: [finding] }],
      traces: [trace],
    },
    traces: [trace],
    isExact: false,
  };
};
