/** Literal traces for the clauses of refunding tickets. */
import type { ReadFacts } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  advanced,
  create,
  creation,
  euros,
  flights,
  info,
  issue,
  issued,
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
import { type Answer, dayMs, empty, ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { isNotOpen, otherPartnerSeesNothing, succeeds } from './changed-tickets.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const one = (step: Step): Trace => traceOf([step]);

type Parts = NonNullable<ReadFacts['refund']>;
const parts = (part: Parts = {}): Parts => ({ amount: euros(80), penalty: euros(20), taxes: euros(5), ...part });
const telling = (...reported: (Parts | undefined)[]): Trace =>
  traceOf(reported.map((each) => refundCalculation(ok({}), { reported: { refund: each } })));
const lacks = (actual: string, trace: Trace) => breaks('response.body', 'amount, penalties, taxes', actual, trace);

const calculated = refundCalculation(ok({}), { reported: { refund: parts() } });
const secondCalculation = refundCalculation(ok({}), { intent: ofTicket(secondNumber) });
const refunding = (number: Json, came: Answer): Step => refund(came, { intent: ofTicket(number) });
const refunded = (amount?: Parts['amount']): Step =>
  refund(ok({}), { reported: { refund: amount === undefined ? {} : { amount } } });
const two = [creation, issue(ok({ tickets: [{ ticketNumber }, { ticketNumber: secondNumber }] }))];

const notCalculated = (actual: string, amount: number) =>
  breaks(
    'response.body',
    '80 EUR, the amount that was calculated',
    actual,
    traceOf([calculated, refunded(euros(amount))]),
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
    passes: { all: telling(parts()) },
    fails: {
      nothing: lacks(
        'no amount and no penalties and no taxes',
        telling(parts({ amount: undefined, penalty: undefined, taxes: undefined })),
      ),
      'nothing for the second time': lacks('no amount and no penalties and no taxes', telling(parts(), undefined)),
    },
    nothing: {
      refused: one(refundCalculation(refused)),

      'of another partner': ticketed([refundCalculation(ok({}), { reported: { refund: {} }, sent: other })]),
    },
    unshown: { 'one part not read by the binding': telling({ amount: euros(70), penalty: euros(30) }) },
    missed: { 'looked for in vain': telling(undefined) },
  },
  'ticket-refund-calculation.other-partner-sees-nothing': otherPartnerSeesNothing(
    refundCalculation,
    ok({ refund: { taxes: 5 } }),
  ),
  'ticket-refund.works-after-a-calculation': {
    passes: { works: ticketed([calculated, refund()]) },
    fails: {
      'both refused': breaks(
        'response.status',
        'a success for one of 2 tried: refunding a ticket as it was calculated',
        '400',
        flights([...two, calculated, secondCalculation, refund(refused), refunding(secondNumber, refused)]),
      ),
    },
    nothing: {
      'no calculation': ticketed([refund(refused)]),
      'of another ticket': ticketed([secondCalculation, refund(refused)]),
      'a ticket of nobody': traceOf([calculated, refund(refused)]),
      'a voided ticket': ticketed([calculated, voided(), refund(refused)]),

      'a day later': ticketed([calculated, refund(refused)], advanced(3, dayMs)),
    },
  },
  'ticket-refund.uncalculated-refund-is-refused': {
    passes: {
      refused: ticketed([refund(refused)]),
      'before it was calculated': ticketed([refund(refused), calculated, refund()]),
    },
    fails: {
      refunded: succeeds(ticketed([refund()])),
      'though that of another ticket alone was calculated': succeeds(flights([...two, secondCalculation, refund()])),
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
      same: traceOf([calculated, refunded(euros(80))]),
      'of the last calculation': traceOf([
        refundCalculation(ok({}), { reported: { refund: parts({ amount: euros(1) }) } }),
        calculated,
        refunded(euros(80)),
      ]),
    },
    fails: {
      less: notCalculated('79 EUR', 79),
      'another penalty': breaks(
        'response.body',
        '20 EUR, the penalty that was calculated',
        '21 EUR',
        traceOf([calculated, refund(ok({}), { reported: { refund: parts({ penalty: euros(21) }) } })]),
      ),
    },
    nothing: { 'text instead': traceOf([calculated, refund(empty(204))]) },
    unshown: {
      'not read by the binding': traceOf([calculated, refunded()]),
      'another currency': traceOf([calculated, refunded(euros(80, 'USD'))]),
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
