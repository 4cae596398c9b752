/** What sending a case again and again has used up. */
import type { Trace } from '../../contracts/trace.ts';
import type { AnyReplayed } from './replay.ts';

export const requestsOf = ({ exchanges, cleanUp = [] }: Trace): number => exchanges.length + cleanUp.length;

export const budgetText = (requestsMax: number): string => `the budget of ${requestsMax} requests is used up`;

/** Why the permissions of the target allow no more, or our own budget does not; undefined as long as they do. */
export const spentBy = ({ trace: { stopped } }: AnyReplayed, requestsMax: number): string | undefined => {
  if (stopped?.because !== 'needs' || !/^needs (\S+ )?more /.test(stopped.reason)) return undefined;
  return /more than \d+ requests$/.test(stopped.reason) ? budgetText(requestsMax) : stopped.reason;
};
