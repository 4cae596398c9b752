/** What stands in the way to the shared state, as one line for people. */
import { type Database, isLostConnection, UncertainCommit } from './database.ts';
import { WrongPassphrase } from './database-seal.ts';

const lockTimedOut = '55P03';

/** Undefined for an error of our own. */
export const whyUnavailable = (thrown: unknown, { withoutPassword }: Database): string | undefined => {
  if (thrown instanceof WrongPassphrase || thrown instanceof UncertainCommit) return thrown.message;
  if (!(thrown instanceof Error)) return undefined;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  if (code === lockTimedOut) return 'somebody else has held it for too long';
  const isOfDatabase = isLostConnection(thrown) || /^[0-9A-Z]{5}$/.test(code) || /^E[A-Z_]+$/.test(code);
  // An attempt on several addresses says nothing itself.
  const [said = ''] = (thrown.message || code).split('\n');
  return isOfDatabase ? withoutPassword(said) : undefined;
};
