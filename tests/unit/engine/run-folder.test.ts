/** The folder of a run: what is written is read back, what is missing is an error and never a pass. */
import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundledIn } from '../../../contracts/standing.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { judgeFlow, judgeTraces } from '../../../engine/judge-flow.ts';
import {
  createRunFolder,
  makeLatest,
  readPlan,
  readTrace,
  recordIn,
  writeInterrupted,
  writeRun,
  writeTrace,
} from '../../../engine/run-folder.ts';
import { failureMessage, keptIn } from '../../../reports/failure-message.ts';
import { summary } from '../../../reports/summary.ts';
import { plan, recorded, startedAt } from '../flows/countries-run.ts';

const unjudged = { judged: [], finishedAt: startedAt };

const folder = (): string => {
  const empty = mkdtempSync(join(tmpdir(), 'preflight-'));
  process.once('exit', () => rmSync(empty, { recursive: true, force: true }));
  return join(empty, 'results', 'r1');
};

const two = { ...plan, flows: ['list-countries', 'list-cities'] };

/** The folder of a run, and the traces in it. */
const created = async (given = plan, traces: readonly Trace[] = []): Promise<string> => {
  const at = folder();
  await createRunFolder(at, given);
  for (const each of traces) await writeTrace(at, each);
  return at;
};

test('a run is judged from what was written', async () => {
  const at = await created(plan, [recorded({})]);
  const record = await recordIn(at, await readPlan(at), unjudged);
  await writeRun(at, record);
  await makeLatest(at);
  assert.equal(record.verdict, 'fail');
  assert.equal(record.exchanges, 1);
  assert.equal(readlinkSync(join(at, '..', 'latest')), 'r1');
});

test('a folder called latest does not keep an old run the last: it is put aside, and is not lost', async () => {
  const at = folder();
  const latest = join(at, '..', 'latest');
  await createRunFolder(at, plan);
  mkdirSync(latest);
  writeFileSync(join(latest, 'run.json'), 'old');
  await makeLatest(at);
  assert.equal(readlinkSync(latest), 'r1');
  assert.equal(readFileSync(join(at, '..', 'latest.before-r1', 'run.json'), 'utf8'), 'old');
});

test('the record holds the verdicts that it is given, and nothing is judged a second time', async () => {
  const at = await created();
  // A trace that would be judged otherwise.
  await writeTrace(at, recorded({}));
  const judged = [judgeFlow(plan, recorded([]))];
  const record = await recordIn(at, plan, { judged, finishedAt: startedAt });
  assert.equal(record.verdict, 'pass');
  assert.equal(record.exchanges, 1);
  await writeRun(at, record);
  assert.deepEqual(readdirSync(at).sort(), ['plan.json', 'run.json', 'traces']);
});

test('what an input that was drawn does not show is no lack: another may be drawn that does', () => {
  const trace = { ...recorded([]), exchanges: [] };
  const [pair] = plan.pairs;
  assert.ok(pair);
  const because = (isDrawn?: true) =>
    judgeFlow({ ...plan, pairs: [{ ...pair, isDrawn }] }, trace).verdicts.map((each) => each.because);
  assert.deepEqual([because(), because(true)], [['nothing'], ['unshown']]);
});

test('what was answered 429 counts as sent, and the record names the slowest pace', () => {
  const trace = recorded([]);
  const [exchange] = trace.exchanges;
  assert.ok(exchange?.response);
  const final = { ...exchange.response, status: 429 };
  const exchanges = [
    { ...exchange, throttled: { refused: 2, requestsPerSecond: 5 } },
    { ...exchange, index: 1, response: final, throttled: { refused: 4, requestsPerSecond: 2.5 } },
    { ...exchange, index: 2 },
  ];
  const record = judgeTraces(plan, [{ ...trace, exchanges }], startedAt);
  assert.deepEqual([record.exchanges, record.throttled], [8, { refused: 6, requestsPerSecond: 2.5 }]);
  assert.equal(judgeTraces(plan, [trace], startedAt).throttled, undefined);
});

test('a trace of many megabytes takes a fraction of them on disk, and is judged as it was', async () => {
  const at = await created();
  const record = { id: 1, nameRu: 'имя', nameEn: 'name', codeA2: 'AA', codeA3: 'AAA', undocumented: 'x'.repeat(90) };
  const long = recorded(Array.from({ length: 30_000 }, () => record));
  assert.equal(await writeTrace(at, long), long);
  const [file = ''] = readdirSync(join(at, 'traces'));
  assert.equal(file, 'list-countries.json.gz');
  assert.ok(statSync(join(at, 'traces', file)).size * 20 < JSON.stringify(long).length);
  assert.deepEqual(await readTrace(at, 'list-countries'), long);
  assert.deepEqual(await recordIn(at, plan, unjudged), judgeTraces(plan, [long], startedAt));
});

