/** An answer that the binding could not read: what only it can tell is our own error, and what has a name is judged. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClauseId, clauseIds } from '../../../contracts/clauses.ts';
import { judge } from '../../../contracts/judge.ts';
import type { Trace } from '../../../contracts/trace.ts';
import type { ClauseCases } from './cases/clause-cases.ts';
import { hotelIdCases } from './cases/hotel-ids.ts';
import { hotelPricingCases } from './cases/hotel-pricing.ts';
import { hotelSearchCases } from './cases/hotel-search.ts';

const cases: { readonly [Clause in ClauseId]?: ClauseCases } = {
  ...hotelSearchCases,
  ...hotelIdCases,
  ...hotelPricingCases,
};
const bound = new Set(['hotel-search', 'hotel-pricing', 'offer-pricing']);

/** The trace as it is when the bindings threw. */
const unread = (trace: Trace): Trace => ({
  ...trace,
  exchanges: trace.exchanges.map((each) =>
    bound.has(each.operation) ? { ...each, unread: 'offers is undefined' } : each,
  ),
});

/** They need nothing but documented names. */
const byName: readonly ClauseId[] = [
  'hotel-search.search-id-is-returned',
  'hotel-search.offers-carry-offer-id',
  'hotel-search.offers-carry-ai-score',
  'hotel-search.ai-score-is-null-or-zero-to-one',
  'hotel-search.hotel-id-is-integer',
  'hotel-search.hotel-id-opens-the-card',
  'hotel-search.timeout-is-accepted',
  'hotel-pricing.offers-carry-offer-id',
  'hotel-pricing.offers-carry-ai-score',
  'hotel-pricing.ai-score-is-null-or-zero-to-one',
  'hotel-pricing.hotel-id-is-integer',
  'hotel-pricing.offers-are-of-the-hotel-asked-for',
  'hotel-pricing.bed-variants-is-an-array',
  'offer-pricing.offer-id-is-returned',
  'offer-pricing.offer-id-is-the-one-asked-for',
  'offer-pricing.hotel-id-is-integer',
  'hotel-pricing.other-partner-sees-nothing',
  'offer-pricing.other-partner-sees-nothing',
];

describe('an answer that the binding could not read', () => {
  for (const clause of clauseIds.filter((id) => cases[id])) {
    const [passing] = Object.values(cases[clause]?.passes ?? {});
    const [failing] = Object.values(cases[clause]?.fails ?? {});
    if (!passing || !failing) continue;
    const needsBinding = !byName.includes(clause);

    it(`${needsBinding ? 'is our error' : 'is judged by names'} for ${clause}`, () => {
      for (const [trace, otherwise] of [[passing, 'pass'] as const, [failing.trace, 'fail'] as const]) {
        const { outcome, reason } = judge(clause, unread(trace));
        assert.equal(outcome, needsBinding ? 'error' : otherwise);
        if (needsBinding)
          assert.match(reason ?? '', /bindings\['(hotel|offer)-\w+'\] could not read the answer: offers is/);
      }
    });
  }

  it('is our error even where the answers around it could be read', () => {
    const { passes } = hotelSearchCases['hotel-search.minimum-price-is-the-lowest'];
    for (const unreadAt of [0, 1, 2]) {
      const trace = Object.values(passes)[0] as Trace;
      const exchanges = trace.exchanges.map((each) => (each.index === unreadAt ? { ...each, unread: 'x' } : each));
      assert.equal(judge('hotel-search.minimum-price-is-the-lowest', { ...trace, exchanges }).outcome, 'error');
    }
  });

  it('is our error where no name told of offers', () => {
    const trace = hotelSearchCases['hotel-search.offers-carry-offer-id'].unshown['no offer'];
    assert.equal(judge('hotel-search.offers-carry-offer-id', trace).outcome, 'inconclusive');
    assert.equal(judge('hotel-search.offers-carry-offer-id', unread(trace)).outcome, 'error');
  });
});
