/** `preflight gate --shard`: its options, and the call of one shard of a gate. */
import { InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../contracts/usage-error.ts';
import type { Shard } from '../flows/shards.ts';
import type { GateOptions } from '../gate/run-gate.ts';
import { seedOfRun } from '../gate/shards/seed-of-run.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings } from './in-surroundings.ts';
import type { Unseeded } from './new-seed.ts';

export type ShardParts = { readonly shard?: Shard; readonly runId?: string; readonly token?: string };

type GivenGate = Unseeded<GateOptions> & ShardParts;

const shardsMax = 64;

const shard = (text: string): Shard => {
  const [, index, count] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? [];
  const read = { index: Number(index), count: Number(count) };
  if (!index || !count || read.index > read.count || read.count > shardsMax) {
    throw new InvalidArgumentError(`it is one of so many, such as 1/3, and there are at most ${shardsMax}.`);
  }
  return read;
};

const runId = (text: string): string => {
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(text)) {
    throw new InvalidArgumentError('it is of small letters, digits and dashes, at most 60.');
  }
  return text;
};

export const shardOption = (): Option =>
  new Option('--shard <i/n>', 'walk only this part of the plan, for npx preflight merge (docs/sharding.md)').argParser(
    shard,
  );

export const runIdOption = (): Option =>
  new Option('--run-id <name>', 'with --shard: the name of the run, the same for all its shards').argParser(runId);

export const tokenOption = (): Option =>
  new Option(
    '--token <file>',
    'with --shard: a token that npx preflight token has handed on; PREFLIGHT_TOKEN_FILE by default',
  );

/** @throws UsageError for what is only said of a shard. */
export const isSharded = (given: GivenGate): given is GivenGate & { readonly shard: Shard } => {
  if (given.shard) return true;
  const stray = (['runId', 'token'] as const).find((option) => given[option] !== undefined);
  if (stray)
    throw new UsageError(`--${stray === 'runId' ? 'run-id' : stray} goes with --shard: add it, or leave this out`);
  return false;
};

/** @param given With which part is walked. */
export const gateShard = async (given: GivenGate & { readonly shard: Shard }, parts: CommandParts): Promise<void> => {
  const { environment, now, print, result } = parts;
  const options = { ...given, seed: given.seed ?? seedOfRun(given.runId ?? '') };
  if (given.dryRun) {
    const [{ dryRunShard }, { dryRunText }] = await Promise.all([
      import('../gate/shards/run-shard.ts'),
      import('../reports/dry-run-text.ts'),
    ]);
    const told = await inSurroundings(options, environment, (surroundings) =>
      dryRunShard(options, { surroundings, now }),
    );
    result(told);
    print(dryRunText(told));
    return;
  }
  const interruption = parts.noteInterruption();
  const playwright = await parts.startPlaywright('gate', given.logLevel);
  try {
    const { runShard } = await import('../gate/shards/run-shard.ts');
    parts.end(
      await inSurroundings(options, environment, (surroundings) =>
        runShard(options, {
          ...parts,
          surroundings,
          playwright,
          interruption,
          startAgain: () => parts.startPlaywright('gate', given.logLevel),
        }),
      ),
    );
  } finally {
    await playwright.close();
  }
};
