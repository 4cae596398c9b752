/** Holds every check against literal traces: what keeps its clause, what breaks it where, and what shows nothing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClauseId, clauseIds } from '../../../contracts/clauses.ts';
import { importedFlow } from '../../../contracts/imported-trace.ts';
import { fingerprint, judge } from '../../../contracts/judge.ts';
import { type Exchange, type Trace, trace as traceSchema } from '../../../contracts/trace.ts';
import { bookedFlightCases, keptFlightCases } from './cases/booked-flights.ts';
import { bookedAsAskedCases, bookedViewsCases } from './cases/booked-views.ts';
import { bookingStatusCases } from './cases/booking-status.ts';
import { cancelBookingCases, keptBookingsCases } from './cases/cancel-booking.ts';
import { ticketExchangeCases, ticketRefundCases } from './cases/changed-tickets.ts';
import { citiesCases } from './cases/cities.ts';
import type { ClauseCases } from './cases/clause-cases.ts';
import { countriesCases, typeListCases } from './cases/dictionaries.ts';
import { endedAfterCalculationCases } from './cases/ended-tickets.ts';
import { cancelledFlightCases, eachKindCases, flightBookingCases } from './cases/flight-booking.ts';
import { flightRightsCases, flightSearchCases } from './cases/flight-search.ts';
import { bearerCases, jsonCases, refusalSuccessCases } from './cases/general-refusals.ts';
import { hotelBookingCases } from './cases/hotel-booking.ts';
import { amenitiesCases, hotelCardCases } from './cases/hotel-card.ts';
import { hotelFlowCases, hotelIdCases, unrankedPresetCases } from './cases/hotel-ids-and-offers.ts';
import { hotelPricingCases } from './cases/hotel-pricing.ts';
import { filteredListsCases, hotelRefusalsCases, otherPartnersCancellationCases } from './cases/hotel-requests.ts';
import { hotelSearchCases } from './cases/hotel-search.ts';
import { lawCases } from './cases/laws.ts';
import { answerLawCases } from './cases/laws-of-answers.ts';
import { requestLawCases } from './cases/laws-of-requests.ts';
import { incompleteVoidCases, voidRefusalsCases, voidsInVainCases } from './cases/refused-voids.ts';
import { searchBookingsCases } from './cases/search-bookings.ts';
import { aviaRefusalsCases, ticketCancelCases } from './cases/ticket-voids.ts';
import { endedTicketCases, knownTicketsCases, ticketsCases, ticketsIssuedCases } from './cases/tickets.ts';
import { refusedLoginCases, tokenCases } from './cases/token.ts';
import { tokenLifeCases } from './cases/token-life.ts';
import { viewBookingCases, viewPriceDetailsCases } from './cases/view-booking.ts';
import { viewComparisonsCases, viewFieldsCases } from './cases/views.ts';
import { type Answer, countries, empty, failed, ok, refusal, text, traceOf } from './literal-trace.ts';

/** A clause without cases does not compile. */
const cases: Readonly<Record<ClauseId, ClauseCases>> = {
  ...tokenCases,
  ...tokenLifeCases,
  ...refusedLoginCases,
  ...bearerCases,
  ...jsonCases,
  ...countriesCases,
  ...citiesCases,
  ...typeListCases,
  ...amenitiesCases,
  ...hotelCardCases,
  ...hotelSearchCases,
  ...hotelIdCases,
  ...hotelFlowCases,
  ...unrankedPresetCases,
  ...hotelPricingCases,
  ...hotelBookingCases,
  ...bookingStatusCases,
  ...cancelBookingCases,
  ...otherPartnersCancellationCases,
  ...searchBookingsCases,
  ...filteredListsCases,
  ...hotelRefusalsCases,
  ...viewBookingCases,
  ...bookedViewsCases,
  ...bookedAsAskedCases,
  ...keptBookingsCases,
  ...viewPriceDetailsCases,
  ...viewComparisonsCases,
  ...viewFieldsCases,
  ...flightSearchCases,
  ...flightBookingCases,
  ...eachKindCases,
  ...keptFlightCases,
  ...bookedFlightCases,
  ...flightRightsCases,
  ...ticketsIssuedCases,
  ...cancelledFlightCases,
  ...ticketsCases,
  ...ticketCancelCases,
  ...voidRefusalsCases,
  ...voidsInVainCases,
  ...endedAfterCalculationCases,
  ...endedTicketCases,
  ...incompleteVoidCases,
  ...knownTicketsCases,
  ...ticketExchangeCases,
  ...ticketRefundCases,
  ...aviaRefusalsCases,
  ...refusalSuccessCases,
  ...lawCases,
  ...answerLawCases,
  ...requestLawCases,
};

const troubles: Readonly<Record<string, Answer>> = {
  'HTTP 503': empty(503),
  'HTTP 429': text(429),
  'HTTP 302, a redirect is not followed': empty(302),
  'HTTP 500 with INTERNAL_ERROR': refusal(500, 'INTERNAL_ERROR'),
  'reset: by hand': failed('reset'),
  'an HTML page': text(200, 'html'),
  'JSON that breaks off': text(200, 'truncated-json'),
};

/** The trace with trouble in place of its last answer, at the same moment. */
const withTrouble = (trace: Trace, trouble: Answer): Trace => {
  const { response, failure, ...asked } = trace.exchanges.at(-1) as Exchange;
  const date = response?.headers.date;
  const came = trouble.response
    ? { response: { ...trouble.response, headers: { ...trouble.response.headers, ...(date && { date }) } } }
    : trouble;
  return { ...trace, exchanges: [...trace.exchanges.slice(0, -1), { ...asked, ...came }] };
};

