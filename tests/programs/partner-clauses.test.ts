/** Clauses of a target file: judged by a gate with the rest, shown in every report, kept by every later reader. */
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { blocksOf, chapter } from '../chapter.ts';
import { type AnotherService, anotherService, clientId, clientSecret } from '../cli/another-service.ts';
import { ends, preflight, refused, typed } from '../cli/preflight-here.ts';
import { emptyFolder, lastRecord, preflight as preflightProcess } from '../cli/preflight-process.ts';

let service: AnotherService;
before(async () => {
  service = await anotherService();
});
after(() => service.close());

const environment = (): NodeJS.ProcessEnv => ({
  ACME_URL: service.url,
  ACME_CLIENT_ID: clientId,
  ACME_CLIENT_SECRET: clientSecret,
});

/** Of the countries of this service the second has no `iso`, which no page of the interface names. */
const kept = `clause({
  id: 'acme.countries-have-two-codes',
  basis: 'documented',
  section: 'agreement 3.2',
  text: 'A country has a code of two letters.',
  operations: ['countries'],
  given: (trace) => answered(trace, 'countries'),
  then: (exchange) => exchange.response.body.every(({ codeA2 }) => codeA2.length === 2)
    ? undefined : mismatch(exchange, inBody, 'two letters'),
  proof: { keeps: [{ operation: 'countries', body: [{ codeA2: 'pt' }] }], breaks: [{ operation: 'countries', body: [{ codeA2: 'prt' }] }] },
})`;

const broken = `clause({
  id: 'acme.countries-have-numbers',
  basis: 'documented',
  severity: 'critical',
  text: 'A country has its number of ISO 3166.',
  flow: { story: 'Read the countries.', operations: ['countries'], run: async (session) => { await session.send({ operation: 'countries' }); } },
  given: (trace) => answered(trace, 'countries'),
  then: (exchange) => exchange.response.body.flatMap(({ iso }, i) =>
    iso?.numeric > 0 ? [] : [mismatch(exchange, [...inBody, i, 'iso'], 'a number')]),
})`;

const targetFile = (clauses: readonly string[], deadlineMs = 5_000): string => {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, 'acme.mts'),
    `import { answered, clause, env, inBody, mismatch, target } from '@preflight-gate/preflight';
export default target({
  name: 'acme',
  baseUrl: env('ACME_URL'),
  credentials: { clientId: env('ACME_CLIENT_ID'), clientSecret: env('ACME_CLIENT_SECRET') },
  limits: { bindingDeadlineMs: ${deadlineMs} },
  clauses: [${clauses.join(', ')}],
});
`,
  );
  return folder;
};

const gate = (folder: string, ...more: readonly string[]) =>
  preflight(['gate', '--target', './acme.mts', '--seed', '1', ...more], { folder, environment: environment() });

const verdictOf = (folder: string, id: string) => {
  const all = lastRecord(folder).verdicts.filter(({ clause }: { clause: string }) => clause === id);
  return { outcomes: [...new Set(all.map(({ outcome }: { outcome: string }) => outcome))], first: all[0] };
};

const withClause = (rest: string): string =>
  targetFile(
    [`clause({ id: 'acme.one', basis: 'documented', text: 'One.', operations: ['countries'], ${rest} })`],
    300,
  );

test('a gate judges them in the process that loads the file, and every report shows them', async () => {
  const folder = targetFile([kept, broken]);
  const args = [
    'gate',
    '--target',
    './acme.mts',
    '--only',
    'partner',
    '--seed',
    '1',
    '--report',
    'junit,html,sarif,markdown',
  ];
  const { code, stdout, stderr } = await preflightProcess(args, { folder, environment: environment() });
  equal(code, 1, stdout + stderr);
  match(stdout, /FAIL {2}acme\.countries-have-numbers {3}critical, documented, §acme/);
  match(stdout, /where +countries → response\.body\[1\]\.iso/);
  match(stdout, /expected +a number/);
  const { verdicts } = lastRecord(folder);
  deepEqual(verdictOf(folder, 'acme.countries-have-two-codes').outcomes, ['pass']);
  deepEqual(verdictOf(folder, 'acme.countries-have-numbers').outcomes, ['fail']);
  equal(verdicts[0]?.statement?.section, 'agreement 3.2');
  const latest = join(folder, 'results/latest');
  for (const report of ['junit.xml', 'report.html', 'report.sarif', 'report.md']) {
    match(readFileSync(join(latest, report), 'utf8'), /acme\.countries-have-numbers/, report);
  }
  match(readFileSync(join(latest, 'report.html'), 'utf8'), /data-area="partner"/);
});

