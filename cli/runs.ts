/** Commands that send besides the gate: they hand a token on, gate by night, compare or explore. */
import { Command, Option } from 'commander';
import type { NightOptions } from '../gate/nightly.ts';
import type { CompareOptions } from '../gate/run-compare.ts';
import type { ExplorationOptions } from '../gate/run-exploration.ts';
import type { TokenOptions } from '../gate/shards/handed-on.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings, isEmbedded } from './embedded.ts';
import {
  type AddToHistory,
  addedTo,
  addToHistoryOption,
  collected,
  countOption,
  depthOption,
  maxMinutesOption,
  newSeed,
  onlyOption,
  outputOption,
  policyOption,
  seedOption,
  targetOption,
  type Unseeded,
  withSendingOptions,
} from './options.ts';

const tokenHelp = `
The file is sealed with PREFLIGHT_STATE_PASSPHRASE where that is set, and must
be in a pipeline; else only its owner can read it. A token that is kept and
still serves is handed on without a login.

Example
  npx --no -- preflight token --target live --to token.sealed`;

export const tokenCommand = (parts: CommandParts): Command =>
  new Command('token')
    .addOption(targetOption())
    .requiredOption('--to <file>', 'where the token is written')
    .addHelpText('after', tokenHelp)
    .action(async (options: TokenOptions) => {
      const walker = await parts.startWalker('gate', 'warn');
      const { runToken } = await import('../gate/shards/handed-on.ts');
      const handedOn = inSurroundings({ ...options, seed: 0 }, parts.environment, (surroundings) =>
        runToken(options, surroundings, { ...parts, walker }),
      );
      parts.end(await handedOn.finally(walker.close));
    });

export const nightlyCommand = (parts: CommandParts): Command =>
  new Command('nightly')
    .addOption(
      new Option(
        '--target <name>',
        'as of gate; may repeat or be separated by commas; the sandbox by default',
      ).argParser(collected),
    )
    .addOption(onlyOption())
    .addOption(outputOption())
    .addOption(addToHistoryOption())
    .addOption(maxMinutesOption())
    .action(async (options: Omit<NightOptions, 'history'> & AddToHistory) => {
      const { nightly } = await import('../gate/nightly.ts');
      const night = { ...options, history: addedTo(options, parts.environment) };
      parts.end(await nightly(night, { ...parts, isEmbedded: (target) => isEmbedded(target, parts.environment) }));
    });

type GivenToCompare = Unseeded<CompareOptions> & { fault?: string[]; oddity?: string[]; trouble?: string[] };

export const compareCommand = (parts: CommandParts): Command =>
  withSendingOptions(
    new Command('compare')
      .argument('<good>', 'a target of targets/, or the path of a target file: what is known to be good')
      .argument('<candidate>', 'the one that may replace it')
      .addOption(seedOption())
      .addOption(depthOption())
      .option('--dry-run', 'print what would be sent, and send nothing')
      .addOption(onlyOption()),
  )
    .addHelpText(
      'after',
      '\nWhat --fault, --oddity and --trouble name is done by the candidate, where that is the embedded sandbox.',
    )
    .action(async (good: string, candidate: string, given: GivenToCompare) => {
      const { fault, oddity, trouble, ...rest } = given;
      const { environment } = parts;
      const seed = given.seed ?? newSeed();
      const deviations = { ...(fault && { fault }), ...(oddity && { oddity }), ...(trouble && { trouble }) };
      const { runCompare } = await import('../gate/run-compare.ts');
      const sent = inSurroundings({ target: good, seed }, environment, (ofGood) =>
        inSurroundings({ target: candidate, seed, ...deviations }, environment, (ofCandidate) => {
          const a = { source: good, surroundings: ofGood };
          return runCompare({ a, b: { source: candidate, surroundings: ofCandidate } }, { ...rest, seed }, parts);
        }),
      );
      parts.end(await sent);
    });

export const exploreCommand = (parts: CommandParts): Command =>
  withSendingOptions(
    new Command('explore')
      .addOption(targetOption())
      .addOption(seedOption())
      .addOption(
        new Option('--only <exploration>', 'only these, may repeat or be separated by commas').argParser(collected),
      )
      .addOption(countOption('--requests <n>', 'how many to send; limits.exploreRequestsMax of the target by default'))
      .option('--replay <file>', 'only the counterexample of this bundle, or this smaller input, exactly as it is')
      .option('--corpus <folder>', 'where past counterexamples are kept; results/corpus/<target> by default')
      .addOption(policyOption())
      .option('--list', 'list the explorations, each with its story'),
  ).action(async ({ list, ...given }: Unseeded<ExplorationOptions> & { list?: true }) => {
    if (list) {
      const { explorations } = await import('../explore/explorations.ts');
      parts.result(explorations.map(({ id, story }) => ({ id, story })));
      for (const { id, story } of explorations) parts.print(`${id.padEnd(28)}  ${story}`);
      return;
    }
    const options = { ...given, seed: given.seed ?? newSeed() };
    const { runExploration } = await import('../gate/run-exploration.ts');
    const interruption = parts.noteInterruption();
    const walker = await parts.startWalker('explore', options.logLevel);
    const exploring = inSurroundings(options, parts.environment, (surroundings) =>
      runExploration(options, { ...parts, surroundings, walker, interruption }),
    );
    parts.end(await exploring.finally(walker.close));
  });
