/** What a command is given beside its arguments: by the process it runs in, or by a test in its place. */
import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodes, isPipeline } from '../contracts/exit-codes.ts';
import type { Caller, LogLevel, LogReader } from '../gate/caller.ts';
import { type Interruption, interrupted, noteInterruption, type WhenInterrupted } from '../gate/interruption.ts';
import type { Processes } from '../gate/nightly.ts';
import type { Walker } from '../gate/walker.ts';
import { oneLine } from '../reports/safe-text.ts';

/** NO_COLOR wins over FORCE_COLOR, and both over what the terminal can show. */
export const wantsColor = ({ NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv, isTerminal: boolean): boolean => {
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return !['0', 'false'].includes(FORCE_COLOR);
  return isTerminal && TERM !== 'dumb';
};

/** A command that runs several others reports them all to GitHub itself, once. */
export const withoutGitHub = ({
  GITHUB_ACTIONS,
  GITHUB_STEP_SUMMARY,
  ...others
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv => others;

const launcher = fileURLToPath(import.meta.resolve('#launcher'));

/** Passes an interruption on to the command that runs, and remembers that nothing more is to be begun. */
const processes = (isAside = false): Processes => {
  let isInterrupted = false;
  let pass: (signal: NodeJS.Signals) => void = () => {};
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isInterrupted = true;
      pass(signal);
    });
  }
  return {
    isInterrupted: () => isInterrupted,
    preflight: (args) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [launcher, ...args], {
          env: withoutGitHub(process.env),
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        const printed = { stdout: '', stderr: '' };
        for (const stream of ['stdout', 'stderr'] as const) {
          const shown = isAside ? process.stderr : process[stream];
          child[stream].setEncoding('utf8').on('data', (text: string) => {
            printed[stream] += text;
            shown.write(text);
          });
        }
        pass = (signal) => child.kill(signal);
        child.once('error', reject);
        // A killed command has measured nothing.
        child.once('close', (code) => resolve({ code: code ?? exitCodes.unmeasured, ...printed }));
      }),
  };
};

export type CommandParts = Caller & {
  readonly noteInterruption: () => Interruption;
  readonly interrupted: WhenInterrupted;
  /** @param isAside What it prints goes to standard error, as that of other processes. */
  readonly startWalker: (what: 'gate' | 'explore', logLevel: LogLevel, isAside?: boolean) => Promise<Walker>;
  readonly processes: (isAside?: boolean) => Processes;
  /** What stands beside the result where a program reads that: as `print`, on standard error. */
  readonly aside: (text: string) => void;
  /** Why the results of the command are no measurement; undefined while all is well. */
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
  startWalker: async (what, logLevel, isAside = false) => {
    const { startWalker } = await import('../gate/walker.ts');
    return startWalker({
      entry: walkerEntry,
      what,
      logLevel,
      logReader: logReaderHere(),
      environment: process.env,
      isAside,
    });
  },
  processes,
  spoilt: () => undefined,
});
