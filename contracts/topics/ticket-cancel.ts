/** What voiding a ticket promises (parts 3, 4.4 and 7). */

import { inBody, mismatch, type Opinion, unshown } from '../check.ts';
import { elsewhere } from '../checks/flight-booking.ts';
import { kindOfBooked } from '../checks/flight-search.ts';
import { isoUtcMoment } from '../checks/issued-token.ts';
import {
  changesOf,
  flightOf,
  inUnreportedForm,
  isDuring,
  isInItsBooking,
  isInReportedForm,
  isSurelyRefused,
  isUsed,
  lacksRights,
  looksAt,
  notOpenAfter,
  type OwnTicket,
  ownTicketAsked,
  ownTickets,
  windowAt,
} from '../checks/own-tickets.ts';
import { errorTexts } from '../checks/refusals.ts';
import { isRefused } from '../checks/refused-asks.ts';
import { oneWorks, triesOf } from '../checks/tried.ts';
import {
  anyDocumented,
  betweenLooks,
  isAsOpen,
  isIncomplete,
  isNamedInVain,
  isRefusedWith,
  late,
  lawfulCodes,
  namedInVain,
  namesTheBooking,
  ofAnother,
  ofEnded,
  ofUnknownBookings,
  ofUnknownTickets,
  ofUsedTickets,
  refusedWith,
  second,
  voids,
} from '../checks/void-refusals.ts';
import { actDimensions, nothingOwn, ticketDimensions } from '../dimensions.ts';
import { hourMs } from '../durations.ts';
import { isJsonObject, type Json } from '../json.ts';
import { errorCodeOf, errorOf, isTroubled, outcomeOf, succeeded } from '../outcome.ts';
import { asked, bodyOf, field, isAboutRights, passedMs } from '../subjects.ts';
import { derived, documented, reading, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';
import { anyRefusal, askedWithPermission, likeNumbers, openTicket, settles } from './readings.ts';

const twoReasons =
  'Where several documented reasons hold at once, any of them is lawful; so are an error of rights and any HTTP status.';

const nearTheEnd =
  'The window is voidWindowMs of the target, one for all its tickets, as the interface says only how long it usually is; it counts from the issue as its clock or an answer says. Within five minutes of its end nothing is judged.';

const inVain =
  'A ticket that the target file names, and that neither a look nor the void finds, may be wrong in that file.';

const voidsAsked = (trace: Trace): Exchange[] => asked(trace, 'ticket-cancel');

/** Text in place of JSON breaks the json clause. */
const successes = (trace: Trace): Exchange[] =>
  voidsAsked(trace).filter((each) => isTroubled(each) || (succeeded(each) && each.response?.text === undefined));

type Voidable = { readonly exchanges: readonly [Exchange]; readonly ticket: OwnTicket };

/** Voids of unused tickets by their own partner, with the window open and nothing done to them before. */
const voidable = (trace: Trace): Voidable[] =>
  voidsAsked(trace).flatMap((exchange) => {
    const ticket = ownTicketAsked(trace, exchange);
    if (ticket?.partner !== exchange.bearer || !isInItsBooking(exchange, ticket)) return [];
    // What an exchange issued may stand in another booking, which no answer has reported.
    if (ticket.issue.operation !== 'ticket-issue') return [];
    const isUntouched = !changesOf(trace, ticket).some(({ index }) => index < exchange.index);
    const isVoidable = isUntouched && !isUsed(trace, exchange) && windowAt(trace, exchange) === 'open';
    return isVoidable ? [{ exchanges: [exchange] as const, ticket }] : [];
  });

/** What contradicts the premise that the ticket was just issued and is unused. */
const untrueCodes = new Set(['VOID_TIME_EXPIRED', 'TICKET_USED']);

/** What contradicts the premise that the ticket was shown: until then it may be on its way. */
const untrueOnceShown = new Set(['INVALID_TICKET_STATE', 'TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND']);

const wasShownOpen = (trace: Trace, { exchanges: [exchange], ticket }: Voidable): boolean =>
  looksAt(trace, ticket, ticket.partner)
    .filter(({ index }) => index < exchange.index)
    .flatMap(({ facts }) => facts?.tickets ?? [])
    .at(-1)?.isOpen === true;

const isExpired = (exchange: Exchange): boolean => errorCodeOf(exchange) === 'VOID_TIME_EXPIRED';

const supplierOf = (trace: Trace, { ticket }: Voidable): Json | undefined =>
  field(field(flightOf(trace, ticket)?.create.intent, 'offer'), 'supplier');

const isOfOthers = (supplier: Json, { facts }: Exchange): boolean =>
  facts?.flightOffers?.some((offer) => (offer.supplier ?? supplier) !== supplier) === true;

/**
 * All tickets of its supplier were too late, also a fresh one, and a ticket of another supplier was not, or none was
 * tried although there are others.
 */
const isWithoutWindow = (trace: Trace, subject: Voidable): boolean => {
  const supplier = supplierOf(trace, subject);
  if (supplier === undefined) return false;
  const { true: ofIt = [], false: others = [] } = Object.groupBy(
    voidable(trace),
    (each) => `${supplierOf(trace, each) === supplier}` as const,
  );
  const isFresh = ({ exchanges: [each], ticket }: Voidable): boolean => passedMs(trace, ticket.issue, each) <= hourMs;
  if (!ofIt.every(({ exchanges: [each] }) => isExpired(each)) || !ofIt.some(isFresh)) return false;
  return others.length === 0
    ? trace.exchanges.some((each) => isOfOthers(supplier, each))
    : others.some(({ exchanges: [each] }) => succeeded(each));
};

const isVoided = (subject: Voidable, trace: Trace): Opinion => {
  const [exchange] = subject.exchanges;
  const outcome = outcomeOf(exchange);
  if (outcome.kind !== 'refusal') return undefined;
  if (!isSurelyRefused(exchange)) return unshown('success beside an error is the matter of another clause');
  if (isAboutRights(exchange)) return unshown('the caller lacks rights');
  const { code = '' } = outcome;
  if (isExpired(exchange) && isWithoutWindow(trace, subject))
    return unshown('the supplier of the ticket may have no window');
  if (!untrueCodes.has(code) && !isInReportedForm(trace, exchange)) return unshown(inUnreportedForm);
  if (untrueCodes.has(code) || (untrueOnceShown.has(code) && wasShownOpen(trace, subject))) {
    return mismatch(exchange, [...inBody, 'error', 'code'], 'no refusal: the ticket is unused and its window open');
  }
  const tries = voidable(trace)
    .map(({ exchanges: [each] }) => each)
    .filter((each) => succeeded(each) || isInReportedForm(trace, each))
    .filter((each) => kindOfBooked(trace, each) === kindOfBooked(trace, exchange));
  const [all] = triesOf(tries, ({ request }) => JSON.stringify(field(request.body, 'ticketNumber')));
  return all && oneWorks(all, 'voiding an unused ticket');
};

const isEmpty = (exchange: Exchange): boolean => {
  const reported = bodyOf(exchange);
  // Null says the same as nothing.
  return isJsonObject(reported) && Object.values(reported).every((value) => value === null);
};

const isIsoUtc = (value: unknown): boolean => typeof value === 'string' && isoUtcMoment(value) !== undefined;

const hasDocumentedForm = (exchange: Exchange): Opinion => {
  if (isEmpty(exchange))
    return exchange.response?.status === 200 ? undefined : mismatch(exchange, ['response', 'status'], '200');
  const reported = bodyOf(exchange);
  if (!isJsonObject(reported)) return mismatch(exchange, inBody, 'an object');
  if (reported.success !== true) return mismatch(exchange, [...inBody, 'success'], 'true, or an empty object alone');
  return isIsoUtc(reported.voidedAt)
    ? undefined
    : mismatch(exchange, [...inBody, 'voidedAt'], 'an ISO 8601 time in UTC');
};

/** The first void of each ticket that succeeded: another may report the first. */
const firstSuccesses = (trace: Trace): Exchange[] => {
  const seen = new Set<string>();
  return successes(trace).filter((exchange) => {
    const ticket = JSON.stringify(exchange.request.body ?? null);
    if (seen.has(ticket)) return false;
    seen.add(ticket);
    return true;
  });
};

const isItsMoment = (exchange: Exchange, trace: Trace): Opinion => {
  const voidedAt = field(bodyOf(exchange), 'voidedAt');
  const ms = typeof voidedAt === 'string' ? isoUtcMoment(voidedAt) : undefined;
  if (ms === undefined) return unshown('no moment of the void is reported');
  const isWithin = isDuring(trace, exchange, ms);
  if (isWithin === undefined) return unshown('no answer reports the time of the target');
  return isWithin
    ? undefined
    : mismatch(exchange, [...inBody, 'voidedAt'], 'a moment between the request and its answer');
};

/** A service may say nothing of success: `{}` and an error alone are as lawful. */
const saysNothing = unshown('no answer reports success by its name');

/** An error beside success true makes a refusal of it. */
const reportedDone = (trace: Trace): Exchange[] =>
  voidsAsked(trace).filter(
    (each) =>
      isTroubled(each) || (succeeded(each) && bodyOf(each) !== undefined) || field(bodyOf(each), 'success') === true,
  );

const reportedUndone = (trace: Trace): Exchange[] =>
  voidsAsked(trace).filter((each) => !succeeded(each) && field(bodyOf(each), 'success') !== true);

const carriesNoError = (exchange: Exchange): Opinion => {
  if (field(bodyOf(exchange), 'success') !== true) return saysNothing;
  return errorOf(exchange) === undefined ? undefined : mismatch(exchange, [...inBody, 'error'], 'absent');
};

const carriesError = (exchange: Exchange): Opinion => {
  if (field(bodyOf(exchange), 'success') !== false) return saysNothing;
  return errorTexts(exchange);
};

export const ticketCancelTopic = topic('ticket-cancel', {
  area: 'flights',
  severity: 'critical',
  dimensions: [...ticketDimensions, ...actDimensions],
  clauses: {
    'ticket-cancel.ticket-of-another-booking-is-refused': derived('7', {
      text: 'A ticket is not voided in another booking than the one it was issued for.',
      reading: `Both are of the partner who asks. TICKET_NOT_FOUND suits it best; ${anyRefusal.toLowerCase()} What an exchange issued may stand in another booking, and is not judged. ${askedWithPermission}`,
      given: elsewhere,
      then: isRefused,
    }),

    'ticket-cancel.unused-ticket-is-voided-inside-window': documented('3', {
      text: 'An unused ticket is voided while its window is open.',
      reading: `${nearTheEnd} VOID_TIME_EXPIRED and TICKET_USED break it, but for a supplier of which every ticket expires, also a fresh one, while one of another supplier is voided, or none of the others was tried; so do INVALID_TICKET_STATE, TICKET_NOT_FOUND and BOOKING_NOT_FOUND once the ticket was shown as open, as it may take its time. A supplier may refuse one ticket: any other reason breaks it where every ticket tried is refused, two at least. A number written in the form that the service has not shown may be refused for that.`,
      given: voidable,
      then: isVoided,
    }),

    'ticket-cancel.success-is-empty-or-tells-when': documented('4.4', {
      severity: 'major',
      text: 'A void that succeeds answers 200 with an empty object, or success true with voidedAt, an ISO 8601 time in UTC.',
      reading: 'Both are lawful; null says nothing, and beside success true further fields are lawful.',
      given: successes,
      then: hasDocumentedForm,
    }),

    'ticket-cancel.voided-at-is-the-moment-of-the-void': derived('4.4', {
      severity: 'minor',
      text: 'voidedAt lies between the request and its answer.',
      reading: 'On the clock of the target, with a minute for clocks.',
      given: firstSuccesses,
      then: isItsMoment,
    }),

    'ticket-cancel.success-carries-no-error': documented('4.4', {
      severity: 'minor',
      text: 'With success true there is no error.',
      reading: 'Null is none. An answer without success shows nothing.',
      given: reportedDone,
      then: carriesNoError,
    }),

    'ticket-cancel.failure-carries-an-error': documented('4.4', {
      severity: 'minor',
      text: 'With success false there is an error with a code and a message, both text.',
      reading: 'A refusal without success shows nothing.',
      given: reportedUndone,
      then: carriesError,
    }),

    'ticket-cancel.voided-ticket-is-not-open': derived('4.4', {
      text: 'A voided ticket is not open any more.',
      reading: `${openTicket} ${settles}`,
      ...notOpenAfter('ticket-cancel', 'it was voided'),
    }),

    'ticket-cancel.late-void-is-expired': documented('7', {
      text: 'A void after the window does not succeed, and says VOID_TIME_EXPIRED.',
      reading: `${nearTheEnd} Being late is no state of the ticket: INVALID_TICKET_STATE alone is not lawful. ${twoReasons}`,
      ...refusedWith('VOID_TIME_EXPIRED', late),
    }),

    'ticket-cancel.unknown-ticket-is-not-found': documented('7', {
      severity: 'major',
      text: 'A void of a ticket that does not exist says TICKET_NOT_FOUND.',
      reading: `${likeNumbers} ${twoReasons} In the form that the service has not shown it may be refused with any code.`,
      dimensions: nothingOwn,
      ...refusedWith('TICKET_NOT_FOUND', ofUnknownTickets),
    }),

    'ticket-cancel.incomplete-request-is-refused': reading('4.4', {
      severity: 'major',
      text: 'A void without bookingId or without ticketNumber does not succeed.',
      reading:
        'Both are required; with which code and status their lack is refused is not said, so any is lawful. Null and an empty text are a lack, too.',
      dimensions: nothingOwn,
      given: (trace) => asked(trace, 'ticket-cancel').filter((each) => isIncomplete(each) && !isAboutRights(each)),
      then: isRefused,
    }),

    'ticket-cancel.used-ticket-is-refused': documented('7', {
      text: 'A void of a used ticket does not succeed, and says TICKET_USED.',
      reading: `Part 3 names INVALID_TICKET_STATE beside it, which is as lawful. ${twoReasons} ${inVain}`,
      ...refusedWith('TICKET_USED', ofUsedTickets),
    }),

    'ticket-cancel.unknown-booking-is-not-found': documented('7', {
      severity: 'major',
      text: 'A void in a booking that does not exist says BOOKING_NOT_FOUND.',
      reading: `Without the booking its ticket is not found either: TICKET_NOT_FOUND is lawful. ${twoReasons}`,
      dimensions: nothingOwn,
      ...refusedWith('BOOKING_NOT_FOUND', ofUnknownBookings),
    }),

    'ticket-cancel.unknown-booking-is-named': derived('7', {
      severity: 'minor',
      text: 'A void of a ticket of ours in a booking that does not exist says BOOKING_NOT_FOUND, not TICKET_NOT_FOUND.',
      reading:
        'The ticket is there, and only the booking is not. Whoever looks for the ticket in that booking finds none either, and so it only warns. Any other code is the matter of ticket-cancel.unknown-booking-is-not-found.',
      dimensions: nothingOwn,
      given: (trace) =>
        ofUnknownBookings(trace).filter((exchange) => ownTicketAsked(trace, exchange)?.partner === exchange.bearer),
      then: namesTheBooking,
    }),

    'ticket-cancel.second-void-is-refused': reading('3', {
      text: 'A ticket that was voided is not voided again.',
      reading:
        'What counts as unused is not said: a voided ticket is taken not to. INVALID_TICKET_STATE suits it best; any other documented code of ticket_cancel is lawful, as a voided ticket may not be found any more.',
      ...refusedWith('INVALID_TICKET_STATE', second, anyDocumented),
    }),

    'ticket-cancel.ended-ticket-is-refused': reading('3', {
      text: 'A ticket that was exchanged or refunded is not voided.',
      reading:
        'INVALID_TICKET_STATE suits it best; any other documented code of ticket_cancel is lawful, as such a ticket may not be found any more. Where an exchange reports the old number as that of the new ticket, nothing is judged.',
      ...refusedWith(
        'INVALID_TICKET_STATE',
        (trace) => ofEnded(trace, voids(trace), ['ticket-exchange', 'ticket-refund']),
        anyDocumented,
      ),
    }),

    'ticket-cancel.other-partner-is-refused': reading('5', {
      text: 'A ticket of another partner is not voided.',
      reading:
        'ACCESS_DENIED, BOOKING_NOT_FOUND and TICKET_NOT_FOUND are lawful: whether the ticket exists need not be said. So is 401 or 403.',
      given: ofAnother,
      then: (exchange, trace) => {
        if (exchange.response?.status === 401) return unshown('the token of the second partner does not count');
        if (isAboutRights(exchange)) return undefined;
        return isRefusedWith(exchange, 'ACCESS_DENIED', lawfulCodes(trace, exchange));
      },
    }),

    'ticket-cancel.lack-of-rights-is-access-denied': documented('5', {
      text: 'A void without rights does not succeed, and says ACCESS_DENIED.',
      reading: `Asked only about the ticket that known.withoutRights of the target names. ${inVain}`,
      dimensions: nothingOwn,
      given: (trace) => voids(trace).filter((exchange) => lacksRights(trace, exchange)),
      then: (exchange, trace) =>
        isNamedInVain(trace, exchange) ? namedInVain : isRefusedWith(exchange, 'ACCESS_DENIED', ['ACCESS_DENIED']),
    }),

    'ticket-cancel.refused-void-changes-nothing': derived('4.4', {
      text: 'A ticket whose void was refused is as open as before.',
      reading:
        'Judged by a ticket that was open, between two looks with nothing else before or between them that could change it.',
      given: (trace) => ownTickets(trace).flatMap((ticket) => betweenLooks(trace, ticket)),
      then: isAsOpen,
    }),
  },
});
