/** Literal traces for the clauses of tickets: issued, looked at, known and ended. */

import type { TicketFact } from '../../../../contracts/facts.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import type { Reported } from '../booking-trace.ts';
import {
  bookingId,
  create,
  creation,
  euros,
  exchange,
  flights,
  info,
  inventing,
  issue,
  issued,
  look,
  made,
  offer,
  ofTicket,
  other,
  refund,
  retrieve,
  searchFor,
  secondId,
  secondNumber,
  ticketed,
  ticketNumber,
  unknownNumber,
  voided,
} from '../flight-trace.ts';
import {
  type Answer,
  empty,
  hourMs,
  minuteMs,
  ok,
  refusal,
  type Step,
  startMs,
  traceOf,
  undated,
} from '../literal-trace.ts';
import { breaks, type ClauseCases, succeeds } from './clause-cases.ts';
import { succeeds as isVoided, named, no, refusedText, says, without } from './refused-voids.ts';

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
/** So many looks before the void and one after it show nothing. */
const voidedUnseen = (looks: number): Trace =>
  ticketed([
    info(ok({}), {
      intent: ofTicket(secondNumber),
      reported: { tickets: [{ at: [], ticketNumber: secondNumber, couponStatuses: ['OPEN'] }] },
    }),
    ...Array.from({ length: looks }, () => info(ok({}), { reported: { tickets: [] } })),
    voided(),
    info(ok({}), { reported: { tickets: [] } }),
  ]);
const noCoupon = (trace: Trace, count = 1) =>
  breaks('response.body', 'the status of one coupon at least', 'none that the binding finds', trace, count);

const foreign = (came: Answer): Trace => ticketed([info(came, { sent: other })]);
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
      'not shown yet, and not any more': voidedUnseen(2),
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
      'not shown by three looks': noCoupon(voidedUnseen(3), 3),
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

/** Literal traces for the clauses of issued tickets: one per passenger, a coupon per flight, found, and just then. */
const lost = refusal(404, 'TICKET_NOT_FOUND');
const ofNew = { intent: ofTicket(secondNumber) };
const exchangedAndSought = (...looks: Step[]): Trace => ticketed([exchange(issued(secondNumber)), ...looks]);

const forTwo = create(made(), {
  intent: {
    searchId: 's-1',
    offer: offer({ legs: ['AA 1', 'AA 2'] }),
    search: searchFor,
    passengers: [{ lastName: 'Ash' }, { lastName: 'Birch' }],
  },
});
const numbers = (...all: string[]) => ({ tickets: all.map((each) => ({ at: [], ticketNumber: each })) });
const issues = (...all: string[]): Step => issue(ok({}), { reported: numbers(...all) });
const retrieves = (...all: string[]): Step => retrieve(ok({}), { reported: numbers(...all) });
const tooFew = (trace: Trace) => breaks('response.body', '2 tickets, one for each passenger', '1', trace);

/** For so much each, of a booking that costs 100. */
const paid = (amount: number, ...all: string[]): Step =>
  issue(ok({}), {
    reported: {
      flightBooking: { price: euros(100) },
      tickets: all.map((each) => ({ at: [], ticketNumber: each, price: euros(amount) })),
    },
  });

const showsCoupons = (...statuses: string[]): Step =>
  info(ok({}), { reported: { tickets: [{ at: [], ticketNumber, couponStatuses: statuses }] } });
const forBoth = (...steps: Step[]): Trace => flights([forTwo, issue(issued()), ...steps]);

const at = (ms: number): string => new Date(startMs + ms).toISOString();
const told = (part: Partial<TicketFact>) => ({ tickets: [{ at: [], ticketNumber, ...part }] });
const issuedAt = (moment: string): Step => issue(ok({}), { reported: told({ issuedAt: moment }) });
const shownAt = (moment: string): Step => info(ok({}), { reported: told({ issuedAt: moment }) });
const notThen = (actual: string, trace: Trace) =>
  breaks('response.body', 'a moment between the request for the ticket and its answer', actual, trace);
const late = { ...shownAt(at(hourMs)), atMs: 2 * hourMs };

