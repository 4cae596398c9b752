/** A case as a flow: its steps in their order, with dates moved and names renewed. It sends, and never judges. */
import fc from 'fast-check';
import type { Json } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { importedFlow } from '../../contracts/outcome.ts';
import { type Flow, flow } from '../../engine/flow.ts';
import { type Session, stopOf } from '../../engine/session.ts';
import { pullLevers } from './levers-of-case.ts';
import { pauseBefore } from './patience.ts';
import type { ReplayLog, ReplayOptions } from './replay-log.ts';
import { replayStep } from './replay-step.ts';
import { NothingToAsk, Unrepeatable } from './retold.ts';
import { makes, ownWorldFrom, type Step } from './steps.ts';

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** A person has clicked, and nothing waits to be seen. */
const isIdle = ({ trace }: ReplayOptions, { told }: ReplayLog): boolean =>
  trace.flow === importedFlow && !told.some(({ step }) => hasEffect(step.then));

/** Sends them, as far as they can be sent again. */
const sendAll = async (
  session: Session,
  steps: readonly Step[],
  { options, log }: { readonly options: ReplayOptions; readonly log: ReplayLog },
): Promise<void> => {
  const send = replayStep(session, options, log);
  for (const step of steps) {
    if (log.isOver) return;
    const { then } = step;
    try {
      await pullLevers(session, options.trace, { before: then.index, told: log.told });
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

/** Its trace has the name and the input of the case: what a check asks of them is answered as then. */
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
