/** Literal traces for the clauses of voids that must be refused. */
import type { Trace } from '../../../../contracts/trace.ts';
import {
  advanced,
  bookingId,
  cancel,
  creation,
  flights,
  info,
  issue,
  issued,
  look,
  ofTicket,
  other,
  secondId,
  secondNumber,
  ticketed,
  ticketNumber,
  unknownId,
  unknownNumber,
  voided,
} from '../flight-trace.ts';
import {
  type Answer,
  at,
  dayMs,
  empty,
  hourMs,
  login,
  minuteMs,
  ok,
  refusal,
  traceOf,
  voiding,
} from '../literal-trace.ts';
import { breaks, type ClauseCases, succeeds as isNotRefused } from './clause-cases.ts';

/** How voids are refused, and what is said of those that are not. */
export const no = (code: string): Answer => refusal(400, code);

export const succeeds = (wanted: string, trace: Trace) =>
  breaks('response.status', `a refusal with ${wanted}`, '200', trace);

export const says = (wanted: string, actual: string, trace: Trace) =>
  breaks('response.body.error.code', wanted, actual, trace);

/** In each way that is not lawful. */
export const refusedText = (trace: (came: Answer) => Trace, wanted: string) => ({
  succeeds: succeeds(wanted, trace(ok({}))),
  'another code': says(wanted, '"X"', trace(no('X'))),
  'no code': says(wanted, 'absent', trace(empty(400))),
});

export const named = { bookingId, ticketNumber };
/** What the target file names as a ticket that the partner has no rights to. */
export const without = (came: Answer): Trace => flights([voided(came)], { withoutRights: [named] });

/** Literal traces for the clause that a refused void changes nothing. */
const between = (came: Answer, isOpen = false): Trace =>
  ticketed([look(true), voided(came, { sent: other }), look(isOpen)]);
const changed = (trace: Trace) =>
  breaks('response.body', 'a ticket as open as before the refused void', 'not open', trace);