export const ticketsIssuedCases = {
  'ticket-issue.each-passenger-has-a-ticket': {
    passes: {
      both: flights([forTwo, issues(ticketNumber, secondNumber)]),
      'one by one': flights([forTwo, issues(ticketNumber), retrieves(ticketNumber, secondNumber)]),
    },
    fails: {
      'one for one of them': tooFew(flights([forTwo, paid(50, ticketNumber)])),
      'in two forms': tooFew(flights([forTwo, paid(50, ticketNumber, '555-0000000001')])),
    },
    nothing: { 'of nobody': flights([issues(ticketNumber)]) },
    unshown: {
      'no ticket is read': flights([forTwo, issue(ok({}))]),
      'one, for nobody knows how much': flights([forTwo, issues(ticketNumber)]),
      'nobody said for whom': flights([creation, issues(ticketNumber)]),
    },
  },
  'ticket-issue.issued-at-is-the-moment-of-the-issue': {
    passes: {
      then: flights([creation, issuedAt(at(1000))]),
      'issued after its answer': flights([creation, issue(issued()), late]),
      'looked at before, as if it was issued later': flights([shownAt(at(hourMs)), creation, issuedAt(at(1000))]),
    },
    fails: {
      'an hour before': notThen(at(-hourMs), flights([creation, issuedAt(at(-hourMs))])),
      'still to come, as a look tells': notThen(at(hourMs), flights([creation, issue(issued()), shownAt(at(hourMs))])),
      'minutes before, as a look tells': notThen(
        at(-5 * minuteMs),
        flights([creation, issue(issued()), shownAt(at(-5 * minuteMs))]),
      ),
    },
    nothing: { refused: flights([creation, issue(refused)]) },
    unshown: {
      'not read': ticketed([]),
      'a day alone': flights([creation, issuedAt('2026-01-01')]),
      'nobody tells the time': flights([undated(creation), undated(issuedAt(at(hourMs)))]),
    },
  },
  'ticket-info.each-leg-has-a-coupon': {
    passes: { both: forBoth(showsCoupons('OPEN', 'OPEN')) },
    fails: {
      'one alone': breaks('response.body', '2 coupons, one for each flight', '1', forBoth(showsCoupons('OPEN'))),
    },
    nothing: { voided: forBoth(voided(), showsCoupons('VOID')), 'not found': forBoth(info(lost)) },
    unshown: {
      'none told': forBoth(info(issued())),
      'the flights are not read': ticketed([showsCoupons('OPEN')]),
      'more tickets than passengers, one for each flight perhaps': flights([
        forTwo,
        issues(ticketNumber, secondNumber, unknownNumber),
        showsCoupons('OPEN'),
      ]),
      'more flights than a ticket has coupons': flights([
        create(made(), {
          intent: { searchId: 's-1', offer: offer({ legs: ['1', '2', '3', '4', '5'] }), search: searchFor },
        }),
        issue(issued()),
        showsCoupons('OPEN'),
      ]),
    },
  },
  'ticket-info.finds-each-issued-ticket': {
    passes: {
      found: ticketed([look(true)]),
      'found late after an exchange': exchangedAndSought(info(ok({}), ofNew), info(lost, ofNew), info(ok({}), ofNew)),
    },
    fails: {
      'never found': breaks('response.status', 'the ticket that was issued', '404', ticketed([info(lost), info(lost)])),
      'never found, and named by a retrieval alone': breaks(
        'response.status',
        'the ticket that was issued',
        '404',
        flights([creation, issue(ok({})), retrieve(issued()), info(lost), info(lost)]),
      ),
      'never found after an exchange': breaks(
        'response.status',
        'the ticket that was issued',
        '404',
        exchangedAndSought(info(lost, ofNew), info(lost, ofNew)),
      ),
    },
    nothing: {
      'not looked for': ticketed([]),
      'lack of rights': ticketed([info(lost), info(empty(403))]),
      'in another booking since its exchange': ticketed([
        voided(),
        exchange(ok({ bookingId: secondId, tickets: [{ ticketNumber: secondNumber }] })),
        info(lost, ofNew),
        info(lost, ofNew),
      ]),
    },
    unshown: { 'too early, perhaps': ticketed([info(lost)]) },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of voids of tickets that only a lever or the target file can name. */
const used = (came: Answer): Trace => ticketed([voided(came)], { usedCoupons: [{ beforeExchange: 2, ...named }] });
const knownUsed = (came: Answer): Trace => flights([voided(came)], { usedCoupons: [{ beforeExchange: 0, ...named }] });

/** A known ticket, of which ticket_info reports when it was issued. */
const knownSince = (issuedAt: string, came: Answer): Trace =>
  flights([info(ok({}), { reported: { tickets: [{ at: [], ticketNumber, issuedAt }] } }), voided(came)], {
    usedCoupons: [{ beforeExchange: 0, ...named }],
  });

export const knownTicketsCases = {
  'ticket-cancel.used-ticket-is-refused': {
    passes: {
      used: used(no('TICKET_USED')),
      'a wrong state': used(no('INVALID_TICKET_STATE')),
      'a known one, of which nobody knows the age': knownUsed(no('VOID_TIME_EXPIRED')),
    },
    fails: {
      ...refusedText(used, 'TICKET_USED'),
      'a known one': isVoided('TICKET_USED', knownUsed(ok({}))),
      'not found': says('TICKET_USED', '"TICKET_NOT_FOUND"', used(no('TICKET_NOT_FOUND'))),
      'a known one that is not found, though a look shows it': says(
        'TICKET_USED',
        '"BOOKING_NOT_FOUND"',
        knownSince('2026-09-01T11:00:00Z', no('BOOKING_NOT_FOUND')),
      ),
      'a known one that is new': says(
        'TICKET_USED',
        '"VOID_TIME_EXPIRED"',
        knownSince('2026-09-01T11:00:00Z', no('VOID_TIME_EXPIRED')),
      ),
    },
    nothing: {
      'not yet used': ticketed([voided(), look(false)], { usedCoupons: [{ beforeExchange: 3, ...named }] }),
      'another ticket': ticketed([voided()], {
        usedCoupons: [{ beforeExchange: 2, bookingId, ticketNumber: secondNumber }],
      }),
      'by another partner': ticketed([voided(ok({}), { sent: other })], {
        usedCoupons: [{ beforeExchange: 2, ...named }],
      }),
    },
    missed: { 'a known one that is not there': knownUsed(no('TICKET_NOT_FOUND')) },
  },
  'ticket-cancel.lack-of-rights-is-access-denied': {
    passes: { denied: without(no('ACCESS_DENIED')) },
    fails: { ...refusedText(without, 'ACCESS_DENIED') },
    nothing: {
      'a ticket of ours': ticketed([voided(no('X'))]),
      'the second partner': flights([voided(ok({}), { sent: other })], { withoutRights: [named] }),
    },
    missed: { 'no such ticket': without(no('BOOKING_NOT_FOUND')) },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clause of voids of tickets that were exchanged or refunded. */
const codes = ['INVALID_TICKET_STATE', 'TICKET_USED', 'VOID_TIME_EXPIRED', 'TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND'];

const refunded = (came: Answer): Trace => ticketed([refund(), voided(came)]);
/** Into a ticket of this number. */
const exchanged = (came: Answer, number: Json = secondNumber, isOpen?: boolean): Trace =>
  ticketed([
    exchange(ok({}), {
      reported: { tickets: [{ at: [], ticketNumber: number, ...(isOpen !== undefined && { isOpen }) }] },
    }),
    voided(came),
  ]);

export const endedTicketCases = {
  'ticket-cancel.ended-ticket-is-refused': {
    passes: { ...Object.fromEntries(codes.map((code) => [`refunded: ${code}`, refunded(no(code))])) },
    fails: {
      ...refusedText(refunded, 'INVALID_TICKET_STATE'),
      'exchanged, and voided': isVoided('INVALID_TICKET_STATE', exchanged(ok({}))),
      'told as not open beside the new one': isVoided('INVALID_TICKET_STATE', exchanged(ok({}), ticketNumber, false)),
    },
    nothing: {
      'before the refund': ticketed([voided(), refund()]),
      'the refund is refused': ticketed([refund(no('X')), voided()]),
      'another ticket': ticketed([refund(), voided(ok({}), { number: secondNumber })]),
      'by another partner': ticketed([refund(), voided(ok({}), { sent: other })]),
      'the new ticket has the old number': exchanged(ok({}), ticketNumber),
    },
  },
} satisfies Record<string, ClauseCases>;
