/** Which cells literal traces meet: followed from a search to what was booked, and from nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { classesShown } from '../../../contracts/classes-shown.ts';
import { classesIn, clauseClasses } from '../../../contracts/clause-classes.ts';
import { type ClauseId, clauseIds } from '../../../contracts/clauses.ts';
import type { DimensionId } from '../../../contracts/dimensions.ts';
import type { Json } from '../../../contracts/json.ts';
import { judge } from '../../../contracts/judge.ts';
import { type RunRecord, recordOfRun, runRecord } from '../../../contracts/run-record.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { run } from '../reports/record-of.ts';
import { asking, attempt, cancel, create, created, list, listed, offer, ours, view, viewed } from './booking-trace.ts';
import {
  bookingId,
  create as createFlight,
  exchangeCalculation,
  search as flightSearch,
  flights,
  info,
  isOpen,
  issue,
  made,
  ofTicket,
  refundCalculation,
  reprice,
  retrieve,
  schedule,
  searchFor,
  secondNumber,
  ticketNumber,
  voided,
} from './flight-trace.ts';
import { hostileJson } from './hostile-json.ts';
import { bound, cities, countries, empty, hotelCard, login, ok, refusal, type Step, traceOf } from './literal-trace.ts';

/** The classes of one dimension that one exchange of a trace shows of a clause. */
const shown = (clause: ClauseId, dimension: DimensionId, trace: Trace, index = -1): readonly string[] => {
  const exchange = trace.exchanges.at(index);
  assert.ok(exchange);
  const cells: readonly string[] = classesShown(clause, [exchange], trace);
  return (clauseClasses(clause).classes.get(dimension) ?? []).filter((name) => cells.includes(name));
};

const search = (rooms: Json, rest: Record<string, Json> = {}) => ({
  region: 17,
  stay: { checkIn: '2026-11-01', checkOut: '2026-11-04', rooms },
  ...rest,
});
const family = search([
  { adults: 2, childrenAges: [] },
  { adults: 1, childrenAges: [4] },
]);
const alone = search([{ adults: 1, childrenAges: [] }], { preset: 'smart' });

const hotelId = 'view-booking.room-is-shown';

test('a view shows the stay that its booking was found by, for each way to ask for it', () => {
  const trace = traceOf([create(created(), { search: family, upsells: [{ reference: 'u' }] }), view(viewed())], {
    attempts: [attempt()],
  });
  assert.deepEqual(shown(hotelId, 'occupancy', trace), ['adults with a child']);
  assert.deepEqual(shown(hotelId, 'rooms', trace), ['several rooms']);
  assert.deepEqual(shown(hotelId, 'preset', trace), ['default']);
  assert.deepEqual(shown(hotelId, 'extras', trace), ['extras']);
  assert.deepEqual(shown(hotelId, 'region', trace), ['usual region']);
  const elsewhere = traceOf([create(created(), { search: alone }), cancel(ok({}))], {
    attempts: [attempt()],
    otherRegions: [5, 17],
  });
  const cancelled = 'cancel-booking.penalties-and-refund-are-told';
  assert.deepEqual(shown(cancelled, 'occupancy', elsewhere), ['one adult']);
  assert.deepEqual(shown(cancelled, 'preset', elsewhere), ['named']);
  assert.deepEqual(shown(cancelled, 'region', elsewhere), ['other region']);
  assert.deepEqual(shown(cancelled, 'extras', elsewhere), ['no extras']);
});

test('a booking that the trace does not hold is of no class', () => {
  const trace = traceOf([view(viewed(), { booking: { bookingId: 'b-9' } })]);
  assert.deepEqual(classesShown(hotelId, trace.exchanges, trace), ['own', 'first read']);
});

