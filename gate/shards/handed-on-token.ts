/** Watches over a token that was handed on: when it has ended, nothing more is measured, and nobody is blamed. */

import fc from 'fast-check';
import { handedOnIsOver } from '../../client/tokens/token-holder.ts';
import { originalOf } from '../../contracts/standing.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { type Flow, flow } from '../../engine/flow.ts';
import type { Runner } from '../../engine/run.ts';
import { emptyTrace } from '../../engine/run-folder.ts';

export type HandedOnToken = {
  /** Records a flow as long as the token serves. */
  record(running: Runner, flow: Flow): Promise<Trace>;
  /** Of a flow in which the token ended, nothing but that: what was refused then tells nothing of the service. */
  judgeable(trace: Trace): Trace;
};

const isRefused = ({ bearer, response }: Exchange): boolean =>
  (bearer === 'own' || bearer === 'other') && response?.status === 401;

/** One read for each token that was refused. */
const tokensStillServe = (bearers: readonly ('own' | 'other')[]): Flow =>
  flow('tokens-still-serve', {
    story: 'Use the tokens once more that were refused.',
    phase: 'main',
    operations: ['countries'],
    exercises: [],
    input: fc.constant({}),
    run: async ({ send }) => {
      for (const bearer of bearers) await send({ operation: 'countries', bearer });
    },
  });

const stopped = { because: 'trouble', reason: handedOnIsOver } as const;

export const handedOnToken = (now: () => number): HandedOnToken => {
  const endedIn = new Set<string>();

  /** A token that was revoked does not come back: one that serves afterwards was refused by fault. */
  const hasEnded = async (running: Runner, { exchanges, cleanUp = [] }: Trace): Promise<boolean> => {
    const refused = [...exchanges, ...cleanUp].filter(isRefused);
    if (refused.length === 0) return false;
    const bearers = (['own', 'other'] as const).filter((each) => refused.some(({ bearer }) => bearer === each));
    const { exchanges: after } = await running.record(tokensStillServe(bearers));
    return after.length < bearers.length || after.some(({ response }) => !response || response.status === 401);
  };

  return {
    record: async (running, walked) => {
      if (endedIn.size > 0) return { ...emptyTrace(walked.id, new Date(now()).toISOString()), stopped };
      const trace = await running.record(walked);
      if (await hasEnded(running, trace)) endedIn.add(trace.flow);
      return trace;
    },
    judgeable: (trace) => {
      if (!endedIn.has(originalOf(trace.flow))) return trace;
      const { bookings, warnings, input, startedAt, flow: id } = trace;
      return {
        ...emptyTrace(id, startedAt),
        input,
        ...(bookings && { bookings }),
        ...(warnings && { warnings }),
        stopped,
      };
    },
  };
};