export const voidsInVainCases = {
  'ticket-cancel.refused-void-changes-nothing': {
    passes: { 'as open as before': between(no('ACCESS_DENIED'), true) },
    fails: {
      'by an unknown booking': changed(ticketed([look(true), voided(no('X'), { id: unknownId }), look(false)])),
      'by an unknown ticket': changed(ticketed([look(true), voided(no('X'), { number: unknownNumber }), look(false)])),
      'by a bad token': changed(
        ticketed([look(true), voided(empty(401), { sent: { bearer: 'garbage' } }), look(false)]),
      ),
    },
    nothing: {
      'no look before': ticketed([voided(no('X')), look(false)]),
      'no look after': ticketed([look(true), voided(no('X'))]),
      'success beside an error': ticketed([
        look(true),
        voided(ok({ success: true, error: { code: 'OK', message: 'Done.' } })),
        look(false),
      ]),
      'a void of an unknown ticket that succeeds between': ticketed([
        look(true),
        voided(no('X')),
        voided(ok({}), { number: unknownNumber }),
        look(false),
      ]),
      'a cancellation between': ticketed([look(true), voided(no('X')), cancel(), look(false)]),
      'a day between': ticketed([look(true), voided(no('X')), look(false)], advanced(4, dayMs)),
      'used between': ticketed([look(true), voided(no('X')), look(false)], {
        usedCoupons: [{ beforeExchange: 3, ...named }],
      }),
      'another booking': ticketed([look(true), voided(no('X'), { id: secondId, number: secondNumber }), look(false)]),
      'a ticket of nobody': traceOf([look(true), voided(no('X')), look(false)]),
    },
    unshown: {
      'not open before': ticketed([look(false), voided(no('X')), look(false)]),
      'not shown after': ticketed([look(true), voided(no('X')), info(no('X'))]),
      'not read by the binding': ticketed([info(issued()), voided(no('X')), info(issued())]),
    },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clause of voids that lack something. */
const refused = refusal(400, 'X');

const withoutTicket = (came: Answer): Trace => ticketed([voiding({ bookingId }, came)]);

export const incompleteVoidCases = {
  'ticket-cancel.incomplete-request-is-refused': {
    passes: { 'no ticketNumber': withoutTicket(refused) },
    fails: {
      'neither of them': isNotRefused(ticketed([voiding({}, ok({}))])),
      'null in place of one': isNotRefused(ticketed([voided(ok({}), { id: null })])),
      'an empty text in place of one': isNotRefused(ticketed([voided(ok({}), { number: '' })])),
    },
    nothing: {
      'lack of rights': withoutTicket(empty(403)),
    },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of voids that must be refused. */
const late = (came: Answer, ms = dayMs + hourMs, rest: Partial<Trace> = {}): Trace =>
  flights([creation, issue(issued()), at(ms + 1000, voided(came))], rest);

/** With a token that is over an hour before the void. */
const lateWithOldToken = (came: Answer): Trace =>
  flights([
    login(ok({ token: 't', expiresAt: '2026-09-02T12:00:00Z' })),
    creation,
    issue(issued()),
    at(dayMs + hourMs, voided(came)),
  ]);

const unknownTicket = (came: Answer): Trace => ticketed([voided(came, { number: unknownNumber })]);
const unknownBooking = (came: Answer, number = ticketNumber): Trace =>
  ticketed([voided(came, { id: unknownId, number })]);

const again = (came: Answer): Trace => ticketed([voided(), voided(came)]);
const foreign = (came: Answer): Trace => ticketed([voided(came, { sent: other })]);

export const voidRefusalsCases = {
  'ticket-cancel.late-void-is-expired': {
    passes: {
      expired: late(no('VOID_TIME_EXPIRED')),
      'a lever moved the clock': ticketed([voided(no('VOID_TIME_EXPIRED'))], advanced(2, 2 * dayMs)),
      'its state, which was shown before': flights([
        creation,
        issue(issued()),
        at(2 * dayMs, look(false)),
        at(2 * dayMs, voided(no('INVALID_TICKET_STATE'))),
      ]),
    },
    fails: {
      ...refusedText(late, 'VOID_TIME_EXPIRED'),
      'a reason that does not hold': says('VOID_TIME_EXPIRED', '"TICKET_USED"', late(no('TICKET_USED'))),
    },
    nothing: {
      'near its end': late(ok({}), dayMs + 4 * minuteMs),
      'issued later, as the answer says': flights([
        creation,
        issue(issued(), { reported: { tickets: [{ at: [], ticketNumber, issuedAt: '2026-09-01T14:00:00Z' }] } }),
        at(dayMs + hourMs, voided()),
      ]),
      'a ticket of nobody': flights([at(2 * dayMs, voided())]),
      'in a booking that does not exist': flights([
        creation,
        issue(issued()),
        at(2 * dayMs, voided(no('X'), { id: unknownId })),
      ]),
      'by another partner': flights([creation, issue(issued()), at(2 * dayMs, voided(ok({}), { sent: other }))]),
    },
    unshown: { 'refused with a token that is over': lateWithOldToken(refusal(400, 'UNAUTHORIZED')) },
  },
  'ticket-cancel.unknown-ticket-is-not-found': {
    passes: {
      'not found': unknownTicket(no('TICKET_NOT_FOUND')),
      'forbidden, by its status': unknownTicket(refusal(403, 'TICKET_NOT_FOUND')),
      'in the other form': ticketed([voided(no('TICKET_NOT_FOUND'), { number: '555-9999999999' })]),
      'of a cancelled booking': ticketed([cancel(), voided(no('INVALID_TICKET_STATE'), { number: unknownNumber })]),
    },
    fails: {
      ...refusedText(unknownTicket, 'TICKET_NOT_FOUND'),
      'voided in the other form': succeeds(
        'TICKET_NOT_FOUND',
        ticketed([voided(ok({}), { number: '555-9999999999' })]),
      ),
    },
    nothing: {
      'a known ticket': ticketed([voided(no('X'))]),
      'what ticket_info told': ticketed([
        info(issued(secondNumber), { intent: ofTicket(secondNumber) }),
        voided(no('X'), { number: secondNumber }),
      ]),
      'no ticket number at all': ticketed([voided(no('X'), { number: 'x' })]),
      'a booking of nobody': flights([voided(no('X'), { number: unknownNumber })]),
    },
    unshown: {
      'lack of rights': unknownTicket(empty(403)),
      'refused in a form that the service does not show': ticketed([voided(no('X'), { number: '555-9999999999' })]),
    },
  },
  'ticket-cancel.unknown-booking-is-not-found': {
    passes: { 'not found': unknownBooking(no('BOOKING_NOT_FOUND')) },
    fails: { ...refusedText(unknownBooking, 'BOOKING_NOT_FOUND') },
    nothing: { 'what the target file names': without(no('X')) },
  },
  'ticket-cancel.unknown-booking-is-named': {
    passes: { named: unknownBooking(no('BOOKING_NOT_FOUND')) },
    fails: {
      'the ticket is named': says(
        'BOOKING_NOT_FOUND, as the ticket exists',
        '"TICKET_NOT_FOUND"',
        unknownBooking(no('TICKET_NOT_FOUND')),
      ),
    },
    nothing: {
      'a ticket of nobody': unknownBooking(no('TICKET_NOT_FOUND'), unknownNumber),
      'no UUID': ticketed([voided(no('TICKET_NOT_FOUND'), { id: 'x' })]),
    },
    unshown: {
      'lack of rights': unknownBooking(empty(401)),
      'in another form than it was told': unknownBooking(no('TICKET_NOT_FOUND'), '555-0000000001'),
      'of a ticket that was voided before': ticketed([voided(), voided(no('TICKET_NOT_FOUND'), { id: unknownId })]),
    },
  },
  'ticket-cancel.second-void-is-refused': {
    passes: Object.fromEntries(
      ['INVALID_TICKET_STATE', 'TICKET_USED', 'VOID_TIME_EXPIRED', 'TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND'].map(
        (code) => [code, again(no(code))],
      ),
    ),
    fails: { ...refusedText(again, 'INVALID_TICKET_STATE') },
    nothing: {
      'first in another booking': ticketed([voided(ok({}), { id: secondId }), voided()]),
      one: ticketed([voided()]),
      'a second that lacks its booking': ticketed([voided(), voiding({ ticketNumber }, no('X'))]),
      'the first refused': ticketed([voided(no('X')), voided()]),
      'another ticket': ticketed([voided(), voided(ok({}), { number: secondNumber })]),
      'by another partner': ticketed([voided(), voided(ok({}), { sent: other })]),
    },
  },
  'ticket-cancel.other-partner-is-refused': {
    passes: {
      ...Object.fromEntries(
        ['ACCESS_DENIED', 'BOOKING_NOT_FOUND', 'TICKET_NOT_FOUND'].map((code) => [code, foreign(no(code))]),
      ),
      'a 403': foreign(empty(403)),
      'voided before': ticketed([voided(), voided(no('INVALID_TICKET_STATE'), { sent: other })]),
    },
    fails: { ...refusedText(foreign, 'ACCESS_DENIED') },
    nothing: { 'a ticket of nobody': flights([voided(ok({}), { sent: other })]) },
    unshown: { 'a token that does not count': foreign(empty(401)) },
  },
} satisfies Record<string, ClauseCases>;
