/** A case as a flow: its steps in order, with dates moved and names renewed. */

import fc from 'fast-check';
import type { Json } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { importedFlow } from '../../contracts/outcome.ts';
import { idText } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { type Flow, flow } from '../../engine/flow.ts';
import type { Session } from '../../engine/session.ts';
import { stopOf } from '../../engine/session.ts';
import { betweenRunsMs } from './moved-dates.ts';
import { bookingNow, ticketNow } from './renewed-names.ts';
import { NothingToAsk, type RepeatedStep, type ReplayLog, type ReplayOptions, Unrepeatable } from './repeated.ts';
import { replayStep } from './replay-step.ts';
import { makes, ownWorldFrom, type ReplayStep } from './steps.ts';

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

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** In an imported case, pauses before the first effect are those of a person. */
const isIdle = ({ trace }: ReplayOptions, { repeated }: ReplayLog): boolean =>
  trace.flow === importedFlow && !repeated.some(({ step }) => hasEffect(step.then));

/** Sends the steps that can be sent again. */
const sendAll = async (
  session: Session,
  steps: readonly ReplayStep[],
  { options, log }: { readonly options: ReplayOptions; readonly log: ReplayLog },
): Promise<void> => {
  const send = replayStep(session, options, log);
  for (const step of steps) {
    if (log.isOver) return;
    const { then } = step;
    try {
      await pullLevers(session, options.trace, { before: then.index, repeated: log.repeated });
      const pauseMs = isIdle(options, log) ? 0 : pauseBefore(options.trace, then, session.target.limits.settleMs);
      if (pauseMs > 0) await session.pause(pauseMs);
      await send(step);
    } catch (thrown) {
      if (stopOf(thrown)) throw thrown;
      if (thrown instanceof NothingToAsk) {
        log.notes.add(`step ${then.index}, ${then.operation}, was left out: ${thrown.message}`);
        continue;
      }
      const why = thrown instanceof Unrepeatable ? '' : 'makes no request here: ';
      log.unrepeatable.set(then.index, `step ${then.index}, ${then.operation}, ${why}${messageOf(thrown)}`);
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
