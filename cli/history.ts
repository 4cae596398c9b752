/** `preflight history`: what broke since when, and what a person does with the store: copy it, make it smaller. */
import { Command, Option } from 'commander';
import { backup } from '../history/backup.ts';
import { defaultKeepDays, prune } from '../history/prune.ts';
import { historyReportOf } from '../history/report.ts';
import { historyText } from '../reports/history-text.ts';
import type { CommandParts } from './command-parts.ts';
import { duration } from './duration-option.ts';
import { moveCommand } from './history-move.ts';
import { historyOption } from './history-option.ts';
import { inHistory } from './in-history.ts';
import { countOption } from './options.ts';

type HistoryOptions = {
  readonly history?: string;
  readonly since: number;
  readonly probe?: string;
  readonly target?: string;
};

const backupCommand = (parts: CommandParts): Command =>
  new Command('backup')
    .description('write a copy of it as it is now, while others go on writing')
    .argument('<file>', 'where the copy goes; nothing is written over')
    .addOption(historyOption())
    .action((file: string, { history: from }: Pick<HistoryOptions, 'history'>) =>
      inHistory(from, parts, async (history) => {
        await backup(history, file);
        parts.result({ written: [file] });
        parts.print(`wrote ${file}, a copy of ${history.where}`);
      }),
    );

type PruneOptions = Pick<HistoryOptions, 'history'> & Record<'keepDays' | 'keepHourly' | 'keepDaily', number>;

const pruneCommand = (parts: CommandParts): Command =>
  new Command('prune')
    .description('remove what is older than it is kept for, while others go on writing')
    .addOption(historyOption())
    .addOption(countOption('--keep-days <n>', 'keep runs whole for so many days', defaultKeepDays.runs))
    .addOption(countOption('--keep-hourly <n>', 'keep the counts of each hour for so many days', defaultKeepDays.hours))
    .addOption(countOption('--keep-daily <n>', 'keep the counts of each day for so many days', defaultKeepDays.days))
    .action(({ history: file, keepDays: runs, keepHourly: hours, keepDaily: days }: PruneOptions) =>
      inHistory(file, parts, async (history) => {
        const removed = await prune(history, { now: parts.now(), keepDays: { runs, hours, days } });
        parts.result({ removed });
        const told = Object.entries(removed).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
        parts.print(told.length === 0 ? 'nothing is older than it is kept for' : `removed ${told.join(', ')}`);
      }),
    );

const help = `
Gates and nights add their runs with --history, and a monitor adds all of its own. The first line says what is broken now,
and since when; what nobody has measured is told as NO DATA, never as good.

Examples
  npx --no -- preflight gate --history
  npx --no -- preflight history --since 7d --probe gate
  npx --no -- preflight history backup history-today.db`;

export const historyCommand = (parts: CommandParts): Command =>
  new Command('history')
    // Options after the name of a command below are those of that command.
    .enablePositionalOptions()
    .addOption(historyOption())
    .option('--probe <name>', 'only this probe; gate and nightly for those of all targets')
    .option('--target <name>', 'only what runs against this target')
    .addOption(
      new Option('--since <span>', 'how far to look back: 90m, 24h, 7d, 4w')
        .argParser(duration)
        .default(duration('24h'), '24h'),
    )
    .addCommand(backupCommand(parts))
    .addCommand(pruneCommand(parts))
    .addCommand(moveCommand(parts))
    .addHelpText('after', help)
    .action(({ history: file, since: backMs, probe, target }: HistoryOptions) =>
      inHistory(file, parts, async ({ read }) => {
        const report = await historyReportOf(read, { now: parts.now(), backMs, probe, target });
        parts.result(report);
        parts.print(historyText(report, { color: parts.color }));
      }),
    );
