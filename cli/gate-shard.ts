/** `preflight gate --shard`: its options, and the call of one shard of a gate. */
import { InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../contracts/usage-error.ts';
import type { Shard } from '../flows/shards.ts';
import type { GateOptions } from '../gate/run-gate.ts';
import { seedOfRun } from '../gate/shards/seed-of-run.ts';
import type { CommandParts } from './command-parts.ts';
import type { Unseeded } from './new-seed.ts';
import { walkGate } from './walk-gate.ts';

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

const tokenFile = (text: string): string => {
  if (text.trim() === '') {
    throw new InvalidArgumentError('it is empty, and each shard would log in: name the file, or leave the option out.');
  }
  return text;
};

export const shardOption = (): Option =>
  new Option(
    '--shard <i/n>',
    'walk only this part of the plan, for npx --no -- preflight merge (docs/use/pipelines.md)',
  ).argParser(shard);

export const runIdOption = (): Option =>
  new Option('--run-id <name>', 'with --shard: the name of the run, the same for all its shards').argParser(runId);

export const tokenOption = (): Option =>
  new Option(
    '--token <file>',
    'with --shard: a token that npx --no -- preflight token has handed on; PREFLIGHT_TOKEN_FILE by default',
  ).argParser(tokenFile);

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
  const options = { ...given, seed: given.seed ?? seedOfRun(given.runId ?? '') };
  const load = async () => {
    const { dryRunShard: dryRun, runShard: run } = await import('../gate/shards/run-shard.ts');
    return { dryRun, run };
  };
  return walkGate(options, { load }, parts);
};