test('a list is about every booking that its partner had made by then', () => {
  const trace = traceOf(
    [
      create(created(), { search: family }),
      create(created({ bookingId: 'b-2' }), { search: alone, sent: { bearer: 'other' } }),
      list(listed(ours())),
      list(listed(ours()), { sent: { bearer: 'other' } }),
    ],
    { attempts: [attempt(), attempt({ exchange: 1, mark: 'Pfqbbbbbbbbbbbb' })] },
  );
  const status = 'search-bookings.status-is-documented';
  assert.deepEqual(shown(status, 'occupancy', trace, 2), ['adults with a child']);
  assert.deepEqual(shown(status, 'occupancy', trace, 3), ['one adult']);
  assert.deepEqual(shown(status, 'partner', trace, 3), ['other']);
});

test('the common supplier is the one with the most offers that were reported', () => {
  const offers = ['Sun', 'Moon', 'Sun'].map((supplier) => ({ at: [], supplier }));
  const trace = traceOf([
    asking('hotel-pricing', ok({ offers: [] }), { search: alone }, { offers }),
    ...['Sun', 'Moon'].map((supplier) =>
      asking('offer-pricing', ok({}), { search: alone, offer: offer({ supplier }) }),
    ),
    asking('offer-pricing', ok({}), { search: alone, offer: { offerId: 'o' } }),
  ]);
  const of = (index: number) => shown('offer-pricing.price-is-told', 'supplier', trace, index);
  assert.deepEqual([of(1), of(2), of(3)], [['common supplier'], ['rarer supplier'], []]);
});

const back = { ...searchFor, return: '2026-11-09', adults: 2, route: 'C-D' };
const numbers = (...all: string[]) => ({ tickets: all.map((each) => ({ at: [], ticketNumber: each })) });
const issuedTwo = issue(ok({}), { reported: numbers(ticketNumber, secondNumber) });
const booked = createFlight(made(), { intent: { searchId: 's', offer: { at: [] }, search: back } });

test('a ticket shows the journey it was issued for, and whose it is', () => {
  const trace = flights([booked, issuedTwo, info(ok({}), { intent: ofTicket(secondNumber) })], {
    otherRoutes: ['C-D'],
  });
  const status = 'ticket-info.coupon-status-is-told';
  assert.deepEqual(shown(status, 'passengers', trace), ['two adults']);
  assert.deepEqual(shown(status, 'trip', trace), ['return']);
  assert.deepEqual(shown(status, 'route', trace), ['other route']);
  assert.deepEqual(shown(status, 'passenger', trace), ['later passenger']);
  assert.deepEqual(
    shown('ticket-cancel.success-carries-no-error', 'passenger', flights([booked, issuedTwo, voided()])),
    ['first passenger'],
  );
});

test('an exchanged ticket is of the passenger of the old one', () => {
  const exchanged = bound('ticket-exchange', ok({}), {
    intent: { ...ofTicket(secondNumber), exchangeId: 'e-1' },
    facts: numbers('5550000000003'),
  });
  const trace = flights([booked, issuedTwo, exchanged, info(ok({}), { intent: ofTicket('5550000000003') })]);
  assert.deepEqual(shown('ticket-info.coupon-status-is-told', 'passenger', trace), ['later passenger']);
});

test('searches of flights show their trip; a search that says nothing shows nothing', () => {
  const trace = flights([flightSearch(), schedule(ok({}), { intent: back }), flightSearch(ok({}), { intent: 7 })]);
  assert.deepEqual(shown('avia-search.search-id-is-told', 'trip', trace, 0), ['one way']);
  assert.deepEqual(shown('avia-schedule.carries-no-price', 'trip', trace, 1), ['return']);
  assert.deepEqual(shown('avia-search.search-id-is-told', 'trip', trace, 2), []);
});

