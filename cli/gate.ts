/** `preflight gate`, the default: walks a target, or one shard of the plan, and ends with the verdict. */
import { createHash } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../contracts/usage-error.ts';
import type { Shard } from '../flows/shards.ts';
import type { GateOptions } from '../gate/run-gate.ts';
import type { GateParts } from '../gate/run-parts.ts';
import type { Surroundings } from '../gate/surroundings.ts';
import type { DryRun } from '../reports/effects-text.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings } from './embedded.ts';
import {
  type AddToHistory,
  addedTo,
  addToHistoryOption,
  allowUnjudgedOption,
  depthOption,
  dialectOption,
  faultOption,
  logLevelOption,
  maxMinutesOption,
  newSeed,
  oddityOption,
  onlyOption,
  outputOption,
  policyOption,
  releaseIn,
  releaseOption,
  reportOption,
  requireOption,
  seedOption,
  sinceOption,
  targetOption,
  troubleOption,
  type Unseeded,
  waiversOption,
} from './options.ts';

/** A gate, or one shard of it. */
type Walk<Options> = {
  readonly dryRun: (options: Options, parts: Pick<GateParts, 'surroundings' | 'walker' | 'now'>) => Promise<DryRun>;
  /** @returns The exit code. */
  readonly run: (options: Options, parts: GateParts) => Promise<number>;
};

/**
 * Runs a gate, or one shard of it, on a process that walks; with --dry-run it prints what would be sent.
 *
 * @param about `load`: loads both beside that process. `firstWord`: printed before anything is loaded.
 */
const walkGate = async <Options extends GateOptions>(
  options: Options,
  { load, firstWord }: { readonly load: () => Promise<Walk<Options>>; readonly firstWord?: string | undefined },
  parts: CommandParts,
): Promise<void> => {
  const { environment, now, print, result } = parts;
  const interruption = options.dryRun ? undefined : parts.noteInterruption();
  if (interruption && firstWord !== undefined) print(firstWord);
  // Before anything else is loaded: the two load side by side.
  const walker = await parts.startWalker('gate', options.logLevel);
  try {
    const { run, dryRun } = await load();
    if (interruption) {
      const gate = (surroundings: Surroundings) => run(options, { ...parts, surroundings, walker, interruption });
      return parts.end(await inSurroundings(options, environment, gate));
    }
    const { dryRunText } = await import('../reports/effects-text.ts');
    const planned = await inSurroundings(options, environment, (surroundings) =>
      dryRun(options, { surroundings, walker, now }),
    );
    result(planned);
    print(dryRunText(planned));
  } finally {
    await walker.close();
  }
};

type ShardParts = { readonly shard?: Shard; readonly runId?: string; readonly token?: string };

type GivenGate = Unseeded<GateOptions> & ShardParts;

type GivenDialect = { readonly dialect?: string };

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

const shardOption = (): Option =>
  new Option(
    '--shard <i/n>',
    'walk only this part of the plan, for npx --no -- preflight merge (docs/use/pipelines.md)',
  ).argParser(shard);

const runIdOption = (): Option =>
  new Option('--run-id <name>', 'with --shard: the name of the run, the same for all its shards').argParser(runId);

const tokenOption = (): Option =>
  new Option(
    '--token <file>',
    'with --shard: a token that npx --no -- preflight token has handed on; PREFLIGHT_TOKEN_FILE by default',
  ).argParser(tokenFile);

/** From the name of the run, so that no shard draws another. */
const seedOfRun = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) >>> 1;

/** @throws UsageError for an option that needs --shard. */
const isSharded = (given: GivenGate): given is GivenGate & { readonly shard: Shard } => {
  if (given.shard) return true;
  const stray = (['runId', 'token'] as const).find((option) => given[option] !== undefined);
  if (stray)
    throw new UsageError(`--${stray === 'runId' ? 'run-id' : stray} goes with --shard: add it, or leave this out`);
  return false;
};

export const gateCommand = (parts: CommandParts): Command =>
  new Command('gate')
    .addOption(targetOption())
    .addOption(dialectOption().conflicts('target'))
    .addOption(seedOption())
    .addOption(depthOption())
    .option('--dry-run', 'print what would be sent, and send nothing')
    .addOption(onlyOption())
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(policyOption())
    .addOption(waiversOption())
    .addOption(requireOption())
    .addOption(allowUnjudgedOption())
    .addOption(sinceOption())
    .option('--rerun', 'walk flows that only read once more after trouble; what passes only then is named as flaky')
    .option('--due', 'only settle what former runs have left behind and is due; leave nothing new')
    .addOption(reportOption('--report', 'in which more forms the run is reported'))
    .addOption(outputOption())
    .addOption(addToHistoryOption())
    .addOption(releaseOption())
    .addOption(maxMinutesOption())
    .addOption(logLevelOption())
    .addOption(shardOption())
    .addOption(runIdOption())
    .addOption(tokenOption())
    .action(async (given: Unseeded<Omit<GateOptions, 'history'>> & AddToHistory & ShardParts & GivenDialect) => {
      const { environment } = parts;
      const release = given.release ?? releaseIn(environment);
      const target = given.dialect === undefined ? given.target : `sandbox-${given.dialect}`;
      const placed = { ...given, target, ...(release && { release }), history: addedTo(given, environment) };
      if (isSharded(placed)) {
        const options = { ...placed, seed: given.seed ?? seedOfRun(given.runId ?? '') };
        const load = async () => {
          const { dryRunShard: dryRun, runShard: run } = await import('../gate/shards/run-shard.ts');
          return { dryRun, run };
        };
        return walkGate(options, { load }, parts);
      }
      const options = { ...placed, seed: given.seed ?? newSeed() };
      const load = async () => {
        const { dryRunGate: dryRun, runGate: run } = await import('../gate/run-gate.ts');
        return { dryRun, run };
      };
      // Where something is due, only once that is known.
      return walkGate(options, { load, firstWord: options.due ? undefined : `seed ${options.seed}` }, parts);
    });
