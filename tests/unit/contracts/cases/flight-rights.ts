/** Literal traces for the clauses of who may see and change flights, and of what is mixed up. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  type Asked,
  create,
  creation,
  exchange,
  exchangeCalculation,
  fareRules,
  flights,
  found,
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
  search,
  secondId,
  secondNumber,
  ticketed,
  ticketNumber,
  unknownId,
  voided,
} from '../flight-trace.ts';
import { type Answer, empty, ok, refusal, type Step } from '../literal-trace.ts';
import { succeeds } from './changed-tickets.ts';
import type { ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');

type Ask = (came?: Answer, asked?: Asked) => Step;

/** @param told A success that reports something. */
const ofAnothersSearch = (ask: Ask, told: Answer): ClauseCases => {
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

const ofAnother = (ask: Ask, trace: (...steps: Step[]) => Trace): ClauseCases => {
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
