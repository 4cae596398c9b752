/** An answer that the binding could not read breaks no clause. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClauseId, OfficialClauseId } from '../../../contracts/clauses.ts';
import { boundOperations } from '../../../contracts/intents.ts';
import { judge } from '../../../contracts/judge.ts';
import type { Trace } from '../../../contracts/trace.ts';
import {
  attempted,
  cancel,
  create,
  created,
  list,
  listed,
  ours,
  stateless,
  theirs,
  view,
  viewed,
  viewedIn,
} from './booking-trace.ts';
import { ticketExchangeCases, ticketRefundCases } from './cases/changed-tickets.ts';
import type { ClauseCases } from './cases/clause-cases.ts';
import { cancelledFlightCases, eachKindCases, flightBookingCases } from './cases/flight-booking.ts';
import { flightSearchCases } from './cases/flight-search.ts';
import { hotelIdCases } from './cases/hotel-ids-and-offers.ts';
import { hotelPricingCases } from './cases/hotel-pricing.ts';
import { hotelSearchCases } from './cases/hotel-search.ts';
import { voidRefusalsCases, voidsInVainCases } from './cases/refused-voids.ts';
import { aviaRefusalsCases, ticketCancelCases } from './cases/ticket-voids.ts';
import { ticketsCases, ticketsIssuedCases } from './cases/tickets.ts';
import { empty, failed, ok, refusal, type Step, traceOf } from './literal-trace.ts';

type Cases = { readonly [Clause in ClauseId]?: ClauseCases };

const hotelCases: Cases = { ...hotelSearchCases, ...hotelIdCases, ...hotelPricingCases };
const flightCases: Cases = {
  ...flightSearchCases,
  ...flightBookingCases,
  ...eachKindCases,
  ...cancelledFlightCases,
  ...ticketsCases,
  ...ticketsIssuedCases,
  ...ticketCancelCases,
  ...voidRefusalsCases,
  ...voidsInVainCases,
  ...ticketExchangeCases,
  ...ticketRefundCases,
  ...aviaRefusalsCases,
};

const bound: ReadonlySet<string> = new Set(boundOperations);

/** The trace as it is when the bindings threw. */
const unread = (trace: Trace): Trace => ({
  ...trace,
  exchanges: trace.exchanges.map((each) => (bound.has(each.operation) ? { ...each, unread: 'by hand' } : each)),
});

/** Clauses of hotels that need nothing but documented names. */
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

