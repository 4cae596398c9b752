/** A case as a flow: sends its steps in order, with dates moved and names renewed, as this target spells them now. */
import fc from 'fast-check';
import type { Wrongness } from '../../client/call.ts';
import type { BookingFact, Facts } from '../../contracts/facts.ts';
import { importedFlow, ownIntent } from '../../contracts/imported-trace.ts';
import { type BookingRef, isBound } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { hasEffect, operations } from '../../contracts/operations.ts';
import { idText } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { lookUntil } from '../../engine/effects/effect.ts';
import { areSame, refOf } from '../../engine/effects/refs.ts';
import { type Flow, flow } from '../../engine/flow.ts';
import { type Session, stop, stopOf } from '../../engine/session.ts';
import { advancedMs, betweenRunsMs, daysSince, movedIntent, weekdayLine } from './moved-dates.ts';
import { atThisTarget, knownTicketOf, renewal } from './renewal.ts';
import { bookedAgain, bookingNow, hotelNow, ticketNow, ticketNumberNow } from './renewed-names.ts';
import { withNewOffer } from './renewed-offers.ts';
import {
  makes,
  NothingToAsk,
  ownWorldFrom,
  type RepeatedStep,
  type ReplayLog,
  type ReplayOptions,
  type ReplayStep,
  Unrepeatable,
} from './repeated.ts';
import { sendImported } from './send-imported.ts';
import { sendReadBack, undatedDays } from './send-read-back.ts';
import {
  callOptionsOf,
  recordedCall,
  repeatedBy,
  type SentStep,
  sendIntent,
  sendVoid,
  voidedThen,
} from './send-step.ts';

const isOnTheWay = (status: unknown): boolean => status === 'inWork' || status === 'unknown';

const hasNotComeSoFar = (then: BookingFact | undefined, now: BookingFact | undefined): boolean => {
  if (then?.status === undefined || now?.status === undefined || then.status === now.status) return false;
  return then.status === 'cancelled' || (isOnTheWay(now.status) && !isOnTheWay(then.status));
};

/** The service does not show yet what it showed when the case was recorded. */
const isStillToCome = (then: Facts | undefined, now: Facts, repeated: readonly RepeatedStep[]): boolean => {
  if (!then) return false;
  if (hasNotComeSoFar(then.booking, now.booking)) return true;
  if (then.flightBooking?.isActive === false && now.flightBooking?.isActive === true) return true;
  const isClosed = then.tickets?.some(({ isOpen }) => isOpen === false);
  if (isClosed && now.tickets?.length && now.tickets.every(({ isOpen }) => isOpen === true)) return true;
  // Of a list, only bookings of the case itself.
  return (then.bookings ?? []).some((one) => {
    const ref = refOf(one);
    const name = ref && bookedAgain(repeated, ref);
    if (!name) return false;
    const listed = now.bookings?.find((each) => areSame(refOf(each) ?? {}, name));
    return !listed || hasNotComeSoFar(one, listed);
  });
};

/** The wrong text is new, because the recorded one is not kept. */
const wrongnessOf = ({ wrongness }: Exchange): Wrongness | undefined => {
  if (wrongness === 'value') throw new Unrepeatable('was sent with a value that is not kept');
  if (wrongness === 'random') return { kind: 'random', text: 'nobody-has-this-7f3a' };
  if (wrongness === 'extended' || wrongness === 'preceded') return { kind: wrongness, text: 'x' };
  return wrongness && { kind: wrongness };
};

/** A second token may end the first one for other runs: it needs permission. */
const assertMayLogIn = async (session: Session, then: Exchange, { repeated }: ReplayLog): Promise<void> => {
  const isLogin = (each: Exchange): boolean => each.operation === 'token' && each.login === then.login;
  const isExtra = then.login === 'own' && repeated.some(({ step }) => isLogin(step.then));
  const isElsewhere = session.target.levers.openWorld !== undefined;
  if (!isExtra || isElsewhere || (await session.takesExtraToken())) return;
  stop('needs', 'needs one more of may.extraTokens.perRun in the target file');
};