test('reads are counted by partner and by all that is asked for', () => {
  const other = { bearer: 'other' } as const;
  const trace = traceOf([
    cities(1, ok([])),
    cities(2, ok([])),
    cities(1, ok([])),
    cities(1, ok([]), other),
    cities(1, empty(503)),
    cities(1, ok([])),
  ]);
  const reads = trace.exchanges.map((_, index) => shown('cities.sorted-by-id', 'read', trace, index).join());
  assert.deepEqual(reads, ['first read', 'first read', 'second read', 'first read', 'third read', 'third read']);
});

test('turns are counted by what was done, for all callers', () => {
  const trace = traceOf([
    create(refusal(400, 'SUPPLIER_ERROR')),
    create(created()),
    create(created({ bookingId: 'b-2' }), { sent: { bearer: 'other' } }),
    create(created({ bookingId: 'b-3' })),
  ]);
  const turns = trace.exchanges.map((_, at) => shown('create-booking.status-is-documented', 'turn', trace, at).join());
  assert.deepEqual(turns, ['first time', 'first time', 'second time', 'third time']);
});

test('a partner is known by the token of a request, or by the login', () => {
  const trace = traceOf([
    login(ok({}), 'other'),
    login(refusal(401, 'AUTHENTICATION_FAILED'), 'wrong-secret'),
    cities(1, ok([]), { bearer: 'garbage' }),
  ]);
  assert.deepEqual(shown('token.is-jwt', 'partner', trace, 0), ['other']);
  assert.deepEqual(shown('token.is-jwt', 'partner', trace, 1), []);
  assert.deepEqual(shown('bearer.issued-token-is-accepted', 'partner', trace, 2), []);
});

test('languages are known by the header', () => {
  const asked = ['en', 'ru-RU,ru;q=0.9,en;q=0.5', 'de-DE', '*', undefined];
  const trace = traceOf(asked.map((language) => countries(ok([]), { ...(language !== undefined && { language }) })));
  assert.deepEqual(
    asked.map((_, at) => shown('countries.sorted-by-id', 'language', trace, at).join()),
    ['English', 'Russian', 'other language', 'other language', 'no language'],
  );
});

const listOf = (...ids: number[]) => countries(ok(ids.map((id) => ({ id }))));
const some = ok([{ id: 1 }]);

test('the first and the last country are those of the list that have cities, as far as they were asked about', () => {
  const trace = traceOf([listOf(1, 2, 3, 4), cities(3, some), cities(2, some), cities(1, some), cities(4, ok([]))]);
  const of = (index: number) => shown('cities.sorted-by-id', 'position', trace, index);
  assert.deepEqual([of(1), of(2), of(3)], [['last listed'], ['listed between'], ['first listed']]);
  const alone = traceOf([cities(7, some)]);
  assert.deepEqual(shown('cities.sorted-by-id', 'position', alone), ['first listed', 'last listed']);
  const cards = traceOf([9, 4, 6].map((id) => hotelCard(id, ok({}))));
  assert.deepEqual(
    cards.exchanges.map((_, at) => shown('hotel-card.id-is-the-one-asked-for', 'position', cards, at).join()),
    ['first listed', 'listed between', 'last listed'],
  );
});

test('what came before is known to everything after it, and to nothing before', () => {
  const steps: Step[] = [
    createFlight(made()),
    reprice(),
    refundCalculation(refusal(400, 'X')),
    exchangeCalculation(),
    voided(refusal(400, 'TICKET_USED')),
    voided(),
    login(refusal(401, 'AUTHENTICATION_FAILED'), 'wrong-secret'),
    retrieve(),
  ];
  const trace = flights(steps);
  const of = (index: number) => shown('pnr-retrieve.answers-the-booking-asked-for', 'after', trace, index);
  assert.deepEqual(of(1), []);
  assert.deepEqual(of(2), ['reprice']);
  assert.deepEqual(of(3), ['refusal', 'reprice']);
  assert.deepEqual(of(4), ['refusal', 'reprice', 'calculation']);
  assert.deepEqual(of(5), ['refusal', 'reprice', 'calculation', 'refused void']);
  assert.deepEqual(of(7), ['refusal', 'wrong login', 'reprice', 'calculation', 'void', 'refused void']);
  const hotels = traceOf([create(refusal(400, 'SUPPLIER_ERROR')), cancel(ok({})), view(viewed())]);
  assert.deepEqual(shown(hotelId, 'after', hotels), ['refusal', 'cancellation', 'refused booking']);
});

