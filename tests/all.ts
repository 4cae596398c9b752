/** `npm test`: types, style, unused code, then every test; closes with one plain line. `--long` runs tests/long instead. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
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

const runCheck = ({ name, command: [file, ...args] }: (typeof checks)[number]): void => {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: root, encoding: 'utf8' });
  tell(status === 0, name, `${stdout}${stderr}`);
  if (status === 0) console.log(`✓ ${name}`);
};

/** The innermost message of a failed test, with its stack: node wraps it in an error of its own. */
const detailOf = (error: Error & { cause?: unknown }): string => {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? cause.message;
};

const runTests = async (pattern: string): Promise<void> => {
  const files = globSync(pattern, { cwd: root }).map((file) => `${root}${file}`);
  const perFile = new Map<string, number>();
  for await (const event of run({ files, concurrency: 2, cwd: root })) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { data } = event;
    if (data.details.type === 'suite') continue;
    const isPassed = event.type === 'test:pass';
    const file = (data.file ?? '').replace(root, '');
    tell(isPassed, `${file}: ${data.name}`, event.type === 'test:fail' ? detailOf(event.data.details.error) : '');
    perFile.set(file, (perFile.get(file) ?? 0) + 1);
  }
  for (const [file, count] of [...perFile].sort()) console.log(`${String(count).padStart(4)} ${file}`);
};

const isLong = process.argv.includes('--long');
if (!isLong) for (const check of checks) runCheck(check);
await runTests(isLong ? 'tests/long/**/*.test.ts' : 'tests/{unit,meta,faults,cli}/**/*.test.ts');

console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