/** Sends one step again: its recorded intent, as this target spells it now. */
const replayStep = (
  session: Session,
  options: ReplayOptions,
  log: ReplayLog,
): ((step: ReplayStep) => Promise<void>) => {
  const { trace, isLiteral, isSameTarget, seed } = options;
  const { target } = session;
  const { repeated } = log;
  const known = { offer: session.knownOffer };
  const renewed = renewal({ repeated, onOther: (line) => log.deviations.add(line), isSameTarget }, known);

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
    const days = daysNow(index) + undatedDays(trace);
    return withKnownTicket(renewed(movedIntent(here.intent, { days, onTravel })));
  };

  /** A void is documented in full, and has no intent. */
  const voidAgain = async (then: Exchange): Promise<SentStep> => {
    const named = voidedThen(then);
    if (!named) throw new Unrepeatable('has a body of an undocumented form');
    const { bookingId, ticketNumber } = named;
    const booked = repeated.findLast(({ booking }) => booking)?.booking;
    const issued = repeated.findLast(({ tickets }) => tickets)?.tickets;
    const other = {
      bookingId: idText(booked?.bookingId) ?? '',
      ticketNumber: idText(issued?.[0]?.ticketNumber) ?? '',
    };
    const known = isLiteral ? named : knownTicket(bookingId, ticketNumber);
    const now = known ?? {
      ...named,
      ...(bookingId && { bookingId: idText(bookingNow(repeated, { bookingId }).bookingId) ?? bookingId }),
      ...(ticketNumber && { ticketNumber: ticketNumberNow(repeated, ticketNumber) }),
    };
    return sendVoid(session, now, { callOptions: callOptionsOf(then, seed), other });
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
  const readBack = sendReadBack(session, options, {
    log,
    meantNow: (operation, then, intent) => withNewOffer(operation, intentNow(then, intent), { repeated, known }),
  });

  const sendOnce = (then: Exchange): Promise<SentStep> => {
    const { operation } = then;
    const intent = ownIntent(then);
    const isEmpty = JSON.stringify(then.request.body) === '{}';
    if (operation === 'ticket-cancel' && !isEmpty) return voidAgain(then);
    if (then.isReadBack && isBound(operation) && !isLiteral && then.request.query.length === 0)
      return readBack(operation, then);
    if (intent === undefined && isBound(operation) && trace.flow === importedFlow) return imported(operation, then);
    if (intent === undefined || !isBound(operation)) return sendRecorded(then);
    const meant = withNewOffer(operation, intentNow(then, intent), { repeated, known });
    return sendIntent(session, operation, { intent: meant, callOptions: callOptionsOf(then, seed) });
  };

  return async (step) => {
    const { then } = step;
    const isRead = operations[then.operation].effect === 'reads' && isBound(then.operation);
    const isThere = ({ facts }: SentStep): boolean => !isStillToCome(then.facts, facts, repeated);
    const sent = isRead && !isLiteral ? await lookUntil(session, () => sendOnce(then), isThere) : await sendOnce(then);
    log.sentAs.set(then.index, sent.exchange.index);
    repeated.push(repeatedBy(step, sent));
  };
};

/** A shorter pause is only computing time. */
const pauseMsMin = 200;

/** The recorded pause before a step, at most as long as an effect may take to show. */
const pauseBefore = ({ exchanges }: Trace, { index, sentAt }: Exchange, settleMs: number): number => {
  const before = exchanges[index - 1];
  if (!before) return 0;
  const pausedMs = Date.parse(sentAt) - Date.parse(before.sentAt) - before.durationMs;
  return pausedMs < pauseMsMin ? 0 : Math.min(pausedMs, settleMs);
};

