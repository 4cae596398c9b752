/** `preflight report`: makes the reports of a stored run again, in any form. */
import { Command } from 'commander';
import { type ReportOptions, runReport } from '../gate/run-report.ts';
import type { CommandParts } from './command-parts.ts';
import { formsIn, reportOption } from './options.ts';

const help = `
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
    .addHelpText('after', help)
    .action(async (run: string, options: ReportOptions) => parts.end(await runReport(run, options, parts)));
