/** Literal traces for the clauses of exchanging and refunding tickets. */

import type { ReadFacts } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  type Asked,
  advanced,
  create,
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
  made,
  ofTicket,
  other,
  refund,
  refundCalculation,
  reprice,
  secondNumber,
  ticketed,
  ticketNumber,
  voided,
} from '../flight-trace.ts';
import { type Answer, dayMs, empty, ok, refusal, type Step, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases, succeeds } from './clause-cases.ts';

type Ask = (came?: Answer, asked?: Asked) => Step;

const refused = refusal(400, 'X');

/** @param told A success that reports something. */
export const otherPartnerSeesNothing = (calculation: Ask, reported: Answer): ClauseCases => {
  const foreign = (came: Answer): Trace => ticketed([calculation(came, { sent: other })]);
  return {
    passes: { refused: foreign(refused) },
    fails: {
      text: succeeds(foreign(text(200))),
      'of a ticket whose number nobody told': succeeds(flights([creation, calculation(reported, { sent: other })])),
    },
    nothing: {
      'our own': ticketed([calculation()]),
      'a ticket of nobody': traceOf([calculation(reported, { sent: other })]),
      'what the other made': traceOf([create(made(), { sent: other }), calculation(reported, { sent: other })]),
    },
    unshown: { 'a token that does not count': foreign(empty(401)) },
  };
};

/** @param ended As what was done to it is reported. */
export const isNotOpen = (end: Ask, ended: string): ClauseCases => ({
  passes: { 'not open': ticketed([end(), look(false)]), 'in the end': ticketed([end(), look(true), look(false)]) },
  fails: {
    open: breaks(
      'response.body',
      `a ticket that is not open, as it was ${ended}`,
      'open',
      ticketed([end(), look(true)]),
    ),
  },
  nothing: { 'before it ended': ticketed([look(true), end()]) },
  unshown: {
    'not shown any more': ticketed([end(), info(refusal(404, 'TICKET_NOT_FOUND'))]),
    'not read by the binding': ticketed([end(), info(issued())]),
  },
});

/** Literal traces for the clauses of exchanging tickets. */
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

const inNoBooking: Asked = { reported: { exchange: {}, refund: {} }, intent: ofTicket(ticketNumber, 'b-9') };

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
  breaks('response.body', `${wanted}, the calculated ${name}`, actual, trace);

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
        telling(parts({ offers: [{ at: [] }], surcharge: undefined, penalty: undefined })),
      ),
      'nothing for the second time': lacks('no offers and no surcharge and no penalty', telling(parts(), undefined)),
    },
    nothing: {
      refused: one(exchangeCalculation(refused)),
      'in a booking that does not exist': ticketed([exchangeCalculation(ok({}), inNoBooking)]),
    },
    unshown: {
      'nothing to exchange for': one(exchangeCalculation(ok({}), { reported: { exchange: { offers: [] } } })),
    },
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
    nothing: {
      ...closed.nothing,
      'by what was calculated for another': flights([
        ...two,
        calculated,
        exchanging(secondNumber, 'e-1', ok({})),
        info(ok({}), { intent: ofTicket(secondNumber), reported: { tickets: [{ at: [], isOpen: true }] } }),
      ]),
    },
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

/** Literal traces for the clauses of refunding tickets. */
type RefundParts = NonNullable<ReadFacts['refund']>;
const refundParts = (part: RefundParts = {}): RefundParts => ({
  amount: euros(80),
  penalty: euros(20),
  taxes: euros(5),
  ...part,
});
const tellingRefund = (...reported: (RefundParts | undefined)[]): Trace =>
  traceOf(reported.map((each) => refundCalculation(ok({}), { reported: { refund: each } })));
const lacksRefund = (actual: string, trace: Trace) =>
  breaks('response.body', 'amount, penalties, taxes', actual, trace);

const calculatedRefund = refundCalculation(ok({}), { reported: { refund: refundParts() } });
const secondRefundCalculation = refundCalculation(ok({}), { intent: ofTicket(secondNumber) });
const refunding = (number: Json, came: Answer): Step => refund(came, { intent: ofTicket(number) });
const refunded = (amount?: RefundParts['amount']): Step =>
  refund(ok({}), { reported: { refund: amount === undefined ? {} : { amount } } });

const notCalculated = (actual: string, amount: number) =>
  breaks(
    'response.body',
    '80 EUR, the calculated amount',
    actual,
    traceOf([calculatedRefund, refunded(euros(amount))]),
  );

const priced = (price: number, currency = 'EUR'): Step =>
  issue(ok({}), { reported: { tickets: [{ at: [], ticketNumber, price: euros(price, currency) }] } });
const booked = (price: number): Step => create(made(), { reported: { flightBooking: { price: euros(price) } } });
const paid = (issuing: Step, amount: number): Trace => flights([creation, issuing, refunded(euros(amount))]);
const tooMuch = (price: string, actual: string, trace: Trace) =>
  breaks('response.body', `no more than ${price}, which was paid`, actual, trace);

const again = (came: Answer): Trace => ticketed([refund(), refund(came)]);

