/** A gate records which build it has judged, and the history says whether that build may be released. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ClauseId } from '../../contracts/clauses.ts';
import { decided, type Terms } from '../../contracts/decide.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { planOf } from '../../flows/plan.ts';
import { openHistory } from '../../history/open.ts';
import { prune } from '../../history/prune.ts';
import { addRun } from '../../history/runs.ts';
import { spoolRun } from '../../history/spool.ts';
import { ends, preflight } from '../cli/preflight-here.ts';
import { emptyFolder, lastRecord } from '../cli/preflight-process.ts';
import { failing, inconclusive, passing, recordOf, run } from '../unit/reports/record-of.ts';

const gate = ['gate', '--seed', '3', '--only', 'cities.sorted-by-id'];
const commit = '4f9c1d2e';

test('a gate records the release that is named, or the commit of its pipeline', async () => {
  const folder = emptyFolder();
  const released = async (args: readonly string[], environment: NodeJS.ProcessEnv): Promise<unknown> => {
    const ended = await ends(0, [...gate, ...args], { folder, environment });
    const { release } = lastRecord(folder);
    equal(/^release {5}(.*)$/m.exec(ended.stdout)?.[1], release);
    return release;
  };
  const pipeline = { CI: 'true', GIT_COMMIT: commit };
  equal(await released([], {}), undefined);
  equal(await released([], { GIT_COMMIT: commit }), undefined);
  equal(await released([], pipeline), commit);
  equal(await released(['--release', 'web/1.4.2+5'], pipeline), 'web/1.4.2+5');
});

test('shards hand the release on, and parts of two releases are not merged', async () => {
  const folder = emptyFolder();
  const shard = async (index: number, release: string): Promise<void> => {
    const args = [...gate, '--shard', `${index}/2`, '--run-id', 'r', '--release', release];
    equal((await preflight(args, { folder })).code, 0);
  };
  await shard(1, '1.4.2');
  await shard(2, '1.4.3');
  const differing = await ends(2, ['merge', 'results'], { folder });
  match(differing.stderr, /are of two runs: the release is 1\.4\.2 and 1\.4\.3/);
  await shard(2, '1.4.2');
  const { stdout } = await ends(0, ['merge', 'results', '--json'], { folder });
  equal(JSON.parse(stdout).release, '1.4.2');
});

const start = Date.parse('2026-09-01T12:00:00.000Z');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

type Gated = {
  readonly own?: ClauseId;
  readonly minute: number;
  readonly release?: string;
  readonly target?: string;
  readonly isPart?: true;
};

const whole = [...new Set(planOf({ revision: run.revision, depth: 'standard' }).pairs.map(({ clause }) => clause))];

/** What a whole gate finds where all else holds. */
const beside = ({ clause }: Verdict): Verdict[] => whole.filter((id) => id !== clause).map((id) => passing(id));

/** The history of a folder to which gates are added. */
const gatedFolder = () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'results'));
  const store = join(folder, 'results', 'history.db');
  const inStore = async (work: (history: Awaited<ReturnType<typeof openHistory>>) => Promise<unknown>) => {
    const history = await openHistory(store);
    await work(history).finally(() => history.close());
  };
  return {
    store,
    inStore,
    gated: ({ minute, release, target = 'acme', isPart, own }: Gated, verdict: Verdict) => {
      const at = new Date(start + minute * minuteMs).toISOString();
      const times = { startedAt: at, finishedAt: at };
      const found = recordOf(verdict, ...(isPart ? [] : beside(verdict)));
      const terms: Terms = { gates: ['documented'], requires: [], allowedUnjudged: [], waivers: [] };
      const judged = own ? decided(found, { ...terms, own: [own] }) : found;
      const record: RunRecord = { ...judged, ...times, id: `run-${minute}`, target };
      const named = release === undefined ? record : { ...record, release };
      const added = { probe: `gate:${target}`, location: '', slotAt: null, record: named, taken: [] };
      return inStore((history) => history.write((to) => addRun(to, added)));
    },
    asks: async (release: string, environment: string) => {
      const { code, stdout, stderr } = await preflight(['can-release', release, '--environment', environment], {
        folder,
      });
      equal(stderr, '');
      return { code, stdout };
    },
    document: async (release: string): Promise<unknown> =>
      JSON.parse((await preflight(['can-release', release, '--environment', 'acme', '--json'], { folder })).stdout),
  };
};

test('the newest whole gate of the release in the environment decides', async () => {
  const { gated, asks, document } = gatedFolder();
  const clause = 'cities.sorted-by-id';
  await gated({ minute: 1, release: '1.4.2' }, passing(clause));
  await gated({ minute: 2, release: '1.4.3' }, failing(clause));
  await gated({ minute: 3, release: '1.4.2', target: 'staging' }, failing(clause));
  await gated({ minute: 4 }, failing(clause));
  deepEqual(await asks('1.4.2', 'acme'), {
    code: 0,
    stdout: `release 1.4.2 may go to acme: run run-1 of 2026-09-01T12:01:00.000Z passed, and ${whole.length} clauses held\n`,
  });
  deepEqual(await asks('1.4.2', 'staging'), {
    code: 1,
    stdout: `release 1.4.2 must not go to staging: run run-3 of 2026-09-01T12:03:00.000Z, its newest whole gate there, failed: ${clause}\n`,
  });

  await gated({ minute: 5, release: '1.4.2' }, failing(clause));
  // Added late, and older than the failure.
  await gated({ minute: 0, release: '1.4.2' }, passing(clause));
  deepEqual(await document('1.4.2'), {
    release: '1.4.2',
    environment: 'acme',
    verdict: 'fail',
    reason: `run run-5 of 2026-09-01T12:05:00.000Z, its newest whole gate there, failed: ${clause}`,
    run: 'run-5',
    broken: [clause],
    notGated: [],
    next: null,
    exitCode: 1,
  });

  await gated({ minute: 6, release: '1.4.2' }, inconclusive(clause, 'trouble', 'HTTP 503'));
  const unclear = await asks('1.4.2', 'acme');
  equal(unclear.code, 3);
  match(
    unclear.stdout,
    /its newest whole gate there, was inconclusive\nto gate it there: .*--release 1\.4\.2 --history\n$/,
  );
});