/** Pulls the levers that were pulled before a step, those of left-out steps too. @param before The recorded index. */
const pullLevers = async (
  session: Session,
  trace: Trace,
  { before, repeated }: { readonly before: number; readonly repeated: readonly RepeatedStep[] },
): Promise<void> => {
  const after = repeated.at(-1)?.step.then.index ?? -1;
  const isNext = ({ beforeExchange }: { readonly beforeExchange: number }): boolean =>
    beforeExchange > after && beforeExchange <= before;
  for (const { ms } of trace.clockAdvances.filter(isNext)) await session.advanceClock(ms);
  const betweenMs = trace.resumed?.beforeExchange === before ? betweenRunsMs(trace) : 0;
  if (betweenMs > 0) await session.advanceClock(betweenMs);
  // Coupons used before the first exchange are known values of the target file.
  for (const used of (trace.usedCoupons ?? []).filter((each) => each.beforeExchange > 0 && isNext(each))) {
    const { bookingId } = bookingNow(repeated, { bookingId: used.bookingId });
    const { ticketNumber } = ticketNow(repeated, { ticketNumber: used.ticketNumber });
    const [booking, ticket] = [idText(bookingId), idText(ticketNumber)];
    if (booking === undefined || ticket === undefined)
      throw new Unrepeatable('needs a used coupon, and nothing names its ticket');
    await session.useCoupon({ bookingId: booking, ticketNumber: ticket });
  }
};

/** Sends the steps that can be sent again. */
const sendAll = async (
  session: Session,
  steps: readonly ReplayStep[],
  { options, log }: { readonly options: ReplayOptions; readonly log: ReplayLog },
): Promise<void> => {
  const { trace } = options;
  const send = replayStep(session, options, log);
  for (const step of steps) {
    if (log.isOver) return;
    const { then } = step;
    try {
      await pullLevers(session, trace, { before: then.index, repeated: log.repeated });
      // In an imported case, pauses before the first effect are those of a person.
      const isIdle = trace.flow === importedFlow && !log.repeated.some((each) => hasEffect(each.step.then));
      const pauseMs = isIdle ? 0 : pauseBefore(trace, then, session.target.limits.settleMs);
      if (pauseMs > 0) await session.pause(pauseMs);
      await send(step);
    } catch (thrown) {
      if (stopOf(thrown)) throw thrown;
      if (thrown instanceof NothingToAsk) {
        log.notes.add(`step ${then.index}, ${then.operation}, was left out: ${thrown.message}`);
        continue;
      }
      const why = thrown instanceof Unrepeatable ? '' : 'makes no request here: ';
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      log.unrepeatable.set(then.index, `step ${then.index}, ${then.operation}, ${why}${message}`);
      log.isOver = makes(then);
    }
  }
};

const flowName = /^[a-z]+(-[a-z]+)*$/;

/** The flow has the name and the input of the case, because checks may read both. */
export const replayFlow = (options: ReplayOptions, log: ReplayLog): Flow => {
  const { trace, steps, clause, requestsMax, isApart } = options;
  const ownFrom = isApart ? 0 : (ownWorldFrom(trace, steps) ?? Number.POSITIVE_INFINITY);
  const before = steps.filter(({ then }) => then.index < ownFrom);
  const inOwnWorld = steps.filter(({ then }) => then.index >= ownFrom);
  const isAboutTokens = steps.some(({ then }) => then.operation === 'token');
  return flow<Json>(flowName.test(trace.flow) ? trace.flow : 'repro', {
    story: 'Send the steps of a case again.',
    phase: isAboutTokens ? 'tokens' : 'main',
    isRunOfItsOwn: true,
    operations: [...new Set(steps.map(({ then }) => then.operation))],
    exercises: clause === undefined ? [] : [clause],
    input: fc.constant(trace.input),
    ...(requestsMax !== undefined && { requestsMax }),
    run: async (session) => {
      await sendAll(session, before, { options, log });
      if (inOwnWorld.length === 0 || log.isOver) return;
      await session.inOwnWorld((own) => sendAll(own, inOwnWorld, { options, log }));
    },
  });
};
