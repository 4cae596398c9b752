/** Literal traces for the clauses of what every avia operation refuses, and how. */

import { flightOperations } from '../../../../contracts/intents.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Bearer, Trace } from '../../../../contracts/trace.ts';
import { list } from '../booking-trace.ts';
import {
  bookingId,
  cancel,
  create,
  creation,
  flights,
  info,
  issue,
  issued,
  look,
  made,
  ofBooking,
  ofOffer,
  ofTicket,
  other,
  refund,
  retrieve,
  search,
  secondId,
  secondNumber,
  ticketed,
  ticketNumber,
  voided,
} from '../flight-trace.ts';
import {
  type Answer,
  answer,
  at,
  bound,
  dayMs,
  empty,
  hourMs,
  minuteMs,
  ok,
  refusal,
  type Sent,
  type Step,
  startMs,
  text,
  traceOf,
  undated,
} from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import {
  carriesCodeAndMessage,
  issuedTokenIsAccepted,
  notAccepted,
  refusedToken,
  refusedTokens,
} from './general-refusals.ts';

/** Literal traces for the clauses of voids that succeed, or should. */
const refused = refusal(400, 'SUPPLIER_ERROR');
const state = refusal(409, 'INVALID_TICKET_STATE');
const [noTicket, noBooking] = [refusal(404, 'TICKET_NOT_FOUND'), refusal(404, 'BOOKING_NOT_FOUND')];
const one = (came: Answer): Trace => traceOf([voided(came)]);

const isUnused = 'no refusal: the ticket is unused and its window open';
const notVoided = (code: string, trace: Trace) => breaks('response.body.error.code', isUnused, `"${code}"`, trace);
const expired = refusal(400, 'VOID_TIME_EXPIRED');
/** So long after the issue, which is the second step. */
const after = (ms: number, came: Answer, rest: Partial<Trace> = {}): Trace =>
  flights([creation, issue(issued()), at(ms + 1000, voided(came))], rest);
const twoTickets = [creation, issue(ok({ tickets: [{ ticketNumber }, { ticketNumber: secondNumber }] }))];

const success = (part: { [key: string]: Json } = {}): Answer =>
  ok({ success: true, voidedAt: '2026-09-01T12:00:00Z', ...part });
const noForm = (place: string, expected: string, actual: string, came: Answer) =>
  breaks(`response.${place}`, expected, actual, one(came));
const isoTime = 'an ISO 8601 time in UTC';

/** A void of five milliseconds, answered at the start of the trace. */
const voidedAt = (ms: number): Trace => one(success({ voidedAt: new Date(startMs + ms).toISOString() }));
const notDuring = (actual: string, trace: Trace) =>
  breaks('response.body.voidedAt', 'a moment between the request and its answer', actual, trace);

const failure = (part: { [key: string]: Json }): Answer => ok({ success: false, ...part });
const isNot = (name: string, expected: string, actual: string, came: Answer) =>
  breaks(`response.body.${name}`, expected, actual, one(came));

const open = (trace: Trace) => breaks('response.body', 'a ticket that is not open, as it was voided', 'open', trace);

/** Each with a ticket, which is voided. */
const ofTwoSuppliers = (suppliers: readonly (string | undefined)[], ...came: readonly [Answer, Answer]): Trace => {
  const names = [
    [bookingId, ticketNumber],
    [secondId, secondNumber],
  ] as const;
  return flights(
    names.flatMap(([id, number], at) => {
      const supplier = suppliers[at];
      return [
        create(made(id), { intent: ofOffer(supplier === undefined ? {} : { supplier }) }),
        issue(issued(number), { intent: ofBooking(id) }),
        voided(came[at], { id, number }),
      ];
    }),
  );
};

