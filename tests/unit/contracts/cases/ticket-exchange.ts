/** Literal traces for the clauses of exchanging tickets. */
import type { ReadFacts } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  creation,
  euros,
  exchange,
  exchangeCalculation,
  flights,
  inventing,
  issue,
  issued,
  ofTicket,
  secondNumber,
  ticketed,
  ticketNumber,
} from '../flight-trace.ts';
import { type Answer, empty, ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { isNotOpen, otherPartnerSeesNothing, succeeds } from './changed-tickets.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const one = (step: Step): Trace => traceOf([step]);

const calculated = exchangeCalculation(ok({ exchangeId: 'e-1' }));
const exchanging = (number: Json, exchangeId: Json, came: Answer): Step =>
  exchange(came, { intent: { ...ofTicket(number), exchangeId } });
const secondCalculation = exchangeCalculation(ok({ exchangeId: 'e-2' }), { intent: ofTicket(secondNumber) });
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
    passes: { text: one(calculated) },
    fails: {
      absent: noId('absent', ok({ id: 'e-1' })),
      'of number': noId('7', ok({ exchangeId: 7 })),
      null: noId('absent', ok({ exchangeId: null })),
      'of number, and nothing to exchange for': breaks(
        'response.body.exchangeId',
        'text that is not empty',
        '7',
        one(exchangeCalculation(ok({ exchangeId: 7 }), { reported: { exchange: { offers: [] } } })),
      ),
    },
    nothing: { refused: one(exchangeCalculation(refused)) },
    unshown: {
      'nothing to exchange for': one(exchangeCalculation(ok({}), { reported: { exchange: { offers: [] } } })),
    },
  },
  'ticket-exchange-calculation.offers-surcharge-and-penalty-are-told': {
    passes: { all: telling(parts()) },
    fails: {
      'no penalty and no surcharge': lacks(
        'no surcharge and no penalty',
        telling(parts({ surcharge: undefined, penalty: undefined })),
      ),
      'nothing for the second time': lacks('no offers and no surcharge and no penalty', telling(parts(), undefined)),
    },
    nothing: { refused: one(exchangeCalculation(refused)) },
  },
  'ticket-exchange-calculation.other-partner-sees-nothing': otherPartnerSeesNothing(
    exchangeCalculation,
    ok({ offers: [{ seats: 0 }] }),
  ),
  'ticket-exchange.works-with-a-calculation': {
    passes: { works: ticketed([calculated, exchange()]) },
    fails: {
      'both refused': breaks(
        'response.status',
        'a success for one of 2 tried: exchanging a ticket as it was calculated',
        '400',
        flights([...two, calculated, secondCalculation, exchange(refused), exchanging(secondNumber, 'e-2', refused)]),
      ),
    },
    nothing: {
      'another exchangeId': ticketed([calculated, exchanging(ticketNumber, 'e-9', refused)]),
      'a ticket of nobody': traceOf([calculated, exchange(refused)]),
    },
  },
  'ticket-exchange.invented-exchange-id-is-refused': {
    passes: {
      refused: one(exchange(refused)),
      'at 401, by one who may exchange': traceOf([
        calculated,
        exchanging(ticketNumber, 'e-9', refusal(401, 'X')),
        exchange(),
      ]),
    },
    fails: {
      'told later': succeeds(traceOf([exchange(), calculated])),
      'a 204': succeeds(one(exchange(empty(204))), '204'),
    },
    nothing: {
      'no exchangeId': one(exchange(ok({}), { intent: ofTicket(ticketNumber) })),

      'lack of rights': one(exchange(empty(403))),
    },
  },
  'ticket-exchange.old-ticket-is-not-open': {
    ...closed,
    passes: { ...closed.passes },
    nothing: { ...closed.nothing },
  },
  'ticket-exchange.new-ticket-has-another-number': {
    passes: { another: newTicket(secondNumber) },
    fails: { same: sameNumber(`"${ticketNumber}"`, newTicket(ticketNumber)) },
    nothing: { 'an invented exchangeId': one(exchange(issued())) },
    unshown: {
      'only the old one, which is closed': newTicket(ticketNumber, false),
      'only the number of the old one, found by its name': traceOf([calculated, exchange(issued())]),
    },
    missed: { 'no ticket of the binding': traceOf([calculated, exchange(ok({}), { reported: { tickets: [] } })]) },
  },
  'ticket-exchange.costs-what-was-calculated': {
    passes: { both: costing(parts(), parts()) },
    fails: {
      'another surcharge': costs('surcharge', '7 EUR', '0 EUR', costing(parts(), parts({ surcharge: euros(0) }))),
      'a hundredth': costs('penalty', '3 EUR', '3.01 EUR', costing(parts(), { penalty: euros(3.01) })),
    },
    nothing: { 'an invented exchangeId': inventing(exchange(ok({}), { reported: { exchange: parts() } })) },
    unshown: {
      'not read in the calculation': costing({}, parts()),
      'the calculation of another ticket': traceOf([secondCalculation, exchanging(ticketNumber, 'e-2', ok({}))]),
    },
  },
} satisfies Record<string, ClauseCases>;
