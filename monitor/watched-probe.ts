/** A probe as the monitor knows it, once its target was read. */
import type { Target } from '../contracts/target.ts';
import type { CauseRules } from './causes.ts';
import type { Probe, ScheduledProbe } from './config.ts';

/** A gate must not fail for what a monitor has used up. */
const shareForGates = 0.5;

/** Of so many a day, a monitor takes no more. */
export const sharePerDay = (perDay: number): number => Math.floor(perDay * (1 - shareForGates));

type Limited = { readonly perRun: number; readonly perDay: number };

const limited = ({ perRun, perDay }: Limited): Limited => ({
  perRun: Math.min(perRun, sharePerDay(perDay)),
  perDay: sharePerDay(perDay),
});

/** @param probe One that does not ask for effects has no permission for them. */
export const watchedTarget = (
  target: Target,
  { deadlineMs, effects }: Pick<Probe, 'deadlineMs' | 'effects'>,
): Target => {
  const { may, limits } = target;
  const { books, tickets, extraTokens, ...rest } = may;
  const perDay = extraTokens?.perDay;
  return {
    ...target,
    may: {
      ...rest,
      ...(effects && books && { books: limited(books) }),
      ...(effects && tickets && { tickets: limited(tickets) }),
      ...(extraTokens && { extraTokens: perDay === undefined ? extraTokens : limited({ ...extraTokens, perDay }) }),
    },
    limits: { ...limits, runDeadlineMs: Math.min(limits.runDeadlineMs, deadlineMs) },
  };
};

export type WatchedProbe = ScheduledProbe & {
  /** The name that its target has in the store. */
  readonly target: string;
  /** It books or tickets: what was cut off is not begun again. */
  readonly hasEffects: boolean;
  readonly rules: CauseRules;
  /** What its slots do: walk flows, settle what is due, or repeat the cases that are watched. */
  readonly work: 'flows' | 'obligations' | 'cases';
};

/** Its moments are only chances: where there is nothing to do, no slot was due. */
export const isNowAndThen = ({ work }: Pick<WatchedProbe, 'work'>): boolean => work !== 'flows';
