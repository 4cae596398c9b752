/** `preflight gate` ends with the code of its verdict, also when a target file misbehaves in the walker. */
import assert, { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { clauseIds } from '../../contracts/clauses.ts';
import { policyForm } from '../../contracts/policy.ts';
import { newestRevision } from '../../contracts/target.ts';
import { askUnknownCountries } from '../../flows/cities.ts';
import { planOf } from '../../flows/plan.ts';
import { startWalker, type Walker } from '../../gate/walker.ts';
import { drawn } from '../../generators/draws.ts';
import { blocksOf, chapter } from '../chapter.ts';
import { anotherService } from '../cli/another-service.ts';
import { ends, preflight, typed, wordsOf } from '../cli/preflight-here.ts';
import { emptyFolder, lastRecord, preflight as preflightProcess, started } from '../cli/preflight-process.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';

/** Judges by the published schema, as a reader without Preflight would. */
const conforms = (schema: string, document: unknown): void => {
  const ajv = addFormatsModule.default(new Ajv2020({ strict: false, allErrors: true }));
  const published = new URL(`../../contracts/published/${schema}.schema.json`, import.meta.url);
  const validate = ajv.compile(JSON.parse(readFileSync(published, 'utf8')));
  assert.ok(validate(document), JSON.stringify(validate.errors?.slice(0, 3)));
};

test('the healthy sandbox passes, and the run is kept whole', async () => {
  const { stdout, stderr, folder } = await ends(0, ['gate', '--seed', '42']);
  assert.equal(stderr, '');
  assert.match(stdout, /^seed 42\nrun .*, depth standard\n/);
  const { leftOut } = planOf({ revision: newestRevision, depth: 'standard' });
  const judged = clauseIds.length - leftOut.length;
  assert.match(stdout, new RegExp(`^PASS  ${judged} judged, 0 broken\n`, 'm'));

  const record = lastRecord(folder);
  conforms('run-record', record);
  assert.equal(record.verdict, 'pass');
  // Of what one story samples, such as a status that no booking has, it may see nothing; another shows the clause.
  assert.deepEqual(record.totals, { pass: judged, fail: 0, inconclusive: 0, error: 0 });
  assert.equal(record.seed, 42);
  assert.equal(record.depth, 'standard');
  assert.ok(record.exchanges <= 400, `${record.exchanges} requests`);
  assert.match(stdout, new RegExp(`results/${record.id}/run.json`));

  const run = join(folder, 'results', record.id);
  const traces = readdirSync(join(run, 'traces')).map((file) =>
    JSON.parse(readFileSync(join(run, 'traces', file), 'utf8')),
  );
  for (const trace of traces) conforms('trace', trace);
  const { id, input } = askUnknownCountries;
  const asked = JSON.stringify(traces.find(({ flow }) => flow === id).input);
  assert.equal(asked, JSON.stringify(drawn(input, 42, id)), 'the same seed draws the same');
  assert.notEqual(asked, JSON.stringify(drawn(input, 43, id)));
  // Two logins of the token clauses. In separate worlds: one before and one after expiry, twice, and one with three
  // that must be refused. All other requests share a token of their partner.
  assert.equal(record.tokensRequested, 2 + 2 * 2 + (1 + 3) + 1);

  const junit = readFileSync(join(run, 'junit.xml'), 'utf8');
  for (const id of clauseIds) assert.ok(junit.includes(` name="${id}"`), `${id} is not in the JUnit report`);

  assert.deepEqual(readdirSync(run).sort(), ['junit.xml', 'plan.json', 'run.json', 'traces']);
});

test('a broken gating clause fails the gate, and its bundle is judged alike', async () => {
  const fault = ['--fault', 'swaps-one-pair-deep-in-list'];
  const asked = ['gate', '--seed', '3', '--only', 'cities', ...fault, '--log-level', 'debug'];
  const { code, stdout, stderr, folder } = await preflightProcess(asked);
  assert.equal(code, 1, stdout);
  const logged = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { operation?: string; flow?: string });
  assert.ok(
    logged.some(({ operation }) => operation === 'cities') && logged.some(({ flow }) => flow === 'list-cities'),
  );
  assert.match(stdout, /^FAIL {2}cities\.sorted-by-id +minor, documented, §2\.6, since 2026-08-11 +sandbox$/m);
  const judge = /npx --no -- preflight (judge (results\/\S+\.bundle\.json) --clause \S+)/.exec(stdout);
  assert.ok(judge?.[1] && judge[2], stdout);

  conforms('bundle', JSON.parse(readFileSync(join(folder, judge[2]), 'utf8')));
  const again = await ends(1, judge[1].split(' '), { folder });
  assert.match(again.stdout, /FAIL {2}cities\.sorted-by-id/);
  assert.match(again.stdout, /^judged {6}results\/\S+\.bundle\.json, a bundle of run \S+ on sandbox, begun at \S+$/m);
  assert.doesNotMatch(again.stdout, /^(run record|bookings)/m);

  await ends(1, ['judge', 'results/latest'], { folder });
  // Another clause of the same run holds.
  await ends(0, ['judge', 'results/latest', '--clause', 'cities.ids-are-unique'], { folder });
});