export const ticketCancelCases = {
  'ticket-cancel.unused-ticket-is-voided-inside-window': {
    passes: {
      voided: ticketed([voided()]),
      'just inside the window': after(dayMs - 6 * minuteMs, ok({})),
      'of a supplier without a window, as one of another shows': ofTwoSuppliers(['a', 'b'], expired, ok({})),
      'issued in the other form': flights([creation, issue(issued('555-0000000001')), voided()]),
    },
    fails: {
      expired: notVoided('VOID_TIME_EXPIRED', ticketed([voided(expired)])),
      'expired, as those of the other supplier are': {
        ...notVoided('VOID_TIME_EXPIRED', ofTwoSuppliers(['a', 'b'], expired, expired)),
        count: 2,
      },
      'expired, and another of the same supplier is not': notVoided(
        'VOID_TIME_EXPIRED',
        ofTwoSuppliers(['a', 'a'], expired, ok({})),
      ),
      'expired, and no offer reports its supplier': notVoided(
        'VOID_TIME_EXPIRED',
        ofTwoSuppliers([undefined, undefined], expired, ok({})),
      ),
      used: notVoided('TICKET_USED', ticketed([voided(refusal(400, 'TICKET_USED'))])),
      'expired in the other form': notVoided(
        'VOID_TIME_EXPIRED',
        ticketed([voided(expired, { number: '555-0000000001' })]),
      ),
      'no such ticket, though it was shown': notVoided('TICKET_NOT_FOUND', ticketed([look(true), voided(noTicket)])),
      'no such booking, though it was shown': notVoided('BOOKING_NOT_FOUND', ticketed([look(true), voided(noBooking)])),
      'a wrong state, and shown as open': notVoided('INVALID_TICKET_STATE', ticketed([look(true), voided(state)])),
      'both refused': breaks(
        'response.status',
        'a success for one of 2 tried: voiding an unused ticket',
        '400',
        flights([...twoTickets, voided(refused), voided(refused, { number: secondNumber })]),
        2,
      ),
    },
    nothing: {
      'a ticket of nobody': flights([voided(expired)]),
      'at its end': after(dayMs - 4 * minuteMs, expired),
      'issued earlier, as the answer says': flights([
        creation,
        issue(issued(), { reported: { tickets: [{ at: [], ticketNumber, issuedAt: '2026-08-31T11:00:00Z' }] } }),
        voided(expired),
      ]),
      'a used ticket': ticketed([voided(refused)], {
        usedCoupons: [{ beforeExchange: 2, bookingId, ticketNumber }],
      }),
      'a cancelled booking': ticketed([cancel(), voided(refused)]),
      'what was issued for another': flights([issue(issued(), { intent: ofBooking(secondId) }), voided(refused)]),
    },
    unshown: {
      'lack of rights': ticketed([voided(refusal(400, 'ACCESS_DENIED'))]),
      'no such ticket in a form that the service does not show': ticketed([
        look(true),
        voided(noTicket, { number: '555-0000000001' }),
      ]),
      'no such booking yet': ticketed([voided(noBooking)]),
    },
  },
  'ticket-cancel.success-is-empty-or-tells-when': {
    passes: {
      empty: one(ok({})),
      'with its time': one(success()),
      'all null': one(ok({ success: null, voidedAt: null })),
    },
    fails: {
      'a 204': noForm('body', 'an object', 'absent', empty(204)),
      'empty at 201': noForm('status', '200', '201', answer(201, {})),
      'no success': noForm('body.success', 'true, or an empty object alone', 'absent', ok({ status: 'voided' })),
      'no time': noForm('body.voidedAt', isoTime, 'absent', ok({ success: true })),
      'a time without a zone': noForm(
        'body.voidedAt',
        isoTime,
        '"2026-09-01T12:00:00"',
        success({ voidedAt: '2026-09-01T12:00:00' }),
      ),
    },
    nothing: { refused: one(refused), 'a bad token': traceOf([voided(ok([]), { sent: { bearer: 'garbage' } })]) },
  },
  'ticket-cancel.voided-at-is-the-moment-of-the-void': {
    passes: {
      'at once': voidedAt(0),
      'a minute apart': voidedAt(59_000),
      'a second void tells of the first': traceOf([voided(success()), at(hourMs, voided(success()))]),
      'on the clock of the target': traceOf([
        voided({
          ...success({ voidedAt: '2026-09-01T15:00:00Z' }),
          response: {
            ...(success({ voidedAt: '2026-09-01T15:00:00Z' }).response as NonNullable<Answer['response']>),
            headers: { date: 'Tue, 01 Sep 2026 15:00:00 GMT' },
          },
        }),
      ]),
    },
    fails: { later: notDuring('"2026-09-01T12:02:00.000Z"', voidedAt(2 * minuteMs)) },
    nothing: { 'text is for another clause': one(text(200)) },
    unshown: {
      'not told': one(ok({})),
      'no answer tells the time': traceOf([undated(voided(success({ voidedAt: '2026-09-01T15:00:00Z' })))]),
    },
  },
  'ticket-cancel.success-carries-no-error': {
    passes: { none: one(success()) },
    fails: { 'an empty one': isNot('error', 'absent', '{}', success({ error: {} })) },
    nothing: { failure: one(failure({})), 'a 204': one(empty(204)) },
    unshown: { empty: one(ok({})) },
  },
  'ticket-cancel.failure-carries-an-error': {
    passes: { both: one(failure({ error: { code: 'X', message: 'No.' } })) },
    fails: { none: isNot('error', 'an object with code and message', 'absent', failure({})) },
    nothing: { empty: one(ok({})), 'success with an error': one(success({ error: { code: 'X', message: 'No.' } })) },
    unshown: { 'no body': one(empty(403)) },
  },
  'ticket-cancel.voided-ticket-is-not-open': {
    passes: {
      'not open': ticketed([voided(), look(false)]),
      'in the end': ticketed([voided(), look(true), look(false)]),
    },
    fails: { 'a ticket of nobody': open(traceOf([voided(), look(true)])) },
    nothing: {
      'the void is refused': ticketed([voided(refused), look(true)]),
      'another ticket': ticketed([voided(), info(ok({}), { reported: {}, intent: ofTicket(secondNumber) })]),
      'by another partner': ticketed([voided(), look(true, { sent: other })]),
    },
    unshown: {
      'not shown any more': ticketed([voided(), info(refusal(404, 'TICKET_NOT_FOUND'))]),
      'not read by the binding': ticketed([voided(), info(issued())]),
    },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clauses of what every avia operation refuses, and how. */
const ask = (came: Answer, sent: Sent = {}): Step => retrieve(came, { sent });
const oneAviaRefusals = (came: Answer): Trace => traceOf([ask(came)]);

const besideError = (success: Json): Trace =>
  oneAviaRefusals(answer(400, { success, error: { code: 'X', message: 'No.' } }));

const asked = (bearer: Bearer, came: Answer): Step[] => [
  ...flightOperations.map((operation) => bound(operation, came, {}, { bearer, serial: 0 })),
  voided(came, { sent: { bearer, serial: 0 } }),
];
const tokens = refusedTokens(asked, ask, ok({}));
const form = carriesCodeAndMessage(ask, ok({}));
const accepted = issuedTokenIsAccepted(ask, asked('own', ok({})), search(ok({})));

export const aviaRefusalsCases = {
  'avia-refusal.carries-code-and-message': {
    ...form,
    passes: { ...form.passes },
    fails: {
      ...form.fails,
      'no message of a supplier': breaks(
        'response.body.error.message',
        'text',
        'absent',
        oneAviaRefusals(answer(400, { error: { code: 'SUPPLIER_ERROR' } })),
      ),
      'a void': breaks(
        'response.body.error.message',
        'text',
        '1',
        traceOf([voided(answer(400, { error: { code: 'TICKET_USED', message: 1 } }))]),
      ),
    },
    unshown: {
      ...form.unshown,
      'success false of a void is for another clause': traceOf([voided(ok({ success: false }))]),
    },
    nothing: { ...form.nothing, 'hotels are for another clause': traceOf([list(empty(400))]) },
  },
  'avia-refusal.success-is-a-boolean': {
    passes: { false: besideError(false) },
    fails: Object.fromEntries(
      ['false', 0, {}].map((success) => [
        JSON.stringify(success),
        breaks('response.body.success', 'true or false', JSON.stringify(success), besideError(success)),
      ]),
    ),
    nothing: {
      'a success': oneAviaRefusals(ok({ success: 'yes' })),
      'of a hotel operation': traceOf([list(answer(400, { success: 0, error: {} }))]),
    },
    unshown: {
      'no success': oneAviaRefusals(refusal(400, 'X')),
      'no error': oneAviaRefusals(answer(400, { success: 'no' })),
    },
  },
  'avia-bearer.issued-token-is-accepted': {
    ...accepted,
    passes: { ...accepted.passes, 'of a booking whose ticket was voided': traceOf([voided(), refund(refusedToken)]) },
    fails: {
      ...accepted.fails,
      'an undocumented code at 401': notAccepted('401', issue(refusal(401, 'X'))),
      'a cancellation refused before': notAccepted('401', cancel(refusal(400, 'X')), issue(refusedToken)),
      'another booking was cancelled': notAccepted(
        '401',
        cancel(),
        issue(refusedToken, { intent: ofBooking(secondId) }),
      ),
    },
    nothing: { ...accepted.nothing },
  },
  'avia-bearer.missing-token-is-refused': tokens.missing,
  'avia-bearer.invalid-token-is-refused': tokens.invalid,
} satisfies Record<string, ClauseCases>;