test('a run leaves bundles of its first findings, and names the run for the others', async () => {
  const at = await created(plan, [recorded({})]);
  const { verdicts, ...rest } = await recordIn(at, plan, unjudged);
  const many = verdicts.map((each) => ({
    ...each,
    findings: Array.from({ length: 60 }, (_, i) => i.toString(16).padStart(12, '0')).flatMap((fingerprint) =>
      each.findings.map((finding) => ({ ...finding, fingerprint })),
    ),
  }));
  const record = { ...rest, verdicts: many };
  await writeRun(at, record);
  const bundles = readdirSync(at).filter((file) => file.endsWith('.bundle.json'));
  assert.equal(bundles.length, 36);
  assert.deepEqual(new Set(bundles.map((file) => file.split('.')[0])), bundledIn(many));
  const messages = summary(record).failures.map((each) => failureMessage(each, record, keptIn(record, 'R')));
  const commands = messages.map((text) => /judge (R\S*)/.exec(text)?.[1]);
  assert.deepEqual(
    commands.map((path) => (path === 'R' ? 'run' : 'bundle')),
    Array.from({ length: 60 }, (_, i) => (i < 36 ? 'bundle' : 'run')),
  );
});

test('a flow that left no trace is an error of Preflight', async () => {
  const at = await created();
  const record = await recordIn(at, plan, unjudged);
  assert.deepEqual(record.totals, { pass: 0, fail: 0, inconclusive: 0, error: 1 });
  assert.equal(record.verdict, 'inconclusive');
});

test('a flow that an interruption kept from beginning is no error, also when it is judged again', async () => {
  const at = await created(two, [recorded([])]);
  await writeInterrupted(at, two);
  assert.deepEqual((await readTrace(at, 'list-countries')).input, {});
  const pairs = [{ clause: 'cities.list-is-an-array' as const, flow: 'list-cities' }];
  const record = await recordIn(at, { ...plan, flows: ['list-cities'], pairs }, unjudged);
  const [verdict] = record.verdicts;
  assert.equal(verdict?.outcome, 'inconclusive');
  assert.match(verdict?.reason ?? '', /interrupted/);
});

test('what became of bookings is counted over all flows', async () => {
  const bookings = { requested: 3, cancelled: 1, left: 1 };
  const booked = { ...recorded([]), bookings };
  const at = await created(two, [booked, { ...booked, flow: 'list-cities' }]);
  const record = await recordIn(at, two, unjudged);
  assert.deepEqual(record.bookings, { requested: 6, cancelled: 2, left: 2 });
});

test('a trace that is one of another flow is refused, and what is damaged is named', async () => {
  const at = await created();
  await writeTrace(at, { ...recorded([]), flow: 'list-cities' });
  renameSync(join(at, 'traces', 'list-cities.json'), join(at, 'traces', 'list-countries.json'));
  await assert.rejects(readTrace(at, 'list-countries'), /the trace of list-countries is one of list-cities/);
  writeFileSync(join(at, 'traces', 'list-countries.json'), '{"schema":');
  await assert.rejects(readTrace(at, 'list-countries'), /list-countries\.json is damaged/);
});

test('a folder that is there already is not written over', async () => {
  const at = await created();
  await assert.rejects(createRunFolder(at, plan), /EEXIST/);
});

test('what a former run could not measure costs a later one nothing, and what it settled counts', () => {
  const runs = { begunBy: 'r0', settledBy: 'r1', settledAt: startedAt };
  const settled = (status: number): Trace => {
    const trace = recorded([]);
    const exchanges = trace.exchanges.map((each) => ({
      ...each,
      response: { ...each.response, status, headers: {}, bytes: 2 },
    }));
    return { ...trace, exchanges, resumed: { beforeExchange: 0, runs } };
  };
  const reported = (run: string, trace: Trace) => {
    const { verdicts } = judgeTraces({ ...plan, run: { ...plan.run, id: run } }, [trace], startedAt);
    return verdicts.map(({ outcome, because }) => `${outcome} ${because}`);
  };
  assert.deepEqual(reported('r1', settled(503)), ['inconclusive trouble']);
  assert.deepEqual(reported('r2', settled(503)), ['inconclusive needs']);
  assert.deepEqual(reported('r2', settled(200)), ['pass undefined']);
});
