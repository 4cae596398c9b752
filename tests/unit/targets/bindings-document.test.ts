/** The examples of docs/use/bindings.md and docs/use/flight-bindings.md load and read what they say. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Binding } from '../../../contracts/bindings.ts';
import { isClauseId } from '../../../contracts/clauses.ts';
import {
  bookingFact,
  exchangeFact,
  facts,
  flightBookingFact,
  flightFact,
  flightFacts,
  flightOfferFact,
  hotelFact,
  money,
  offerFact,
  priceDetailFact,
  refundFact,
  ticketFact,
  upsell,
} from '../../../contracts/facts.ts';
import {
  type BoundOperation,
  type FlightIntents,
  type FlightSearch,
  flightOperations,
  type HotelIntents,
  type Intents,
  type PassengerIntent,
} from '../../../contracts/intents.ts';
import type { Json } from '../../../contracts/json.ts';
import { factsOf } from '../../../contracts/locate.ts';
import { hotelOperations } from '../../../contracts/operations.ts';
import { loadTarget } from '../../../targets/load.ts';
import { none } from '../asserted.ts';
import { changedAt, placesIn } from '../sandbox/canonical-replies.ts';
import { acmeEnvironment, membersIn, membersOfType, type Page, page } from './document.ts';

const contact = { email: 'a@example.invalid', phone: '+447700900000' };

const stay = { checkIn: '2026-12-01', checkOut: '2026-12-03', rooms: [{ adults: 2, childrenAges: [7] }] };
const hotelSearch = { region: { town: 17 }, stay, preset: 'ranked', timeout: 20 };
const offer = { at: [], offerId: '9f2c41', reference: { key: 'k-77' } };
const guest = { firstName: 'Testina', lastName: 'Sampleton', birthDate: '1990-02-03', citizenship: 'DE' };

const hotelIntents: HotelIntents = {
  'hotel-search': hotelSearch,
  'hotel-pricing': { searchId: 'S-1', hotelId: 42, offer, search: hotelSearch },
  'offer-pricing': { searchId: 'S-1', offer, search: hotelSearch },
  'create-booking': {
    searchId: 'S-1',
    offer,
    search: hotelSearch,
    contact,
    guests: [[{ ...guest, gender: 'female', isChild: false }]],
    upsells: [{ reference: 'late' }],
  },
  'view-booking': {
    booking: { bookingId: 7 },
    details: { includePriceDetails: true, includeResidenceDetails: false },
  },
  'search-bookings': { status: 'completed', createdFrom: '2026-11-01' },
  'cancel-booking': { booking: {} },
};

const search: FlightSearch = {
  route: { start: 'OSL', end: 'LIS' },
  departure: '2026-12-01',
  return: '2026-12-08',
  adults: 1,
  children: 1,
};
const chosen = { searchId: 'F-9', offer: { at: [], reference: 'N-1' }, search };
const passenger: PassengerIntent = {
  ...guest,
  gender: 'female',
  isChild: false,
  document: { number: '123456789', expiresOn: '2031-12-01' },
};
const booking = { bookingId: '3f2b8c1e-7d44-4a55-8e0f-1b9a6c5d4e30', reference: 'QWERTY' };
const ticket = { booking, ticket: { ticketNumber: '1174200000033' } };

const flightIntents: FlightIntents = {
  'avia-search': search,
  'avia-availability': { flights: [{ at: [], reference: 'AC-12' }], search },
  'avia-schedule': search,
  'avia-offer-price': chosen,
  'fare-rules': chosen,
  'pnr-create': { ...chosen, passengers: [passenger, { ...passenger, isChild: true }], contact },
  'pnr-retrieve': { booking },
  'pnr-cancel': { booking },
  'pnr-reprice': { booking },
  'ticket-issue': { booking },
  'ticket-info': ticket,
  'ticket-exchange-calculation': { ...ticket, search },
  'ticket-exchange': { ...ticket, exchangeId: 'X-5', offer: 'N-2' },
  'ticket-refund-calculation': ticket,
  'ticket-refund': { ...ticket, calculation: 'R-8' },
};

const eur = (sum: string): Json => ({ sum, in: 'EUR' });
const bookingId = '3f2b8c1e-7d44-4a55-8e0f-1b9a6c5d4e30';
const solution = { solutionKey: 'N-1', total: eur('129.90'), moneyBack: 'Y', changes: 'N' };
const paper = {
  ticketNumber: '1174200000033',
  sheets: [{ state: 'unflown' }, { state: 'flown' }],
  paid: eur('129.90'),
  printed: '2026-12-01T08:30:00Z',
};
const payout = { paidBack: eur('80'), kept: eur('49.90'), taxesBack: [eur('10.50'), eur('4.50')] };

const flightAnswers: Readonly<Record<keyof FlightIntents, Json>> = {
  'avia-search': { searchId: 'F-9', solutions: [solution] },
  'avia-availability': { hops: [{ hopKey: 'AC-12', total: eur('70'), left: 4 }] },
  'avia-schedule': { plan: [{ hops: [{ hopKey: 'AC-12', total: eur('70') }] }, { hops: [] }] },
  'avia-offer-price': { solution: { ...solution, repriced: 'N' } },
  'fare-rules': { notes: [{ body: 'No refund after departure.' }] },
  'pnr-create': { bookingId, locator: 'QWERTY', alive: 'Y', total: eur('129.90') },
  'pnr-retrieve': { bookingId, alive: 'Y', total: eur('129.90'), people: ['Pfqabcdefghij'], papers: [paper] },
  'pnr-cancel': { bookingId },
  'pnr-reprice': { bookingId, alive: 'Y', total: eur('131') },
  'ticket-issue': { bookingId, papers: [paper] },
  'ticket-info': { paper },
  'ticket-exchange-calculation': {
    exchangeId: 'X-5',
    fine: eur('25'),
    onTop: eur('12.40'),
    solutions: [{ solutionKey: 'N-2', total: eur('142.30') }],
  },
  'ticket-exchange': { fine: eur('25'), onTop: eur('12.40'), newPaper: paper },
  'ticket-refund-calculation': { payout, quoteKey: 'R-8' },
  'ticket-refund': { payout },
};

const hotelsPage = page('docs/use/bindings.md');
const flightsPage = page('docs/use/flight-bindings.md');
const recipes = page('docs/change/recipes.md');
const pages = [hotelsPage, flightsPage] as const;

const intents: Intents = { ...hotelIntents, ...flightIntents };

const rates: Json = [null, {}, { bedVariants: [null], costOf: [7], early: [null], late: {}, bookWith: null }];
const oddHotelAnswers: readonly Json[] = [
  { bookings: [null, 7] },
  { stays: [null, { rates }], stay: { rates }, rate: rates[2] ?? null },
];

const examples = [
  { of: hotelsPage, file: 'acme', operations: hotelOperations, answers: {} },
  { of: flightsPage, file: 'acme-flights', operations: flightOperations, answers: flightAnswers },
];

const folder = mkdtempSync(join(tmpdir(), 'examples-'));
after(() => rmSync(folder, { recursive: true }));

/** The code of a page, loaded as the file of a user. */
const exampleIn = async ({ blocks, path }: Page, name: string) => {
  const { body } = blocks.find(({ title }) => title === 'target') ?? assert.fail(`no target in ${path}`);
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, body);
  return loadTarget(file, acmeEnvironment);
};

