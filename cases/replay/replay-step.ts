/** Sends one step of a case again: its recorded intent, as this target spells it now. */

import type { Wrongness } from '../../client/call.ts';
import type { BookingFact, Facts } from '../../contracts/facts.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import { isBound } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { operations } from '../../contracts/operations.ts';
import { importedFlow } from '../../contracts/outcome.ts';
import { idText } from '../../contracts/subjects.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { lookUntil } from '../../engine/effects/effect.ts';
import { areSame, refOf } from '../../engine/effects/refs.ts';
import type { Session } from '../../engine/session.ts';
import { stop } from '../../engine/session.ts';
import { advancedMs, daysSince, movedIntent, weekdayLine } from './moved-dates.ts';
import { atThisTarget, knownTicketOf, renewal } from './renewal.ts';
import { bookedAgain, bookingNow, hotelNow, ticketNumberNow } from './renewed-names.ts';
import { withNewOffer } from './renewed-offers.ts';
import { type ReplayLog, type ReplayOptions, Unrepeatable } from './repeated.ts';
import { sendImported } from './send-imported.ts';
import {
  callOptionsOf,
  recordedCall,
  repeatedBy,
  type SentStep,
  sendIntent,
  sendVoid,
  voidedThen,
} from './send-step.ts';
import type { ReplayStep } from './steps.ts';

const isOnTheWay = (status: unknown): boolean => status === 'inWork' || status === 'unknown';

const hasNotComeSoFar = (then: BookingFact | undefined, now: BookingFact | undefined): boolean => {
  if (then?.status === undefined || now?.status === undefined || then.status === now.status) return false;
  return then.status === 'cancelled' || (isOnTheWay(now.status) && !isOnTheWay(then.status));
};

/**
 * The service does not show yet what it showed when the case was recorded.
 *
 * @param bookedAgain The new booking in the place of a recorded one.
 */
const isStillToCome = (
  then: Facts | undefined,
  now: Facts,
  bookedAgain: (ref: BookingRef) => BookingRef | undefined,
): boolean => {
  if (!then) return false;
  if (hasNotComeSoFar(then.booking, now.booking)) return true;
  if (then.flightBooking?.isActive === false && now.flightBooking?.isActive === true) return true;
  const isClosed = then.tickets?.some(({ isOpen }) => isOpen === false);
  if (isClosed && now.tickets?.length && now.tickets.every(({ isOpen }) => isOpen === true)) return true;
  // Of a list, only bookings of the case itself.
  return (then.bookings ?? []).some((one) => {
    const ref = refOf(one);
    const name = ref && bookedAgain(ref);
    if (!name) return false;
    const listed = now.bookings?.find((each) => areSame(refOf(each) ?? {}, name));
    return !listed || hasNotComeSoFar(one, listed);
  });
};

/** The wrong text is new, because the recorded one is not kept. */
const wrongnessOf = ({ wrongness }: Exchange): Wrongness | undefined => {
  switch (wrongness) {
    case undefined:
      return undefined;
    case 'random':
      return { kind: 'random', text: 'nobody-has-this-7f3a' };
    case 'extended':
    case 'preceded':
      return { kind: wrongness, text: 'x' };
    case 'value':
      throw new Unrepeatable('was sent with a value that is not kept');
    default:
      return { kind: wrongness };
  }
};

/** A second token may end the first one for other runs: it needs permission. */
const assertMayLogIn = async (session: Session, then: Exchange, { repeated }: ReplayLog): Promise<void> => {
  const isLogin = (each: Exchange): boolean => each.operation === 'token' && each.login === then.login;
  const isExtra = then.login === 'own' && repeated.some(({ step }) => isLogin(step.then));
  const isElsewhere = session.target.levers.openWorld !== undefined;
  if (!isExtra || isElsewhere || (await session.takesExtraToken())) return;
  stop('needs', 'needs one more of may.extraTokens.perRun in the target file');
};