/** As if its intents and its input were lost. The cards of unknown hotels are left out, as by an import. */
const imported = (trace: Trace): Trace => ({
  ...trace,
  flow: importedFlow,
  input: null,
  exchanges: trace.exchanges
    .filter(({ operation }) => operation !== 'hotel-static' || !JSON.stringify(trace.input).includes('unknownHotels'))
    .map(({ intent: _, ...rest }) => rest),
});

it('has one set of cases for each clause', () => {
  assert.deepEqual(Object.keys(cases).toSorted(), clauseIds.toSorted());
});

for (const clause of clauseIds) {
  const { passes, fails, nothing, unshown = {}, missed = {}, unavailable = {}, troubled = {} } = cases[clause];

  describe(clause, () => {
    it('has a passing and a failing case', () => {
      assert.ok(Object.keys(passes).length > 0 && Object.keys(fails).length > 0 && Object.keys(nothing).length > 0);
    });

    for (const [name, trace] of Object.entries(passes)) {
      it(`passes: ${name}`, () => {
        const { outcome, findings, subjects } = judge(clause, traceSchema.parse(trace));
        assert.deepEqual({ outcome, findings }, { outcome: 'pass', findings: [] });
        assert.ok(subjects > 0);
      });
    }

    for (const [name, { trace, where, expected, actual, count }] of Object.entries(fails)) {
      it(`fails: ${name}`, () => {
        const { outcome, findings } = judge(clause, traceSchema.parse(trace));
        const found = findings.map((each) => ({ ...each, fingerprint: '', exchange: 0, operation: '', place: '' }));
        const one = { where, expected, actual, count: count ?? 1 };
        assert.deepEqual(
          { outcome, found },
          { outcome: 'fail', found: [{ ...one, fingerprint: '', exchange: 0, operation: '', place: '' }] },
        );
      });
    }

    for (const [name, trace] of Object.entries({ ...nothing, 'an empty trace': traceOf([]) })) {
      it(`has no subject: ${name}`, () => {
        const { outcome, because, subjects } = judge(clause, traceSchema.parse(trace));
        assert.deepEqual({ outcome, because, subjects }, { outcome: 'inconclusive', because: 'nothing', subjects: 0 });
      });
    }

    for (const [name, trace] of Object.entries(unshown)) {
      it(`is not shown: ${name}`, () => {
        const { outcome, because } = judge(clause, traceSchema.parse(trace));
        assert.deepEqual({ outcome, because }, { outcome: 'inconclusive', because: 'unshown' });
      });
    }

    for (const [name, trace] of Object.entries(troubled)) {
      it(`is in trouble: ${name}`, () => {
        const { outcome, because } = judge(clause, traceSchema.parse(trace));
        assert.deepEqual({ outcome, because }, { outcome: 'inconclusive', because: 'trouble' });
      });
    }

    for (const [name, trace] of Object.entries(missed)) {
      it(`is missed: ${name}`, () => {
        const { outcome, because, reason } = judge(clause, traceSchema.parse(trace));
        assert.deepEqual({ outcome, because }, { outcome: 'inconclusive', because: 'nothing' });
        assert.match(reason ?? '', /looks for \w+/);
      });
    }

    for (const [name, trace] of Object.entries(unavailable)) {
      it(`is not available: ${name}`, () => {
        const { outcome, because, reason } = judge(clause, traceSchema.parse(trace));
        assert.deepEqual({ outcome, because }, { outcome: 'inconclusive', because: 'nothing' });
        assert.match(reason ?? '', /set another known\.(region|route) in the target file$/);
      });
    }

    it('reports no failure in a trace of a file, which holds no intents', () => {
      for (const lawful of [passes, nothing, unshown, troubled, missed, unavailable]) {
        for (const [name, trace] of Object.entries(lawful)) {
          const { outcome, findings } = judge(clause, traceSchema.parse(imported(trace)));
          assert.deepEqual(
            { isBlamed: ['fail', 'error'].includes(outcome), findings },
            { isBlamed: false, findings: [] },
            name,
          );
        }
      }
    });

    for (const [named, trouble] of Object.entries(troubles)) {
      it(`is inconclusive in trouble: ${named}`, () => {
        const [first] = Object.values(passes);
        const { outcome, because, reason } = judge(clause, withTrouble(first ?? traceOf([]), trouble));
        assert.deepEqual({ outcome, because }, { outcome: 'inconclusive', because: 'trouble' });
        assert.ok(reason?.endsWith(named), reason);
      });
    }
  });
}

it('a finding keeps its fingerprint in a map by id, where a key is another in every run', () => {
  const under = (id: string, part = 'cost') => {
    const body = { terms: { [id]: { offerId: id, cost: 0 } } };
    const [exchange] = traceOf([countries(ok(body))]).exchanges;
    assert.ok(exchange);
    return fingerprint('countries.sorted-by-id', { exchange, path: ['response', 'body', 'terms', id, part] });
  };
  const ids = ['DBVKAvcInZnSreKywJMnZfnmcAS', '1204', 'd22b234fcc28cdd97ea4c8160c7', 'short'];
  assert.equal(new Set(ids.map((id) => under(id))).size, 1);
  assert.notEqual(under('1204'), under('1204', 'offerId'));
});
