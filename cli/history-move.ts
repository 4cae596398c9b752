/** `preflight history move`: a store of one machine becomes one of several, with all that it has kept. */
import { Command } from 'commander';
import { databaseUrlIn } from '../contracts/database-url.ts';
import { defaultHistory } from '../contracts/history-file.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { moveHistory } from '../history/move/move.ts';
import { unmarkMoved } from '../history/move/moved-mark.ts';
import { openHistory } from '../history/open.ts';
import { historyPlace } from '../history/place.ts';
import { moveSpool } from '../history/spool.ts';
import { counted } from '../reports/text-layout.ts';
import type { CommandParts } from './command-parts.ts';
import { historyOption } from './history-option.ts';
import { assertThere, withStore } from './in-history.ts';

const help = `
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
      const { tables, isOldNews } = await moveHistory({ file: from, database, now: parts.now, told: parts.aside });
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

export const moveCommand = (parts: CommandParts): Command =>
  new Command('move')
    .description('move a file into the PostgreSQL of DATABASE_URL; begun again, it goes on')
    .addOption(historyOption())
    .option('--undo', 'let the file take results again; the database stays as it is')
    .addHelpText('after', help)
    .action(({ history: file = defaultHistory, undo }: MoveOptions) => {
      // Of a URL nothing may be shown.
      historyPlace(file, parts.environment);
      assertThere(file);
      return withStore(parts, () => (undo ? takenBack : moved)(file, parts));
    });
