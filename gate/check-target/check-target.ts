/** `preflight check-target`: validates a target file offline; with `--connect` it shows what its bindings read out of real answers. */
import { ledgersOf } from '../../client/ledgers/user-ledgers.ts';
import { sharedByClients } from '../../client/tokens/user-token-cache.ts';
import { exitCodes } from '../../contracts/exit-codes.ts';
import type { Standing } from '../../contracts/standing.ts';
import type { Target } from '../../contracts/target.ts';
import { runner } from '../../engine/run.ts';
import { checkTargetResult, checkTargetText, lookedText } from '../../reports/check-target-text.ts';
import { loadTarget } from '../../targets/load.ts';
import type { Caller, LogLevel } from '../caller.ts';
import { logger } from '../logger.ts';
import { assertWayOut, type Surroundings } from '../surroundings.ts';
import { looking, type Stale } from './look.ts';
import { lookedAt } from './looked-at.ts';

export type CheckOptions = { readonly target: string; readonly connect?: true; readonly logLevel: LogLevel };

export type CheckParts = Pick<Caller, 'print' | 'result' | 'logReader'> & {
  readonly surroundings: Surroundings;
  /** How each clause would stand at best, found without asking the target. */
  readonly standingsAtBest: (target: Target) => Promise<readonly Standing[]>;
};

/** Serves wherever a variable has no value: it is an address, and a text. */
const standIn = 'https://not-set.invalid';

/** The environment in which every variable has a value, and what had none. */
const filledIn = (
  environment: NodeJS.ProcessEnv,
): { readonly filled: NodeJS.ProcessEnv; readonly unset: Set<string> } => {
  const unset = new Set<string>();
  const filled = new Proxy(environment, {
    get: (of, name: string) => {
      if (of[name]) return of[name];
      unset.add(name);
      return standIn;
    },
  });
  return { filled, unset };
};

const checkOffline = async (source: string, parts: CheckParts): Promise<void> => {
  const { surroundings, standingsAtBest, print, result } = parts;
  const { filled, unset } = filledIn(surroundings.environment);
  const target = await loadTarget(source, filled);
  const checked = { source, target, unset: [...unset], standings: await standingsAtBest(target) };
  result(checkTargetResult(checked));
  print(checkTargetText(checked));
};

/** Nothing of an effect is even possible, and nothing that former runs have left is swept. */
const readingOnly = (target: Target): Target => ({ ...target, may: {}, levers: {} });

/** @returns The exit code. */
const connect = async (source: string, { logLevel }: CheckOptions, parts: CheckParts): Promise<number> => {
  const { environment, isEmbedded } = parts.surroundings;
  const target = readingOnly(await loadTarget(source, environment));
  if (!isEmbedded) await assertWayOut(environment);
  const stale: Stale[] = [];
  const running = runner({
    target,
    seed: 1,
    depth: 'standard',
    ...(!isEmbedded && ledgersOf(target, environment)),
    transport: {
      logger: logger(logLevel, parts.logReader),
      ...(isEmbedded ? { proxy: 'none' as const } : { proxy: environment, ...sharedByClients(environment) }),
    },
  });
  try {
    const looked = lookedAt(await running.record(looking(stale)), target, stale);
    parts.result(looked);
    parts.print(lookedText(looked));
    return looked.wrong.length === 0 ? exitCodes.pass : exitCodes.unmeasured;
  } finally {
    await running.close();
  }
};

/**
 * @returns The exit code: 3 when something could not be read, or is not known any more.
 * @throws UsageError for a target file that cannot be used.
 */
export const checkTarget = async (options: CheckOptions, parts: CheckParts): Promise<number> => {
  if (options.connect) return connect(options.target, options, parts);
  await checkOffline(options.target, parts);
  return exitCodes.pass;
};
