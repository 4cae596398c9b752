/** The package as a partner has it: contents, start, types, and the walk of docs/use/your-environment.md. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ownName } from '../../targets/load-file.ts';
import { none } from '../unit/asserted.ts';
import { installed, packed, shell } from './packed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tarball = packed();
const folder = installed(tarball);
/** What npx would start after half a second. */
const preflight = 'node_modules/.bin/preflight';

test('the tarball holds what runs, at most 1.3 MB of it, and nothing that only a clone needs', () => {
  assert.ok(tarball.size <= 1_340_000, `${tarball.size} bytes`);
  for (const file of [
    'cli/preflight.mjs',
    'dist/cli/main.js',
    'dist/index.js',
    'dist/types/index.d.ts',
    'dist/cli/walker-process.js',
    'dist/flows/sends.json',
    'dist/stores/sqlite-worker.js',
    'dist/sandbox/data/cities.tsv',
    'dist/cases/export/shipped/kit.mjs',
    'Containerfile',
    '.github/workflows/gate.yml',
    '.github/workflows/nightly.yml',
    '.github/actions/preflight/gate.mjs',
    '.github/actions/preflight/comment.mjs',
    '.github/actions/preflight/npm-cache.sh',
    'docs/examples/gitlab-ci.yml',
    'docs/use/your-environment.md',
  ])
    assert.ok(tarball.files.includes(file), file);
  const unwanted =
    /^(tests|prover|docs\/decisions)\/|faults\/|\/conditions\/|\/prover?-|\/(generate|build)\.|(?<!\.d)\.ts$/;
  none(tarball.files.filter((file) => unwanted.test(file)));
  // A second one would be the root of all that is compiled, and its names lead nowhere.
  assert.deepEqual(
    tarball.files.filter((file) => file.endsWith('package.json')),
    ['package.json'],
  );
});

test('a packed clone is as it was', () => {
  assert.equal(existsSync(join(tarball.clone, 'dist')), false);
  assert.equal(
    readFileSync(join(tarball.clone, 'package.json'), 'utf8'),
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
});

test('what it says of itself is true: its name, its Node, no dependency that is only for development', () => {
  const described = JSON.parse(readFileSync(join(folder, 'node_modules', ownName, 'package.json'), 'utf8')) as {
    name: string;
    engines: { node: string };
    exports: Record<string, unknown>;
  };
  assert.equal(described.name, ownName);
  assert.equal(described.engines.node, '>=24.15');
  assert.deepEqual(Object.keys(described.exports), ['.', './playwright', './playwright/setup', './package.json']);
});

test('what needs the faults of a clone says so in one line', async () => {
  const fault = await shell(`${preflight} gate --fault swaps-one-pair-deep-in-list`, folder);
  assert.equal(fault.code, 2);
  assert.match(fault.stderr, /^preflight: --fault swaps-one-pair-deep-in-list needs a clone of Preflight: .*$/m);
  const list = await shell(`${preflight} prove --list-oddities`, folder);
  assert.equal(list.code, 0);
  assert.match(list.stdout, /^\S+ +\S.*\.$/m);
});

test('what the page needs of its service is in the package: its OpenAPI document', async () => {
  const { code, stdout, stderr } = await shell(`${preflight} sandbox --dialect 644 --openapi`, folder);
  assert.equal(code, 0, stderr);
  const { paths } = JSON.parse(stdout) as { paths: Record<string, { post?: { requestBody?: object } }> };
  assert.match(JSON.stringify(paths['/api/hotels/search']?.post?.requestBody), /"toDay".*"grownUps"/);
});

test('a variable that asks for OpenTelemetry without an installed SDK is one line before anything begins', async () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  const { code, stdout, stderr } = await shell(
    `${preflight} monitor --once --history telemetry.db`,
    folder,
    environment,
  );
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(
    stderr,
    /^preflight: OTEL_EXPORTER_OTLP_ENDPOINT asks for OpenTelemetry, .* npm install @opentelemetry\/sdk-node@\S+, or .+\n$/,
  );
  assert.equal(existsSync(join(folder, 'telemetry.db')), false);
});

test('an older Node gets one line with a way out', () => {
  const older = `data:text/javascript,${encodeURIComponent(
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });",
  )}`;
  const launcher = `node_modules/${ownName}/cli/preflight.mjs`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', older, launcher, 'gate'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /^preflight needs Node 24\.15 or newer, and this is v\S+: install Node 24, or .+\n$/);
});

const targetOfOther = (text: string): string => `import { type Answer, each, env, money, target } from '${ownName}';
const price = (cost: Answer) => money(cost?.cents, 'EUR', 100);
export default target({
  name: 'other',
  baseUrl: env('OTHER_URL'),
  credentials: { clientId: env('OTHER_ID'), clientSecret: env('OTHER_SECRET') },
  bindings: {
    'hotel-search': {
      request: ({ region, stay }) => ({ region, from: stay.${text} }),
      response: (body) => ({ hotels: each(body, 'stays[]', (one) => ({ minPrice: price(one.from) })) }),
    },
  },
});
`;

const typesOf = (...files: string[]): string => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', ''];
  try {
    return execFileSync(process.execPath, [tsc, '--ignoreConfig', ...options, ...files], {
      cwd: folder,
      encoding: 'utf8',
    });
  } catch (thrown) {
    return String((thrown as { stdout: unknown }).stdout);
  }
};

test('a target file of a strict project is typed, without the types of anything else', () => {
  writeFileSync(join(folder, 'other.target.mts'), targetOfOther('checkIn'));
  writeFileSync(join(folder, 'wrong.target.mts'), targetOfOther('arrival'));
  const said = typesOf('other.target.mts', 'wrong.target.mts').trim().split('\n');
  assert.equal(said.length, 1, said.join('\n'));
  assert.match(said[0] ?? '', /^wrong\.target\.mts.*'arrival' does not exist/);
});
