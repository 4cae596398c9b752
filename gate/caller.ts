/** Who calls a command: the process it runs in, or a test in its place. */
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