/** Clauses of flights that need what a binding reads. */
const needsBinding: readonly ClauseId[] = [
  'avia-search.offers-have-prices',
  'avia-availability.seats-are-told',
  'avia-schedule.carries-no-price',
  'avia-offer-price.price-is-told',
  'avia-offer-price.unchanged-offer-keeps-its-price',
  'fare-rules.rules-are-told',
  'pnr-reprice.price-is-told',
  'ticket-issue.each-passenger-has-a-ticket',
  'ticket-issue.issued-at-is-the-moment-of-the-issue',
  'ticket-info.each-leg-has-a-coupon',
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

const isOurError = (clause: ClauseId): boolean =>
  clause in hotelCases ? !byName.includes(clause) : needsBinding.includes(clause);

describe('an answer that the binding could not read', () => {
  for (const [clause, { passes, fails }] of Object.entries({ ...hotelCases, ...flightCases }) as [
    ClauseId,
    ClauseCases,
  ][]) {
    const [passing] = Object.values(passes);
    const [failing] = Object.values(fails);

    it(`${isOurError(clause) ? 'is our error' : 'is judged by names'} for ${clause}`, () => {
      for (const [trace, otherwise] of [[passing, 'pass'] as const, [failing?.trace, 'fail'] as const]) {
        assert.ok(trace);
        const { outcome, reason } = judge(clause, unread(trace));
        assert.equal(outcome, isOurError(clause) ? 'error' : otherwise);
        if (isOurError(clause)) assert.match(reason ?? '', /bindings\['[a-z-]+'\] could not read the answer: by hand/);
      }
    });
  }

  it('is an error of Preflight even where the answers around it could be read', () => {
    const { passes } = hotelSearchCases['hotel-search.minimum-price-is-the-lowest'];
    for (const unreadAt of [0, 1, 2]) {
      const trace = Object.values(passes)[0] as Trace;
      const exchanges = trace.exchanges.map((each) => (each.index === unreadAt ? { ...each, unread: 'x' } : each));
      assert.equal(judge('hotel-search.minimum-price-is-the-lowest', { ...trace, exchanges }).outcome, 'error');
    }
  });

  it('is an error of Preflight where no name reported offers', () => {
    const trace = hotelSearchCases['hotel-search.offers-carry-offer-id'].unshown['no offer'];
    assert.equal(judge('hotel-search.offers-carry-offer-id', trace).outcome, 'inconclusive');
    assert.equal(judge('hotel-search.offers-carry-offer-id', unread(trace)).outcome, 'error');
  });
});

const reported = 'unread';
const creation = create(created(), { reported });
const made = (...steps: Step[]): Trace => traceOf([creation, ...steps]);
const viewing = (part = {}, price = true): Trace => made(view(viewed(part), { reported, price }));
const cancelling = made(cancel(ok({ penalty: 0 }), reported));
const filters = { createdFrom: '2026-08-31', createdTo: '2026-09-02' };
const foreign = (...entries: Parameters<typeof listed>): Trace =>
  made(list(listed(...entries), { reported, sent: { bearer: 'other' } }));
const lookUp = (first: Step): Trace => attempted({ found: 'unknown' }, first, list(listed(ours()), { reported }));
const detail = { markup: 1, commission: 1 };

const isOurs: Partial<Record<OfficialClauseId, Trace>> = {
  'create-booking.one-request-books-once': lookUp(create(failed('reset'))),
  'create-booking.refused-booking-does-not-exist': lookUp(create(refusal(400, 'X'))),
  'search-bookings.creation-date-filter-holds': made(list(listed(theirs()), { filters, reported })),
  'search-bookings.new-booking-is-listed': made(list(listed(theirs()), { reported })),
  'search-bookings.lists-own-bookings-only': foreign(theirs()),
  'cancel-booking.penalties-and-refund-are-told': cancelling,
  'cancel-booking.penalty-and-refund-are-the-price': cancelling,
  'cancel-booking.free-cancellation-costs-nothing': cancelling,
  'view-booking.check-in-is-before-check-out': viewing(),
  'view-booking.price-parts-add-up': viewing(),
  'view-booking.price-details-when-asked-for': viewing(),
  'view-booking.no-price-details-unless-asked-for': viewing({}, false),
  'view-booking.upsells-have-price-details-when-asked-for': viewing({ upsells: [{}] }),
  'view-booking.upsells-have-no-price-details-unless-asked-for': viewing({ upsells: [{}] }, false),
};

const isJudged: Partial<Record<OfficialClauseId, { readonly pass: Trace; readonly fail: Trace }>> = {
  'create-booking.status-is-documented': {
    pass: made(),
    fail: traceOf([create(created({ status: 'new' }), { reported })]),
  },
  'create-booking.guest-without-citizenship-is-refused': {
    pass: traceOf([create(refusal(400, 'SUPPLIER_ERROR'), { guests: [stateless], reported })]),
    fail: traceOf([create(created({ status: 'completed' }), { guests: [stateless], reported })]),
  },
  'search-bookings.new-booking-is-listed': {
    pass: made(list(listed(ours()), { reported })),
    fail: made(list(listed())),
  },
  'search-bookings.lists-own-bookings-only': {
    pass: made(list(listed(theirs()), { sent: { bearer: 'other' } })),
    fail: foreign(ours()),
  },
  'view-booking.booking-id-is-the-one-asked-for': { pass: viewing(), fail: viewing({ bookingId: 'b-2' }) },
  'view-booking.price-details-when-asked-for': { pass: viewing({ detail }), fail: made(view(viewed())) },
  'view-booking.no-price-details-unless-asked-for': {
    pass: made(view(viewed(), { price: false })),
    fail: viewing({ detail }, false),
  },
  'cancel-booking.penalties-and-refund-are-told': {
    pass: made(cancel(ok({ penalty: 0 }), { cancellation: { penalty: { amount: 0 }, refund: { amount: 1 } } })),
    fail: made(cancel(empty(204), reported)),
  },
  'cancel-booking.view-shows-cancelled': {
    pass: made(cancel(ok({ a: 1 }), reported), view(viewedIn('cancelled'), { reported })),
    fail: made(cancel(ok({ a: 1 }), reported), view(viewedIn('inWork'), { reported })),
  },
};

describe('a booking answer that the binding could not read', () => {
  for (const [clause, trace] of Object.entries(isOurs)) {
    it(`is an error of Preflight for ${clause}`, () => {
      const { outcome, reason } = judge(clause as ClauseId, trace);
      assert.equal(outcome, 'error');
      assert.match(reason ?? '', /bindings\['[a-z-]+-bookings?'\] could not read the answer: by hand/);
    });
  }

  for (const [clause, { pass, fail }] of Object.entries(isJudged)) {
    it(`is judged by names for ${clause}`, () => {
      assert.equal(judge(clause as ClauseId, pass).outcome, 'pass');
      assert.equal(judge(clause as ClauseId, fail).outcome, 'fail');
    });
  }
});
