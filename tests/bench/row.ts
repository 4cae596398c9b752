/** One row of the benchmark: what was measured, how far it spread, and the limit that it has to keep. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Several measurements of one thing: the middle one, and how far they lie apart. */
type Spread = { readonly median: number; readonly min: number; readonly max: number };

export const spread = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const half = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
  return { median, min: at(0), max: at(sorted.length - 1) };
};

/** @param share From 0 to 1: 0.95 is the 95th percentile, by the nearest rank. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};

/** In ms. */
export const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** Long after what any of them takes. */
const processMsMax = 120_000;

/** Runs a process of the project's Node. @returns The exit code; null where it was ended. */
export const runProcess = (
  args: readonly string[],
  { cwd, env = process.env }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      stdio: 'ignore',
      timeout: processMsMax,
      killSignal: 'SIGKILL',
    });
    child.once('error', reject);
    child.once('close', resolve);
  });

/** How long a process of the project's Node takes, in ms. Throws when the exit code is not 0. */
export const processElapsed = (args: readonly string[], cwd: string, env = process.env): Promise<number> =>
  elapsed(async () => {
    const code = await runProcess(args, { cwd, env });
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  });

/** The rows of the benchmark as a table that fits a terminal. */
const figure = (unit: Row['unit'], value: number): string => {
  if (unit === 'share') return `${(100 * value).toFixed(1)} %`;
  return unit === 'ratio' ? value.toFixed(2) : `${Math.round(value)} ${unit}`;
};

const limitOf = ({ unit, atMost, atLeast }: Row): string => {
  if (atMost !== undefined) return `at most ${figure(unit, atMost)}`;
  return atLeast === undefined ? 'reported' : `at least ${figure(unit, atLeast)}`;
};

const spreadText = (unit: Row['unit'], { min, max }: Spread): string => `${figure(unit, min)} to ${figure(unit, max)}`;

const partText = ([name, value]: [string, Spread | number]): string =>
  typeof value === 'number' ? `${name} ${value}` : `${name} ${Math.round(value.median)} ms`;

export const benchTable = (rows: readonly Row[]): string => {
  const cells = rows.map((row) => [
    row.name,
    figure(row.unit, row.measured.median),
    spreadText(row.unit, row.measured),
    limitOf(row),
    holds(row) ? 'holds' : 'BROKEN',
  ]);
  const head = ['row', 'median', 'spread', 'limit', ''];
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    line(head),
    ...rows.flatMap((row, at) => [line(cells[at] ?? []), `  ${Object.entries(row.parts).map(partText).join(', ')}`]),
  ].join('\n');
};

/** Processes beside the benchmark, which say something when they are ready, and end when their standard input does. */
type Beside = {
  readonly pid: number;
  /** Its first line. */
  readonly said: string;
  /** @returns All of its lines. */
  end(): Promise<string[]>;
};

/** Long after what any of them takes to begin and to end. */
const msMax = 60_000;

/** @param file Beside this one. */
export const startBeside = async (file: string, args: readonly string[], env = process.env): Promise<Beside> => {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes('\n')) resolve();
    });
  });
  const lines = (): string[] => text.split('\n').slice(0, -1);
  const kill = (): void => void child.kill('SIGKILL');
  const watchdog = setTimeout(kill, msMax);
  await Promise.race([said, closed]);
  clearTimeout(watchdog);
  const [first] = lines();
  if (first === undefined) throw new Error(`${file} has ended before it was ready`);
  process.once('exit', kill);
  return {
    pid: child.pid ?? 0,
    said: first,
    end: async () => {
      const late = setTimeout(kill, msMax);
      child.stdin.end();
      await closed;
      clearTimeout(late);
      process.off('exit', kill);
      return lines();
    },
  };
};

export type Row = {
  readonly name: string;
  readonly unit: 'ratio' | 'ms' | 'share' | 'MB' | 'slots' | 'bytes' | 'a second';
  readonly measured: Spread;
  /** How many measurements. */
  readonly samples: number;
  /** Absent where the row is only reported. */
  readonly atMost?: number;
  readonly atLeast?: number;
  /** What the figure is made of, for a reader of the table. */
  readonly parts: Readonly<Record<string, Spread | number>>;
};

export const holds = ({ measured: { median }, atMost = Number.POSITIVE_INFINITY, atLeast = 0 }: Row): boolean =>
  median <= atMost && median >= atLeast;

/** Both sides of each pair were measured one right after the other, so that a machine that slows down slows both. */
export const ratioRow = (
  name: string,
  pairs: readonly { readonly ours: number; readonly base: number }[],
  rest: Pick<Row, 'atMost' | 'parts'>,
): Row => ({
  name,
  unit: 'ratio',
  measured: spread(pairs.map(({ ours, base }) => ours / base)),
  samples: pairs.length,
  ...rest,
});
