/** Checks of a void that succeeds, or should: its answer, its moment and its effect (parts 3, 4.4 and 8). */
import { type Check, check, type Opinion, unshown } from '../check.ts';
import { isJsonObject } from '../json.ts';
import { inBody, mismatch } from '../mismatch.ts';
import { errorOf, isTroubled, outcomeOf, succeeded } from '../outcome.ts';
import { asked, bodyOf, field, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { kindOfBooked } from './flight-kinds.ts';
import { isoUtcMoment } from './issued-token.ts';
import {
  changesOf,
  inUnreportedForm,
  isInItsBooking,
  isInReportedForm,
  isUsed,
  looksAt,
  type OwnTicket,
  ownTicketAsked,
} from './own-tickets.ts';
import { errorTexts } from './refusals.ts';
import { notOpenAfter } from './ticket-ends.ts';
import { oneWorks, triesOf } from './tried.ts';
import { isDuring, windowAt } from './void-window.ts';

const voids = (trace: Trace): Exchange[] => asked(trace, 'ticket-cancel');

/** Text in place of JSON breaks the json clause. */
const successes = (trace: Trace): Exchange[] =>
  voids(trace).filter((each) => isTroubled(each) || (succeeded(each) && each.response?.text === undefined));

type Voidable = { readonly exchanges: readonly [Exchange]; readonly ticket: OwnTicket };

/** Voids of unused tickets by their own partner, with the window open and nothing done to them before. */
const voidable = (trace: Trace): Voidable[] =>
  voids(trace).flatMap((exchange) => {
    const ticket = ownTicketAsked(trace, exchange);
    if (ticket?.partner !== exchange.bearer || !isInItsBooking(exchange, ticket)) return [];
    // What an exchange issued may stand in another booking, which nobody has told us.
    if (ticket.issue.operation !== 'ticket-issue') return [];
    const isUntouched = !changesOf(trace, ticket).some(({ index }) => index < exchange.index);
    const isVoidable = isUntouched && !isUsed(trace, exchange) && windowAt(trace, exchange) === 'open';
    return isVoidable ? [{ exchanges: [exchange] as const, ticket }] : [];
  });

/** What contradicts that the ticket was just issued and is unused. */
const untrueCodes = new Set(['VOID_TIME_EXPIRED', 'TICKET_USED']);
/** What contradicts that it was shown: until then it may be on its way. */
const untrueOnceShown = new Set(['INVALID_TICKET_STATE', 'TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND']);

const wasShownOpen = (trace: Trace, { exchanges: [exchange], ticket }: Voidable): boolean =>
  looksAt(trace, ticket, ticket.partner)
    .filter(({ index }) => index < exchange.index)
    .flatMap(({ facts }) => facts?.tickets ?? [])
    .at(-1)?.isOpen === true;

const isVoided = (subject: Voidable, trace: Trace): Opinion => {
  const [exchange] = subject.exchanges;
  const outcome = outcomeOf(exchange);
  if (outcome.kind !== 'refusal') return undefined;
  if (isAboutRights(exchange)) return unshown('the caller lacks rights');
  const { code = '' } = outcome;
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
  voids(trace).filter(
    (each) =>
      isTroubled(each) || (succeeded(each) && bodyOf(each) !== undefined) || field(bodyOf(each), 'success') === true,
  );

const reportedUndone = (trace: Trace): Exchange[] =>
  voids(trace).filter((each) => !succeeded(each) && field(bodyOf(each), 'success') !== true);

const carriesNoError = (exchange: Exchange): Opinion => {
  if (field(bodyOf(exchange), 'success') !== true) return saysNothing;
  return errorOf(exchange) === undefined ? undefined : mismatch(exchange, [...inBody, 'error'], 'absent');
};

const carriesError = (exchange: Exchange): Opinion => {
  if (field(bodyOf(exchange), 'success') !== false) return saysNothing;
  return errorTexts(exchange);
};

export const ticketCancelChecks: readonly Check[] = [
  check('ticket-cancel.unused-ticket-is-voided-inside-window', { given: voidable, then: isVoided }),

  check('ticket-cancel.success-is-empty-or-tells-when', { given: successes, then: hasDocumentedForm }),

  check('ticket-cancel.voided-at-is-the-moment-of-the-void', { given: firstSuccesses, then: isItsMoment }),

  check('ticket-cancel.success-carries-no-error', { given: reportedDone, then: carriesNoError }),

  check('ticket-cancel.failure-carries-an-error', { given: reportedUndone, then: carriesError }),

  notOpenAfter('ticket-cancel.voided-ticket-is-not-open', 'ticket-cancel', 'it was voided'),
];