test('a probe says what it leaves out, in its first and last lines and in the command that repeats it', async () => {
  const { stdout, folder } = await ends(0, ['gate', '--depth', 'probe', '--seed', '9']);
  assert.match(stdout, /^seed 9\nrun .*, depth probe\n/);
  const { leftOut = [], totals, repeat } = lastRecord(folder);
  assert.ok(leftOut.length > 0 && totals.pass > 0);
  assert.match(stdout, new RegExp(`${leftOut.length} clauses are left out at depth probe: .*--depth standard`));
  assert.match(stdout, /depth probe, [\d.]+ s, \d+ requests\n$/);
  assert.equal(repeat, 'gate --target sandbox --seed 9 --depth probe');
});

test('a dry run shows what would be sent, sends nothing and keeps nothing', async (t) => {
  const service = await anotherService();
  t.after(service.close);
  const asked = ['gate', '--target', 'live', '--dry-run'];
  const { stdout, folder } = await ends(0, asked, { environment: service.live });
  assert.match(stdout, /^dry run +nothing was sent\n/);
  assert.match(stdout, /^countries +\d+ +reads$/m);
  assert.match(stdout, /^bookings +none: may\.books does not allow any$/m);
  for (const line of stdout.split('\n')) assert.ok(line.length <= 80 || line.includes(service.url), line);
  assert.deepEqual(service.requests, []);
  assert.equal(existsSync(join(folder, 'results')), false);
});

test('an interruption while files are loaded ends it with 130 before anything is sent', async () => {
  const run = started(['gate']);
  await run.printed('seed');
  run.signal('SIGINT');
  const { code, stdout, stderr, folder } = await run.ended;
  // While a target file is loaded, the signal ends the process itself: then there is no code.
  assert.ok(code === 130 || code === null, `${code} ${stdout}${stderr}`);
  assert.equal(stderr, code === null ? '' : 'preflight: interrupted before anything was sent\n');
  assert.doesNotMatch(stdout, /recorded/);
  assert.ok(!existsSync(join(folder, 'results/latest')));
});

test('two gates at once in one folder keep apart, and a reader that goes early changes no verdict', async () => {
  const first = started(['gate', '--only', 'countries']);
  await first.printed('seed');
  first.stopReading();
  const second = preflight(['gate', '--only', 'countries'], { folder: first.folder });
  const codes = (await Promise.all([first.ended, second])).map(({ code }) => code);
  assert.deepEqual(codes, [0, 0]);
  assert.equal(readdirSync(join(first.folder, 'results')).filter((name) => name !== 'latest').length, 2);
});

const root = new URL('../../', import.meta.url);
const page = chapter('use/gating.md');

