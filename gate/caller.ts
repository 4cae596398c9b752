/** Who calls a command: the process it runs in, or a test in its place. */
import type { LogReader } from './log-levels.ts';

export type Caller = {
  readonly environment: NodeJS.ProcessEnv;
  /** What a reader of the result reads. */
  readonly print: (text: string) => void;
  /** Tells a program what was found; a person is told by `print`. */
  readonly result: (found: object) => void;
  /** What stands beside it, a line each. */
  readonly notice: (line: string) => void;
  /** Whether what is printed is coloured. */
  readonly color: boolean;
  readonly logReader: LogReader;
  /** Our clock, ms since the epoch. */
  readonly now: () => number;
};