export const ticketRefundCases = {
  'ticket-refund-calculation.amount-penalties-and-taxes-are-told': {
    passes: { all: tellingRefund(refundParts()) },
    fails: {
      nothing: lacksRefund(
        'no amount and no penalties and no taxes',
        tellingRefund(refundParts({ amount: undefined, penalty: undefined, taxes: undefined })),
      ),
      'nothing for the second time': lacksRefund(
        'no amount and no penalties and no taxes',
        tellingRefund(refundParts(), undefined),
      ),
    },
    nothing: {
      refused: one(refundCalculation(refused)),
      'of another partner': ticketed([refundCalculation(ok({}), { reported: { refund: {} }, sent: other })]),
      'in a booking that does not exist': ticketed([refundCalculation(ok({}), inNoBooking)]),
    },
    unshown: { 'one part not read by the binding': tellingRefund({ amount: euros(70), penalty: euros(30) }) },
    missed: { 'looked for in vain': tellingRefund(undefined) },
  },
  'ticket-refund-calculation.other-partner-sees-nothing': otherPartnerSeesNothing(
    refundCalculation,
    ok({ refund: { taxes: 5 } }),
  ),
  'ticket-refund.works-after-a-calculation': {
    passes: { works: ticketed([calculatedRefund, refund()]) },
    fails: {
      'both refused': breaks(
        'response.status',
        'a success for one of 2 tried: refunding a ticket as it was calculated',
        '400',
        flights([...two, calculatedRefund, secondRefundCalculation, refund(refused), refunding(secondNumber, refused)]),
      ),
    },
    nothing: {
      'no calculation': ticketed([refund(refused)]),
      'of another ticket': ticketed([secondRefundCalculation, refund(refused)]),
      'a ticket of nobody': traceOf([calculatedRefund, refund(refused)]),
      'a voided ticket': ticketed([calculatedRefund, voided(), refund(refused)]),
      'a day later': ticketed([calculatedRefund, refund(refused)], advanced(3, dayMs)),
    },
  },
  'ticket-refund.uncalculated-refund-is-refused': {
    passes: {
      refused: ticketed([refund(refused)]),
      'before it was calculated': ticketed([refund(refused), calculatedRefund, refund()]),
    },
    fails: {
      refunded: succeeds(ticketed([refund()])),
      'though that of another ticket alone was calculated': succeeds(
        flights([...two, secondRefundCalculation, refund()]),
      ),
    },
    nothing: {
      'a voided ticket': ticketed([voided(), refund()]),
      'a ticket of nobody': one(refund()),
      'lack of rights': ticketed([refund(empty(403))]),
    },
    troubled: { 'perhaps calculated': ticketed([refundCalculation(empty(503)), refund()]) },
  },
  'ticket-refund.amount-is-the-calculated-one': {
    passes: {
      same: traceOf([calculatedRefund, refunded(euros(80))]),
      'of the last calculation': traceOf([
        refundCalculation(ok({}), { reported: { refund: refundParts({ amount: euros(1) }) } }),
        calculatedRefund,
        refunded(euros(80)),
      ]),
    },
    fails: {
      less: notCalculated('79 EUR', 79),
      'another penalty': breaks(
        'response.body',
        '20 EUR, the calculated penalty',
        '21 EUR',
        traceOf([calculatedRefund, refund(ok({}), { reported: { refund: refundParts({ penalty: euros(21) }) } })]),
      ),
      'other taxes': breaks(
        'response.body',
        '5 EUR, the calculated taxes',
        '6 EUR',
        traceOf([calculatedRefund, refund(ok({}), { reported: { refund: refundParts({ taxes: euros(6) }) } })]),
      ),
    },
    nothing: { 'text instead': traceOf([calculatedRefund, refund(empty(204))]) },
    unshown: {
      'not read by the binding': traceOf([calculatedRefund, refunded()]),
      'another currency': traceOf([calculatedRefund, refunded(euros(80, 'USD'))]),
      'no calculation': one(refunded(euros(80))),
    },
  },
  'ticket-refund.no-more-than-was-paid': {
    passes: {
      less: paid(priced(100), 80),
      'the price of the booking': flights([booked(100), issue(issued()), refunded(euros(100))]),
      'a later price of the booking': flights([
        booked(100),
        reprice(ok({}), { reported: { flightBooking: { price: euros(120) } } }),
        issue(issued()),
        refunded(euros(120)),
      ]),
      'as ticket_info tells': ticketed([
        info(ok({}), { reported: { tickets: [{ at: [], ticketNumber, price: euros(100) }] } }),
        refunded(euros(100)),
      ]),
    },
    fails: { more: tooMuch('100 EUR', '100.01 EUR', paid(priced(100), 100.01)) },
    nothing: {
      refused: ticketed([refund(refused)]),
      'a second one is for another clause': flights([creation, priced(100), refund(empty(204)), refunded(euros(101))]),
    },
    unshown: {
      'not read by the binding': ticketed([refunded()]),
      'no price': ticketed([refunded(euros(100))]),
      'another currency': paid(priced(100, 'USD'), 101),
      'a ticket of nobody': one(refunded(euros(100))),
    },
  },
  'ticket-refund.refunded-ticket-is-not-open': isNotOpen(refund, 'refunded'),
  'ticket-refund.refunded-ticket-is-not-refunded-again': {
    passes: { refused: again(refused) },
    fails: { 'a 204': succeeds(again(empty(204)), '204') },
    nothing: { once: ticketed([refund()]), 'another ticket': ticketed([refund(), refunding(secondNumber, ok({}))]) },
  },
} satisfies Record<string, ClauseCases>;
