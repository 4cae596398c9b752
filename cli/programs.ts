/** What a program calls in place of a command: `gate`, `judge` and `repro` with their run records. */
import type { Depth } from '../contracts/depth.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { UsageError } from '../contracts/usage-error.ts';

/** A run record, and the exit code with which the command would have ended. */
export type RunResult = RunRecord & { readonly exitCode: 0 | 1 | 3 };

export type GateRequest = {
  /** A name, or the path of a target file; the sandbox inside when not given. */
  readonly target?: string;
  readonly depth?: Depth;
  /** Areas, topics or clauses; all when not given. */
  readonly only?: readonly string[];
  /** Decides everything that is drawn; random when not given. */
  readonly seed?: number;
  readonly policy?: string;
  readonly waivers?: string;
  /** Ends within so many minutes, cleaned up. */
  readonly maxMinutes?: number;
  /** Where results are kept; `results` when not given. */
  readonly output?: string;
};

/** The options of the command line for the fields of a request, by name: `maxMinutes` is `--max-minutes`. */
const optionsOf = (request: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(request).flatMap(([field, value]) => {
    if (value === undefined) return [];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((each) => [
      `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      String(each),
    ]);
  });

/** @throws UsageError with the line that the command would print. */
const ended = async (args: readonly string[]): Promise<RunResult> => {
  const [{ commandLine }, { partsOfProcess }] = await Promise.all([
    import('./command-line.ts'),
    import('./command-parts.ts'),
  ]);
  let printed = '';
  const notices: string[] = [];
  const code = await commandLine([...args, '--json'], {
    ...partsOfProcess(),
    print: (text) => {
      printed += text;
    },
    aside: () => {},
    notice: (line) => notices.push(line),
    // Signals are those of the program that calls.
    noteInterruption: () => ({ isNoted: async () => false, assertNone: async () => {} }),
    interrupted: () => new Promise(() => {}),
  });
  if (code === 2) throw new UsageError(notices.join('\n'));
  return JSON.parse(printed) as RunResult;
};

/** Gates a target, as `preflight gate` does. Several at once would share one working folder: await each. */
export const runGate = (request: GateRequest = {}): Promise<RunResult> => ended(['gate', ...optionsOf(request)]);

/** Judges a stored run or a bundle again, offline. @param path As `preflight judge` takes it. */
export const judge = (
  path: string,
  request: { readonly clause?: string; readonly target?: string } = {},
): Promise<RunResult> => ended(['judge', path, ...optionsOf(request)]);

/** Sends a finding again, as `preflight repro` does. @param bundle The path of its file. */
export const replay = (
  bundle: string,
  request: { readonly target: string; readonly attempts?: number; readonly output?: string },
): Promise<RunResult> => ended(['repro', bundle, ...optionsOf(request)]);
