/** Who calls a command, the process it runs in or a test in its place, and what a job of GitHub makes of its output. */
import { randomUUID } from 'node:crypto';

/** How much is logged: what a person can name, without loading what logs. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Who reads the log: a person in a terminal, a person in the log of a pipeline, or a program. */
export const logReaders = ['terminal', 'pipeline', 'program'] as const;
export type LogReader = (typeof logReaders)[number];

export type Caller = {
  readonly environment: NodeJS.ProcessEnv;
  /** What a reader of the result reads. */
  readonly print: (text: string) => void;
  /** Takes the result for --json; a person reads what `print` prints. */
  readonly result: (found: object) => void;
  /** What stands beside it, a line each. */
  readonly notice: (line: string) => void;
  /** Whether what is printed is coloured. */
  readonly color: boolean;
  readonly logReader: LogReader;
  /** Our clock, ms since the epoch. */
  readonly now: () => number;
};

export const isOnGitHub = ({ GITHUB_ACTIONS }: NodeJS.ProcessEnv): boolean => GITHUB_ACTIONS === 'true';

/**
 * GitHub takes lines of the output for commands, even those of a service: nothing that is printed during the work is
 * obeyed, and only who knows the token can end that.
 */
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
