/** An answer about flights that the binding could not read: what has a documented name is judged, and the rest is our own error. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { flightOperations } from '../../../contracts/flight-intents.ts';
import { judge } from '../../../contracts/judge.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { aviaRefusalsCases } from './cases/avia-refusals.ts';
import { cancelledFlightCases } from './cases/cancelled-flights.ts';
import type { ClauseCases } from './cases/clause-cases.ts';
import { eachKindCases } from './cases/each-kind.ts';
import { flightBookingCases } from './cases/flight-booking.ts';
import { flightSearchCases } from './cases/flight-search.ts';
import { ticketCancelCases } from './cases/ticket-cancel.ts';
import { ticketExchangeCases } from './cases/ticket-exchange.ts';
import { ticketRefundCases } from './cases/ticket-refund.ts';
import { ticketsCases } from './cases/tickets.ts';
import { voidRefusalsCases } from './cases/void-refusals.ts';
import { voidsInVainCases } from './cases/voids-in-vain.ts';

const cases: { readonly [Clause in ClauseId]?: ClauseCases } = {
  ...flightSearchCases,
  ...flightBookingCases,
  ...eachKindCases,
  ...cancelledFlightCases,
  ...ticketsCases,
  ...ticketCancelCases,
  ...voidRefusalsCases,
  ...voidsInVainCases,
  ...ticketExchangeCases,
  ...ticketRefundCases,
  ...aviaRefusalsCases,
};

const needsBinding: readonly ClauseId[] = [
  'avia-search.offers-have-prices',
  'avia-availability.seats-are-told',
  'avia-schedule.carries-no-price',
  'avia-offer-price.price-is-told',
  'avia-offer-price.unchanged-offer-keeps-its-price',
  'fare-rules.rules-are-told',
  'pnr-reprice.price-is-told',
  'ticket-info.coupon-status-is-told',
  'pnr-retrieve.cancelled-booking-is-not-active',
  'ticket-cancel.voided-ticket-is-not-open',
  'ticket-exchange.old-ticket-is-not-open',
  'ticket-refund.refunded-ticket-is-not-open',
  'ticket-exchange.new-ticket-has-another-number',
  'ticket-exchange.costs-what-was-calculated',
  'ticket-exchange-calculation.offers-surcharge-and-penalty-are-told',
  'ticket-refund-calculation.amount-penalties-and-taxes-are-told',
  'ticket-refund.amount-is-the-calculated-one',
  'ticket-refund.no-more-than-was-paid',
  'ticket-cancel.refused-void-changes-nothing',
];

const bound: ReadonlySet<string> = new Set(flightOperations);

/** The trace as it is when the bindings threw. */
const unread = (trace: Trace): Trace => ({
  ...trace,
  exchanges: trace.exchanges.map((each) => (bound.has(each.operation) ? { ...each, unread: 'by hand' } : each)),
});

describe('an answer about flights that the binding could not read', () => {
  for (const [clause, { passes, fails }] of Object.entries(cases) as [ClauseId, ClauseCases][]) {
    const isOurs = needsBinding.includes(clause);
    const [passing] = Object.values(passes);
    const [failing] = Object.values(fails);

    it(`${isOurs ? 'is our error' : 'is judged by names'} for ${clause}`, () => {
      for (const [trace, otherwise] of [[passing, 'pass'] as const, [failing?.trace, 'fail'] as const]) {
        assert.ok(trace);
        const { outcome, reason } = judge(clause, unread(trace));
        assert.equal(outcome, isOurs ? 'error' : otherwise);
        if (isOurs) assert.match(reason ?? '', /bindings\['[a-z-]+'\] could not read the answer: by hand/);
      }
    });
  }
});
