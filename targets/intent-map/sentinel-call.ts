/** Calls the `request` of a binding with made-up intents: in time, under a fixed clock, and without the network. */
import { Socket } from 'node:net';
import { inTime, OutOfTime } from '../../client/in-time.ts';
import { type Bindings, withDocumented } from '../../contracts/bindings.ts';
import { dayMs } from '../../contracts/durations.ts';
import type { BoundOperation } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';

/** Of the first call, of one question with all that we do for it, and of all calls of one target. */
const [callMsMax, questionMsMax, targetMsMax] = [1_000, 10_000, 5_000];

/** The target has used up its time: no more is asked of it. */
export class SentinelsEnded extends Error {}

/** Builds a body while the clock shows this time. */
export type SentinelCall = (intent: Json, nowMs: number) => Json;

/** A day, and a little more: the parts of a second clock all differ. */
export const otherClockMs = dayMs + 3_661_007;

type ShownTime = { nowMs: number };

/** A clock that stands still, and no network: what a function does at its second call, it did at the first. */
const undisturbed = <T>(shown: ShownTime, work: () => T): T => {
  const { Date: clock, fetch } = globalThis;
  const { connect } = Socket.prototype;
  const still = new Proxy(clock, {
    construct: (of, given: unknown[]) => Reflect.construct(of, given.length === 0 ? [shown.nowMs] : given) as object,
    get: (of, key) => (key === 'now' ? () => shown.nowMs : (Reflect.get(of, key) as unknown)),
    apply: (of) => String(Reflect.construct(of, [shown.nowMs])),
  });
  globalThis.Date = still;
  const refused = () => {
    throw new Error('it sends a request, and must only build a body');
  };
  globalThis.fetch = refused;
  Socket.prototype.connect = refused;
  try {
    return work();
  } finally {
    globalThis.Date = clock;
    globalThis.fetch = fetch;
    Socket.prototype.connect = connect;
  }
};

/** A promise looks like an empty object. */
const textOf = (body: unknown): string => {
  if (typeof body === 'object' && body !== null && 'then' in body) throw new Error('it is async, and must not be');
  const text = JSON.stringify(body);
  if (text === undefined) throw new Error('it gave nothing that is JSON');
  return text;
};

export type BindingQuestions = {
  /**
   * Asks a binding as often as the work needs. What does not end is ended, and not asked again.
   *
   * @throws OutOfTime, SentinelsEnded, and what the work throws.
   */
  ask<T>(operation: BoundOperation, work: (call: SentinelCall) => T): T;
};

/** Asks the `request` functions of a target about any intents. */
export const questionsTo = (bindings: Bindings): BindingQuestions => {
  let leftMs = targetMsMax;
  const ended = new Map<BoundOperation, unknown>();
  const begun = new Set<BoundOperation>();
  return {
    ask: (operation, work) => {
      const request = bindings[operation]?.request as ((intent: never) => unknown) | undefined;
      if (!request) throw new Error('it has no binding');
      if (ended.has(operation)) throw ended.get(operation);
      const shown: ShownTime = { nowMs: 0 };
      const what = `bindings['${operation}'].request`;
      const called = (intent: Json): string => textOf(request(JSON.parse(JSON.stringify(intent)) as never));
      const call: SentinelCall = (intent, nowMs) => {
        if (leftMs <= 0) throw new SentinelsEnded(`its bindings took ${targetMsMax / 1000} s`);
        shown.nowMs = nowMs;
        const beganAt = performance.now();
        try {
          const text = begun.has(operation) ? called(intent) : inTime({ what, ms: callMsMax }, () => called(intent));
          return withDocumented(operation, JSON.parse(text) as Json, intent);
        } finally {
          begun.add(operation);
          leftMs -= performance.now() - beganAt;
        }
      };
      try {
        // Outside, because what is ended in the middle puts nothing back.
        return undisturbed(shown, () => inTime({ what, ms: questionMsMax }, () => work(call)));
      } catch (thrown) {
        if (thrown instanceof OutOfTime) ended.set(operation, thrown);
        throw thrown;
      }
    },
  };
};