const odd: readonly unknown[] = [null, {}, [null], 'x', -1, undefined];

for (const { of, file, operations, answers } of examples) {
  const target = await exampleIn(of, file);
  const bindingOf = (operation: BoundOperation): Binding<typeof operation> => {
    const binding = target.bindings[operation] as Binding<typeof operation> | undefined;
    assert.ok(binding, `no binding of ${operation}`);
    return binding;
  };
  const factsIn = (operation: BoundOperation, body: Json) =>
    factsOf(operation, body, bindingOf(operation).response?.(body, intents[operation] as never));

  describe(`the example of ${of.path}`, () => {
    const block = (title: string): string => {
      const found = of.blocks.find((each) => each.title === title);
      assert.ok(found, `no block is called ${title}`);
      return found.body;
    };

    for (const operation of operations) {
      test(`binds ${operation}: it says what is meant, and takes any answer`, () => {
        const said = bindingOf(operation).request(intents[operation] as never);
        assert.ok(Object.keys(said as object).length > 0);
        for (const body of oddHotelAnswers) factsIn(operation, body);
        fc.assert(
          fc.property(fc.jsonValue(), (body) => void factsIn(operation, body as Json)),
          { seed: 1 },
        );
      });
    }

    for (const [operation, answer] of Object.entries(answers) as [BoundOperation, Json][]) {
      test(`finds all that it looks for in an answer of ${operation}, and takes any that is like it`, () => {
        const { sought, ...found } = factsIn(operation, answer);
        assert.equal(sought, undefined);
        assert.ok(Object.keys(found).length > 0);
        for (const place of placesIn(answer)) {
          for (const change of odd) factsIn(operation, changedAt(answer, place, change) as Json);
        }
      });
    }

    test('reads of an answer what is said of it', () => {
      const answered = of.blocks.filter(({ title }) => title.startsWith('answer '));
      assert.ok(answered.length > 0);
      for (const { title, body } of answered) {
        const operation = title.slice('answer '.length) as BoundOperation;
        const read = factsIn(operation, JSON.parse(body) as Json);
        assert.deepEqual(JSON.parse(JSON.stringify(read)), JSON.parse(block(`facts ${operation}`)));
      }
    });
  });
}

