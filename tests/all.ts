/** `npm test`: types, style, unused code and every test; closes with one plain line. `--long` runs tests/long instead. */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string): string => `${root}node_modules/.bin/${name}`;

const checks = [
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  { name: 'style', command: [bin('biome'), 'ci', '--max-diagnostics=20', '.'] },
  { name: 'unused code', command: [bin('knip')] },
] as const;

const totals = { passed: 0, failed: 0 };

const tell = (isPassed: boolean, name: string, detail = ''): void => {
  totals[isPassed ? 'passed' : 'failed'] += 1;
  if (!isPassed) console.log(`\n✗ ${name}\n${detail}`);
};

const runCheck = async ({ name, command: [file, ...args] }: (typeof checks)[number]): Promise<void> => {
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [status, ...said] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  tell(status === 0, name, said.join(''));
  if (status === 0) console.log(`✓ ${name}`);
};

/** The innermost message of a failed test, with its stack: node wraps it in an error of its own. */
const detailOf = (error: Error & { cause?: unknown }): string => {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? cause.message;
};

const filesIn = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) => globSync(`tests/${folder}/**/*.test.ts`, { cwd: root })).map((file) => `${root}${file}`);

const slowestShown = 5;

const minuteMs = 60_000;

const runTests = async (folders: readonly string[], timeoutMs: number): Promise<void> => {
  const [perFile, secondsOf, stderrOf] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, string>(),
  ];
  const short = (file = ''): string => file.replace(root, '');
  const options = { files: filesIn(folders), concurrency: availableParallelism(), timeout: timeoutMs, cwd: root };
  for await (const event of run(options)) {
    const file = short(event.data && 'file' in event.data ? event.data.file : undefined);
    if (event.type === 'test:stderr') stderrOf.set(file, `${stderrOf.get(file) ?? ''}${event.data.message}`);
    if (event.type === 'test:complete' && short(event.data.name) === file) {
      secondsOf.set(file, event.data.details.duration_ms / 1000);
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { data } = event;
    if (data.details.type === 'suite') continue;
    const isPassed = event.type === 'test:pass';
    // A file that broke has nothing to say but what it wrote.
    const said = short(data.name) === file ? (stderrOf.get(file) ?? '') : '';
    tell(
      isPassed,
      `${file}: ${short(data.name)}`,
      event.type === 'test:fail' ? `${detailOf(event.data.details.error)}\n${said}` : '',
    );
    perFile.set(file, (perFile.get(file) ?? 0) + 1);
  }
  for (const [file, count] of [...perFile].sort()) console.log(`${String(count).padStart(4)} ${file}`);
  const slowest = [...secondsOf].sort(([, one], [, other]) => other - one).slice(0, slowestShown);
  console.log(`\nslowest: ${slowest.map(([file, seconds]) => `${file} ${seconds.toFixed(0)} s`).join(', ')}`);
};

const isLong = process.argv.includes('--long');
// A few hundred processes load the same files: what they compile is kept for the next, and for no other run.
const compiled = mkdtempSync(join(tmpdir(), 'preflight-compiled-'));
process.env.NODE_COMPILE_CACHE = compiled;
try {
  // The slowest first, so that none of them is left over when the others have ended.
  const folders = isLong ? ['long'] : ['cli', 'faults', 'unit', 'meta'];
  // Long after what a file takes: one that hangs must not hang the rest.
  const timeoutMs = (isLong ? 60 : 6) * minuteMs;
  await Promise.all([runTests(folders, timeoutMs), ...(isLong ? [] : checks.map(runCheck))]);
} finally {
  rmSync(compiled, { recursive: true, force: true });
}

console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
