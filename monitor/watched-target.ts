/** A target as a monitor may use it: in the time of its probe, and without the share of the day's budget that is kept for gates. */
import type { Target } from '../contracts/target.ts';
import type { Probe } from './config.ts';

/** A gate must not fail for what a monitor has used up. */
const shareForGates = 0.5;

/** Of so many a day, a monitor takes no more. */
export const sharePerDay = (perDay: number): number => Math.floor(perDay * (1 - shareForGates));

type Limited = { readonly perRun: number; readonly perDay: number };

const limited = ({ perRun, perDay }: Limited): Limited => ({
  perRun: Math.min(perRun, sharePerDay(perDay)),
  perDay: sharePerDay(perDay),
});

export const watchedTarget = (target: Target, { deadlineMs }: Pick<Probe, 'deadlineMs'>): Target => {
  const { may, limits } = target;
  const { books, tickets, extraTokens } = may;
  const perDay = extraTokens?.perDay;
  return {
    ...target,
    may: {
      ...may,
      ...(books && { books: limited(books) }),
      ...(tickets && { tickets: limited(tickets) }),
      ...(extraTokens && perDay !== undefined && { extraTokens: limited({ ...extraTokens, perDay }) }),
    },
    limits: { ...limits, runDeadlineMs: Math.min(limits.runDeadlineMs, deadlineMs) },
  };
};