type Shaped = { readonly shape: object };
const membersOfAll = (shapes: readonly Shaped[]): string[] => shapes.flatMap(({ shape }) => Object.keys(shape));

const ofFlights = [flightOfferFact, flightFact, flightBookingFact, ticketFact, exchangeFact, refundFact];
const wordsOfFlights = [...Object.keys(flightFacts), ...membersOfAll(ofFlights), 'text', 'passengerNames'];
const wordsOfHotels = [
  ...membersOfAll([offerFact, hotelFact, bookingFact, upsell, priceDetailFact, money]),
  ...Object.keys(facts.shape).filter((name) => !Object.hasOwn(flightFacts, name)),
  'penalty',
  'refund',
  'score',
  'guestNames',
];

const settingsOf = (type: string): string[] => membersOfType('contracts/target.ts', type);
const settingsOfFlights =
  'voidWindowMs aviaPath otherPartner settleMs useCoupon advanceClock openWorld known.route known.departureDaysAhead ' +
  'known.usedTicket known.withoutRights may.books may.tickets';

/** What is explained or named, at the least how many of it there are, and where. */
const named: Readonly<Record<string, readonly [names: readonly string[], min: number, on: readonly Page[]]>> = {
  'member of the facts of hotels': [wordsOfHotels, 30, [hotelsPage]],
  'member of the facts of flights': [wordsOfFlights, 30, [flightsPage]],
  'member of intents': [membersIn('contracts/intents.ts'), 5, pages],
  'member that a binding may read': [membersIn('contracts/bindings.ts'), 5, pages],
  'operation of hotels': [hotelOperations, 5, [hotelsPage]],
  'operation of flights': [[...flightOperations, 'ticket-cancel'], 5, [flightsPage]],
  'setting of EnvironmentFacts': [settingsOf('EnvironmentFacts'), 2, [...pages, recipes]],
  'setting of Permissions': [settingsOf('Permissions'), 2, [...pages, recipes]],
  'setting of Levers': [settingsOf('Levers'), 2, [...pages, recipes]],
  'setting that matters to flights alone': [settingsOfFlights.split(' '), 10, [flightsPage]],
};

for (const [what, [names, min, on]] of Object.entries(named)) {
  test(`every ${what} is explained on its page`, () => {
    assert.ok(names.length > min, 'they were not read');
    const unnamed = [...new Set(names)].filter((name) => !on.some(({ isNamed }) => isNamed(name)));
    assert.deepEqual(unnamed, [], `explain it in ${on.map(({ path }) => path)}`);
  });
}

for (const { path, clausesNamed } of pages) {
  test(`every clause that is named in ${path} is one`, () => {
    assert.ok(clausesNamed.length > 20);
    none(clausesNamed.filter((id) => !isClauseId(id)));
  });
}
