/** Commands about stored runs, which send nothing: they judge, merge, report or waive. */
import { Command } from 'commander';
import type { JudgeOptions } from '../gate/judge-again.ts';
import type { ReportOptions } from '../gate/run-report.ts';
import type { MergeOptions } from '../gate/shards/run-merge.ts';
import type { WaiveOptions } from '../gate/waive.ts';
import type { CommandParts } from './command-parts.ts';
import {
  type AddToHistory,
  addedTo,
  addToHistoryOption,
  allowUnjudgedOption,
  formsIn,
  outputOption,
  policyOption,
  reportOption,
  requireOption,
  sinceOption,
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
