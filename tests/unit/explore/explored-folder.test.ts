/** What an exploration leaves behind: a verdict per clause, a bundle per finding, a corpus that bears bad files. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { bundle } from '../../../contracts/bundle.ts';
import { judge } from '../../../contracts/judge.ts';
import { runRecord } from '../../../contracts/run-record.ts';
import type { Trace } from '../../../contracts/trace.ts';
import type { ExploredFinding } from '../../../explore/exploration.ts';
import type { Explored } from '../../../explore/explore.ts';
import {
  addShown,
  addToCorpus,
  createExplorationFolder,
  type ExploredRecord,
  type PlannedExploration,
  readCorpus,
  readExplored,
  readShown,
  recordOfExplored,
  writeExplored,
  writeExploredRun,
} from '../../../explore/explored-folder.ts';
import { cities, login, ok, text, traceOf } from '../contracts/literal-trace.ts';

const clause = 'cities.unknown-country-is-empty';
const flow = 'explore-cities';

const emptyFolder = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'preflight-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const about = { id: 'r1', target: 'acme', revision: '2026-08-31' };
const plan: PlannedExploration = {
  run: { ...about, seed: 42, startedAt: '2026-09-01T12:00:00.000Z', repeat: 'explore --target ./acme.ts --seed 42' },
  targetSource: './acme.ts',
  isEmbedded: false,
  explorations: [flow],
  corpus: [],
  touches: [],
  budget: { requests: 300, runs: 100, shrinkRequests: 30 },
};

const traceWith = (body: number[], input: number): Trace => traceOf([cities(0, ok(body))], { flow, input });
const [kept, broken, smaller] = [traceWith([], 1), traceWith([1, 2], 2), traceWith([1], 3)];
const troubled = traceOf([cities(0, text(503))], { flow, input: 4 });

const failing = judge(clause, broken);
const fingerprint = failing.findings[0]?.fingerprint ?? assert.fail('it must fail');
const cost = { requestsUntil: 7, shrinkRequests: 5 };
const shown = { trace: smaller, verdicts: [judge(clause, smaller)] };
const found: ExploredFinding = { fingerprint, exploration: flow, input: 3, drawn: 2, ...cost, ...shown };

const explored = (traces: readonly Trace[], all: readonly ExploredFinding[] = []): Explored => ({
  found: all,
  traces,
  requests: traces.length,
  shrinking: [],
  touches: [],
  unfit: [],
  verdicts: traces.map((trace) => judge(clause, trace)),
});

const recordOf = async (t: TestContext, given: Explored) => {
  const folder = join(await emptyFolder(t), 'r1');
  await createExplorationFolder(folder, plan);
  assert.equal(await readExplored(folder), undefined);
  await assert.rejects(createExplorationFolder(folder, plan), { code: 'EEXIST' });
  await writeExplored(folder, given, '2026-09-01T12:05:00.000Z');
  const read = (await readExplored(folder)) ?? assert.fail('nothing was written');
  const { run } = plan;
  const record = recordOfExplored(plan, read);
  await writeExploredRun(folder, { run, found: read.found, record });
  return { folder, read, record };
};

test('the worst of a clause stands, and trouble of one input does not take a pass away', async (t) => {
  const outcomes = async (...traces: Trace[]) =>
    (await recordOf(t, explored(traces))).record.verdicts.map((v) => v.outcome);
  assert.deepEqual(await outcomes(kept, broken, kept), ['fail']);
  assert.deepEqual(await outcomes(troubled, kept), ['pass']);
  assert.deepEqual(await outcomes(troubled), ['inconclusive']);
  // What no input shows is no lack of evidence.
  const other = traceOf([cities(5, ok([]))], { flow, input: 5 });
  assert.equal((await recordOf(t, explored([other]))).record.verdicts[0]?.because, 'unshown');
});

test('a finding is counted over all inputs, and its bundle holds the smallest', async (t) => {
  const { folder, record } = await recordOf(t, explored([broken, broken, kept], [found]));
  assert.equal(record.verdict, 'fail');
  assert.equal(record.exchanges, 3 + 5);
  assert.equal(record.verdicts[0]?.subjects, 3);
  const [reported] = record.verdicts[0]?.findings ?? [];
  assert.equal(reported?.count, 2);
  assert.equal(reported.actual, judge(clause, smaller).findings[0]?.actual);
  assert.notEqual(reported.actual, failing.findings[0]?.actual);
  const written = bundle.parse(JSON.parse(await readFile(join(folder, `${fingerprint}.bundle.json`), 'utf8')));
  assert.equal(written.traces[0]?.input, 3);
  assert.deepEqual(runRecord.parse(JSON.parse(await readFile(join(folder, 'run.json'), 'utf8'))), record);
});

test('what was booked to shrink counts, and what is left of it', async (t) => {
  const bookings = { requested: 2, cancelled: 1, left: 1 };
  const logins = traceOf([login(ok({}))], { flow, bookings });
  const { record } = await recordOf(t, { ...explored([kept]), shrinking: [logins, logins] });
  assert.deepEqual(record.bookings, { requested: 4, cancelled: 2, left: 2 });
  assert.equal(record.tokensRequested, 2);
});

test('a corpus gives back what was found, each input once, and leaves alone what is none', async (t) => {
  const folder = join(await emptyFolder(t), 'corpus');
  assert.deepEqual(await readCorpus(folder), []);
  await addToCorpus(folder, []);
  assert.deepEqual(await readCorpus(folder), []);
  await addToCorpus(folder, [found]);
  await addToCorpus(folder, [found, { ...found, input: 9 }]);
  assert.equal((await readdir(folder)).length, 2);
  await writeFile(join(folder, 'a.json'), '{');
  await writeFile(join(folder, 'b.json'), '{"schema":"preflight.example/1"}');
  await mkdir(join(folder, 'c.json'));
  assert.deepEqual((await readCorpus(folder)).map(({ input }) => input).sort(), [3, 9]);
});

test('what a target was shown adds up over its runs, and another target begins anew', async (t) => {
  const file = join(await emptyFolder(t), 'coverage', 'acme.json');
  const shows = (domain: string) => ({ touches: [{ domain, classes: { of: 'one' } }] }) as unknown as ExploredRecord;
  const none = await readShown(file, 'acme');
  assert.deepEqual([none.runs, none.touches], [0, []]);
  // Two that have begun at the same time.
  await addShown(file, 'acme', shows('a'));
  await addShown(file, 'acme', shows('b'));
  const both = await readShown(file, 'acme');
  assert.deepEqual([both.runs, both.touches.map(({ domain }) => domain)], [2, ['a', 'b']]);
  assert.equal((await readShown(file, 'other')).runs, 0);
  await writeFile(file, '{');
  assert.equal((await readShown(file, 'acme')).runs, 0);
});