test('a part that fails forbids the release until a whole gate passes, and one that passes allows nothing', async () => {
  const { gated, asks, document } = gatedFolder();
  const clause = 'cities.sorted-by-id';
  await gated({ minute: 1, release: '1.4.2', isPart: true }, passing(clause));
  const partly = await asks('1.4.2', 'acme');
  equal(partly.code, 3);
  const [left, all] = [whole.length - 1, whole.length];
  match(
    partly.stdout,
    new RegExp(`: its gates there were of parts, and ${left} of ${all} clauses were not gated: token, .*\\nto gate it`),
  );
  const { notGated } = (await document('1.4.2')) as { readonly notGated: readonly string[] };
  deepEqual(notGated.toSorted(), whole.filter((id) => id !== clause).toSorted());

  await gated({ minute: 2, release: '1.4.2' }, passing(clause));
  await gated({ minute: 3, release: '1.4.2', isPart: true }, inconclusive(clause, 'trouble', 'HTTP 503'));
  equal((await asks('1.4.2', 'acme')).code, 0);

  await gated({ minute: 4, release: '1.4.2', isPart: true }, failing(clause));
  await gated({ minute: 5, release: '1.4.2', isPart: true }, passing(clause));
  deepEqual(await asks('1.4.2', 'acme'), {
    code: 1,
    stdout: `release 1.4.2 must not go to acme: run run-4 of 2026-09-01T12:04:00.000Z, a gate of a part, with no whole gate since, failed: ${clause}\n`,
  });

  await gated({ minute: 6, release: '1.4.2' }, failing(clause));
  await gated({ minute: 7, release: '1.4.2', isPart: true }, passing(clause));
  equal((await asks('1.4.2', 'acme')).code, 1);
  await gated({ minute: 8, release: '1.4.2' }, passing(clause));
  equal((await asks('1.4.2', 'acme')).code, 0);
});

test('a clause of the target file that failed forbids the release until a gate that judges it passes', async () => {
  const { gated, asks } = gatedFolder();
  const own = 'acme.one' as ClauseId;
  const statement = { section: '1', basis: 'documented', text: 'One.' } as const;
  await gated({ minute: 1, release: '1.4.2', own }, { ...failing(own), statement });
  await gated({ minute: 2, release: '1.4.2', own }, passing('cities.sorted-by-id'));
  const { code, stdout } = await asks('1.4.2', 'acme');
  equal(code, 1);
  match(stdout, /run run-1 of .*, its newest whole gate there, failed: acme\.one/);
  await gated({ minute: 3, release: '1.4.2', own }, { ...passing(own), statement });
  equal((await asks('1.4.2', 'acme')).code, 0);
});

test('what was never gated there, or long ago, is not known', async () => {
  const { gated, asks, document, inStore } = gatedFolder();
  await gated({ minute: 1, release: '1.4.2' }, passing('cities.sorted-by-id'));
  deepEqual(await asks('1.4.3', 'acme'), {
    code: 3,
    stdout:
      'release 1.4.3 cannot be judged for acme: the history has no gate of it there\n' +
      'to gate it there: npx --no -- preflight gate --target acme --release 1.4.3 --history\n',
  });
  equal((await asks('1.4.2', 'staging')).code, 3);

  const keepDays = { runs: 30, hours: 120, days: 1_100 };
  await inStore((history) => prune(history, { now: start + 40 * dayMs, keepDays }));
  deepEqual(await document('1.4.2'), {
    release: '1.4.2',
    environment: 'acme',
    verdict: null,
    reason: 'no gate that is kept whole is of it; only the counts are left of 1 earlier gate there',
    run: null,
    broken: [],
    notGated: [],
    next: 'npx --no -- preflight gate --target acme --release 1.4.2 --history',
    exitCode: 3,
  });
});

test('a failure that waits beside the store outweighs a pass that is in it', async () => {
  const { store, gated, asks } = gatedFolder();
  const clause = 'cities.sorted-by-id';
  await gated({ minute: 1, release: '1.4.2' }, passing(clause));
  equal((await asks('1.4.2', 'acme')).code, 0);
  const at = new Date(start + 2 * minuteMs).toISOString();
  const record = { ...recordOf(failing(clause)), id: 'run-2', release: '1.4.2', startedAt: at, finishedAt: at };
  await spoolRun(store, { probe: 'gate:acme', location: '', slotAt: null, record, taken: [] });
  equal((await asks('1.4.2', 'acme')).code, 1);
});
