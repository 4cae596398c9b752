/** `preflight history`: what broke since when, and what a person does with the store: copy it, make it smaller. */
import { Command, Option } from 'commander';
import { areas, clausesIn } from '../contracts/areas.ts';
import { databaseUrlIn } from '../contracts/database-url.ts';
import { exitCodeOf, exitCodes } from '../contracts/exit-codes.ts';
import { defaultHistory, historyFlag, historyPlace } from '../contracts/history-file.ts';
import { shellWord, UsageError } from '../contracts/usage-error.ts';
import { backup } from '../history/backup.ts';
import type { History } from '../history/history.ts';
import { moveHistory, unmarkMoved } from '../history/move/move.ts';
import { openHistory } from '../history/open.ts';
import { defaultKeepDays, prune } from '../history/prune.ts';
import { type ReleaseVerdict, releaseVerdictOf, rolledUpGates } from '../history/release.ts';
import { historyReportOf } from '../history/report.ts';
import { deliverRuns, moveSpool } from '../history/spool.ts';
import { historyText } from '../reports/history-text.ts';
import { counted } from '../reports/text-layout.ts';
import type { CommandParts } from './command-parts.ts';
import { assertThere, inHistory, withStore } from './in-history.ts';
import { countOption, duration, historyOption, release } from './options.ts';

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

// `preflight can-release`: whether the gates of a release allow it in an environment, as the history has them.

const releaseHelp = `
The newest whole gate of the release there decides, and a later failure of a
part forbids the release. Exit code 0 allows it, 1 forbids it, and 3 means that
no whole gate of it is known there. Add gates with --history before.

Examples
  npx --no -- preflight gate --target acme --release 1.4.2 --history
  npx --no -- preflight can-release 1.4.2 --environment acme`;

type Asked = { readonly release: string; readonly environment: string };

const neverGated = (rolledUp: number): string =>
  rolledUp === 0
    ? 'the history has no gate of it there'
    : `no gate that is kept whole is of it; only the counts are left of ${counted(rolledUp, 'earlier gate')} there`;

const reasonOf = (found: ReleaseVerdict, rolledUp: number): string => {
  if (found.kind === 'never') return neverGated(rolledUp);
  if (found.kind === 'partly') {
    const left = new Set(found.notGated);
    const inAreas = areas.filter((area) => clausesIn(area).some((id) => left.has(id)));
    const named = inAreas.length > 0 ? `: ${inAreas.join(', ')}` : '';
    return `its gates there were of parts, and ${left.size} of ${counted(found.whole.length, 'clause')} were not gated${named}`;
  }
  const { id, verdict, startedAt, isWhole, holding, broken } = found.run;
  const run = `run ${id} of ${new Date(startedAt).toISOString()}`;
  if (verdict === 'pass') return `${run} passed, and ${counted(holding, 'clause')} held`;
  if (verdict === 'inconclusive') return `${run}, its newest whole gate there, was inconclusive`;
  const gate = isWhole ? 'its newest whole gate there' : 'a gate of a part, with no whole gate since';
  return `${run}, ${gate}, failed${broken.length > 0 ? `: ${broken.join(', ')}` : ''}`;
};

const answers = { pass: 'may go to', fail: 'must not go to', inconclusive: 'cannot be judged for' } as const;

const answered = async (history: History, asked: Asked, parts: CommandParts): Promise<void> => {
  const { release: id, environment } = asked;
  const { planOf } = await import('../flows/plan.ts');
  // A failure that still waits beside the store outweighs a pass that is in it.
  await deliverRuns(history);
  const found = await releaseVerdictOf(history.read, {
    now: parts.now(),
    release: id,
    target: environment,
    wholeAt: (revision) => [...new Set(planOf({ revision, depth: 'standard' }).pairs.map(({ clause }) => clause))],
  });
  const reason = reasonOf(found, await rolledUpGates(history.read, environment));
  const words = ['--target', environment, '--release', id].map(shellWord).join(' ');
  const next = `npx --no -- preflight gate ${words}${historyFlag(history.where) || ' --history'}`;
  const run = found.kind === 'decided' ? found.run : undefined;
  const isKnown = run !== undefined && run.verdict !== 'inconclusive';
  parts.result({
    ...asked,
    verdict: run?.verdict ?? null,
    reason,
    run: run?.id ?? null,
    broken: run?.broken ?? [],
    notGated: found.kind === 'partly' ? found.notGated : [],
    next: isKnown ? null : next,
  });
  parts.print(`release ${id} ${answers[run?.verdict ?? 'inconclusive']} ${environment}: ${reason}`);
  if (!isKnown) parts.print(`to gate it there: ${next}`);
  parts.end(run ? exitCodeOf(run.verdict) : exitCodes.unmeasured);
};

type Options = { readonly environment: string; readonly history?: string };

export const canReleaseCommand = (parts: CommandParts): Command =>
  new Command('can-release')
    .argument('<release>', 'the build, as gate --release named it', release)
    .requiredOption('--environment <name>', 'where it is to go: the name of the target that was gated')
    .addOption(historyOption())
    .addHelpText('after', releaseHelp)
    .action((id: string, { environment, history: file }: Options) =>
      inHistory(file, parts, (history) => answered(history, { release: id, environment }, parts)),
    );
