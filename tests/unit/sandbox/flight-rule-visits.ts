/** Every rule of flights is asked: replaced alone, it shows in what a caller sees, and all are replaced here. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type FlightRules, healthyFlightRules as healthy } from '../../../sandbox/avia/rules.ts';
import { aviaIds } from '../../../sandbox/operations.ts';
import { invalidTicketState } from '../../../sandbox/refusals.ts';
import { answer } from '../../../sandbox/reply.ts';
import { hourMs, stillSandbox } from './caller.ts';
import { type Choices, type Seen, visit } from './visit.ts';

const euro = (minor: number) => ({ minor, currency: 'EUR' });
const refused = invalidTicketState('No.');

const replaced: { readonly [Name in keyof FlightRules]: readonly [FlightRules[Name], ...string[]] } = {
  flightSearchIdOf: [() => 'the-only-search', 'avia-search'],
  flightOfferIdOf: [(offer) => `offer-${offer.family.code}`, 'avia-search', 'avia-offer-price'],
  knowsFlightSearch: [() => true, 'avia-offer-price'],
  flightPriceOf: [
    (offer, within) =>
      within.operation === 'avia-offer-price' ? euro(healthy.flightPriceOf(offer, within).minor + 1) : euro(7),
    'avia-search',
    'avia-offer-price',
    'pnr-create',
    'pnr-reprice',
  ],
  saysPriceChanged: [() => true, 'avia-offer-price', 'pnr-reprice'],
  seatsOf: [() => 1, 'avia-availability'],
  fareRulesOf: [() => [], 'fare-rules'],
  flightBookingIdOf: [(number) => `booking-${number}`, 'pnr-create'],
  findsFlightBooking: [(_, { world }) => world.flights.pnrs.all().at(-1), 'pnr-retrieve'],
  flightAccessOf: [() => 'granted', 'pnr-retrieve', 'pnr-cancel', 'ticket-cancel'],
  pnrStatusOf: [() => 'booked', 'pnr-cancel', 'pnr-retrieve', 'ticket-issue'],
  ticketingLimitMs: [hourMs, 'pnr-create'],
  pnrCancelRefusalOf: [() => refused, 'pnr-cancel'],
  cancelsPnr: [() => false, 'pnr-retrieve', 'ticket-issue'],
  issueRefusalOf: [() => undefined, 'ticket-issue'],
  keepsTickets: [() => false, 'ticket-info'],
  ticketNumberOf: [(serial) => `T${serial}`, 'ticket-issue'],
  findsTicket: [({ tickets }) => tickets[0], 'ticket-info', 'ticket-cancel'],
  couponStatusOf: [() => 'open', 'ticket-info'],
  voidWindowMs: [23 * hourMs, 'ticket-cancel'],
  voidWindowFromMs: [({ booking }) => booking.createdAtMs, 'ticket-cancel'],
  voidStateRefusalOf: [() => undefined, 'ticket-cancel'],
  voidRefusalOf: [() => undefined, 'ticket-cancel'],
  voidsRefused: [() => true, 'ticket-info'],
  voids: [() => false, 'ticket-info'],
  voidAnswerOf: [() => ({ success: true }), 'ticket-cancel'],
  voidRefusalReply: [() => answer(200, {}), 'ticket-cancel'],
  asksAbout: [(read, { operation }) => (operation === 'ticket-exchange' ? {} : read), 'ticket-exchange'],
  exchangeIdOf: [(number) => `exchange-${number}`, 'ticket-exchange-calculation'],
  exchangeRefusalOf: [() => refused, 'ticket-exchange-calculation', 'ticket-exchange'],
  exchangeCostsOf: [() => ({ penalty: euro(0), surcharge: euro(0) }), 'ticket-exchange-calculation'],
  findsExchange: [(_, { world }) => world.flights.exchanges.all()[0], 'ticket-exchange'],
  exchangeChargesOf: [() => ({ penalty: euro(1), surcharge: euro(1) }), 'ticket-exchange'],
  closesExchanged: [() => false, 'ticket-info'],
  exchangedNumberOf: [({ ticket }) => ticket.ticketNumber, 'ticket-exchange'],
  needsRefundCalculation: [false, 'ticket-refund'],
  refundRefusalOf: [() => undefined, 'ticket-refund'],
  flightRefundOf: [
    () => ({ amount: euro(1), penalty: euro(1), taxes: euro(1) }),
    'ticket-refund-calculation',
    'ticket-refund',
  ],
  closesRefunded: [() => false, 'ticket-info', 'ticket-refund'],
};

const sandbox = await stillSandbox();
after(() => sandbox.close());
let choices: Choices | undefined;

const seenWith = async (rules: Partial<FlightRules>): Promise<Seen> => {
  const { id, baseUrl } = sandbox.openWorld({ id: 'visited', scale: 'small' });
  const world = sandbox.world(id);
  assert.ok(world);
  Object.assign(world, { rules: { ...world.rules, ...rules } });
  const { seen, ...visited } = await visit({
    baseUrl,
    spareTokens: [],
    isBrief: true,
    choices,
    advance: world.advance,
  });
  choices ??= visited.choices;
  await fetch(`${sandbox.url}/_admin/worlds/${id}`, { method: 'DELETE' });
  return seen;
};
const seen = await seenWith({});

/** One test for each of the chosen rules, and one that none is forgotten. */
export const testFlightRules = (isChosen: (at: number) => boolean): void => {
  test('every rule is here', () => {
    assert.deepEqual(Object.keys(replaced).toSorted(), Object.keys(healthy).toSorted());
  });

  for (const [name, [rule, ...shown]] of Object.entries(replaced).filter((_, at) => isChosen(at))) {
    test(`${name} shows on ${shown.join(', ')}`, async () => {
      const other = await seenWith({ [name]: rule });
      const differing = aviaIds.filter((id) => !isDeepStrictEqual(other[id], seen[id]));
      assert.deepEqual(
        shown.filter((operation) => !differing.some((id) => id === operation)),
        [],
        `it shows on ${differing.join(', ')}`,
      );
    });
  }
};
