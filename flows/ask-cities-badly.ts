import fc from 'fast-check';
import { succeeded } from '../contracts/outcome.ts';
import type { Exchange } from '../contracts/trace.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { spoken } from '../generators/languages.ts';
import { notNumbers, sampledNotNumbers } from '../generators/not-numbers.ts';

type Query = readonly (readonly [string, string])[];

/**
 * How many well-formed requests follow the first failure, and the second: of different number, so that no machine that
 * fails on every second or third request, whatever it is asked, fails on all that are malformed and on no other.
 */
const wellFormedBetween = [1, 2] as const;

const failsInside = ({ response }: Exchange): boolean => (response?.status ?? 0) >= 500;

/** Asks; again and again what fails inside the service, as long as it answers well-formed requests in between. True when it always failed. */
const failsEveryTime = async (
  { send }: Session,
  query: Query,
  { countryId, language }: { readonly countryId: number; readonly language: string },
): Promise<boolean> => {
  const headers = { 'accept-language': language };
  const bad = { operation: 'cities', query, headers } as const;
  const good = { operation: 'cities', query: [['countryId', String(countryId)]], headers } as const;
  for (const between of wellFormedBetween) {
    if (!failsInside(await send(bad))) return false;
    for (let time = 0; time < between; time += 1) if (!succeeded(await send(good))) return false;
  }
  return failsInside(await send(bad));
};

/** Asks for cities without a countryId, and with one that is no number. */
export const askCitiesBadly = flow('ask-cities-badly', {
  story: 'Ask for cities without saying of which country, and with a country that is no number.',
  phase: 'main',
  isJudgedNarrowly: true,
  operations: ['cities'],
  exercises: ['cities.missing-country-id-is-bad-request', 'cities.non-numeric-country-id-is-bad-request'],
  probe: { requestsMax: 2 },
  input: fc.record({ values: notNumbers, countryId: fc.integer({ min: 1, max: 300 }) }),
  run: async (session, { values, countryId }) => {
    const { sample } = session;
    const saidOtherwise: Query[] = [[['countryId', '']], [['country', '1']]];
    const missing: Query[] = [[], ...sample.some(saidOtherwise, { probe: 0, standard: 1 })];
    const noNumbers = sample
      .at({ probe: values.slice(0, 1), standard: sampledNotNumbers(values, sample), full: values })
      .map((value): Query => [['countryId', value]]);
    // One that always fails shows all that there is to show of its kind.
    for (const language of sample.some(spoken, { standard: 1 })) {
      for (const queries of [missing, noNumbers]) {
        for (const query of queries) if (await failsEveryTime(session, query, { countryId, language })) break;
      }
    }
  },
});
