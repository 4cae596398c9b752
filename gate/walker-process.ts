/** What the process does that walks for a command: it loads the target file, walks what is planned, and sends back what it found. */
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { readPlan } from '../engine/run-folder.ts';
import { readExplorationPlan } from '../explore/explored-folder.ts';
import { loadTarget } from '../targets/load.ts';
import { lateErrorOf } from '../targets/loaded.ts';
import type { StandIns } from './explorer.ts';
import { targetData } from './target-data.ts';
import { type FromWalker, type Recorded, type ToWalker, walkerVariables } from './walker-messages.ts';

type Walk = {
  /** Names, in the order in which they are walked. */
  readonly flows: readonly string[];
  record(flow: string): Promise<Omit<Recorded, 'flow' | 'durationMs'>>;
  close(): Promise<void>;
};

type Parts = {
  readonly standInsFor: (target: Target, seed: number) => StandIns;
  readonly now: () => number;
};

const gateIn = async (folder: string, environment: NodeJS.ProcessEnv, { now }: Parts): Promise<Walk> => {
  const [plan, { recorder }] = await Promise.all([readPlan(folder), import('./recorder.ts')]);
  return { flows: plan.again ?? plan.flows, ...recorder(folder, plan, environment, now) };
};

const explorationIn = async (folder: string, environment: NodeJS.ProcessEnv, parts: Parts): Promise<Walk> => {
  const [plan, { explorer }] = await Promise.all([readExplorationPlan(folder), import('./explorer.ts')]);
  const { explore, close } = explorer({ folder, plan, environment, ...parts });
  return { flows: ['explore'], record: async () => ({ exchanges: await explore() }), close };
};

/** Walks flow after flow, and reports each. */
export const walkIn = async (
  folder: string,
  environment: NodeJS.ProcessEnv,
  {
    what,
    hasEnded,
    send,
    begun,
    ...parts
  }: Parts & {
    readonly what: 'gate' | 'explore';
    readonly hasEnded: () => boolean;
    readonly send: (message: FromWalker) => void;
    /** Called with what ends the walk in order. */
    readonly begun: (end: () => Promise<void>) => void;
  },
): Promise<void> => {
  const walk = await (what === 'explore' ? explorationIn : gateIn)(folder, environment, parts);
  begun(walk.close);
  send({ is: 'planned', flows: walk.flows });
  for (const flow of walk.flows) {
    if (hasEnded()) break;
    send({ is: 'began', flow });
    const startedAt = performance.now();
    const recorded = await walk.record(flow).catch((thrown: unknown) => ({
      error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
    }));
    const durationMs = performance.now() - startedAt;
    send({ is: 'recorded', flow, durationMs, ...recorded, ...(hasEnded() && { isCutShort: true }) });
  }
  await walk.close();
};

const aliveEveryMs = 1_000;

/** Obeys the command until it goes. */
export const serveWalks = (parts: Parts): void => {
  const what = process.env[walkerVariables.what] === 'explore' ? 'explore' : 'gate';
  const send = (message: FromWalker): void => {
    // A command that has gone hears nothing.
    if (process.connected) process.send?.(message, () => {});
  };
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let end: (() => Promise<void>) | undefined;
  let hasEnded = false;
  let underWay: Promise<void> = Promise.resolve();

  const crash = (thrown: unknown): void => {
    const late = lateErrorOf(thrown);
    if (late === undefined) {
      console.error(thrown);
      process.exit(1);
    }
    send({ is: 'spoilt', reason: late });
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);

  const load = async (source: string): Promise<void> => {
    try {
      send({ is: 'loaded', target: targetData(await loadTarget(source, process.env)) });
    } catch (thrown) {
      if (thrown instanceof UsageError) return send({ is: 'refused', reason: thrown.message });
      const { message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
      send({ is: 'broke', reason: message, stack });
    }
  };

  const walk = async (folder: string): Promise<void> => {
    const alive = setInterval(() => send({ is: 'alive' }), aliveEveryMs);
    hasEnded = false;
    try {
      const begun = (close: () => Promise<void>): void => {
        end = close;
      };
      await walkIn(folder, process.env, { ...parts, what, hasEnded: () => hasEnded, send, begun });
      send({ is: 'ended' });
    } finally {
      clearInterval(alive);
    }
  };

  const obey = async (message: ToWalker): Promise<void> => {
    if (message.do === 'end') {
      hasEnded = true;
      await end?.();
      return;
    }
    Object.assign(process.env, message.environment);
    underWay = message.do === 'load' ? load(message.source) : walk(message.folder);
    await underWay;
  };
  process.on('message', (message: ToWalker) => void obey(message));
  // What is under way is ended by who looks whether the command is there.
  process.once('disconnect', () => void underWay.finally(() => process.exit()));
};