test('a stored run keeps their verdicts where the file is gone, and says so; a waiver and a policy name them', async () => {
  const folder = targetFile([kept, broken]);
  const first = await gate(folder, '--only', 'acme');
  equal(first.code, 1, first.stdout + first.stderr);
  const again = await ends(1, ['judge', 'results/latest'], { folder });
  match(again.stderr, /stands in the target file \(--target\): .*acme\.countries-have-numbers/);
  await ends(0, ['judge', 'results/latest', '--clause', 'acme.countries-have-two-codes'], { folder });

  const waived = ['waive', 'acme.countries-have-numbers', '--reason', 'asked for', '--owner', 'Ann'];
  equal((await preflight(waived, { folder })).code, 0);
  writeFileSync(
    join(folder, 'preflight.policy.mts'),
    "export default { requires: ['partner', 'acme.countries-have-two-codes'], quotas: { partner: 2 } };\n",
  );
  const second = await gate(folder, '--only', 'partner');
  equal(second.code, 0, second.stdout + second.stderr);
  match(second.stdout, /waived/);

  writeFileSync(join(folder, 'other.mts'), "export default { requires: ['acme.countries-have-names'] };\n");
  const third = ['gate', '--target', './acme.mts', '--policy', 'other.mts'];
  const lists = /requires acme\.countries-have-names: the target file lists no such clause/;
  await refused(third, lists, { folder, environment: environment() });
});

test('judge --target judges a run and a bundle again by a changed file, by the exact evidence that is kept here', async () => {
  const folder = targetFile([kept, broken]);
  equal((await gate(folder, '--only', 'acme')).code, 1);
  const stricter = kept.replaceAll('length === 2', 'length === 1');
  const mended = broken.replace('iso?.numeric > 0', 'iso === null || iso?.numeric > 0');
  const added = kept.replace('countries-have-two-codes', 'countries-are-listed');
  const file = join(targetFile([stricter, mended, added]), 'acme.mts');
  const judged = async (what: string, ...more: readonly string[]) => {
    const ended = await preflight(['judge', what, '--json', ...more], { folder });
    const { verdicts = [] } = JSON.parse(ended.stdout || '{}');
    const outcomes = verdicts.map(({ clause, outcome }: Record<string, string>) => `${clause} ${outcome}`);
    return { ...ended, outcomes: [...new Set<string>(outcomes)].sort() };
  };
  const run = await judged('results/latest', '--target', file);
  deepEqual(
    [run.code, run.outcomes],
    [1, ['acme.countries-are-listed pass', 'acme.countries-have-numbers pass', 'acme.countries-have-two-codes fail']],
  );
  doesNotMatch(run.stderr, /kept as/);
  const [, again = ''] = /judge +npx --no -- preflight judge (.*)/.exec(run.stderr) ?? [];
  match(again, /^results\/latest --clause acme\.countries-have-two-codes --target /);
  equal((await preflight(again.split(' ').toSpliced(0, 0, 'judge'), { folder })).code, 1);
  const [bundle = ''] = globSync('results/latest/*.bundle.json', { cwd: folder });
  const one = await judged(bundle, '--clause', 'acme.countries-have-numbers', '--target', file);
  deepEqual([one.code, one.outcomes], [0, ['acme.countries-have-numbers pass']]);

  for (const [clauses, says] of [
    [[], /lists no clauses of its own/],
    [[kept], /--target is other, and this run is of acme/],
  ] as const) {
    const other = targetFile(clauses);
    writeFileSync(join(other, 'acme.mts'), readFileSync(join(other, 'acme.mts'), 'utf8').replace("'acme'", "'other'"));
    const { code, stderr } = await judged('results/latest', '--target', join(other, 'acme.mts'));
    equal(code, 2);
    match(stderr, says);
  }
  rmSync(join(folder, 'state', 'preflight', 'evidence'), { recursive: true });
  const gone = await judged('results/latest', '--target', file);
  deepEqual(gone.outcomes, ['acme.countries-have-numbers fail', 'acme.countries-have-two-codes pass']);
  match(gone.stderr, /kept as the run judged it, because this machine has no exact evidence of it: acme\./);
});

