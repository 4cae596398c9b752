/** Literal traces for the clauses of what is reported about tickets. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import type { Reported } from '../booking-trace.ts';
import {
  exchange,
  info,
  inventing,
  issue,
  issued,
  ofTicket,
  other,
  refund,
  secondNumber,
  ticketed,
  ticketNumber,
  voided,
} from '../flight-trace.ts';
import { type Answer, empty, ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const one = (step: Step): Trace => traceOf([step]);
const numbered = (number: Json): Trace => one(issue(issued(number)));
const noForm = (actual: string, number: Json) =>
  breaks(
    'response.body.tickets[0].ticketNumber',
    '13 digits, or a vendor and a number with a hyphen between them',
    actual,
    numbered(number),
  );

const coupons = (couponStatuses?: Json[]): Reported => ({
  tickets: [{ at: [], ticketNumber, ...(couponStatuses && { couponStatuses }) }],
});
const ofAnother: Reported = { tickets: [{ at: [], ticketNumber: '5550000000009', couponStatuses: ['OPEN'] }] };
const looked = (...reported: Reported[]): Trace => traceOf(reported.map((each) => info(ok({}), { reported: each })));
const closed: Reported = { tickets: [{ at: [], ticketNumber, couponStatuses: [], isOpen: false }] };
const noCoupon = (trace: Trace) =>
  breaks('response.body', 'the status of one coupon at least', 'none that the binding finds', trace);

const foreign = (came: Answer): Trace => ticketed([info(came, { sent: other })]);
const succeeds = (trace: Trace, actual: string) => breaks('response.status', 'a refusal', actual, trace);
const answered = (...numbers: Json[]): Trace =>
  one(info(ok({ tickets: numbers.map((number) => ({ ticketNumber: number })) })));
const anotherTicket = (where: string, actual: string, trace: Trace) =>
  breaks(`response.body.${where}`, `"${ticketNumber}", the ticket asked for`, actual, trace);

export const ticketsCases = {
  'ticket-issue.ticket-numbers-have-a-documented-form': {
    passes: {
      '13 digits': numbered('5550000000001'),
      'a vendor and a number': numbered('555-0000000001'),
      'a vendor of letters': numbered('S7-5550000000001'),
      mixed: one(issue(ok({ tickets: [{ ticketNumber }, { ticketNumber: '555-0000000002' }] }))),
      'and the binding could not read': one(issue(issued(), { reported: 'unread' })),
    },
    fails: {
      '12 digits': noForm('"555000000001"', '555000000001'),
      'of number': noForm('5550000000001', 5550000000001),
      spaces: noForm('"555 0000000001"', '555 0000000001'),
      'a number of letters': noForm('"555-ABC"', '555-ABC'),
      'no vendor': noForm('"-0000000001"', '-0000000001'),
      'of an exchange': breaks(
        'response.body.tickets[0].ticketNumber',
        '13 digits, or a vendor and a number with a hyphen between them',
        '"E1"',
        traceOf([issue(issued()), exchange(issued('E1'))]),
      ),
      'one of two': breaks(
        'response.body.tickets[1].ticketNumber',
        '13 digits, or a vendor and a number with a hyphen between them',
        '"T-"',
        one(issue(ok({ tickets: [{ ticketNumber }, { ticketNumber: 'T-' }] }))),
      ),
    },
    nothing: { refused: one(issue(refused)) },
    unshown: {
      'no number': one(issue(ok({ tickets: [{}] }))),
      'a number of null': numbered(null),
    },
    missed: { 'no ticket of the binding': one(issue(ok({}), { reported: { tickets: [] } })) },
  },
  'ticket-info.coupon-status-is-told': {
    passes: {
      reported: looked(coupons(['OPEN'])),
      'of any type': looked(coupons([null, 7])),
      'of another ticket': looked(ofAnother),
      'not shown at once': looked({ tickets: [] }, coupons(['OPEN'])),
      'nothing where it will be shown': looked({ tickets: [{ at: [] }] }, coupons(['OPEN'])),
      'none of a voided ticket': ticketed([
        voided(),
        info(ok({}), { reported: coupons([]) }),
        info(ok({}), { reported: coupons(['OPEN']), intent: ofTicket('5') }),
      ]),
      'none of a ticket that is told to be closed': traceOf([
        info(ok({}), { reported: closed }),
        info(ok({}), { reported: coupons(['OPEN']) }),
      ]),
    },
    fails: {
      none: noCoupon(looked(coupons([]))),
      'before it was voided': noCoupon(
        ticketed([info(ok({}), { reported: coupons([]) }), voided(), info(ok({}), { reported: coupons(['VOID']) })]),
      ),
      'after a void that was refused': noCoupon(
        ticketed([
          info(ok({}), { reported: coupons(['OPEN']) }),
          voided(refused),
          info(ok({}), { reported: coupons([]) }),
        ]),
      ),
      'told to be closed, though nobody closed it': noCoupon(ticketed([info(ok({}), { reported: closed })])),
      empty: noCoupon(looked(coupons([null, '']))),
      'not of the second': noCoupon(looked(coupons(['OPEN']), coupons())),
      'no ticket at all': noCoupon(looked(coupons(['OPEN']), { tickets: [] })),
    },
    nothing: {
      refused: one(info(refused)),
      'what invents': inventing(info(ok({}), { reported: coupons([]) })),
      'of another partner': foreign(issued(secondNumber)),
      'refunded before': ticketed([refund(), info(ok({}), { reported: coupons([]) })]),
    },
    unshown: { 'not read by the binding': looked(coupons()), 'no tickets of the binding': looked({}) },
  },
  'ticket-info.other-partner-sees-nothing': {
    passes: {
      'not found': foreign(refusal(404, 'TICKET_NOT_FOUND')),
      forbidden: foreign(empty(403)),
      nothing: foreign(ok({ tickets: [], booking: null })),
    },
    fails: {
      reported: succeeds(foreign(issued()), '200'),
      'that it exists': succeeds(foreign(ok({ exists: true })), '200'),
    },
    nothing: {
      'our own': ticketed([info(issued())]),
      'a ticket of nobody': one(info(issued(), { sent: other })),
      'what the other issued': traceOf([issue(issued(), { sent: other }), info(issued(), { sent: other })]),
    },
    unshown: { 'a token that does not count': foreign(empty(401)) },
  },
  'ticket-info.answers-the-ticket-asked-for': {
    passes: {
      same: answered(ticketNumber),
      'in the other form': answered('555-0000000001'),
      'among others': answered('5550000000009', ticketNumber),
      'without its vendor': answered('0000000001'),
      'and the binding could not read': one(info(issued(), { reported: 'unread' })),
    },
    fails: {
      another: anotherTicket('tickets[0].ticketNumber', '"5550000000002"', answered('5550000000002')),
      'of number': anotherTicket('tickets[0].ticketNumber', '5550000000002', answered(5550000000002)),
      'short and another': anotherTicket('tickets[0].ticketNumber', '"1"', answered('1')),
    },
    nothing: { refused: one(info(refused)), 'what invents': inventing(info(issued('5550000000002'))) },
    unshown: {
      'no number': one(info(ok({}))),
      'named otherwise': one(info(issued(), { intent: { ticket: { reference: 'r' } } })),
      'asked by null': one(info(issued(), { intent: ofTicket(null) })),
    },
  },
} satisfies Record<string, ClauseCases>;
