/** Opens the history for one command, and says in one line why it cannot be used. */
import { existsSync } from 'node:fs';
import { exitCodes } from '../contracts/exit-codes.ts';
import { historyPlace } from '../contracts/history-file.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { History } from '../history/history.ts';
import { NewerStore } from '../history/migrations.ts';
import { openHistory } from '../history/open.ts';
import { StoreFailed } from '../stores/database.ts';
import type { CommandParts } from './command-parts.ts';

/**
 * Ends a command with 3 where the store could not be used.
 *
 * @throws UsageError where the file is no history file.
 */
export const withStore = async (
  { notice, end }: Pick<CommandParts, 'notice' | 'end'>,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work();
  } catch (thrown) {
    if (!(thrown instanceof StoreFailed || thrown instanceof NewerStore)) throw thrown;
    if (thrown instanceof StoreFailed && thrown.isWrongPlace) throw new UsageError(thrown.message);
    notice(thrown.message);
    end(exitCodes.unmeasured);
  }
};

/** @throws UsageError where it is not. */
export const assertThere = (file: string): void => {
  if (existsSync(file)) return;
  throw new UsageError(
    `history ${file} does not exist: npx --no -- preflight monitor and gate --history begin one, or name another with --history`,
  );
};

/**
 * @param file Named on the command line; else it is that of the environment.
 * @throws UsageError where there is no store: a misspelt name makes no new one.
 */
export const inHistory = (
  file: string | undefined,
  parts: Pick<CommandParts, 'notice' | 'end' | 'environment'>,
  work: (history: History) => Promise<void>,
): Promise<void> =>
  withStore(parts, async () => {
    const place = historyPlace(file, parts.environment);
    if (typeof place === 'string') assertThere(place);
    const history = await openHistory(place);
    try {
      await work(history);
    } finally {
      await history.close();
    }
  });
