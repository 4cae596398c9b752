/** What a merge takes and what it refuses, each with one line, for parts of any origin. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Trace } from '../../../../contracts/trace.ts';
import { UsageError } from '../../../../contracts/usage-error.ts';
import { preflightVersion } from '../../../../contracts/version.ts';
import { emptyTrace } from '../../../../engine/run-folder.ts';
import { keepResultsIn, withResults } from '../../../../gate/results.ts';
import { type PartHead, writePart } from '../../../../gate/shards/part.ts';
import { flowsOf, sharedPlan } from '../../../../gate/shards/plan-of-shard.ts';
import { runMerge } from '../../../../gate/shards/run-merge.ts';
import { recorded } from '../../flows/countries-run.ts';

const startedAt = '2026-08-31T08:22:00.000Z';
const inputs = { revision: '2026-08-31', depth: 'standard', only: ['token', 'countries'], obligations: [] } as const;
const account = 'a'.repeat(64);

type Written = Omit<PartHead, 'schema' | 'traces'>;

const headOf = async (index: number, count: number, more: Partial<Written> = {}): Promise<Written> => ({
  preflight: preflightVersion,
  shard: { index, count },
  run: {
    id: 'shards-r1',
    target: 'acme',
    revision: inputs.revision,
    seed: 1,
    depth: inputs.depth,
    startedAt,
    repeat: 'gate --target acme --seed 1',
  },
  finishedAt: '2026-08-31T08:23:00.000Z',
  targetSource: './acme.ts',
  isEmbedded: false,
  service: 'b'.repeat(64),
  accounts: [account],
  plan: { only: [...inputs.only], obligations: [], hash: sharedPlan(inputs, count).hash },
  again: [],
  warnings: [],
  ...more,
});

/** One for each flow of the shard: the countries were listed, and nothing else was sent. */
const tracesOf = (index: number, count: number): Trace[] =>
  flowsOf(sharedPlan(inputs, count), { index }).map(({ id }) =>
    id === 'list-countries' ? recorded([]) : emptyTrace(id, startedAt),
  );

type Shelf = {
  readonly folder: string;
  /** @returns The file. */
  put(index: number, more?: Partial<Written>, traces?: readonly Trace[], place?: string): Promise<string>;
  merge(given?: readonly string[]): Promise<{ code: number; said: string; printed: string }>;
  readonly names: () => string[];
};

/** @param count Of how many shards the parts are. */
const shelf = (t: TestContext, count = 2): Shelf => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const inPlace = <T>(place: string, work: () => Promise<T>): Promise<T> =>
    withResults(() => {
      keepResultsIn(place);
      return work();
    });
  return {
    folder,
    names: () => readdirSync(folder),
    put: async (index, more = {}, traces = tracesOf(index, count), place = folder) => {
      const head = await headOf(index, count, more);
      return inPlace(place, () => writePart(head, traces));
    },
    merge: async (given = [folder]) => {
      const [notices, prints]: [string[], string[]] = [[], []];
      const merged = inPlace(folder, () =>
        runMerge(
          given,
          {},
          {
            environment: {},
            color: false,
            now: () => Date.parse(startedAt),
            print: (text) => prints.push(text),
            notice: (line) => notices.push(line),
            result: () => {},
          },
        ),
      );
      const code = await merged;
      return { code, said: notices.join('\n'), printed: prints.join('\n') };
    },
  };
};

/** The one line of a refusal. */
const refused = (merging: Promise<unknown>, says: RegExp): Promise<void> =>
  rejects(merging, (thrown: unknown) => {
    ok(thrown instanceof UsageError, String(thrown));
    ok(!thrown.message.includes('\n'));
    match(thrown.message, says);
    return true;
  });

