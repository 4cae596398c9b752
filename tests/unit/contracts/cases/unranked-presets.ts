/** The cases of scores where a preset has ranking switched off. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import {
  type Body,
  noAnswer,
  offer,
  priced,
  pricing,
  scored,
  search,
  searched,
  searchIntent,
  without,
} from './hotel-ids-and-offers.ts';

const casesOf = (
  operation: 'hotel-search' | 'hotel-pricing',
  by: (offers: Json[], preset?: string) => Step,
): ClauseCases => {
  const plain = (step: Step): Trace => traceOf([step], { unrankedPresets: ['plain'] });
  const unranked = (...offers: Json[]): Trace => plain(by(offers, 'plain'));
  const has = (at: number, score: number, trace: Trace) =>
    breaks(`response.body.offers[${at}].aiScore`, 'null, as the preset has ranking switched off', String(score), trace);
  return {
    passes: {
      'all null': unranked(...scored(null, null)),
      'no score at all is for another clause': unranked(...scored(null, -1, '0.5', 7)),
      'one lacks it, which is for another clause': unranked(offer('a'), without('aiScore', offer('b'))),
    },
    fails: { zero: has(0, 0, unranked(...scored(0))), 'one of them': has(1, 0.5, unranked(...scored(null, 0.5))) },
    nothing: {
      ...noAnswer(operation, operation === 'hotel-search' ? search : pricing),
      'the default preset': plain(by(scored(0.5))),

      'the target names none': traceOf([by(scored(0.5), 'plain')]),
    },
    unshown: { 'no offer': unranked(), 'no aiScore': unranked(without('aiScore', offer('a'))) },
  };
};

const intentOf = (preset: string | undefined): Body => ({ ...searchIntent, ...(preset !== undefined && { preset }) });

export const unrankedPresetCases = {
  'hotel-search.no-score-where-ranking-is-off': casesOf('hotel-search', (offers, preset) =>
    searched({ searchId: 's', offers }, intentOf(preset)),
  ),
  'hotel-pricing.no-score-where-ranking-is-off': casesOf('hotel-pricing', (offers, preset) =>
    priced({ offers }, { search: intentOf(preset) }),
  ),
} satisfies Record<string, ClauseCases>;
