/** GitHub takes lines of a job's output for commands, also those that a service wrote: they are switched off meanwhile. */
import { randomUUID } from 'node:crypto';

const isOnGitHub = ({ GITHUB_ACTIONS }: NodeJS.ProcessEnv): boolean => GITHUB_ACTIONS === 'true';

/** Nothing that is printed during the work is obeyed: only who knows the token can end that. */
export const withoutWorkflowCommands = async <T>(
  environment: NodeJS.ProcessEnv,
  work: () => Promise<T>,
): Promise<T> => {
  if (!isOnGitHub(environment)) return work();
  const token = randomUUID();
  console.log(`::stop-commands::${token}`);
  try {
    return await work();
  } finally {
    console.log(`\n::${token}::`);
  }
};

/** Shown at the top of a job on GitHub; elsewhere a line on standard error. */
export const errorCommand = (environment: NodeJS.ProcessEnv, text: string): void => {
  if (isOnGitHub(environment)) console.log(`::error title=preflight::${text}`);
  else console.error(`preflight: ${text}`);
};
