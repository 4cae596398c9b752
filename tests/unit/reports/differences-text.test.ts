/** How a comparison reads: once for many operations, the clause first, nothing of a service obeyed. */
import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import type { Comparison, Difference } from '../../../contracts/comparison.ts';
import { differencesText } from '../../../reports/differences-text.ts';

const comparison = (differences: readonly Difference[], rest: Partial<Comparison> = {}): Comparison => ({
  schema: 'preflight.comparison/1',
  id: '20260901-1200-abcdef',
  seed: 3,
  depth: 'standard',
  startedAt: '2026-09-01T12:00:00.000Z',
  finishedAt: '2026-09-01T12:00:04.200Z',
  a: { target: 'live', baseUrl: 'https://live.example', revision: '2026-08-31' },
  b: { target: 'staging', baseUrl: 'https://staging.example', revision: '2026-08-31' },
  rounds: 4,
  requests: 2832,
  compared: 8234,
  differences: [...differences],
  troubled: [],
  ...rest,
});

const text = (given: Comparison): string => differencesText(given, { color: false, path: 'results/x' });
const flows = ['list-countries', 'reuse-token', 'outlive-token', 'send-bad-tokens'];

test('what differs is told once, the clause first', () => {
  const type = {
    kind: 'value',
    place: 'content-type of a refusal',
    a: ['application/json'],
    b: ['text/html'],
  } as const;
  equal(
    text(
      comparison([
        { ...type, a: [...type.a], b: [...type.b], about: 'countries', flows },
        { ...type, a: [...type.a], b: [...type.b], about: 'cities', flows: ['list-cities'] },
        { kind: 'content', about: 'countries', place: 'request 1 body [].id', a: ['[4,8,10]'], b: ['[4,10]'], flows },
        {
          kind: 'verdict',
          about: 'token',
          place: 'token.lifetime-is-one-day',
          a: ['holds'],
          b: ['broken at token response.body.expiresAt'],
          flows: ['issue-tokens'],
        },
      ]),
    ),
    `DIFFERENT  verdict of token
  where    token.lifetime-is-one-day, in issue-tokens
  A        holds
  B        broken at token response.body.expiresAt

DIFFERENT  value of countries, cities
  where    content-type of a refusal, in list-countries, reuse-token,
           outlive-token and 2 more
  A        application/json
  B        text/html

DIFFERENT  content of countries
  where    request 1 body [].id, in list-countries, reuse-token, outlive-token
           and 1 more
  A        8 (2 of 3)
  B        10 (2 of 2)

kept in results/x
DIFFERENT  3 differences, each shown in every round
A live, B staging, seed 3, 4 rounds each, 2832 requests, 4.2 s`,
  );
});

test('nothing that differs, and nothing that could be compared, are two things', () => {
  match(text(comparison([])), /^SAME {2}8,234 places compared, and none differs$/m);
  match(text(comparison([], { compared: 0 })), /^COULD NOT COMPARE/m);
  match(text(comparison([], { troubled: ['list-cities'] })), /^TROUBLE {4}came and went in list-cities$/m);
});

test('what a service says is shown and not obeyed', () => {
  const hostile = '\u001b[31mred\n::error::x\u202e';
  const shown = text(comparison([{ kind: 'value', about: 'countries', place: hostile, a: [hostile], b: [], flows }]));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through.
  equal(/[\u001b\u202e]|^::/m.test(shown), false);
});

test('what follows from a difference is counted under it', () => {
  const of = (about: string, followsFrom?: number): Difference => ({
    kind: 'content',
    about,
    place: 'request 1 read price.amount',
    a: ['[100]'],
    b: ['[112]'],
    flows: ['price-hotels'],
    ...(followsFrom !== undefined && { followsFrom }),
  });
  match(
    text(comparison([of('hotel-search'), of('hotel-pricing', 0), of('view-booking', 0)])),
    /^DIFFERENT {2}content of hotel-search\n {2}where .*\n {2}A .*\n {2}B .*\n {2}and {6}2 that follow from it, in hotel-pricing, view-booking: see\n {11}comparison.json\n\n[\s\S]*\nDIFFERENT {2}1 difference, /,
  );
});