test('the five minutes of the page end as it says', async () => {
  const folder = emptyFolder();
  const said = async (lines: string): Promise<string[]> =>
    (await Array.fromAsync(typed(lines, { folder }))).map(({ stdout }) => stdout);
  const [first = '', over = '', bundle = ''] = blocksOf(page, 'sh');
  const [, , waived = '', fixed = '', , lacking = ''] = await said(first);
  const [shown = ''] = blocksOf(page, 'text');
  const anyDay = (text: string): string => text.replace(/\d{4}-\d\d-\d\d/g, 'DAY');
  assert.ok(anyDay(waived).includes(anyDay(shown)), waived);
  assert.match(fixed, /1 fixed \(cities\.sorted-by-id\)|1\s+fixed\s+\(cities/);
  assert.match(lacking, /^lacking {5}meal-types\.sorted-by-id: it was not judged; the list is empty$/m);

  const file = join(folder, 'preflight.waivers.json');
  const [waiver] = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify([{ ...waiver, expires: '2026-01-01' }]));
  await said(over);
  // The file has the finding and the day of another person.
  assert.equal((await preflight(wordsOf(bundle.trim()), { folder })).code, 2);
});

test('the policy of the page is one, and its table has every setting', async () => {
  const folder = emptyFolder();
  const [text = ''] = blocksOf(page, 'ts');
  const there = text.replace("'./contracts/", `'${root.href}contracts/`);
  writeFileSync(join(folder, 'preflight.policy.ts'), there);
  writeFileSync(join(folder, 'preflight.waivers.json'), '[]');
  await ends(0, ['gate', '--only', 'countries'], { folder });
  for (const setting of Object.keys(policyForm.shape)) assert.match(page, new RegExp(`^\\| \`${setting}\` `, 'm'));
});

after(closeSandbox);

const partner = `credentials: { clientId: 'preflight-partner', clientSecret: 'Kd7-sandbox-Vq2mXw94-secret' }`;

/** A folder with a target of a healthy service, and what else its file does. */
const withTarget = (more: string): string => {
  const { baseUrl } = sandbox.openWorld({ scale: 'small' });
  const folder = emptyFolder();
  writeFileSync(
    join(folder, 'acme.ts'),
    `${more}\nexport default { name: 'acme', baseUrl: '${baseUrl}', ${partner} };`,
  );
  return folder;
};

const gate = ['gate', '--target', './acme.ts', '--only', 'countries'];

/** A process that walks for a command. */
const walkerOf = (silentSecondsMax = 60): Walker =>
  startWalker({
    entry: fileURLToPath(new URL('../../cli/walker-process.ts', import.meta.url)),
    what: 'gate',
    logLevel: 'warn',
    logReader: 'program',
    environment: process.env,
    isAside: true,
    silentSecondsMax,
  });

/** Does it when the first request of the walk begins. */
const whileWalking = (act: string): string => `
  import { channel } from 'node:diagnostics_channel';
  channel('undici:request:create').subscribe(() => { ${act} });`;

test('the command loads no target file: the process that walks does, once, with the flags of the command', async () => {
  const folder = withTarget(
    `console.log('loaded by', process.argv[1].split('/').at(-1), process.argv.includes('--depth'));`,
  );
  const { code, stdout, stderr } = await preflightProcess([...gate, '--depth', 'probe'], { folder });
  equal(code, 0, stdout + stderr);
  deepEqual(stderr.match(/^loaded by .*$/gm), ['loaded by walker-process.ts true']);
  doesNotMatch(stdout, /loaded by/);
});

for (const [what, act] of Object.entries({
  'ends its process as if all were well': `process.reallyExit(0);`,
  'cuts the channel to the command': `process.disconnect();`,
  'throws an error that no code catches': `throw new Error('late');`,
})) {
  test(`a target file that ${what} makes the run inconclusive`, async () => {
    const folder = withTarget(whileWalking(act));
    const { stdout, stderr } = await ends(3, gate, { folder, startWalker: () => walkerOf() });
    match(stdout, /^COULD NOT MEASURE/m);
    doesNotMatch(stderr, /our own error|\n {4}at /);
  });
}

test('a process that spins is ended, and the walk says why', async () => {
  const folder = withTarget(`setTimeout(() => { for (;;); }, 100);`);
  const walker = walkerOf(1);
  try {
    equal((await walker.load(join(folder, 'acme.ts'), process.env)).name, 'acme');
    const { isInterrupted, cutShort } = await walker.walk(folder, process.env);
    equal(isInterrupted, false);
    match(cutShort ?? '', /^the process that walks gave no sign of life for 1 s and was ended/);
  } finally {
    await walker.close();
  }
});