test('all parts are judged once, and make one run', async (t) => {
  const { put, merge, folder } = shelf(t);
  for (const index of [1, 2]) await put(index);
  const { code, printed } = await merge();
  equal(code, 3, 'most of its flows have sent nothing');
  match(printed, /run {2}shards-r1 {2}acme, merged of 2 shards/);
  const record = JSON.parse(readFileSync(join(folder, 'latest', 'run.json'), 'utf8'));
  equal(
    record.verdicts.find(({ clause }: { clause: string }) => clause === 'countries.list-is-an-array').outcome,
    'pass',
  );
  deepEqual(record.flowDurationsMs, { 'list-countries': 1 }, 'of a flow that has sent something');
  await refused(merge(), /shards-r1 is there already: this run was merged/);
});

test('parts that are days apart are reported, because the service may have been another', async (t) => {
  const { put, merge, folder } = shelf(t);
  const { run, finishedAt } = await headOf(1, 2);
  const days = (count: number): string => new Date(Date.parse(finishedAt) + count * 86_400_000).toISOString();
  await put(1);
  await put(2, { run: { ...run, startedAt: days(2) }, finishedAt: days(2) });
  await merge();
  const { warnings } = JSON.parse(readFileSync(join(folder, 'latest', 'run.json'), 'utf8'));
  equal(warnings.length, 1);
  match(
    warnings[0],
    /^the parts were measured from .* to .*: the service may have been another in between, so walk all again/,
  );
});

test('a part is whole or not there, its owner alone reads it, and what was there before is replaced', async (t) => {
  const { put, names } = shelf(t);
  const file = await put(1);
  equal(await put(1), file);
  equal(names().join(), 'shards-r1.1-of-2.part.gz');
  equal(statSync(file).mode & 0o777, 0o600);
});

test('what is missing ends with 3, and is named', async (t) => {
  const { put, merge, names } = shelf(t, 3);
  await put(1);
  await put(3);
  const { code, said } = await merge();
  equal(code, 3);
  match(said, /^part 2 of 3 is missing: .*run it again with the same --run-id$/);
  await put(2);
  equal((await merge()).said, '');
  ok(names().includes('shards-r1'));
});

test('a shard that is there twice is refused, and the same file named twice is not', async (t) => {
  const { put, merge, folder } = shelf(t);
  const [one, two] = [await put(1), await put(2)];
  await put(2, {}, tracesOf(2, 2), join(folder, 'again'));
  await refused(merge(), /^shard 2\/2 is there twice: .*again.* and .*; leave out one$/);
  equal((await merge([one, two, one])).said, '');
});

const another = { ...(await headOf(2, 2)) };
for (const [what, more, says] of [
  ['run', { run: { ...another.run, id: 'shards-r2' } }, /the run is shards-r1 and shards-r2/],
  ['target', { run: { ...another.run, target: 'other' } }, /the target is acme and other/],
  ['revision', { run: { ...another.run, revision: '2026-08-11' } }, /the revision is 2026-08-31 and 2026-08-11/],
  ['seed', { run: { ...another.run, seed: 2 } }, /the seed is 1 and 2/],
  ['service', { service: 'c'.repeat(64) }, /the service is another and another/],
  ['version', { preflight: '0.0.1' }, /the version of Preflight is \S+ and 0\.0\.1/],
  ['selection', { plan: { ...another.plan, only: ['cities'] } }, /the --only is another/],
  ['plan', { plan: { ...another.plan, hash: 'd'.repeat(64) } }, /the plan is /],
  ['number', { shard: { index: 2, count: 3 } }, /the number of shards is 2 and 3/],
] as const) {
  test(`a part of another ${what} is refused`, async (t) => {
    const { put, merge } = shelf(t);
    await put(1);
    await put(2, structuredClone(more) as unknown as Parameters<Shelf['put']>[1]);
    await refused(merge(), new RegExp(`are of two runs: ${says.source}`));
  });
}

/** A part whose lines were changed by hand. */
const rewritten = async (t: TestContext, change: (lines: string[]) => string[]): Promise<Shelf> => {
  const place = shelf(t);
  await place.put(1);
  const file = await place.put(2);
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  writeFileSync(file, gzipSync(`${change(lines).join('\n')}\n`));
  return place;
};

