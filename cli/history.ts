/** `preflight history`: what broke since when, and what a person does with the store: copy it, make it smaller. */
import { Command, Option } from 'commander';
import { databaseUrlIn } from '../contracts/database-url.ts';
import { defaultHistory, historyPlace } from '../contracts/history-file.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { backup } from '../history/backup.ts';
import { moveHistory, unmarkMoved } from '../history/move/move.ts';
import { openHistory } from '../history/open.ts';
import { defaultKeepDays, prune } from '../history/prune.ts';
import { historyReportOf } from '../history/report.ts';
import { moveSpool } from '../history/spool.ts';
import { historyText } from '../reports/history-text.ts';
import { counted } from '../reports/text-layout.ts';
import type { CommandParts } from './command-parts.ts';
import { assertThere, inHistory, withStore } from './in-history.ts';
import { countOption, duration, historyOption } from './options.ts';

const moveHelp = `
End the monitors that write to the file first. Ended in the middle, even by a
kill, it goes on when it is run again. At the end both are compared, by counts,
sums and what each row says. The file can be read as before, and takes nothing
more, so that no monitor is forgotten; --undo takes that back.

Example
  DATABASE_URL=postgresql://USER:PASSWORD@HOST/DB npx --no -- preflight history move`;

const moved = async (file: string, parts: CommandParts): Promise<void> => {
  const url = databaseUrlIn(parts.environment);
  if (!url) throw new UsageError('history move: name where it goes in DATABASE_URL (docs/operate/several-machines.md)');
  const from = await openHistory(file);
  try {
    const database = await openHistory(url, { isMove: true });
    try {
      const { tables, isOldNews } = await moveHistory({ file: from, database, now: parts.now, progress: parts.aside });
      const waiting = await moveSpool(from.spoolsAt, database.spoolsAt);
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      parts.result({ from: file, to: url.shown, tables, waiting });
      parts.print(
        isOldNews
          ? `${file} was moved into ${url.shown} before; ${counted(waiting, 'result')} that waited beside it will be kept there`
          : `moved ${rows} rows of ${file} into ${url.shown}, and both hold the same; start monitors with DATABASE_URL now, and keep the file until then`,
      );
    } finally {
      await database.close();
    }
  } finally {
    await from.close();
  }
};

const takenBack = async (file: string, parts: CommandParts): Promise<void> => {
  const history = await openHistory(file);
  try {
    const was = await history.write(unmarkMoved);
    parts.result({ file, undone: was });
    parts.print(
      was
        ? `${file} is written to again; what the database has got since then stays there`
        : `${file} was not moved: nothing was done`,
    );
  } finally {
    await history.close();
  }
};

type MoveOptions = { readonly history?: string; readonly undo?: boolean };

const moveCommand = (parts: CommandParts): Command =>
  new Command('move')
    .description('move a file into the PostgreSQL of DATABASE_URL; begun again, it goes on')
    .addOption(historyOption())
    .option('--undo', 'let the file take results again; the database stays as it is')
    .addHelpText('after', moveHelp)
    .action(({ history: file = defaultHistory, undo }: MoveOptions) => {
      // Of a URL nothing may be shown.
      historyPlace(file, parts.environment);
      assertThere(file);
      return withStore(parts, () => (undo ? takenBack : moved)(file, parts));
    });

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
        const gone = Object.entries(removed).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
        parts.print(gone.length === 0 ? 'nothing is older than it is kept for' : `removed ${gone.join(', ')}`);
      }),
    );

const help = `
Gates and nights add their runs with --history, and a monitor adds all of its own. The first line says what is broken now,
and since when; what was not measured is shown as NO DATA, never as good.

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
