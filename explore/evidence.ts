/** The exact answers of a run, kept so that a smaller input can be tried without sending anything. */
import { type Call, type Client, createClient } from '../client/client.ts';
import type { Json } from '../contracts/json.ts';
import { operations } from '../contracts/operations.ts';
import type { OpenWorld, Target } from '../contracts/target.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import type { Flow } from '../engine/flow.ts';
import { run } from '../engine/run.ts';
import type { RunOptions } from '../engine/run-options.ts';

type CreateClient = typeof createClient;

type KeptAnswer = { readonly call: string; readonly exchange: Exchange; readonly body: Json | undefined };

export type KeptAnswers = ReturnType<typeof evidence>;

const effectless = ['reads', 'authenticates'];

/** Equal for two calls that send the same. */
const identityOf = ({ operation, path, query, headers, body, bearer, garbage, login, wrongness }: Call): string =>
  JSON.stringify([operation, path, query, headers, body, bearer, garbage, login, wrongness]);

/** The answer to an effect depends on the state at that time: it is never used again. */
const unrecorded = ({ operation }: Call): never => {
  throw new Error(`no such answer of ${operation} was recorded`);
};

const recordedWorld = async (): Promise<OpenWorld> => ({
  baseUrl: 'http://recorded.invalid',
  advanceClock: async () => {},
  useCoupon: async () => {},
  close: async () => {},
});

/** The same levers, without any effect. */
const leversLike = ({ levers: { advanceClock, openWorld, useCoupon } }: Target): Target['levers'] => ({
  ...(advanceClock && { advanceClock: async () => {} }),
  ...(openWorld && { openWorld: recordedWorld }),
  ...(useCoupon && { useCoupon: async () => {} }),
});

export const evidence = () => {
  const answersOf = new Map<object, KeptAnswer[]>();

  /** Makes clients whose answers are kept. */
  const remembering: CreateClient = (options) => {
    const client = createClient(options);
    const send: Client['send'] = async (call, recorder) => {
      let body: Json | undefined;
      const { read } = call;
      const reading = read && {
        read: (answer: Json) => {
          body = answer;
          return read(answer);
        },
      };
      const exchange = await client.send({ ...call, ...reading }, recorder);
      const answers = answersOf.get(recorder) ?? [];
      answersOf.set(recorder, answers);
      answers.push({ call: identityOf(call), exchange, body });
      return exchange;
    };
    return { ...client, send };
  };

  const recalling = (first: Trace): CreateClient => {
    const others = [...answersOf].filter(([recorder]) => recorder !== first).flatMap(([, answers]) => answers);
    const answers = Map.groupBy([...(answersOf.get(first) ?? []), ...others], ({ call }) => call);
    const nowMs = Date.parse(first.startedAt) + (first.clockOffsetMs ?? 0);
    const ahead = first.clockAhead ?? { toldOffsetMs: first.clockOffsetMs, byLeversMs: 0 };
    const thereMs = nowMs + ahead.byLeversMs + (ahead.found?.ms ?? 0);
    const none = { own: undefined, other: undefined };
    const asked = new Map<string, number>();
    return () => {
      const send: Client['send'] = async (call, { exchanges }) => {
        if (!effectless.includes(operations[call.operation].effect)) unrecorded(call);
        const identity = identityOf(call);
        const nth = asked.get(identity) ?? 0;
        asked.set(identity, nth + 1);
        const { exchange, body } = answers.get(identity)?.[nth] ?? unrecorded(call);
        if (body !== undefined) call.read?.(body);
        const again = { ...exchange, index: exchanges.length };
        exchanges.push(again);
        return again;
      };
      return {
        send,
        counts: () => ({ exchanges: 0, tokensRequested: 0 }),
        clockOffsetMs: () => first.clockOffsetMs,
        clock: {
          move: () => {},
          movedMs: () => 0,
          expect: () => {},
          span: () => ({ from: thereMs, to: thereMs }),
          ahead: () => ahead,
        },
        holdTokens: async () => async () => {},
        heldTokens: () => none,
        lastLogin: () => undefined,
        adopt: async () => {},
        isLastToken: async () => false,
        close: async () => {},
        forgetTokens: async () => {},
        withoutSecrets: (text) => text,
      };
    };
  };

  /**
   * Records a flow without sending anything. Its calls get the recorded answers, those of the given trace first.
   * Undefined where an answer is missing.
   */
  const recall = async (flow: Flow, first: Trace, { target, seed }: Pick<RunOptions, 'target' | 'seed'>) => {
    const transport = { proxy: 'none', now: () => Date.parse(first.startedAt), delay: async () => {} } as const;
    const own = { ...target, levers: leversLike(target) };
    const [trace] = await Array.fromAsync(
      run([flow], { target: own, seed, transport, createClient: recalling(first) }),
    );
    return trace?.error === undefined ? trace : undefined;
  };

  /** From now on the shareable trace stands for the exact one. */
  const sharedAs = (shared: Trace, exact: Trace): void => {
    const answers = answersOf.get(exact);
    answersOf.delete(exact);
    if (answers) answersOf.set(shared, answers);
  };

  return { sharedAs, remembering, recall };
};
