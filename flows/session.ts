/** What a flow works with: it sends, records, moves clocks, and ends a story that cannot go on. */
import type { Call, Client } from '../client/client.ts';
import { TokenUnavailable } from '../client/client.ts';
import type { OperationId } from '../contracts/operations.ts';
import { outcomeOf } from '../contracts/outcome.ts';
import { recordsOf } from '../contracts/subjects.ts';
import type { OpenWorld, Target } from '../contracts/target.ts';
import type { Exchange, Stop, Trace } from '../contracts/trace.ts';

/** Ends a flow before its story is over; the trace keeps the reason. */
export class Stopped extends Error {
  readonly stop: Stop;
  constructor(stop: Stop) {
    super(stop.reason);
    this.stop = stop;
  }
}

export const stop = (because: Stop['because'], reason: string): never => {
  throw new Stopped({ because, reason });
};

export type Session = {
  readonly target: Target;
  send(call: Call): Promise<Exchange>;
  /** Whether this run looks at the operation; a flow that goes through all of them leaves out the others. */
  readonly isAsked: (operation: OperationId) => boolean;
  /** Takes one of the extra tokens that the target allows; false when none is left. */
  takesExtraToken(): boolean;
  /** Moves the clock of the service this session talks to. */
  advanceClock(ms: number): Promise<void>;
  /** Runs the rest of a story in a world of its own when the target opens one, else on the target itself. */
  inOwnWorld(story: (session: Session) => Promise<void>): Promise<void>;
};

export type SessionParts = {
  readonly target: Target;
  readonly client: Client;
  readonly trace: Pick<Trace, 'exchanges' | 'clockAdvances'>;
  /** A client of the same settings for another address. */
  readonly clientFor: (baseUrl: string) => Client;
  /** Of the whole run. */
  readonly takesExtraToken: () => boolean;
  readonly isAsked: Session['isAsked'];
};

const needsClock = 'needs levers.advanceClock or levers.openWorld in the target file';

/** A lever that fails is trouble of the environment: it stands beside the service, not in us. */
const pulled = <T>(lever: string, effect: Promise<T>): Promise<T> =>
  effect.catch((thrown: unknown) =>
    stop('trouble', `levers.${lever} failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`),
  );

const sessionIn = (parts: SessionParts, world: OpenWorld | undefined): Session => {
  const { target, client, trace, clientFor } = parts;
  const advance = world ? world.advanceClock : target.levers.advanceClock;
  return {
    target,
    send: (call) => client.send(call, trace),
    takesExtraToken: parts.takesExtraToken,
    isAsked: parts.isAsked,
    advanceClock: async (ms) => {
      if (!advance) return stop('needs', needsClock);
      trace.clockAdvances.push({ beforeExchange: trace.exchanges.length, ms });
      await pulled('advanceClock', advance(ms));
    },
    inOwnWorld: async (story) => {
      const { openWorld } = target.levers;
      if (!openWorld) return story(sessionIn(parts, undefined));
      const opened = await pulled('openWorld', openWorld());
      const ownClient = clientFor(opened.baseUrl);
      try {
        await story(sessionIn({ ...parts, client: ownClient }, opened));
      } finally {
        await ownClient.close();
        await opened.close();
      }
    },
  };
};

export const session = (parts: SessionParts): Session => sessionIn(parts, undefined);

/** What an exception in a flow says of why it ended; undefined when it is a fault of ours. */
export const stopOf = (thrown: unknown): Stop | undefined => {
  if (thrown instanceof Stopped) return thrown.stop;
  if (thrown instanceof TokenUnavailable) return { because: thrown.because, reason: thrown.reason };
  return undefined;
};

/** The ids of a list that the rest of a story builds on; ends the story when it was not answered. */
export const idsIn = (exchange: Exchange): number[] => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return stop('trouble', `${exchange.operation}: ${outcome.trouble}`);
  if (outcome.kind === 'refusal') {
    return stop('refused', `${exchange.operation} was refused with HTTP ${exchange.response?.status}`);
  }
  return recordsOf(exchange).flatMap((record) => {
    const id = typeof record === 'object' && record !== null && !Array.isArray(record) ? record.id : undefined;
    return typeof id === 'number' ? [id] : [];
  });
};
