/**
 * `npm test`: types, style, unused code and the tests that take two minutes, of long tables a sample; closes with one
 * plain line. `--programs` runs those that start programs, databases and browsers, or walk whole services. `--long`
 * runs all, tests/long and the whole of long tables among them, or the named files.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { unpackBrowser } from './browser/browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string): string => `${root}node_modules/.bin/${name}`;

const checks = [
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  { name: 'types of pages', command: [bin('tsc'), '--noEmit', '--project', 'dashboard/page'] },
  { name: 'style', command: [bin('biome'), 'ci', '--max-diagnostics=20', '.'] },
  { name: 'unused code', command: [bin('knip')] },
] as const;

let passed = 0;

/** Failures are printed at once, and printed again at the end, where a reader looks first. */
const failures: string[] = [];

const tell = (isPassed: boolean, name: string, detail = ''): void => {
  if (isPassed) passed += 1;
  else {
    const failure = `\n✗ ${name}\n${detail}`;
    console.log(failure);
    failures.push(failure);
  }
};

const runCheck = async ({ name, command: [file, ...args] }: (typeof checks)[number]): Promise<void> => {
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [status, ...said] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  tell(status === 0, name, said.join(''));
  if (status === 0) console.log(`✓ ${name}`);
};

/** The innermost message of a failed test, with its stack: node wraps that error in another. */
const detailOf = (error: Error & { cause?: unknown }): string => {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? cause.message;
};

/** Test files that share a process. */
type Group = { readonly name: string; readonly files: readonly string[] };

/**
 * How much of a path names the room: the files of one room load the same, which takes longer than most of their tests.
 */
const roomDepth: Readonly<Record<string, number>> = { unit: 3, meta: 2 };

/** Files that test commands load the same: so many processes are enough, and each has some that take long. */
const partsOf: Readonly<Record<string, number>> = { cli: 2, programs: 8 };

const roomOf = (folder: string, file: string, at: number): string => {
  const parts = partsOf[folder];
  if (parts) return `tests/${folder}, part ${(at % parts) + 1}`;
  return file.split('/').slice(0, roomDepth[folder]).join('/');
};

/** They run commands, monitors, cases, explorations and databases as wholes. */
const walked = [
  'tests/cli',
  'tests/faults/prove-all',
  ...['cases', 'dashboard', 'engine', 'explore', 'history', 'monitor', 'prover', 'reports', 'stores', 'targets'].map(
    (room) => `tests/unit/${room}`,
  ),
];

const isWalked = ({ name }: Group): boolean => walked.some((room) => name.startsWith(room));

const isLong = process.argv.includes('--long');
const isOfPrograms = process.argv.includes('--programs');

/** Parts of names of files, all of them without any. */
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));

/** Those that take longest of all: begun last, they would be left over when the others have ended. */
const isOfYear = (file: string): boolean => file.endsWith('-year.test.ts');

/** The files of a room together; elsewhere each file alone. */
const groupsIn = (folder: string): Group[] => {
  const isWanted = (file: string): boolean => wanted.length === 0 || wanted.some((name) => file.includes(name));
  const sorted = globSync(`tests/${folder}/**/*.test.ts`, { cwd: root }).filter(isWanted).sort();
  const files = [...sorted.filter(isOfYear), ...sorted.filter((file) => !isOfYear(file))];
  const groups = Map.groupBy(files, (file, at) => roomOf(folder, file, at));
  return [...groups].map(([name, those]) => ({ name, files: those }));
};

const slowestShown = 5;

/** The slowest of what took so many seconds each, in one line. */
const slowestOf = (seconds: ReadonlyMap<string, number>): string =>
  [...seconds]
    .sort(([, one], [, other]) => other - one)
    .slice(0, slowestShown)
    .map(([name, took]) => `${name} ${took.toFixed(0)} s`)
    .join(', ');

/** Of each test, in a file or a room of files that may run beside it. */
const secondsOfTests = new Map<string, number>();

