/** Literal traces for the clauses of searching and pricing flights. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import type { Reported } from '../booking-trace.ts';
import {
  type Asked,
  availability,
  create,
  creation,
  euros,
  exchange,
  exchangeCalculation,
  fareRules,
  flights,
  found,
  inventing,
  issue,
  issued,
  made,
  offerPrice,
  ofOffer,
  ofTicket,
  other,
  refund,
  refundCalculation,
  reprice,
  schedule,
  search,
  searchFor,
  secondId,
  secondNumber,
  ticketed,
  ticketNumber,
  unknownId,
  voided,
} from '../flight-trace.ts';
import { type Answer, empty, ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases, succeeds } from './clause-cases.ts';

type Ask = (came?: Answer, asked?: { reported?: Reported; intent?: Json }) => Step;

const one = (step: Step): Trace => traceOf([step]);
const reported = (ask: Ask, facts: Reported): Trace => one(ask(ok({}), { reported: facts }));
const offers = (...prices: (number | undefined)[]): Reported => ({
  flightOffers: prices.map((price) => ({ at: [], ...(price !== undefined && { price: euros(price) }) })),
});
const noPrice = (trace: Trace) => breaks('response.body', 'a price', 'none that the binding finds', trace);
const notAsked = { 'another operation': one(search(refusal(400, 'X'))) };

const refused = refusal(400, 'INVALID_REQUEST');
const later = { intent: { ...searchFor, departure: '2026-11-02' } };

/** What is asked before any search. */
const withoutSearch = (ask: Ask, name: string): ClauseCases => ({
  passes: { answered: one(ask(ok({}))) },
  fails: {
    'refused twice': breaks(
      'response.status',
      `a success for one of 2 tried: ${name} without a search`,
      '400',
      traceOf([ask(refused), ask(refused, later)]),
    ),
  },
  nothing: {
    'after a search': traceOf([search(found), ask(refused), ask(refused, later)]),
    'lack of rights': traceOf([ask(empty(403)), ask(empty(403), later)]),
    'what invents': inventing(ask(refused), ask(refused, later)),
  },
});

const seats = (...numbers: (number | undefined)[]): Reported => ({
  flights: numbers.map((each) => ({ at: [], ...(each !== undefined && { seats: each }) })),
});

const priced = (price: number, isPriceChanged?: boolean, currency = 'EUR'): Trace =>
  reported(offerPrice, {
    flightOffers: [{ at: [], price: euros(price, currency), ...(isPriceChanged !== undefined && { isPriceChanged }) }],
  });
const changed = (actual: string, trace: Trace) =>
  breaks('response.body', '100 EUR, as in the search, or word of a change', actual, trace);
const two = (...facts: readonly [Reported, Reported]): Trace =>
  traceOf(facts.map((each) => offerPrice(ok({}), { reported: each })));

const rules = (...texts: (string | undefined)[]): Reported => ({
  fareRules: texts.map((text) => ({ at: [], ...(text !== undefined && { text }) })),
});
const noRule = (trace: Trace) => breaks('response.body', 'a rule with a text', 'none that the binding finds', trace);

