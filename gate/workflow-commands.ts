/** GitHub takes lines of a job's output for commands, even those of a service: they are switched off meanwhile. */
import { randomUUID } from 'node:crypto';
import type { Caller } from './caller.ts';

export const isOnGitHub = ({ GITHUB_ACTIONS }: NodeJS.ProcessEnv): boolean => GITHUB_ACTIONS === 'true';

/** Nothing that is printed during the work is obeyed: only who knows the token can end that. */
export const withoutWorkflowCommands = async <T>(
  { environment, print }: Pick<Caller, 'environment' | 'print'>,
  work: () => Promise<T>,
): Promise<T> => {
  if (!isOnGitHub(environment)) return work();
  const token = randomUUID();
  print(`::stop-commands::${token}`);
  try {
    return await work();
  } finally {
    print(`\n::${token}::`);
  }
};

/** Shown at the top of a job on GitHub; elsewhere a line on standard error. */
export const errorCommand = ({ environment, print, notice }: Caller, text: string): void => {
  if (isOnGitHub(environment)) print(`::error title=preflight::${text}`);
  else notice(text);
};