const changedHead =
  (more: object) =>
  ([first = '', ...rest]: string[]): string[] => [JSON.stringify({ ...JSON.parse(first), ...more }), ...rest];

const changedTrace =
  (more: object) =>
  ([head = '', first = '', ...rest]: string[]): string[] => [
    head,
    JSON.stringify({ ...JSON.parse(first), ...more }),
    ...rest,
  ];

for (const [what, change, says] of [
  ['without a trace', (lines: string[]) => lines.slice(0, -1), /is damaged.*it has \d+ of \d+ traces/],
  ['with a trace of another flow', changedTrace({ flow: '../../etc' }), /holds other flows than shard 2\/2/],
  ['with a flow twice', (lines: string[]) => lines.with(-1, lines[1] ?? ''), /holds other flows than shard 2\/2/],
  ['with what no trace holds', changedTrace({ exchanges: 'many' }), /is damaged.*exchanges/],
  ['that walked again what logs in', changedHead({ again: ['issue-tokens'] }), /holds other flows/],
  ['of a newer form', changedHead({ schema: 'preflight.part/2' }), /made by a newer Preflight/],
  ['of no form', changedHead({ schema: 'preflight.run/1' }), /is damaged, or no part of a run: schema/],
  ['of a shard beyond the last', changedHead({ shard: { index: 3, count: 2 } }), /a shard beyond the last/],
  ['of no JSON', () => ['<html>'], /is damaged, or no part of a run: it is not made of lines of JSON/],
  ['of broken JSON', () => ['{broken'], /is damaged, or no part of a run: it is not made of lines of JSON/],
  ['of nothing', () => [''], /is damaged, or no part of a run/],
] as const) {
  test(`a part ${what} is refused`, async (t) => {
    const { merge } = await rewritten(t, change);
    await refused(merge(), says);
  });
}

test('half a part, and what is none, are refused', async (t) => {
  const { put, merge, folder } = shelf(t);
  await put(1);
  const file = await put(2);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, bytes.length / 2));
  await refused(merge(), /2-of-2\.part\.gz is damaged/);
  await refused(merge([join(folder, 'none')]), /does not exist: name the parts of a run/);
  await refused(merge([import.meta.dirname]), /holds no part of a run/);
});

test('a token that was refused beside another shard with its credentials fails no clause', async (t) => {
  const { put, merge } = shelf(t);
  const refusing = [1, 2].map((index) =>
    tracesOf(index, 2).map((trace) => ({
      ...trace,
      exchanges: trace.exchanges.map((each) => ({ ...each, response: { status: 401, headers: {}, bytes: 0 } })),
    })),
  );
  await put(1, {}, refusing[0]);
  await put(2, {}, refusing[1]);
  const beside = await merge();
  equal(beside.code, 3);
  match(beside.said, /was refused its token while shard \d\/2 ran with the same credentials.*hand on one token/);
  await put(2, { accounts: ['e'.repeat(64)] }, refusing[1]);
  equal((await merge()).said, '', 'another account is in nobody’s way');
});

test('a shard with the same credentials at another time disturbs no other', async (t) => {
  const { put, merge } = shelf(t);
  const { run } = await headOf(2, 2);
  await put(1);
  const later = { run: { ...run, startedAt: '2026-08-31T09:00:00.000Z' }, finishedAt: '2026-08-31T09:01:00.000Z' };
  await put(2, later);
  equal((await merge()).said, '');
});

test('a shard that has recorded nothing makes no pass', async (t) => {
  const { put, merge } = shelf(t);
  const nothing = (index: number) => tracesOf(index, 2).map(({ flow, startedAt }) => emptyTrace(flow, startedAt));
  await put(1, {}, nothing(1));
  await put(2, {}, nothing(2));
  equal((await merge()).code, 3);
});
