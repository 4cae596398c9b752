/**
 * A year of real verdicts. A probe is run on the sandbox once for each oddity, and hourly slots draw from the results.
 * What is lawful opens no incident, and a fault opens those of its clauses and no others.
 */
import { deepEqual, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Terms } from '../../contracts/decide.ts';
import type { RunIdentity } from '../../contracts/run-record.ts';
import { standingsOf } from '../../contracts/standing.ts';
import { runner } from '../../engine/run.ts';
import { defaultRules } from '../../monitor/causes.ts';
import { watchedBy } from '../../monitor/config.ts';
import { monitorOf } from '../../monitor/monitor.ts';
import { type RunSlot, runProbe } from '../../monitor/run-slot.ts';
import type { RanSlot } from '../../monitor/slot-result.ts';
import { troublesIn } from '../../monitor/troubles.ts';
import { simulatedTime, targetReading } from '../../prover/walked-world.ts';
import { faults, plainFaultIds } from '../../sandbox/faults.ts';
import { oddityIds } from '../../sandbox/oddities.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { drawsOf } from '../unit/monitor/simulator/expected.ts';
import { quickHistory, seedOr } from '../unit/monitor/simulator/simulated-time.ts';

const hourMs = 3_600_000;
const hours = 365 * 24;
const startAt = Date.parse('2026-01-01T00:00:00.000Z');
const seed = seedOr(20_260_102);
const repeated = `repeat with PREFLIGHT_SIMULATED_SEED=${seed} node --test tests/long/lawful-year.test.ts`;

const terms: Terms = { gates: ['documented', 'reading'], requires: [], allowedUnjudged: [], waivers: [] };

const sandbox = await startSandbox({ world: { scale: 'small' } });
after(() => sandbox.close());

type Measured = Pick<RanSlot, 'record' | 'troubles'>;
type World = Omit<NonNullable<Parameters<typeof sandbox.openWorld>[0]>, 'now'>;

/** What a probe finds in a world. */
const measured = async (world: World): Promise<Measured> => {
  const { now, delay } = simulatedTime(Date.now);
  const { baseUrl, close } = sandbox.openWorld({ scale: 'small', ...world, now });
  const target = targetReading('nested', baseUrl);
  const run: RunIdentity = {
    id: 'r',
    target: target.name,
    revision: target.revision,
    seed,
    depth: 'probe',
    startedAt: new Date(startAt).toISOString(),
    repeat: `gate --seed ${seed}`,
  };
  const walking = runner({ target, seed, id: run.id, depth: 'probe', transport: { proxy: 'none', now, delay } });
  try {
    const selected = { only: [], depth: 'probe', obligations: [] } as const;
    const { record, traces } = await runProbe({ run, selected, terms, runner: walking, now, keep: async () => {} });
    return { record, troubles: troublesIn(traces) };
  } finally {
    await walking.close();
    close();
  }
};

type Opened = { readonly at: number; readonly kind: string; readonly clause: string | undefined };

/** @param drawn What the run of an hour of the year finds. */
const yearOf = async (drawn: (hour: number) => Measured): Promise<Opened[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  const history = await quickHistory(folder);
  let hour = 0;
  const now = (): number => startAt + hour * hourMs + 60_000;
  const runSlot: RunSlot = async ({ slot, owner }) => {
    const { record, troubles } = drawn(hour);
    const at = new Date(now()).toISOString();
    const times = { startedAt: at, finishedAt: at };
    const made = { record: { ...record, ...times, id: `run-${hour}` }, troubles, taken: [], bundles: {} };
    return { kind: 'ran', slot, owner, target: record.target, isNetworkOurs: false, ...made };
  };
  const { watched } = watchedBy({ probes: [{ name: 'p', target: 'sandbox', cron: '0 * * * *' }] }, 'here', startAt);
  const monitor = monitorOf({
    history,
    watched: watched.map((one) => ({
      ...one,
      target: 'sandbox',
      hasEffects: false,
      work: 'flows',
      rules: defaultRules,
    })),
    isAnythingToDo: async () => false,
    location: 'here',
    channels: [],
    send: async () => {},
    runSlot,
    leasing: { of: (_, at) => ({ owner: 'a', until: at + hourMs }), isGone: () => false },
    spool: { put: async () => {}, waiting: async () => [] },
    sweep: async () => {},
    heartbeat: { begun: async () => {}, ended: async () => {} },
    now,
    report: () => {},
  });
  try {
    for (hour = 1; hour <= hours; hour += 1) {
      await monitor.tick();
      await monitor.settled();
    }
    const runs = await history.read
      .selectFrom('run')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .execute();
    ok((runs[0]?.all ?? 0) >= hours, 'each hour has its run');
    const rows = await history.read.selectFrom('incident').selectAll().orderBy('openedAt').execute();
    return rows.map(({ kind, cause, openedAt }) => ({
      at: Math.floor((openedAt - startAt) / hourMs),
      kind,
      clause: kind === 'contract' ? cause.split(' ')[1] : undefined,
    }));
  } finally {
    await history.close();
    rmSync(folder, { recursive: true });
  }
};

const lawful: Measured[] = [await measured({})];
for (const id of oddityIds) lawful.push(await measured({ oddities: [id] }));
const [healthy] = lawful;
if (!healthy) throw new RangeError('nothing was measured');

test('a year of all that is lawful opens no incident', async () => {
  const draws = drawsOf(seed);
  deepEqual(await yearOf(() => draws.of([healthy, ...lawful])), [], repeated);
});

const faultyHours = 10;
const everyHours = 48;

test('a fault that a probe can see opens the incidents of its clauses, and no others', async () => {
  const draws = drawsOf(seed + 1);
  const seen: { readonly clauses: readonly string[]; readonly found: Measured }[] = [];
  while (seen.length < 8) {
    const id = draws.of(plainFaultIds as readonly [(typeof plainFaultIds)[number], ...typeof plainFaultIds]);
    const found = await measured({ faults: [id] });
    const clauses = standingsOf(found.record)
      .filter(({ outcome, weight }) => outcome === 'fail' && weight === 'fails')
      .map(({ clause }) => clause);
    deepEqual(
      clauses.filter((each) => !faults[id].violates.includes(each)),
      [],
      `${id}: ${repeated}`,
    );
    if (clauses.length > 0) seen.push({ clauses, found });
  }
  const [first, ...others] = seen;
  if (!first) throw new RangeError('no fault was seen');
  const plan = Array.from({ length: Math.floor(hours / everyHours) }, () => draws.of([first, ...others]));
  const faulty = (hour: number) =>
    hour % everyHours < faultyHours ? plan[Math.floor(hour / everyHours) - 1] : undefined;
  const opened = await yearOf((hour) => faulty(hour)?.found ?? healthy);
  const shown = [...Map.groupBy(opened, ({ at }) => Math.floor(at / everyHours) - 1)].map(([of, all]) => [
    of,
    [...new Set(all.map(({ clause, kind }) => clause ?? kind))].sort(),
  ]);
  const whole = plan.map(({ clauses }, of) => [of, [...clauses].sort()] as const);
  deepEqual(
    shown,
    whole.filter(([of]) => (of + 1) * everyHours + 3 <= hours),
    repeated,
  );
});
