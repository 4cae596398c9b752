/** A case out of a few exchanges, as a bundle would hold it. */
import type { Case } from '../../../cases/case.ts';
import { pathOf, placeText } from '../../../contracts/check.ts';
import type { Json } from '../../../contracts/json.ts';
import { fingerprint } from '../../../contracts/judge.ts';
import type { Exchange, Trace } from '../../../contracts/trace.ts';
import type { Finding, Verdict } from '../../../contracts/verdict.ts';
import { emptyTrace } from '../../../engine/run-folder.ts';

/** A finding in which everything that came from elsewhere tries to break out of where it is shown. */
const escapeSign = String.fromCodePoint(0x1b);
const override = String.fromCodePoint(0x20_2e);
const separator = String.fromCodePoint(0x20_28);

/** @param marker A file that is there once something of it was run. */
export const hostileTexts = (marker: string): string[] => [
  `'; touch ${marker}; echo '`,
  `$(touch ${marker})`,
  `\`touch ${marker}\``,
  `\nJSON\ntouch ${marker}\n`,
  `"; require('fs').writeFileSync('${marker}', ''); "`,
  `\${require('fs').writeFileSync('${marker}', '')}`,
  `*/ require('fs').writeFileSync('${marker}', '') /*`,
  `<script>alert(1)</script><img src=x onerror=alert(1)>`,
  `"><svg onload=alert(1)>`,
  '```\n\n<img src=x>\n[x](javascript:alert(1)) | x |',
  '{{$processEnv PREFLIGHT_CLIENT_SECRET}}',
  '### \nGET https://evil.invalid/',
  `${escapeSign}[31mred${escapeSign}]0;title${String.fromCodePoint(7)}`,
  `${override}drowssap${separator}touch ${marker}`,
  '\ud800 half of a sign',
  'long '.repeat(400_000),
];

export const hostileCase = (marker: string): Case => {
  const texts = hostileTexts(marker);
  const everything: Json = {
    texts,
    ...Object.fromEntries(texts.map((text, i) => [text.slice(0, 200), { [text.slice(0, 100)]: i }])),
    ...(JSON.parse('{"__proto__":{"isAdmin":true}}') as { [key: string]: Json }),
  };
  const first = posted('hotel-search', `/api/hotels/search'; touch ${marker} #`, everything, {
    searchId: 's-000001',
    everything,
  });
  const second = exchangeOf({
    operation: 'hotel-pricing',
    request: {
      method: 'POST',
      path: '@evil.invalid/api/hotels/hotel_pricing',
      query: [[texts[0] ?? '', texts[1] ?? '']],
      headers: { 'x-a': `1\r\nx-b: 2'; touch ${marker}`, [`x'; touch ${marker}`]: '1' },
      body: { searchId: 's-000001', everything },
    },
    response: {
      status: 200,
      headers: { 'content-type': `text/html'${texts[7]}`, 'x-request-id': texts[12] ?? '' },
      bytes: 10,
      body: { offers: texts },
    },
    replaced: [...texts.slice(0, 15).map((text) => `request.body.${text}`), 'response.body.offers[0]'],
  });
  const opened = caseOf(traceOf('search-hotels', first, second), {
    clause: 'hotel-pricing.offers-carry-offer-id',
    exchange: 1,
    where: 'response.body.offers[3]',
    expected: texts.slice(0, 15).join(' '),
    actual: texts.slice(0, 15).join(' '),
  });
  const { run } = opened.bundle;
  return { ...opened, bundle: { ...opened.bundle, run: { ...run, target: texts[7] ?? '', id: texts[3] ?? '' } } };
};

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

type Found = { clause: Verdict['clause'] } & Pick<Finding, 'exchange' | 'where'> &
  Partial<Pick<Finding, 'expected' | 'actual'>>;

export const caseOf = (trace: Trace, { clause, exchange, where, expected = 'other', actual = 'this' }: Found): Case => {
  const at = trace.exchanges[exchange] as Exchange;
  const path = pathOf(where);
  const seen = { operation: at.operation, place: placeText(path), where, exchange, expected, actual, count: 1 };
  const finding: Finding = { fingerprint: fingerprint(clause, { exchange: at, path }), ...seen };
  const about = { id: '20260901-1200-abcdef', target: 'acme', revision: '2026-08-31', seed: 7 };
  const run = { ...about, startedAt, repeat: 'gate' };
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

/** A case in which no clause is broken. */
export const unbrokenCase = (trace: Trace): Case => {
  const { bundle, ...rest } = caseOf(trace, {
    clause: 'json.success-body-parses',
    exchange: 0,
    where: 'response.body',
  });
  const { fingerprint: _, ...whole } = bundle;
  return { ...rest, bundle: { ...whole, verdicts: [] } };
};
