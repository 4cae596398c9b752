/** `preflight history move`: a store of one machine becomes one of several, with all that it has kept. */
import { Command } from 'commander';
import { databaseUrlIn } from '../contracts/database-url.ts';
import { defaultHistory } from '../contracts/history-file.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { moveHistory } from '../history/move/move.ts';
import { openHistory } from '../history/open.ts';
import { moveSpool } from '../history/spool.ts';
import type { CommandParts } from './command-parts.ts';
import { historyOption } from './history-option.ts';
import { assertThere, withStore } from './in-history.ts';

const help = `
End the monitors that write to the file first. Ended in the middle, even by a
kill, it goes on when it is run again. At the end both are compared, by counts,
sums and what each row says; the file stays as it is.

Example
  DATABASE_URL=postgresql://USER:PASSWORD@HOST/DB npx preflight history move`;

const moved = async (file: string, parts: CommandParts): Promise<void> => {
  const url = databaseUrlIn(parts.environment);
  if (!url) throw new UsageError('history move: name where it goes in DATABASE_URL (docs/postgresql.md)');
  assertThere(file);
  const from = await openHistory(file);
  try {
    const database = await openHistory(url, { isMove: true });
    try {
      const tables = await moveHistory({ file: from, database, now: parts.now, told: parts.aside });
      const waiting = await moveSpool(from.spoolsAt, database.spoolsAt);
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      parts.result({ from: file, to: url.shown, tables, waiting });
      parts.print(
        `moved ${rows} rows of ${file} into ${url.shown}, and both hold the same; start monitors with DATABASE_URL now, and keep the file until then`,
      );
    } finally {
      await database.close();
    }
  } finally {
    await from.close();
  }
};

export const moveCommand = (parts: CommandParts): Command =>
  new Command('move')
    .description('move a file into the PostgreSQL of DATABASE_URL; begun again, it goes on')
    .addOption(historyOption())
    .addHelpText('after', help)
    .action(({ history: file = defaultHistory }: { history?: string }) => withStore(parts, () => moved(file, parts)));