export const replayStep = (
  session: Session,
  options: ReplayOptions,
  log: ReplayLog,
): ((step: ReplayStep) => Promise<void>) => {
  const { trace, isLiteral, isSameTarget, seed } = options;
  const { target } = session;
  const { repeated } = log;
  const renewed = renewal(
    { repeated, onOther: (line) => log.deviations.add(line), isSameTarget },
    { offer: session.knownOffer },
  );

  const onTravel = (from: string, to: string): void => {
    const line = weekdayLine(from, to);
    if (line !== undefined) log.notes.add(line);
  };

  const knownTicket = (bookingId: Json | undefined, ticketNumber?: Json) => {
    const known = knownTicketOf({ bookingId, ticketNumber }, trace, target);
    if (known && 'lacking' in known) throw new Unrepeatable(`needs ${known.lacking} in the target file`);
    return known;
  };

  const withKnownTicket = (intent: Json): Json => {
    const { booking, ticket } = intent as { readonly booking?: BookingRef; readonly ticket?: { ticketNumber?: Json } };
    const known = booking && knownTicket(booking.bookingId, ticket?.ticketNumber);
    if (!known) return intent;
    const { bookingId, ticketNumber } = known;
    return { ...(intent as object), booking: { bookingId }, ...(ticket && { ticket: { ticketNumber } }) };
  };

  const daysNow = (index: number): number => {
    log.days ??= options.days ?? daysSince(trace, session.targetNowMs() - advancedMs(trace, index));
    return log.days;
  };

  const intentNow = ({ index }: Exchange, intent: Json): Json => {
    if (isLiteral) return intent;
    const here = atThisTarget(intent, { recorded: trace, target, isSameTarget });
    for (const { setting, then, now } of here.replaced) {
      log.notes.add(`${setting} is ${JSON.stringify(now)}, as this target knows it, and was ${JSON.stringify(then)}`);
    }
    // Time that levers of the case moved is not counted.
    const days = daysNow(index);
    return withKnownTicket(renewed.intent(movedIntent(here.intent, { days, onTravel })));
  };

  /** A void is documented in full, and has no intent. */
  const voidAgain = async (then: Exchange): Promise<SentStep> => {
    const named = voidedThen(then);
    if (!named) throw new Unrepeatable('has a body of an undocumented form');
    const callOptions = callOptionsOf(then, seed);
    const { bookingId, ticketNumber } = named;
    const last = repeated.findLast(({ tickets }) => tickets);
    const other = {
      bookingId: idText(repeated.findLast(({ booking }) => booking)?.booking?.bookingId) ?? '',
      ticketNumber: idText(last?.tickets?.[0]?.ticketNumber) ?? '',
    };
    const known = isLiteral ? named : knownTicket(bookingId, ticketNumber);
    if (known) return sendVoid(session, known, { callOptions, other });
    const now = {
      ...(bookingId !== undefined && { bookingId: idText(bookingNow(repeated, { bookingId }).bookingId) ?? bookingId }),
      ...(ticketNumber !== undefined && { ticketNumber: ticketNumberNow(repeated, ticketNumber) }),
    };
    return sendVoid(session, now, { callOptions, other });
  };

  const sendRecorded = async (then: Exchange): Promise<SentStep> => {
    if (then.operation === 'token') await assertMayLogIn(session, then, log);
    const hotelId = (id: Json): Json => (isLiteral ? id : hotelNow(repeated, id));
    return {
      exchange: await session.send(recordedCall(then, { seed, hotelId, wrongness: wrongnessOf(then) })),
      facts: {},
    };
  };

  const imported = sendImported(session, options, { log, days: daysNow });

  const sendOnce = (then: Exchange): Promise<SentStep> => {
    const { operation, intent } = then;
    const isEmpty = JSON.stringify(then.request.body) === '{}';
    if (operation === 'ticket-cancel' && !isEmpty) return voidAgain(then);
    if (intent === undefined && isBound(operation) && trace.flow === importedFlow) return imported(operation, then);
    if (intent === undefined || !isBound(operation)) return sendRecorded(then);
    const known = { offer: session.knownOffer };
    const meant = withNewOffer(operation, intentNow(then, intent), { repeated, known });
    return sendIntent(session, operation, { intent: meant, callOptions: callOptionsOf(then, seed) });
  };

  return async (step) => {
    const { then } = step;
    const isRead = operations[then.operation].effect === 'reads' && isBound(then.operation);
    const isThere = ({ facts }: SentStep): boolean =>
      !isStillToCome(then.facts, facts, (ref) => bookedAgain(repeated, ref));
    const sent = isRead && !isLiteral ? await lookUntil(session, () => sendOnce(then), isThere) : await sendOnce(then);
    log.sentAs.set(then.index, sent.exchange.index);
    repeated.push(repeatedBy(step, sent));
  };
};