/** What each group has used of a processor, its own processes among it: unlike time, the same on a busy machine. */
const processorSeconds = new Map<string, number>();

const minuteMs = 60_000;

const groupFile = `${root}tests/group.ts`;
const execArgv = ['--import', `${root}tests/quick-runner.ts`];

/** @returns How many tests it has. */
const runGroup = async ({ name, files }: Group, timeoutMs: number): Promise<number> => {
  let count = 0;
  const options = {
    files: [groupFile],
    argv: files.map((file) => `${root}${file}`),
    cwd: root,
    timeout: timeoutMs,
    execArgv,
  };
  let stderr = '';
  /** Of an error that no test caught. */
  const isTold = (message: string): boolean => message.startsWith('Error: ');
  for await (const event of run(options)) {
    if (event.type === 'test:stderr') stderr += event.data.message;
    const used = event.type === 'test:stdout' && /processor seconds: ([\d.]+)/.exec(event.data.message)?.[1];
    if (used) processorSeconds.set(name, Number(used));
    if (event.type === 'test:diagnostic' && isTold(event.data.message)) stderr += `${event.data.message}\n`;
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { data } = event;
    if (data.details.type === 'suite') continue;
    // A process that broke has nothing to say but what it wrote.
    const isWhole = data.file === groupFile || `${root}${data.name}` === groupFile;
    const file = isWhole ? name : (data.file ?? name).replace(root, '');
    tell(
      event.type === 'test:pass',
      isWhole ? name : `${file}: ${data.name}`,
      event.type === 'test:fail' ? `${detailOf(event.data.details.error)}\n${isWhole ? stderr : ''}` : '',
    );
    if (!isWhole) secondsOfTests.set(`${file}: ${data.name}`, data.details.duration_ms / 1000);
    count += 1;
  }
  return count;
};

/** One more at once than there are cores, because some wait for processes; in the order given. */
const runTests = async (groups: readonly Group[], timeoutMs: number): Promise<void> => {
  const seconds = new Map<string, number>();
  const waiting = [...groups];
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const startedAt = performance.now();
      const count = await runGroup(group, timeoutMs);
      const took = (performance.now() - startedAt) / 1000;
      seconds.set(group.name, took);
      const used = (processorSeconds.get(group.name) ?? 0).toFixed(0).padStart(4);
      const times = `${took.toFixed(0).padStart(4)} s, ${used} s of processor`;
      console.log(`${String(count).padStart(5)} tests, ${times}  ${group.name}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  console.log(`\nslowest: ${slowestOf(seconds)}`);
  console.log(`slowest tests: ${slowestOf(secondsOfTests)}`);
  const used = [...processorSeconds.values()].reduce((sum, each) => sum + each, 0);
  console.log(`processor: ${used.toFixed(0)} s, the most of it ${slowestOf(processorSeconds)}`);
};

// A few hundred processes load the same files: what they compile is kept for the next, and for no other run.
const compiled = mkdtempSync(join(tmpdir(), 'preflight-compiled-'));
process.env.NODE_COMPILE_CACHE = compiled;
if (isLong) process.env.PREFLIGHT_TESTS = 'whole';
try {
  // The slowest first, so that none of them is left over when the others have ended.
  const quick = ['faults', 'cli', 'unit', 'meta'].flatMap(groupsIn);
  const programs = [...['browser', 'programs'].flatMap(groupsIn), ...quick.filter(isWalked)];
  const rest = quick.filter((group) => !isWalked(group));
  const groups = isLong ? [...groupsIn('long'), ...programs, ...rest] : isOfPrograms ? programs : rest;
  // Long after what a file takes: one that hangs must not hang the rest.
  const timeoutMs = (isLong ? 120 : 15) * minuteMs;
  if (isLong || isOfPrograms) await unpackBrowser();
  const isQuick = !isLong && !isOfPrograms;
  await Promise.all([runTests(groups, timeoutMs), ...(isQuick ? checks.map(runCheck) : [])]);
} finally {
  rmSync(compiled, { recursive: true, force: true });
}

console.log(`${failures.join('')}\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