test('a bad token is no refusal of anything, and trouble leaves nothing behind', () => {
  const trace = traceOf([cities(1, empty(401), { bearer: 'garbage' }), cities(1, empty(503)), cities(1, some)]);
  assert.deepEqual(shown('cities.sorted-by-id', 'after', trace), []);
});

test('a verdict shows the cells of what was judged: not of trouble, and not of what shows nothing', () => {
  const list = (ids: number[], language: string) => cities(1, ok(ids.map((id) => ({ id }))), { language });
  const verdict = (...steps: Step[]) => judge('cities.sorted-by-id', traceOf(steps));
  assert.equal(verdict(list([1, 2], 'en')).cells, 'own, English, first read, first listed, last listed');
  assert.equal(verdict(list([1, 3, 2, 4], 'en')).outcome, 'fail');
  assert.match(verdict(list([1, 3, 2, 4], 'en')).cells ?? '', /English/);
  const troubled = verdict(list([1, 2], 'en'), cities(1, empty(503), { language: 'ru' }));
  assert.equal(troubled.cells, 'own, English, first read, first listed, last listed');
  assert.equal(verdict(cities(1, empty(503))).cells, undefined);
  const unseen = info(ok({}), { reported: isOpen(true), intent: ofTicket(ticketNumber, bookingId) });
  const { outcome, cells } = judge('ticket-info.coupon-status-is-told', flights([unseen]));
  assert.deepEqual([outcome, cells], ['inconclusive', undefined]);
});

const recorded = (...traces: Trace[]): RunRecord =>
  recordOfRun(run, {
    finishedAt: run.startedAt,
    exchanges: 1,
    tokensRequested: 0,
    verdicts: traces.map((trace) => judge('countries.list-is-an-array', trace)),
  });

test('a run record adds them up by clause, and says nothing of them with each verdict', () => {
  const asked = (language: string) => traceOf([countries(ok([]), { language })]);
  const record = recorded(asked('ru'), asked('en'), asked('ru'));
  assert.deepEqual(record.cells, { 'countries.list-is-an-array': 'own, English, Russian, first read' });
  assert.ok(record.verdicts.every((each) => !('cells' in each)));
  assert.deepEqual(runRecord.parse(JSON.parse(JSON.stringify(record))), record);
});

test('a record that was stored before there were cells is still one', () => {
  const { cells, ...old } = recorded(traceOf([countries(ok([]))]));
  assert.ok(cells);
  assert.deepEqual(runRecord.parse(JSON.parse(JSON.stringify(old))), old);
});

test('the cells of any trace, also a hostile one, are classes of the domain', () => {
  for (const json of fc.sample(hostileJson, { seed: 15, numRuns: 60 })) {
    const trace = flights(
      [
        asking('hotel-search', ok(json), json),
        create(ok(json), { search: json as never }),
        view(ok(json), { booking: json as never }),
        list(ok(json)),
        flightSearch(ok(json), { intent: json }),
        info(ok(json), { intent: json }),
        voided(ok(json), { number: json, id: json }),
      ],
      { otherRegions: [json], otherRoutes: [json] },
    );
    for (const clause of clauseIds) {
      const names: readonly string[] = clauseClasses(clause).names;
      assert.ok(classesShown(clause, trace.exchanges, trace).every((name) => names.includes(name)));
    }
  }
});

test('no text has no cells', () => {
  assert.deepEqual([classesIn(undefined), classesIn(''), classesIn('own, other')], [[], [], ['own', 'other']]);
});
