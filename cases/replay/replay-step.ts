/** Sends one step of a case again: what it meant then, as it is said here and now. */
import type { Wrongness } from '../../client/call.ts';
import { type BookingRef, type BoundOperation, boundOperations } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { operations } from '../../contracts/operations.ts';
import { importedFlow } from '../../contracts/outcome.ts';
import { idText } from '../../contracts/subjects.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { lookUntil } from '../../engine/effects/effect.ts';
import { type Session, stop } from '../../engine/session.ts';
import { atThisTarget, knownTicketOf } from './at-this-target.ts';
import { advancedMs, daysSince, weekdayLine } from './calendar-of-case.ts';
import { movedIntent } from './moved-dates.ts';
import { withToldOffer } from './offer-told.ts';
import { isStillToCome } from './patience.ts';
import { callOptionsOf, recordedCall } from './recorded-call.ts';
import { renewal } from './renewal.ts';
import { bookedAgain, bookingNow, hotelNow, ticketNumberNow } from './renewed-names.ts';
import type { ReplayLog, ReplayOptions } from './replay-log.ts';
import { Unrepeatable } from './retold.ts';
import { sendImported } from './send-imported.ts';
import { retoldBy, type Sent, sendIntent, sendVoid, voidedThen } from './send-step.ts';
import type { Step } from './steps.ts';

const isBound = (operation: string): operation is BoundOperation => boundOperations.some((each) => each === operation);

/** The text is made anew: what was sent is not kept. */
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
      throw new Unrepeatable('was sent a value that is not kept');
    default:
      return { kind: wrongness };
  }
};

/** Where the case was about two tokens, the second may end the first for others. */
const assertMayLogIn = async (session: Session, then: Exchange, { told }: ReplayLog): Promise<void> => {
  const isLogin = (each: Exchange): boolean => each.operation === 'token' && each.login === then.login;
  const isExtra = then.login === 'own' && told.some(({ step }) => isLogin(step.then));
  const isElsewhere = session.target.levers.openWorld !== undefined;
  if (!isExtra || isElsewhere || (await session.takesExtraToken())) return;
  stop('needs', 'needs one more of may.extraTokens.perRun in the target file');
};

export const replayStep = (
  session: Session,
  options: ReplayOptions,
  log: ReplayLog,
): ((step: Step) => Promise<void>) => {
  const { trace, isLiteral, isSameTarget, seed } = options;
  const { target } = session;
  const { told } = log;
  const renewed = renewal(
    { told, onOther: (line) => log.deviations.add(line), isSameTarget },
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
    // What the levers of the case have moved is no news.
    const days = daysNow(index);
    return withKnownTicket(renewed.intent(movedIntent(here.intent, { days, onTravel })));
  };

  /** A void is documented in full, and has no intent. */
  const voidAgain = async (then: Exchange): Promise<Sent> => {
    const named = voidedThen(then);
    if (!named) throw new Unrepeatable('has a body of a form of its own');
    const callOptions = callOptionsOf(then, seed);
    const { bookingId, ticketNumber } = named;
    const last = told.findLast(({ tickets }) => tickets);
    const other = {
      bookingId: idText(told.findLast(({ booking }) => booking)?.booking?.bookingId) ?? '',
      ticketNumber: idText(last?.tickets?.[0]?.ticketNumber) ?? '',
    };
    const known = isLiteral ? named : knownTicket(bookingId, ticketNumber);
    if (known) return sendVoid(session, known, { callOptions, other });
    const now = {
      ...(bookingId !== undefined && { bookingId: idText(bookingNow(told, { bookingId }).bookingId) ?? bookingId }),
      ...(ticketNumber !== undefined && { ticketNumber: ticketNumberNow(told, ticketNumber) }),
    };
    return sendVoid(session, now, { callOptions, other });
  };

  const sendRecorded = async (then: Exchange): Promise<Sent> => {
    if (then.operation === 'token') await assertMayLogIn(session, then, log);
    const hotelId = (id: Json): Json => (isLiteral ? id : hotelNow(told, id));
    return {
      exchange: await session.send(recordedCall(then, { seed, hotelId, wrongness: wrongnessOf(then) })),
      facts: {},
    };
  };

  const imported = sendImported(session, options, { log, days: daysNow });

  const sendOnce = (then: Exchange): Promise<Sent> => {
    const { operation, intent } = then;
    const isEmpty = JSON.stringify(then.request.body) === '{}';
    if (operation === 'ticket-cancel' && !isEmpty) return voidAgain(then);
    if (intent === undefined && isBound(operation) && trace.flow === importedFlow) return imported(operation, then);
    if (intent === undefined || !isBound(operation)) return sendRecorded(then);
    const known = { offer: session.knownOffer };
    const meant = withToldOffer(operation, intentNow(then, intent), { told, known });
    return sendIntent(session, operation, { intent: meant, callOptions: callOptionsOf(then, seed) });
  };

  return async (step) => {
    const { then } = step;
    const isRead = operations[then.operation].effect === 'reads' && isBound(then.operation);
    const isThere = ({ facts }: Sent): boolean => !isStillToCome(then.facts, facts, (ref) => bookedAgain(told, ref));
    const sent = isRead && !isLiteral ? await lookUntil(session, () => sendOnce(then), isThere) : await sendOnce(then);
    log.sentAs.set(then.index, sent.exchange.index);
    told.push(retoldBy(step, sent));
  };
};
