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
  other,
  refund,
  secondNumber,
  ticketed,
  ticketNumber,
} from '../flight-trace.ts';
import { type Answer, ok, refusal, type Step, traceOf } from '../literal-trace.ts';
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
    passes: { '13 digits': numbered('5550000000001') },
    fails: {
      'of number': noForm('5550000000001', 5550000000001),
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
    unshown: { 'a number of null': numbered(null) },
    missed: { 'no ticket of the binding': one(issue(ok({}), { reported: { tickets: [] } })) },
  },
  'ticket-info.coupon-status-is-told': {
    passes: {
      reported: looked(coupons(['OPEN'])),
      'of another ticket': looked(ofAnother),
      'not shown at once': looked({ tickets: [] }, coupons(['OPEN'])),
      'nothing where it will be shown': looked({ tickets: [{ at: [] }] }, coupons(['OPEN'])),
      'none of a ticket that is told to be closed': traceOf([
        info(ok({}), { reported: closed }),
        info(ok({}), { reported: coupons(['OPEN']) }),
      ]),
    },
    fails: {
      none: noCoupon(looked(coupons([]))),
      'told to be closed, though nobody closed it': noCoupon(ticketed([info(ok({}), { reported: closed })])),
      empty: noCoupon(looked(coupons([null, '']))),
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
    passes: { 'not found': foreign(refusal(404, 'TICKET_NOT_FOUND')) },
    fails: { 'that it exists': succeeds(foreign(ok({ exists: true })), '200') },
    nothing: { 'a ticket of nobody': one(info(issued(), { sent: other })) },
  },
  'ticket-info.answers-the-ticket-asked-for': {
    passes: { same: answered(ticketNumber), 'without its vendor': answered('0000000001') },
    fails: { 'short and another': anotherTicket('tickets[0].ticketNumber', '"1"', answered('1')) },
    nothing: { refused: one(info(refused)) },
    unshown: {
      'no number': one(info(ok({}))),
      'named otherwise': one(info(issued(), { intent: { ticket: { reference: 'r' } } })),
    },
  },
} satisfies Record<string, ClauseCases>;
