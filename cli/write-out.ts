/** Writes what a person asked for where that person said. */
import { chmod, writeFile } from 'node:fs/promises';
import { whyNotWritten } from '../contracts/not-written.ts';
import { UsageError } from '../contracts/usage-error.ts';

/**
 * @param how A private file can be read by its owner alone, one that is to run can be run.
 * @throws UsageError, one line with a way out, where the system refuses.
 */
export const writeOut = async (
  file: string,
  text: string,
  how: { readonly isPrivate?: boolean; readonly isProgram?: boolean } = {},
): Promise<void> => {
  try {
    await writeFile(file, text, { mode: how.isPrivate ? 0o600 : 0o644 });
    if (how.isPrivate) await chmod(file, 0o600);
    if (how.isProgram) await chmod(file, 0o755);
  } catch (thrown) {
    throw new UsageError(`${file} cannot be written: ${whyNotWritten(thrown) ?? thrown}`);
  }
};