export const flightSearchCases = {
  'avia-search.search-id-is-told': {
    passes: { text: one(search(found)) },
    fails: {
      absent: breaks('response.body.searchId', 'text that is not empty', 'absent', one(search(ok({ offers: [{}] })))),
    },
    nothing: { refused: one(search(refused)) },
    unshown: { 'nothing was found': one(search(ok({}), { reported: { flightOffers: [] } })) },
  },
  'avia-search.offers-have-prices': {
    passes: { all: reported(search, offers(1, 2)) },
    fails: { 'one without': noPrice(reported(search, offers(1, undefined))) },
    nothing: { refused: one(search(refused)) },
    unshown: {
      'the binding does not read it': reported(search, offers(undefined)),
      'no offers of the binding': reported(search, {}),
    },
  },
  'avia-availability.answers-without-search': withoutSearch(availability, 'avia-availability'),
  'avia-availability.seats-are-told': {
    passes: { some: reported(availability, seats(9)) },
    fails: {
      'one without': breaks(
        'response.body',
        'seats',
        'none that the binding finds',
        reported(availability, seats(1, undefined)),
      ),
    },
    nothing: { refused: one(availability(refused)) },
  },
  'avia-schedule.answers-without-search': withoutSearch(schedule, 'avia-schedule'),
  'avia-schedule.carries-no-price': {
    passes: { 'no price': reported(schedule, { flights: [{ at: [], price: undefined }] }) },
    fails: {
      'a price': breaks(
        'response.body',
        'no price',
        '7 EUR',
        reported(schedule, { flights: [{ at: [], price: euros(7) }] }),
      ),
    },
    nothing: { refused: one(schedule(refused)) },
    unshown: {
      'no flight': reported(schedule, seats()),
      'not read by the binding': reported(schedule, {}),
      'no price looked for': reported(schedule, { flights: [{ at: [] }] }),
    },
  },
  'avia-offer-price.price-is-told': {
    passes: { one: reported(offerPrice, offers(1)) },
    fails: { 'not of the second': noPrice(two(offers(1), offers(undefined))) },
    nothing: notAsked,
  },
  'avia-offer-price.unchanged-offer-keeps-its-price': {
    passes: {
      same: priced(100, false),
      'among others': reported(offerPrice, {
        flightOffers: [
          { at: [], price: euros(7), isPriceChanged: false },
          { at: [], price: euros(100), reference: 'o-1' },
        ],
      }),
    },
    fails: { less: changed('7 EUR', priced(7, false)) },
    nothing: notAsked,
    unshown: {
      'the answer says that it changed': priced(101, true),
      'the binding reads no word of a change': priced(101),
      'another currency': priced(100, false, 'USD'),
      'no price': reported(offerPrice, offers(undefined)),
      'no price in the search': one(offerPrice(ok({}), { reported: offers(1), intent: ofOffer({ price: null }) })),
    },
  },
  'fare-rules.rules-are-told': {
    passes: {
      one: reported(fareRules, rules('No refund.')),
      'one of two': reported(fareRules, rules(undefined, 'Bags.')),
    },
    fails: {
      'without text': noRule(reported(fareRules, rules(undefined))),
      blank: noRule(reported(fareRules, rules(' '))),
    },
    nothing: { refused: one(fareRules(refused)) },
    unshown: {
      'not read by the binding': reported(fareRules, {}),
      'a fare without rules': reported(fareRules, rules()),
    },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of who may see and change flights, and of what is mixed up. */
type RightsAsk = (came?: Answer, asked?: Asked) => Step;

/** @param told A success that reports something. */
const ofAnothersSearch = (ask: RightsAsk, told: Answer): ClauseCases => {
  const asks = (came: Answer): Trace => flights([search(found), ask(came, { sent: other })]);
  return {
    passes: { refused: asks(refused) },
    fails: { told: succeeds(asks(told)) },
    nothing: {
      'our own': flights([search(found), ask(told)]),
      'of both': flights([search(found), search(found, { sent: other }), ask(told, { sent: other })]),
      'another search': flights([search(found), ask(told, { sent: other, intent: ofOffer({}, 's-2') })]),
    },
    unshown: { 'a token that does not count': asks(empty(401)) },
  };
};

const ofAnother = (ask: RightsAsk, trace: (...steps: Step[]) => Trace): ClauseCases => {
  const asks = (came: Answer): Trace => trace(ask(came, { sent: other }));
  return {
    passes: { refused: asks(refused) },
    fails: { done: succeeds(asks(ok({ done: true }))) },
    nothing: {
      'our own': trace(ask()),
      'of nobody': flights([ask(ok({ done: true }), { sent: other })]),
      'what the other made': flights([create(made(), { sent: other }), ask(ok({ done: true }), { sent: other })]),
    },
    unshown: { 'a token that does not count': asks(empty(401)) },
  };
};

const booked = (...steps: Step[]): Trace => flights([creation, ...steps]);
const withTicket = (...steps: Step[]): Trace => ticketed(steps);

const calculates = (number: Json, exchangeId: string, sent = {}): Step =>
  exchangeCalculation(ok({ exchangeId }), { intent: ofTicket(number), ...sent });
const exchanges = (number: Json, exchangeId: string, came: Answer = ok({}), sent = {}): Step =>
  exchange(came, { intent: { ...ofTicket(number), exchangeId }, ...sent });
const [first, second] = [calculates(ticketNumber, 'e-1'), calculates(secondNumber, 'e-2')];
const mixed = (came: Answer, ...before: Step[]): Trace =>
  ticketed([first, ...before, exchanges(secondNumber, 'e-1', came)]);

const anew = (number: Json): Step => exchanges(ticketNumber, 'e-1', issued(number));
const twice = (came: Answer): Trace => ticketed([first, anew('5550000000003'), exchanges(ticketNumber, 'e-1', came)]);

const secondCreation = create(made(secondId));
const elsewhere = (came: Answer): Trace =>
  flights([creation, issue(issued()), secondCreation, voided(came, { id: secondId })]);

export const flightRightsCases = {
  'avia-offer-price.other-partner-sees-nothing': ofAnothersSearch(offerPrice, ok({ price: 5 })),
  'fare-rules.other-partner-sees-nothing': ofAnothersSearch(fareRules, ok({ rules: ['No refund.'] })),
  'pnr-reprice.other-partner-is-refused': ofAnother(reprice, booked),
  'ticket-issue.other-partner-is-refused': ofAnother(issue, booked),
  'ticket-exchange.other-partner-is-refused': ofAnother(exchange, withTicket),
  'ticket-refund.other-partner-is-refused': ofAnother(refund, (...steps) => ticketed([refundCalculation(), ...steps])),
  'ticket-exchange.calculation-of-another-ticket-is-refused': {
    passes: { refused: mixed(refused) },
    fails: { done: succeeds(mixed(ok({}))), 'both calculated': succeeds(mixed(ok({}), second)) },
    nothing: {
      'one for both': ticketed([first, calculates(secondNumber, 'e-1'), exchanges(secondNumber, 'e-1')]),
      'nobody calculated it': ticketed([exchanges(secondNumber, 'e-1')]),
      'lack of rights': mixed(refusal(403, 'ACCESS_DENIED')),
      'another partner calculated it': ticketed([
        calculates(ticketNumber, 'e-1', { sent: other }),
        exchanges(secondNumber, 'e-1'),
      ]),
    },
  },
  'ticket-exchange.calculation-serves-once': {
    passes: { refused: twice(refused) },
    fails: {
      'another ticket': {
        ...succeeds(twice(issued('5550000000004'))),
        expected: 'a refusal, or the new ticket of the first time',
      },
    },
    nothing: {
      'refused at first': ticketed([first, exchanges(ticketNumber, 'e-1', refused), anew('5550000000003')]),
      'by another calculation': ticketed([first, anew('5550000000003'), exchanges(ticketNumber, 'e-2')]),
    },
    unshown: { 'the same ticket': twice(issued('5550000000003')), 'no ticket told': twice(ok({})) },
  },
  'ticket-cancel.ticket-of-another-booking-is-refused': {
    passes: { refused: elsewhere(refused) },
    fails: { voided: succeeds(elsewhere(ok({}))) },
    nothing: {
      'in its own': ticketed([voided()]),
      'in one of nobody': ticketed([voided(ok({}), { id: unknownId })]),
      'of an exchange': flights([
        creation,
        issue(issued()),
        exchange(issued(secondNumber)),
        secondCreation,
        voided(ok({}), { id: secondId, number: secondNumber }),
      ]),
    },
  },
} satisfies Record<string, ClauseCases>;
