/** The process that walks for a command: it loads the target file, walks the plan, and sends back what it found. */
import { UsageError } from '../contracts/usage-error.ts';
import { readPlan } from '../engine/run-folder.ts';
import { loadTarget } from '../targets/load.ts';
import { lateErrorOf } from '../targets/load-file.ts';
import type { StandInsFor } from './explorer.ts';
import { type FromWalker, type Recorded, type ToWalker, targetData, walkerVariables } from './walker-messages.ts';

/** What only an entry point has. */
type WalkerParts = {
  readonly loadStandIns: () => Promise<StandInsFor>;
  readonly now: () => number;
};

type WalkParts = WalkerParts & {
  readonly what: 'gate' | 'explore';
  readonly hasEnded: () => boolean;
  readonly send: (message: FromWalker) => void;
  /** Called with what ends the walk in order. */
  readonly begun: (end: () => Promise<void>) => void;
};

/** What is walked: the names of the flows, and what was recorded of each. */
type PlannedWalk = {
  readonly flows: readonly string[];
  recorded(begin: (flow: string) => boolean): AsyncIterable<Omit<Recorded, 'durationMs'>>;
  /** Ends what is under way in order. */
  interrupt(): Promise<void>;
  close(): Promise<void>;
};

type WalkSurroundings = Omit<WalkParts, 'begun' | 'send'> & {
  readonly spoilt: (reason: string) => void;
  readonly notice: (line: string) => void;
};

const gateIn = async (
  folder: string,
  environment: NodeJS.ProcessEnv,
  { now, spoilt, notice }: WalkSurroundings,
): Promise<PlannedWalk> => {
  const [plan, { recorder }] = await Promise.all([readPlan(folder), import('./recorder.ts')]);
  return { flows: plan.again ?? plan.flows, ...(await recorder({ folder, plan, environment, now, spoilt, notice })) };
};

const explorationIn = async (
  folder: string,
  environment: NodeJS.ProcessEnv,
  parts: WalkSurroundings,
): Promise<PlannedWalk> => {
  const [{ explorer }, { readExplorationPlan }, standInsFor] = await Promise.all([
    import('./explorer.ts'),
    import('../explore/explored-folder.ts'),
    parts.loadStandIns(),
  ]);
  const plan = await readExplorationPlan(folder);
  const { explore, interrupt, close } = explorer({ folder, plan, environment, standInsFor, ...parts });
  return {
    flows: ['explore'],
    recorded: async function* (begin) {
      if (begin('explore')) yield { flow: 'explore', exchanges: await explore() };
    },
    interrupt,
    close,
  };
};

/** Walks the plan in a folder, and reports each flow. */
export const walkIn = async (folder: string, environment: NodeJS.ProcessEnv, parts: WalkParts): Promise<void> => {
  const { what, hasEnded, send, begun } = parts;
  const spoilt = (reason: string): void => send({ is: 'spoilt', reason });
  const notice = (line: string): void => send({ is: 'notice', line });
  const surroundings = { ...parts, spoilt, notice };
  const walking = await (what === 'explore' ? explorationIn : gateIn)(folder, environment, surroundings);
  begun(walking.interrupt);
  send({ is: 'planned', flows: walking.flows });
  let flow = '';
  let startedAt = performance.now();
  const report = (recorded: Omit<Recorded, 'durationMs'>): void => {
    const durationMs = performance.now() - startedAt;
    send({ is: 'recorded', ...recorded, durationMs, ...(hasEnded() && { isCutShort: true }) });
  };
  const begin = (name: string): boolean => {
    if (hasEnded()) return false;
    [flow, startedAt] = [name, performance.now()];
    send({ is: 'began', flow });
    return true;
  };
  try {
    for await (const recorded of walking.recorded(begin)) report(recorded);
  } catch (thrown) {
    report({ flow, error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
  }
  await walking.close();
};

const aliveEveryMs = 1_000;

/**
 * Obeys the command until it goes.
 *
 * @param environment Of the process: what an order changes in it, a target file can read.
 */
export const serveWalks = ({
  environment,
  complain,
  ...parts
}: WalkerParts & {
  readonly environment: NodeJS.ProcessEnv;
  /** Prints an error of Preflight itself. */
  readonly complain: (thrown: unknown) => void;
}): void => {
  const what = environment[walkerVariables.what] === 'explore' ? 'explore' : 'gate';
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
      complain(thrown);
      process.exit(1);
    }
    send({ is: 'spoilt', reason: late });
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);

  const answer = async (answered: () => Promise<FromWalker>): Promise<void> => {
    try {
      send(await answered());
    } catch (thrown) {
      if (thrown instanceof UsageError) return send({ is: 'refused', reason: thrown.message });
      const { message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
      send({ is: 'broke', reason: message, stack });
    }
  };

  const loaded = async (source: string): Promise<FromWalker> => ({
    is: 'loaded',
    target: targetData(await loadTarget(source, environment)),
  });

  const handedOn = async (source: string, to: string): Promise<FromWalker> => {
    const { handOn } = await import('./shards/handed-on.ts');
    return { is: 'handed-on', token: await handOn(source, to, environment, parts.now) };
  };

  const walk = async (folder: string): Promise<void> => {
    const alive = setInterval(() => send({ is: 'alive' }), aliveEveryMs);
    hasEnded = false;
    try {
      const begun = (close: () => Promise<void>): void => {
        end = close;
      };
      await walkIn(folder, environment, { ...parts, what, hasEnded: () => hasEnded, send, begun });
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
    Object.assign(environment, message.environment);
    if (message.do === 'load') underWay = answer(() => loaded(message.source));
    else if (message.do === 'hand-on') underWay = answer(() => handedOn(message.source, message.to));
    else underWay = walk(message.folder);
    await underWay;
  };
  process.on('message', (message: ToWalker) => void obey(message));
  // What is under way is ended by who looks whether the command is there.
  process.once('disconnect', () => void underWay.finally(() => process.exit()));
};
