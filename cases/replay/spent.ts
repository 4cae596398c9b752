/** What sending a case again and again has used up. */
import type { Trace } from '../../contracts/trace.ts';
import type { AnyReplayed } from './replay.ts';

const requestsOf = ({ exchanges, cleanUp = [] }: Trace): number => exchanges.length + cleanUp.length;

const budgetText = (requestsMax: number): string => `the budget of ${requestsMax} requests is used up`;

/** Why the permissions of the target allow no more, or our own budget does not; undefined as long as they do. */
const spentBy = ({ trace: { stopped } }: AnyReplayed, requestsMax: number): string | undefined => {
  if (stopped?.because !== 'needs' || !/^needs (\S+ )?more /.test(stopped.reason)) return undefined;
  return /more than \d+ requests$/.test(stopped.reason) ? budgetText(requestsMax) : stopped.reason;
};

/** Why nothing more is sent. */
export class Ends extends Error {
  readonly ended: 'spent' | 'interrupted';
  constructor(ended: 'spent' | 'interrupted', reason: string) {
    super(reason);
    this.ended = ended;
  }
}

export type Budget = {
  /** How many requests were sent, clean-up counted. */
  requests(): number;
  /**
   * Sends, with what is left of the budget.
   *
   * @param atLeast How many requests it takes.
   * @param onSent Of all that was sent, of what was ended in the middle, too.
   * @throws Ends where the budget is spent, or somebody interrupts.
   */
  send(
    atLeast: number,
    send: (left: number) => Promise<AnyReplayed>,
    onSent?: (replayed: AnyReplayed) => Promise<void> | void,
  ): Promise<AnyReplayed>;
};

export const createBudget = (requestsMax: number, isInterrupted: () => boolean): Budget => {
  let requests = 0;
  const assertGoesOn = (): void => {
    if (isInterrupted()) throw new Ends('interrupted', 'interrupted');
  };
  return {
    requests: () => requests,
    send: async (atLeast, send, onSent) => {
      assertGoesOn();
      const left = requestsMax - requests;
      if (left < atLeast) throw new Ends('spent', budgetText(requestsMax));
      const replayed = await send(left);
      requests += requestsOf(replayed.exact);
      await onSent?.(replayed);
      assertGoesOn();
      const spent = spentBy(replayed, requestsMax);
      if (spent !== undefined) throw new Ends('spent', spent);
      return replayed;
    },
  };
};
