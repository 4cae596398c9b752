/** Compares every check with long lists and long traces: each is judged in time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clauseIds } from '../../../contracts/clauses.ts';
import type { Json } from '../../../contracts/json.ts';
import { judge } from '../../../contracts/judge.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { sampled } from '../../whole.ts';
import { processorMs } from '../asserted.ts';
import {
  attempted,
  cancel,
  create,
  created,
  type Entry,
  list,
  listed,
  ours,
  theirs,
  view,
  viewed,
} from './booking-trace.ts';
import { country } from './cases/dictionaries.ts';
import { hotel } from './cases/hotel-card.ts';
import { offer, priced, searched } from './cases/hotel-ids-and-offers.ts';
import * as flight from './flight-trace.ts';
import { answer, cities, countries, hotelCard, ok, refusal, type Step, traceOf, typeList } from './literal-trace.ts';

const msMax = 2_000;

const many = <T>(count: number, one: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => one(i));

const records = 20_000;
const city = (id: number, countryId: number): Json => ({
  id,
  nameRu: 'Г',
  nameEn: 'C',
  latitude: 1,
  longitude: 1,
  country: { id: countryId, nameRu: 'С', nameEn: 'L' },
});
const read = (countryOf: (i: number) => Json, cityOf: (i: number) => Json): Trace => {
  const twoLists = [countries(ok(many(records, countryOf))), cities(5, ok(many(records, cityOf)))];
  return traceOf([...twoLists, ...twoLists, ...twoLists]);
};

const dictionaries: Readonly<Record<string, Trace>> = {
  'right records': read(country, (i) => city(i, 5)),
  'records that are all wrong': read(
    (i) => ({ id: -i % 7, nameEn: null, codeA2: '', codeA3: 1 }),
    (i) => city(i % 2, i),
  ),
  'one and the same country': read(
    () => country(5),
    () => city(1, 5),
  ),
  'no records': read(
    () => null,
    () => [],
  ),
  'amenities that change, and cards': traceOf([
    typeList('accommodation-types', ok(many(records, country))),
    ...[1, 2, 3].map((id) => hotelCard(id, ok({ hotel: hotel(id, { phones: many(records, String) }) }))),
    ...['ru', 'en', 'ru', 'ru', 'ru'].map((language, turn) =>
      typeList(
        'amenities',
        ok(many(records, (id) => ({ ...country(id, { nameRu: String(turn) }), group: country(id), level: 'Room' }))),
        { language },
      ),
    ),
  ]),
  'a long refusal of an unknown hotel': traceOf(
    [
      hotelCard(
        9,
        answer(
          404,
          many(500_000, () => 1),
        ),
      ),
    ],
    {
      input: { unknownHotels: [] },
    },
  ),
  'a thousand lists of cities': traceOf([
    countries(ok(many(records, country))),
    ...many(1000, (id) => cities(id, ok([city(id, id)]))),
  ]),
};

const offersOf = (part: (i: number) => { [key: string]: Json }) => many(5_000, (i) => offer(`o${i}`, part(i)));
const offerLists = {
  right: offersOf((i) => ({ aiScore: i / 5_000, price: 10, parts: [4, 6], beds: [1], early: [], late: [] })),
  wrong: offersOf((i) => ({
    offerId: 'x',
    aiScore: (i * 7) % 11,
    bedVariants: i,
    hotelId: `${i}`,
    price: 1,
    parts: [2],
  })),
};
const hotels = offersOf(() => ({ from: 10 })).map((one, i) => ({ ...one, hotelId: i }));
const offers: Readonly<Record<string, Trace>> = Object.fromEntries(
  Object.entries(offerLists).flatMap(([name, all]) => {
    const once = [searched({ searchId: 's', offers: all, hotels }), priced({ offers: all })];
    const few = [
      searched({ searchId: 's', offers: all.slice(0, 5), hotels: hotels.slice(0, 9) }),
      priced({ offers: all.slice(0, 5) }),
    ];
    return [
      [`5000 offers, ${name}`, traceOf([typeList('bed-types', ok([{ id: 1 }])), ...once, ...once])],
      [`500 searches and pricings, ${name}`, traceOf(many(500, () => few).flat())],
    ];
  }),
);

// More than facts hold of one list.
const entries = 6_000;
const lists = (one: (i: number) => Entry): Step => list(listed(...many(entries, one)));
const filters = { createdFrom: '2026-08-20', createdTo: '2026-08-27', status: 'completed' };
const filtered = (step: Step): Step => ({ ...step, intent: filters, request: { ...step.request, body: filters } });
const bookings: Readonly<Record<string, Trace>> = {
  'bookings of other people': attempted(
    { lookedUpBy: [1, 2, 3] },
    create(created()),
    lists((i) => theirs({ bookingId: i })),
    lists((i) => theirs({ bookingId: i, made: '2026-08-25' })),
    filtered(lists((i) => theirs({ bookingId: i }))),
    view(viewed()),
    cancel(ok({ a: 1 })),
    lists(() => theirs()),
  ),
  'one booking many times': attempted(
    { found: 'twice', lookedUpBy: [1, 2] },
    create(created()),
    lists(() => ours()),
    lists(() => ours()),
    view(viewed()),
    filtered(lists(() => ours())),
    view(viewed()),
    { ...lists(() => ours()), bearer: 'other' as const },
    cancel(ok({})),
    lists(() => ours()),
  ),
  'entries that are no bookings': traceOf([lists(() => ({})), lists(() => null as never), lists(() => 'x' as never)]),
  'a hundred lists': attempted(
    {},
    create(created()),
    ...many(100, () => [view(viewed()), list(listed(theirs(), ours()))]).flat(),
  ),
};

const tickets = many(entries, (i) => ({ ticketNumber: `555${String(i).padStart(10, '0')}` }));
const bookingOf = (i: number): string => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;

/** Everything that is done to one booking and its tickets. */
const story = (i: number): Step[] => {
  const id = bookingOf(i);
  const ofThis = { intent: flight.ofBooking(id) };
  const ofThat = { intent: flight.ofTicket(`555${i}000000000`, id) };
  return [
    flight.create(flight.made(id)),
    flight.retrieve(flight.made(id), ofThis),
    flight.issue(ok({ tickets: tickets.slice(i, i + 5) }), ofThis),
    flight.info(ok({}), ofThat),
    flight.voided(refusal(400, 'TICKET_USED'), { id }),
    flight.exchangeCalculation(ok({ exchangeId: 'e' }), ofThat),
    flight.exchange(ok({}), ofThat),
    flight.refundCalculation(ok({}), ofThat),
    flight.refund(ok({}), ofThat),
    flight.info(ok({}), ofThat),
    flight.cancel(ok({}), ofThis),
  ];
};

