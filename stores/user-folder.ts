/** Where the XDG convention puts what is a user's own, as far as the environment names a place for it. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Undefined when nobody knows: some systems have no entry for who runs us. */
const homeOf = ({ HOME }: NodeJS.ProcessEnv): string | undefined => {
  try {
    return HOME ?? homedir();
  } catch {
    return undefined;
  }
};

/**
 * @param named What the convention's variable names; a relative path counts as none.
 * @param below Where it is in the home of the user by default.
 * @returns undefined when neither is an absolute path: what a relative one names would differ from run to run.
 */
export const userFolder = (
  named: string | undefined,
  below: readonly string[],
  environment: NodeJS.ProcessEnv,
): string | undefined => {
  if (named && isAbsolute(named)) return named;
  const home = homeOf(environment);
  return home && isAbsolute(home) ? join(home, ...below) : undefined;
};
