/** What the installed package does not have, in one line with a way out. */
import { UsageError } from '../contracts/usage-error.ts';

export const needsClone = (what: string): UsageError =>
  new UsageError(`${what} needs a clone of Preflight: the package has the sandbox, and none of its faults`);
