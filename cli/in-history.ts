/** Opens the store of a monitor for one command, and says in one line why it cannot be opened. */
import { existsSync } from 'node:fs';
import { exitCodes } from '../contracts/exit-codes.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { NewerStore } from '../history/migrations.ts';
import { type History, openHistory } from '../history/open.ts';
import { StoreFailed } from '../history/store-failed.ts';
import type { CommandParts } from './command-parts.ts';

/**
 * Ends the command with 0, or with 3 where the store could not be used.
 *
 * @throws UsageError where there is no store: a new one would be read by no monitor.
 */
export const inHistory = async (
  file: string,
  { notice, end }: Pick<CommandParts, 'notice' | 'end'>,
  work: (history: History) => Promise<void>,
): Promise<void> => {
  if (!existsSync(file)) {
    throw new UsageError(
      `history ${file} does not exist: name that of the monitor with --history, or start the monitor`,
    );
  }
  let history: History | undefined;
  try {
    history = await openHistory(file);
    await work(history);
  } catch (thrown) {
    if (thrown instanceof NewerStore) throw new UsageError(thrown.message);
    if (!(thrown instanceof StoreFailed)) throw thrown;
    notice(thrown.message);
    end(exitCodes.unmeasured);
  } finally {
    await history?.close();
  }
};
