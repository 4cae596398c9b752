/** What a command is given beside its arguments: by the process it runs in, or by a test in its place. */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPipeline } from '../client/pipeline.ts';
import type { Caller } from '../gate/caller.ts';
import { type Interruption, interrupted, noteInterruption, type WhenInterrupted } from '../gate/interruption.ts';
import type { LogLevel, LogReader } from '../gate/log-levels.ts';
import type { Processes } from '../gate/nightly.ts';
import { startWalker, type Walker } from '../gate/walker.ts';
import { oneLine } from '../reports/safe-text.ts';
import { processes } from './processes.ts';
import { wantsColor } from './wants-color.ts';

export type CommandParts = Caller & {
  readonly noteInterruption: () => Interruption;
  readonly interrupted: WhenInterrupted;
  /** @param isAside What it prints goes to standard error, as that of other processes. */
  readonly startWalker: (what: 'gate' | 'explore', logLevel: LogLevel, isAside?: boolean) => Walker;
  readonly processes: (isAside?: boolean) => Processes;
  /** What stands beside the result where a program reads that: as `print`, on standard error. */
  readonly aside: (text: string) => void;
  /** Why nothing that comes of the command is a measurement any more; undefined while all is well. */
  readonly spoilt: () => string | undefined;
  /** Says with which exit code the command ends; it has passed when it says none. */
  readonly end: (code: number) => void;
};

/** What the command line is given; it adds what only concerns one command. */
export type GivenParts = Omit<CommandParts, 'end' | 'result'>;

const logReaderHere = (): LogReader => {
  if (process.stderr.isTTY) return 'terminal';
  return isPipeline(process.env) ? 'pipeline' : 'program';
};

/** In the package all is compiled, so a file is named with the ending of this one. */
const walkerEntry = fileURLToPath(new URL(`./walker-process${extname(import.meta.filename)}`, import.meta.url));

export const partsOfProcess = (): GivenParts => ({
  environment: process.env,
  print: (text) => console.log(text),
  aside: (text) => console.error(text),
  // A file that a person loads may say anything.
  notice: (line) => console.error(`preflight: ${oneLine(line, line.length)}`),
  color: wantsColor(process.env, process.stdout.isTTY === true),
  logReader: logReaderHere(),
  now: Date.now,
  noteInterruption,
  interrupted,
  startWalker: (what, logLevel, isAside = false) =>
    startWalker({ entry: walkerEntry, what, logLevel, logReader: logReaderHere(), environment: process.env, isAside }),
  processes,
  spoilt: () => undefined,
});
