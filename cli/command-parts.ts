/** What a command is given beside its arguments: by the process it runs in, or by a test in its place. */
import type { Caller } from '../gate/caller.ts';
import { interrupted } from '../gate/interrupted.ts';
import { type Interruption, noteInterruption } from '../gate/interruption.ts';
import type { LogLevel } from '../gate/log-levels.ts';
import type { Processes } from '../gate/nightly.ts';
import { type Playwright, startPlaywright } from '../gate/playwright.ts';
import { processes } from './processes.ts';

export type CommandParts = Caller & {
  readonly noteInterruption: () => Interruption;
  /** Resolves when somebody wants the command to end. */
  readonly interrupted: () => Promise<void>;
  readonly startPlaywright: (project: 'gate' | 'explore', logLevel: LogLevel) => Promise<Playwright>;
  readonly processes: () => Processes;
  /** Says with which exit code the command ends; it has passed when it says none. */
  readonly end: (code: number) => void;
};

/** Whoever reads standard output wants colour: it is a terminal that can show it, and nobody said no. */
const wantsColor = (): boolean => process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

export const partsOfProcess = (): Omit<CommandParts, 'end'> => ({
  environment: process.env,
  print: (text) => console.log(text),
  notice: (line) => console.error(`preflight: ${line}`),
  color: wantsColor(),
  logsForPerson: process.stderr.isTTY === true,
  now: Date.now,
  noteInterruption,
  interrupted,
  startPlaywright: (project, logLevel) => startPlaywright(project, { logLevel, environment: process.env }),
  processes,
});
