/** Literal traces for the clauses of exchanging tickets. */
import type { ReadFacts } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  advanced,
  cancel,
  creation,
  euros,
  exchange,
  exchangeCalculation,
  flights,
  info,
  inventing,
  issue,
  issued,
  look,
  ofTicket,
  other,
  secondNumber,
  ticketed,
  ticketNumber,
} from '../flight-trace.ts';
import { type Answer, dayMs, empty, ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { isNotOpen, otherPartnerSeesNothing, succeeds } from './changed-tickets.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const one = (step: Step): Trace => traceOf([step]);

const calculated = exchangeCalculation(ok({ exchangeId: 'e-1' }));
const exchanging = (number: Json, exchangeId: Json, came: Answer): Step =>
  exchange(came, { intent: { ...ofTicket(number), exchangeId } });
const secondCalculation = exchangeCalculation(ok({ exchangeId: 'e-2' }), { intent: ofTicket(secondNumber) });
const foreign = (came: Answer): Trace => ticketed([exchangeCalculation(came, { sent: other })]);
const two = [creation, issue(ok({ tickets: [{ ticketNumber }, { ticketNumber: secondNumber }] }))];

const noId = (actual: string, came: Answer) =>
  breaks('response.body.exchangeId', 'text that is not empty', actual, one(exchangeCalculation(came)));

type Parts = NonNullable<ReadFacts['exchange']>;
const parts = (part: Parts = {}): Parts => ({ offers: [], surcharge: euros(7), penalty: euros(3), ...part });
const telling = (...reported: (Parts | undefined)[]): Trace =>
  traceOf(reported.map((each) => exchangeCalculation(ok({}), { reported: { exchange: each } })));
const lacks = (actual: string, trace: Trace) => breaks('response.body', 'offers, surcharge, penalty', actual, trace);

const closed = isNotOpen(exchange, 'exchanged');

const newTicket = (number: Json, isOpen?: boolean): Trace =>
  traceOf([
    calculated,
    exchange(ok({}), {
      reported: {
        tickets: [{ at: [], ticketNumber: number, price: euros(1), ...(isOpen !== undefined && { isOpen }) }],
      },
    }),
  ]);
const sameNumber = (actual: string, trace: Trace) =>
  breaks('response.body.ticketNumber', 'another number than that of the old ticket', actual, trace);

const costing = (before: Parts, after: Parts): Trace =>
  traceOf([
    exchangeCalculation(ok({ exchangeId: 'e-1' }), { reported: { exchange: before } }),
    exchange(ok({}), { reported: { exchange: after } }),
  ]);
const costs = (name: string, wanted: string, actual: string, trace: Trace) =>
  breaks('response.body', `${wanted}, the ${name} that was calculated`, actual, trace);

export const ticketExchangeCases = {
  'ticket-exchange-calculation.exchange-id-is-told': {
    passes: {
      text: one(calculated),
      inside: one(exchangeCalculation(ok({ data: { exchangeId: 'e' } }))),
      'and the binding could not read': one(exchangeCalculation(ok({ exchangeId: 'e' }), { reported: 'unread' })),
    },
    fails: {
      absent: noId('absent', ok({ id: 'e-1' })),
      'of number': noId('7', ok({ exchangeId: 7 })),
      empty: noId('""', ok({ exchangeId: '' })),
      null: noId('absent', ok({ exchangeId: null })),
      'of number, and nothing to exchange for': breaks(
        'response.body.exchangeId',
        'text that is not empty',
        '7',
        one(exchangeCalculation(ok({ exchangeId: 7 }), { reported: { exchange: { offers: [] } } })),
      ),
    },
    nothing: {
      refused: one(exchangeCalculation(refused)),

      'of another partner': foreign(ok({})),
    },
    unshown: {
      'nothing to exchange for': one(exchangeCalculation(ok({}), { reported: { exchange: { offers: [] } } })),
    },
  },
  'ticket-exchange-calculation.offers-surcharge-and-penalty-are-told': {
    passes: { all: telling(parts()), 'nothing to pay': telling(parts({ surcharge: euros(0), penalty: euros(0) })) },
    fails: {
      'no offers': lacks('no offers', telling(parts({ offers: undefined }))),
      'no surcharge': lacks('no surcharge', telling(parts({ surcharge: undefined }))),
      'no penalty and no surcharge': lacks(
        'no surcharge and no penalty',
        telling(parts({ surcharge: undefined, penalty: undefined })),
      ),
      'nothing for the second time': lacks('no offers and no surcharge and no penalty', telling(parts(), undefined)),
    },
    nothing: { refused: one(exchangeCalculation(refused)), 'of another partner': foreign(ok({ surcharge: 5 })) },
    unshown: {
      'not read by the binding': one(calculated),
      'one part not read by the binding': telling({ offers: [], surcharge: euros(5) }),
    },
  },
  'ticket-exchange-calculation.other-partner-sees-nothing': otherPartnerSeesNothing(
    exchangeCalculation,
    ok({ offers: [{ seats: 0 }] }),
  ),
  'ticket-exchange.works-with-a-calculation': {
    passes: {
      works: ticketed([calculated, exchange()]),
      'told as a number': ticketed([exchangeCalculation(ok({ exchangeId: 7 })), exchanging(ticketNumber, '7', ok({}))]),
      'the second ticket': flights([
        ...two,
        calculated,
        secondCalculation,
        exchange(refused),
        exchanging(secondNumber, 'e-2', ok({})),
      ]),
    },
    fails: {
      'both refused': breaks(
        'response.status',
        'a success for one of 2 tried: exchanging a ticket as it was calculated',
        '400',
        flights([...two, calculated, secondCalculation, exchange(refused), exchanging(secondNumber, 'e-2', refused)]),
      ),
    },
    nothing: {
      'no calculation': ticketed([exchange(refused)]),
      'another exchangeId': ticketed([calculated, exchanging(ticketNumber, 'e-9', refused)]),
      'of another ticket': ticketed([secondCalculation, exchanging(ticketNumber, 'e-2', refused)]),
      'a ticket of nobody': traceOf([calculated, exchange(refused)]),
      'a cancelled booking': ticketed([calculated, cancel(), exchange(refused)]),

      'a day later': ticketed([calculated, exchange(refused)], advanced(3, dayMs)),
      'lack of rights': ticketed([calculated, exchange(empty(403))]),
    },
    unshown: { 'one refused': ticketed([calculated, exchange(refused)]) },
  },
  'ticket-exchange.invented-exchange-id-is-refused': {
    passes: {
      refused: one(exchange(refused)),
      'of a calculation that was refused': traceOf([exchangeCalculation(refused), exchange(refused)]),
      'at 401, by one who may exchange': traceOf([
        calculated,
        exchanging(ticketNumber, 'e-9', refusal(401, 'X')),
        exchange(),
      ]),
    },
    fails: {
      exchanged: succeeds(one(exchange())),
      'told later': succeeds(traceOf([exchange(), calculated])),
      'beside another': succeeds(ticketed([calculated, exchanging(ticketNumber, 'e-9', ok({}))])),
      'a 204': succeeds(one(exchange(empty(204))), '204'),
    },
    nothing: {
      calculated: traceOf([calculated, exchange()]),
      'calculated, and told as a number': traceOf([
        exchangeCalculation(ok({ exchangeId: 7 })),
        exchanging(ticketNumber, '7', ok({})),
      ]),
      'no exchangeId': one(exchange(ok({}), { intent: ofTicket(ticketNumber) })),

      'lack of rights': one(exchange(empty(403))),
    },
  },
  'ticket-exchange.old-ticket-is-not-open': {
    ...closed,
    passes: { ...closed.passes, 'as it was calculated': ticketed([calculated, exchange(), look(false)]) },
    nothing: {
      ...closed.nothing,
      'the new ticket': ticketed([
        exchange(issued(secondNumber)),
        info(ok({}), { reported: {}, intent: ofTicket(secondNumber) }),
      ]),
    },
  },
  'ticket-exchange.new-ticket-has-another-number': {
    passes: {
      another: newTicket(secondNumber),
      'found by its name': traceOf([calculated, exchange(issued(secondNumber))]),
      'beside the old one': traceOf([
        calculated,
        exchange(ok({ tickets: [{ ticketNumber }, { ticketNumber: secondNumber }] })),
      ]),
    },
    fails: {
      same: sameNumber(`"${ticketNumber}"`, newTicket(ticketNumber)),
      'in the other form': sameNumber('"555-0000000001"', newTicket('555-0000000001', true)),
    },
    nothing: {
      refused: traceOf([calculated, exchange(refused)]),
      'an invented exchangeId': one(exchange(issued())),
    },
    unshown: {
      'only the old one, which is closed': newTicket(ticketNumber, false),
      'only the number of the old one, found by its name': traceOf([calculated, exchange(issued())]),
    },
    missed: { 'no ticket of the binding': traceOf([calculated, exchange(ok({}), { reported: { tickets: [] } })]) },
  },
  'ticket-exchange.costs-what-was-calculated': {
    passes: {
      both: costing(parts(), parts()),
      'one of two': costing(parts(), { penalty: euros(3) }),
      'in a currency that is not told': costing(parts(), { penalty: { amount: 3 } }),
    },
    fails: {
      'another penalty': costs('penalty', '3 EUR', '4 EUR', costing(parts(), parts({ penalty: euros(4) }))),
      'another surcharge': costs('surcharge', '7 EUR', '0 EUR', costing(parts(), parts({ surcharge: euros(0) }))),
      'a hundredth': costs('penalty', '3 EUR', '3.01 EUR', costing(parts(), { penalty: euros(3.01) })),
    },
    nothing: {
      refused: traceOf([calculated, exchange(refused)]),
      'an invented exchangeId': inventing(exchange(ok({}), { reported: { exchange: parts() } })),
    },
    unshown: {
      'not read by the binding': costing(parts(), {}),

      'not read in the calculation': costing({}, parts()),
      'another currency': costing(parts(), { penalty: euros(3, 'USD') }),
      'the calculation of another ticket': traceOf([secondCalculation, exchanging(ticketNumber, 'e-2', ok({}))]),
    },
  },
} satisfies Record<string, ClauseCases>;
