/** `preflight judge`: judges a stored run or a bundle again, offline. */
import { Command } from 'commander';
import { type JudgeOptions, judgeAgain } from '../gate/judge-again.ts';
import type { CommandParts } from './command-parts.ts';

export const judgeCommand = (parts: CommandParts): Command =>
  new Command('judge')
    .argument('<bundle-or-run>', 'a bundle, the folder of a run, or a run id')
    .option('--clause <id>', 'judge only this clause')
    .option('--revision <date>', 'by the clauses of that date of the change log, YYYY-MM-DD')
    .option('--target <file>', 'judge the clauses of this target file, too (docs/use/bindings.md#clauses-of-your-own)')
    .action(async (given: string, options: JudgeOptions) => parts.end(await judgeAgain(given, options, parts)));
