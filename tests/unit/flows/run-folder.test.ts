/** The folder of a run: what is written is read back, what is missing is an error and never a pass. */
import assert from 'node:assert/strict';
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Trace } from '../../../contracts/trace.ts';
import {
  createRunFolder,
  judgeRun,
  makeLatest,
  type Planned,
  readPlan,
  readTrace,
  recordOfTraces,
  writeInterrupted,
  writeRun,
  writeTrace,
} from '../../../flows/run-folder.ts';

const startedAt = '2026-08-31T08:22:00.000Z';
const plan: Planned = {
  run: { id: 'r1', target: 'sandbox', revision: '2026-08-31', seed: 1, startedAt, repeat: 'gate --seed 1' },
  targetSource: 'sandbox',
  isEmbedded: true,
  flows: ['list-countries'],
  pairs: [{ clause: 'countries.list-is-an-array', flow: 'list-countries' }],
};

const folder = (): string => {
  const empty = mkdtempSync(join(tmpdir(), 'preflight-'));
  process.once('exit', () => rmSync(empty, { recursive: true, force: true }));
  return join(empty, 'results', 'r1');
};

const recorded = (body: Trace['input']): Trace => ({
  schema: 'preflight.trace/1',
  flow: 'list-countries',
  input: {},
  startedAt,
  clockOffsetMs: 0,
  clockAdvances: [],
  exchanges: [
    {
      index: 0,
      operation: 'countries',
      bearer: 'own',
      tokenSerial: 1,
      request: { method: 'GET', path: '/api/dictionary/countries', query: [], headers: {} },
      sentAt: startedAt,
      durationMs: 1,
      response: { status: 200, headers: {}, body, bytes: 2 },
    },
  ],
});

test('a run is judged from what was written', async () => {
  const at = folder();
  await createRunFolder(at, plan);
  await writeTrace(at, recorded({}));
  const { record, traces } = await judgeRun(at, await readPlan(at), startedAt);
  await writeRun(at, record, traces);
  await makeLatest(at);
  assert.equal(record.verdict, 'fail');
  assert.equal(record.exchanges, 1);
  assert.equal(readlinkSync(join(at, '..', 'latest')), 'r1');
});

test('a flow that left no trace is our error', async () => {
  const at = folder();
  await createRunFolder(at, plan);
  const { record } = await judgeRun(at, plan, startedAt);
  assert.deepEqual(record.totals, { pass: 0, fail: 0, inconclusive: 0, error: 1 });
  assert.equal(record.verdict, 'inconclusive');
});

test("a flow that an interruption kept from beginning is nobody's error, also when it is judged again", async () => {
  const at = folder();
  await createRunFolder(at, { ...plan, flows: ['list-countries', 'list-cities'] });
  await writeTrace(at, recorded([]));
  await writeInterrupted(at, { ...plan, flows: ['list-countries', 'list-cities'] });
  assert.deepEqual((await readTrace(at, 'list-countries')).input, {});
  const pairs = [{ clause: 'cities.list-is-an-array' as const, flow: 'list-cities' }];
  const { record } = await judgeRun(at, { ...plan, flows: ['list-cities'], pairs }, startedAt);
  const [verdict] = record.verdicts;
  assert.equal(verdict?.outcome, 'inconclusive');
  assert.match(verdict?.reason ?? '', /interrupted/);
});

test('what became of bookings is counted over all flows', async () => {
  const at = folder();
  await createRunFolder(at, { ...plan, flows: ['list-countries', 'list-cities'] });
  const bookings = { requested: 3, cancelled: 1, left: 1 };
  await writeTrace(at, { ...recorded([]), bookings });
  await writeTrace(at, { ...recorded([]), flow: 'list-cities', bookings });
  const { record } = await judgeRun(at, { ...plan, flows: ['list-countries', 'list-cities'] }, startedAt);
  assert.deepEqual(record.bookings, { requested: 6, cancelled: 2, left: 2 });
});

test('a folder that is there already is not written over', async () => {
  const at = folder();
  await createRunFolder(at, plan);
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
  const told = (run: string, trace: Trace) => {
    const { verdicts } = recordOfTraces({ ...plan, run: { ...plan.run, id: run } }, [trace], startedAt);
    return verdicts.map(({ outcome, because }) => `${outcome} ${because}`);
  };
  assert.deepEqual(told('r1', settled(503)), ['inconclusive trouble']);
  assert.deepEqual(told('r2', settled(503)), ['inconclusive needs']);
  assert.deepEqual(told('r2', settled(200)), ['pass undefined']);
});
