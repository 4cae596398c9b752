/** Commands about runs: they compare, explore, gate by night, hand a token on, and judge, merge or report what is stored. */
import { Command, Option } from 'commander';
import type { JudgeOptions } from '../gate/judge-again.ts';
import type { NightOptions } from '../gate/nightly.ts';
import type { CompareOptions } from '../gate/run-compare.ts';
import type { ExplorationOptions } from '../gate/run-exploration.ts';
import type { ReportOptions } from '../gate/run-report.ts';
import type { TokenOptions } from '../gate/shards/handed-on.ts';
import type { MergeOptions } from '../gate/shards/run-merge.ts';
import type { WaiveOptions } from '../gate/waive.ts';
import type { CommandParts } from './command-parts.ts';
import { inSurroundings, isEmbedded } from './embedded.ts';
import {
  type AddToHistory,
  addedTo,
  addToHistoryOption,
  allowUnjudgedOption,
  collected,
  countOption,
  depthOption,
  faultOption,
  formsIn,
  logLevelOption,
  maxMinutesOption,
  newSeed,
  oddityOption,
  onlyOption,
  outputOption,
  policyOption,
  reportOption,
  requireOption,
  seedOption,
  sinceOption,
  targetOption,
  troubleOption,
  type Unseeded,
} from './options.ts';

export const judgeCommand = (parts: CommandParts): Command =>
  new Command('judge')
    .argument('<bundle-or-run>', 'a bundle, the folder of a run, or a run id')
    .option('--clause <id>', 'judge only this clause')
    .option('--revision <date>', 'by the clauses of that date of the change log, YYYY-MM-DD')
    .option('--target <file>', 'judge the clauses of this target file, too (docs/use/bindings.md#clauses-of-your-own)')
    .action(async (given: string, options: JudgeOptions) => {
      const { judgeAgain } = await import('../gate/judge-again.ts');
      parts.end(await judgeAgain(given, options, parts));
    });

const reportHelp = `
Forms
  html      report.html, one page that needs nothing but a browser
  junit     junit.xml, a suite for each area; what only warns, or is waived, has not failed
  markdown  report.md, for a partner who does not know Preflight
  sarif     report.sarif, alerts at the target file; none of a run that could not measure
  github    github.md, a job summary; in a job of GitHub also the summary itself, and annotations
  comment   comment.md, the same for a pull request, at most 60 kB
  badge     badge.svg, and badge.json for shields.io
  allure    allure-results/, from which the command of Allure makes a page

Examples
  npx --no -- preflight report
  npx --no -- preflight report results/20260831-0822-7f3a1c --as html,sarif --output reports`;

export const reportCommand = (parts: CommandParts): Command =>
  new Command('report')
    .argument('[run]', 'the folder of a run, its run.json, or a run id', 'latest')
    .addOption(reportOption('--as', 'in which forms').default(formsIn('html'), 'html'))
    .option('--since <run>', 'compare with an earlier run of the target: its folder, its run.json, or its id')
    .option('--output <folder>', 'where they are written; the folder of the run by default')
    .addHelpText('after', reportHelp)
    .action(async (run: string, options: ReportOptions) => {
      const { runReport } = await import('../gate/run-report.ts');
      parts.end(await runReport(run, options, parts));
    });

export const waiveCommand = (parts: CommandParts): Command =>
  new Command('waive')
    .argument('<finding>', 'a bundle, or of the last run a fingerprint or a clause')
    .requiredOption('--reason <text>', 'why it is accepted')
    .requiredOption('--owner <name>', 'who answers for it')
    .option(
      '--expires <date>',
      'the last day on which it covers, YYYY-MM-DD, 90 days away at most; in 30 days by default',
    )
    .addOption(policyOption())
    .action(async (finding: string, options: WaiveOptions) => {
      const { waive } = await import('../gate/waive.ts');
      await waive(finding, options, parts);
    });

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

const mergeHelp = `
Examples
  npx --no -- preflight merge results                  all parts in and below a folder
  npx --no -- preflight merge one.part.gz two.part.gz  these

It ends as a gate does: 0, 1 or 3. A part that is missing ends with 3; parts
that do not belong together, with 2.`;

export const mergeCommand = (parts: CommandParts): Command =>
  new Command('merge')
    .argument('<parts...>', 'the parts that gate --shard has left, or the folder they are in')
    .addOption(policyOption())
    .addOption(requireOption())
    .addOption(allowUnjudgedOption())
    .addOption(sinceOption())
    .addOption(reportOption('--report', 'in which more forms the run is reported'))
    .addOption(outputOption())
    .addOption(addToHistoryOption())
    .addHelpText('after', mergeHelp)
    .action(async (given: string[], options: Omit<MergeOptions, 'history'> & AddToHistory) => {
      const { runMerge } = await import('../gate/shards/run-merge.ts');
      parts.end(await runMerge(given, { ...options, history: addedTo(options, parts.environment) }, parts));
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
  new Command('compare')
    .argument('<good>', 'a target of targets/, or the path of a target file: what is known to be good')
    .argument('<candidate>', 'the one that may replace it')
    .addOption(seedOption())
    .addOption(depthOption())
    .option('--dry-run', 'print what would be sent, and send nothing')
    .addOption(onlyOption())
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(outputOption())
    .addOption(logLevelOption())
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
    .option('--list', 'list the explorations, each with its story')
    .addOption(faultOption())
    .addOption(oddityOption())
    .addOption(troubleOption())
    .addOption(outputOption())
    .addOption(logLevelOption())
    .action(async ({ list, ...given }: Unseeded<ExplorationOptions> & { list?: true }) => {
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
