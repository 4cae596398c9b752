/** Pulls the levers that were pulled in a case before a step: its clock is moved, and its passengers fly. */
import { idText } from '../../contracts/subjects.ts';
import type { Trace } from '../../contracts/trace.ts';
import type { Session } from '../../engine/session.ts';
import { bookingNow, ticketNow } from './renewed-names.ts';
import { type Retold, Unrepeatable } from './retold.ts';

/** How far the target's clock went on between two runs, which no lever told. */
const betweenRunsMs = ({ resumed, exchanges }: Trace, before: number): number => {
  if (resumed?.beforeExchange !== before) return 0;
  const [last, first] = [exchanges[before - 1], exchanges[before]];
  return last && first ? Math.max(0, Date.parse(first.sentAt) - Date.parse(last.sentAt)) : 0;
};

/** @param before The index of the step of then; what was pulled before steps that are left out is pulled, too. */
export const pullLevers = async (
  session: Session,
  trace: Trace,
  { before, told }: { readonly before: number; readonly told: readonly Retold[] },
): Promise<void> => {
  const after = told.at(-1)?.step.then.index ?? -1;
  const isNext = ({ beforeExchange }: { readonly beforeExchange: number }): boolean =>
    beforeExchange > after && beforeExchange <= before;
  for (const { ms } of trace.clockAdvances.filter(isNext)) await session.advanceClock(ms);
  const betweenMs = betweenRunsMs(trace, before);
  if (betweenMs > 0) await session.advanceClock(betweenMs);
  // Those that are used before anything is sent are known to the target file.
  for (const used of (trace.usedCoupons ?? []).filter((each) => each.beforeExchange > 0 && isNext(each))) {
    const { bookingId } = bookingNow(told, { bookingId: used.bookingId });
    const { ticketNumber } = ticketNow(told, { ticketNumber: used.ticketNumber });
    const [booking, ticket] = [idText(bookingId), idText(ticketNumber)];
    if (booking === undefined || ticket === undefined)
      throw new Unrepeatable('needs a used coupon, and nothing names its ticket');
    await session.useCoupon({ bookingId: booking, ticketNumber: ticket });
  }
};