const flights: Readonly<Record<string, Trace>> = {
  'thousands of tickets': flight.flights([
    flight.creation,
    flight.issue(ok({ tickets })),
    flight.issue(ok({ tickets })),
    ...tickets.slice(0, 20).flatMap(({ ticketNumber }) => {
      const look = flight.info(ok({ tickets }), { intent: flight.ofTicket(ticketNumber) });
      return [look, flight.voided(refusal(400, 'TICKET_USED'), { number: ticketNumber }), look];
    }),
  ]),
  'thousands of flight offers and fare rules': flight.flights([
    flight.search(flight.found, {
      reported: { flightOffers: many(entries, (i) => ({ at: [], price: flight.euros(i) })) },
    }),
    flight.fareRules(ok({}), { reported: { fareRules: many(entries, () => ({ at: [], text: 'Bags.' })) } }),
  ]),
  'forty bookings of flights': flight.flights(many(40, story).flat()),
};

describe('each check is in time for', () => {
  for (const [name, trace] of sampled(Object.entries({ ...dictionaries, ...offers, ...bookings, ...flights }), 10)) {
    it(name, () => {
      for (const clause of clauseIds) {
        const beganMs = processorMs();
        assert.notEqual(judge(clause, trace).outcome, 'error', clause);
        const tookMs = processorMs() - beganMs;
        assert.ok(tookMs < msMax, `${clause} took ${Math.round(tookMs)} ms`);
      }
    });
  }
});
