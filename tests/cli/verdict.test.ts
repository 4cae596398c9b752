/** A policy and waivers decide the verdict of a gate. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { dayAfter } from '../../contracts/policy.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { anotherService } from './another-service.ts';
import { openedWorld, writeTargetWithoutLevers } from './planted-service.ts';
import { ends, preflight, refused } from './preflight-here.ts';
import { emptyFolder, lastRecord } from './preflight-process.ts';

after(closeSandbox);

const today = new Date(Date.now()).toISOString().slice(0, 10);
const fault = ['--fault', 'swaps-one-pair-deep-in-list'];
const gate = (...more: readonly string[]) => ['gate', '--seed', '3', '--only', 'cities', ...more];
const write = (folder: string, file: string, text: string): void => writeFileSync(join(folder, file), text);
const policy = (folder: string, text: string): void =>
  write(folder, 'preflight.policy.ts', `export default { ${text} };\n`);

test('a service with unjudged hotels and flights passes by hand, in a pipeline only when that is meant', async () => {
  const service = await anotherService();
  const folder = emptyFolder();
  const only = ['--seed', '3', '--depth', 'probe', '--only', 'countries,hotel-search,avia-search'];
  const live = (more: readonly string[], CI?: string) =>
    preflight(['gate', '--target', 'live', ...only, ...more], {
      folder,
      environment: { ...service.live, ...(CI && { CI }) },
    });
  try {
    const byHand = await live([]);
    assert.equal(byHand.code, 0, byHand.stdout + byHand.stderr);
    assert.match(byHand.stdout, /^PASS {2}\d+ judged, 0 broken; \d+ not judged \(hotels, flights\)\n/m);

    const inPipeline = await live([], 'true');
    assert.equal(inPipeline.code, 3, inPipeline.stdout);
    assert.match(inPipeline.stdout, /^lacking {5}hotels: none of its \d+ clauses was judged; needs /m);
    const said = inPipeline.stdout.replace(/\n +/g, ' ');
    assert.match(said, /--allow-unjudged hotels,flights, or allowUnjudged in the policy/);

    assert.equal((await live(['--allow-unjudged', 'hotels,flights'], 'true')).code, 0);
    assert.deepEqual(lastRecord(folder).decision?.allowedUnjudged, ['hotels', 'flights']);
  } finally {
    service.close();
  }
});

test('a policy raises what warns, and a run judged again keeps its decision', async () => {
  const folder = emptyFolder();
  const args = ['gate', '--seed', '3', '--only', 'countries', '--fault', 'sorts-countries-descending'];
  policy(folder, `gates: ['documented', 'reading', 'derived']`);
  const raised = await ends(1, args, { folder });
  assert.match(raised.stdout, /^FAIL {2}countries\.lowest-id-first/m);
  assert.match(
    readFileSync(join(folder, 'results/latest/junit.xml'), 'utf8'),
    /<failure type="minor" message="countries\.lowest/,
  );
  write(folder, 'preflight.policy.ts', 'this is read no more');
  assert.equal((await preflight(['judge', 'results/latest'], { folder })).code, 1);
  assert.equal(
    (await preflight(['judge', 'results/latest', '--clause', 'countries.ids-are-unique'], { folder })).code,
    0,
  );
  write(folder, 'plain.ts', 'export default {};');
  assert.equal((await preflight([...args, '--policy', 'plain.ts'], { folder })).code, 0);
});

test('a failure is waived until its day, and visible all the time', async () => {
  const folder = emptyFolder();
  const failed = await ends(1, gate(...fault), { folder });
  const [, bundle = ''] = /judge {5}npx --no -- preflight judge (\S+)/.exec(failed.stdout) ?? [];
  const written = await ends(0, ['waive', bundle, '--reason', 'mended soon', '--owner', 'Ann'], { folder });
  assert.match(written.stdout, new RegExp(`until ${dayAfter(today, 30)}$`, 'm'));
  assert.match(written.stdout, /^next {5}npx --no -- preflight gate .* --only cities\.sorted-by-id$/m);

  const waived = await ends(0, gate(...fault, '--since', 'latest'), { folder });
  assert.match(waived.stdout, /^WAIVED {2}cities\.sorted-by-id/m);
  assert.match(waived.stdout, /^ +waived {4}until \S+, by Ann: mended soon$/m);
  assert.match(waived.stdout, /^PASS {2}\d+ judged, 0 broken, 1 waived$/m);
  const { decision, verdict } = lastRecord(folder);
  assert.deepEqual(
    [verdict, decision?.waivers[0]?.state, decision?.since?.still],
    ['pass', 'covers', ['cities.sorted-by-id']],
  );
  const junit = readFileSync(join(folder, 'results/latest/junit.xml'), 'utf8');
  assert.match(junit, /failures="0"/);
  assert.match(junit, /by Ann: mended soon/);
  assert.equal((await preflight(['judge', 'results/latest'], { folder })).code, 0);
  assert.equal((await preflight(['judge', bundle], { folder })).code, 1, 'a bundle knows of no waiver');

  const again = ['waive', 'cities.sorted-by-id', '--reason', 'r', '--owner', 'Bob'];
  await refused(again, /is waived until \S+ by Ann: change that waiver in preflight\.waivers\.json$/m, { folder });

  const healthy = await ends(0, gate('--since', 'latest'), { folder });
  assert.match(healthy.stdout.replace(/\n +/g, ' '), /^waiver .* is stale, its failure has stopped: take it out/m);
  assert.deepEqual(lastRecord(folder).decision?.since?.fixed, ['cities.sorted-by-id']);

  const file = join(folder, 'preflight.waivers.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(dayAfter(today, 30), dayAfter(today, -1)));
  const over = await ends(1, gate(...fault), { folder });
  assert.match(over.stdout.replace(/\n +/g, ' '), /^waiver .* expired on \S+ and covers nothing/m);
  const waivers = (): { owner: string }[] => JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify([...waivers(), { ...waivers()[0], fingerprint: 'ffffffffffff' }]));
  const renewed = ['waive', bundle, '--reason', 'r', '--owner', 'Bob', '--expires', today];
  assert.equal((await preflight(renewed, { folder })).code, 0);
  const owners = waivers().map(({ owner }) => owner);
  assert.deepEqual(owners, ['Bob', 'Ann'], 'in the place of the one that is over');
  assert.equal((await preflight(gate(...fault), { folder })).code, 0);
});

test('the days and words of a new waiver are checked', async () => {
  const folder = emptyFolder();
  await preflight(gate(...fault), { folder });
  const waive = ['waive', 'cities.sorted-by-id', '--reason', 'r', '--owner', 'Ann'];
  for (const [more, says] of [
    [['--expires', 'soon'], /--expires soon is no day: write it as/],
    [['--expires', dayAfter(today, -1)], /is over: name a day from today on/],
    [['--expires', dayAfter(today, 91)], /is too far away: a waiver may last 90 days/],
    [['--reason', ' '], /--reason is empty/],
  ] as const)
    await refused([...waive, ...more], says, { folder });
  const other = waive.with(1, 'cities.ids-are-unique');
  await refused(other, /the last run, \S+ on sandbox, shows no failure cities\.ids-are-unique/, { folder });
});

test('what a policy requires and was not judged is named, and ends the gate with 3', async () => {
  const folder = emptyFolder();
  policy(folder, `quotas: { dictionaries: 5 }, requires: ['meal-types.sorted-by-id']`);
  const meals = ['gate', '--seed', '3', '--only', 'meal-types'];
  assert.equal((await preflight(meals, { folder })).code, 0);
  const { stdout } = await ends(3, [...meals, '--oddity', 'serves-no-meals'], { folder });
  assert.match(stdout, /^lacking {5}meal-types\.sorted-by-id: it was not judged; /m);
  assert.match(stdout, /^lacking {5}quota of dictionaries: \d of 5 clauses were judged; /m);
});

test('the first run has none before it, and says so', async () => {
  const { stderr } = await ends(0, ['gate', '--only', 'countries', '--since', 'latest']);
  assert.match(stderr, /results\/ holds no run of sandbox yet, so nothing is compared/);
});

test('obligationDays: a verdict that takes a day is required, counts while young, and lacks when old', async () => {
  const hourMs = 3_600_000;
  const { world, baseUrl } = openedWorld(sandbox, { scale: 'small' });
  const folder = emptyFolder();
  writeTargetWithoutLevers(folder, ['use-token-to-its-end']);
  policy(folder, 'obligationDays: 3');
  const startedAt = Date.now();
  const gate = async (days: number, ...more: readonly string[]) => {
    const { code, stdout } = await preflight(
      ['gate', '--target', './acme.ts', '--seed', '3', '--only', 'countries,token.works-until-expiry', ...more],
      { folder, environment: { PREFLIGHT_SANDBOX_URL: baseUrl }, now: () => startedAt + days * 24 * hourMs },
    );
    return { code, said: stdout.replace(/\n +/g, ' ') };
  };
  const none = await gate(0);
  assert.equal(none.code, 3, none.said);
  assert.match(none.said, /^lacking {5}token\.works-until-expiry: it takes a day and no run has judged it yet: /m);

  // Time passes on both sides: the clock of the service alone shows nothing.
  world.advance(23.5 * hourMs);
  assert.equal((await gate(23.5 / 24, '--due')).code, 0);
  const young = await gate(1);
  assert.equal(young.code, 0, young.said);
  const old = await gate(5);
  assert.equal(old.code, 3, old.said);
  assert.match(old.said, /^lacking .*its last verdict, of run \S+, is more than 4 days old, and 3 are allowed: /m);
  writeFileSync(join(folder, 'patient.ts'), 'export default { obligationDays: 9 };');
  const patient = await gate(5, '--policy', 'patient.ts');
  assert.equal(patient.code, 0, patient.said);
});
