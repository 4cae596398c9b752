/** How much is logged: what a person can name, without loading what logs. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Who reads the log: a person in a terminal, a person in the log of a pipeline, or a program. */
export const logReaders = ['terminal', 'pipeline', 'program'] as const;
export type LogReader = (typeof logReaders)[number];