test('shards judge them where the file is, and a merge without the file finds what one gate finds', async () => {
  const shard = async (index: number, clauses: readonly string[]): Promise<string> => {
    const folder = targetFile(clauses);
    const { code, stderr } = await gate(folder, '--only', 'partner', '--shard', `${index}/2`, '--run-id', 'r');
    equal(code, 0, stderr);
    return join(folder, 'results');
  };
  const first = await shard(1, [kept, broken]);
  const merged = await ends(1, ['merge', first, await shard(2, [kept, broken])]);
  const whole = targetFile([kept, broken]);
  equal((await gate(whole, '--only', 'partner')).code, 1);
  const verdicts = [merged.folder, whole].map((each) =>
    lastRecord(each).verdicts.toSorted((a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  );
  deepEqual(verdicts[0], verdicts[1]);

  const other = await shard(2, [kept, broken.replace('its number', 'the number')]);
  const differing = await ends(2, ['merge', first, other]);
  match(differing.stderr, /are of two runs: the clauses of the target file is another and another/);
});

test('what a clause does wrong is an error of the file, with its line, and no failure of the service', async () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    [
      "given: (trace) => answered(trace, 'countries'), then: () => { throw new Error('oh no'); }",
      /acme\.mts:\d+: then of acme\.one: oh no/,
    ],
    [
      "given: (trace) => answered(trace, 'countries'), then: () => { for (;;); }",
      /then of acme\.one: then did not return within 0.3 s/,
    ],
    ["given: (trace) => answered(trace, 'countries'), then: () => true", /then of acme\.one returned true/],
    [
      "given: (trace) => answered(trace, 'countries'), then: ({ response }) => { response.body.length = 0; }",
      /acme\.mts:\d+: then of acme\.one: .*read only/,
    ],
    ['given: () => 7, then: () => undefined', /given of acme\.one returned 7/],
  ];
  for (const [rest, says] of wrong) {
    const folder = withClause(rest);
    const { code, stdout, stderr } = await gate(folder, '--only', 'acme.one');
    equal(code, 3, stdout + stderr);
    match(verdictOf(folder, 'acme.one').first?.reason ?? '', says);
  }
});

test('a clause without a subject is inconclusive', async () => {
  const folder = withClause('given: () => [], then: () => undefined');
  equal((await gate(folder, '--only', 'acme.one')).code, 3);
  deepEqual(verdictOf(folder, 'acme.one').outcomes, ['inconclusive']);
});

test('a file is refused that names a clause wrongly, twice, or with an async function', async () => {
  const named = (id: string): string => kept.replace('acme.countries-have-two-codes', id);
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [[named('acme')], /clauses\.0\.id: write it as acme\.cities-have-names/],
    [[named('cities.are-mine')], /clauses\.0\.id: write it as/],
    [[named('hotels.are-mine')], /clauses\.0\.id: begin it with no area/],
    [[kept, kept], /clauses\.1\.id: acme\.countries-have-two-codes is there twice/],
    [[kept.replace('then: (', 'then: async (')], /clauses\.0\.then: must be a function, and not an async one/],
  ];
  const gates = ['gate', '--target', './acme.mts'];
  for (const [clauses, says] of wrong)
    await refused(gates, says, { folder: targetFile(clauses), environment: environment() });
});

test('where the process cannot judge them they are no pass', async () => {
  const folder = targetFile([kept]);
  const { code, stdout, stderr } = await preflight(['gate', '--target', './acme.mts', '--only', 'partner'], {
    folder,
    environment: { ...environment(), ACME_URL: 'http://127.0.0.1:9' },
  });
  equal(code, 3, stdout + stderr);
});

test('prove shows of each clause that it can fail, without a service', async () => {
  const prove = (folder: string) => preflight(['prove', '--target', './acme.mts'], { folder });
  const proven = await prove(targetFile([kept]));
  equal(proven.code, 0, proven.stdout + proven.stderr);
  match(proven.stdout, /^proven {4}acme\.countries-have-two-codes$/m);
  const unproven = await prove(targetFile([kept, broken]));
  equal(unproven.code, 1);
  match(unproven.stdout, /^unproven {2}acme\.countries-have-numbers: nothing shows that it can fail/m);
  const blind = await prove(targetFile([kept.replace("codeA2: 'prt'", "codeA2: 'pt'")]));
  equal(blind.code, 1);
  match(blind.stdout, /proof\.breaks must fail, and is pass/);
  equal((await prove(targetFile([]))).code, 2);
});

test('the chapter leads from its file to a judged run', async () => {
  const page = chapter('use/bindings.md', 'Clauses of your own');
  const [[file = ''], [commands = '']] = [blocksOf(page, 'ts'), blocksOf(page, 'sh')];
  const folder = emptyFolder();
  writeFileSync(join(folder, 'acme.target.mts'), file);
  ok((await Array.fromAsync(typed(commands, { folder, environment: environment() }))).length > 0);
  deepEqual(verdictOf(folder, 'acme.countries-have-two-letters').outcomes, ['pass']);
});
