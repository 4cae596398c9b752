/**
 * The base of docs/operate/scale.md: what one monitor, one store and its queue can do here; kept in results/scale.json
 * for `npm run generate:scale`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseUrl } from '../../contracts/database-url.ts';
import { openHistory } from '../../history/open.ts';
import { workQueue } from '../../monitor/leasing.ts';
import { durableServer } from '../postgres-server.ts';
import { storedResults } from './large-store-sources.ts';
import { type MemorySample, samplesIn, samplingIn } from './memory-sampler.ts';
import { launcher, runProcess, startedCommand, writeWatched } from './processes.ts';
import { elapsed, type Row, rowOf } from './row.ts';
import { measuredStore, type StoreFigures } from './scale-store.ts';

/** Few and many: their difference leaves out what a monitor takes to start and to end. */
const [few, many] = [20, 140] as const;

type Round = { readonly ms: number; readonly last: MemorySample };

const roundOf = async (folder: string, probes: number, sandboxUrl: string): Promise<Round> => {
  writeWatched(folder, probes, (about) => [{ ...about, cron: '* * * * *', deadlineMs: 60_000 }]);
  const env = { ...samplingIn(folder), PREFLIGHT_SANDBOX_URL: sandboxUrl };
  const ms = await elapsed(async () => {
    const code = await runProcess([launcher, 'monitor', '--once'], { cwd: folder, env });
    if (code !== 0) throw new Error(`a monitor of ${probes} probes ended with ${code}`);
  });
  const last = samplesIn(folder).at(-1);
  if (!last) throw new Error(`a monitor of ${probes} probes has reported nothing of its memory`);
  return { ms, last };
};

/** What one monitor can do: the probes that it runs a second when all are due, what each sends, and the memory. */
type Probing = {
  readonly probesASecond: number;
  /** Of the processor, for one probe. */
  readonly cpuMsAProbe: number;
  readonly requestsAProbe: number;
  readonly peakBytes: number;
  /** The store that it has left, with a run of each probe. */
  readonly store: string;
};

const measuredProbing = async (scratch: string): Promise<Probing> => {
  const sandbox = await startedCommand(['sandbox', '--port', '0'], { says: /Sandbox at (\S+)/ });
  try {
    const small = await roundOf(join(scratch, 'few'), few, sandbox.found);
    const large = await roundOf(join(scratch, 'many'), many, sandbox.found);
    const store = join(scratch, 'many', 'results', 'history.db');
    const database = new DatabaseSync(store, { readOnly: true });
    const { requests } = database.prepare('SELECT avg(requests) AS requests FROM run').get() as { requests: number };
    database.close();
    return {
      probesASecond: ((many - few) * 1_000) / (large.ms - small.ms),
      cpuMsAProbe: (large.last.cpuMs - small.last.cpuMs) / (many - few),
      requestsAProbe: requests,
      peakBytes: large.last.peak,
      store,
    };
  } finally {
    await sandbox.end();
  }
};

/** What was measured, on one machine. */
export type ScaleFigures = {
  readonly machine: { readonly node: string; readonly cores: number };
  readonly probing: Omit<Probing, 'store'>;
  readonly sqlite: StoreFigures;
  readonly postgres: StoreFigures;
  readonly queueSlotsASecond: number;
};

export type Fleet = { readonly targets: number; readonly locations: number; readonly intervalSeconds: number };

/** Of depth probe, on any service (docs/use/depth.md). */
export const requestsMax = 40;
/** What a target file says by default, as the target `live`, and as `preflight init` writes it. */
export const requestLimits = [5, 10, 20] as const;
/** How often a monitor looks for alerts to send. */
const lookAfterSeconds = 5;
/** Of one monitor: the history's writer and readers, the queue, and the shared state. */
export const connectionsEach = 1 + 4 + 2 + 8;
/** Of a PostgreSQL as it is installed, less those for its administrators. */
const connectionsMax = 97;
const [daySeconds, dayHours] = [86_400, 24];
/** More would leave no time to catch up after an hour away. */
const lockShareMax = 0.5;
export const runDays = 30;

/** Monitors of a location: as many as its slots need, and one that may die. */
const monitorsOf = (slotsASecond: number, { probing }: ScaleFigures): number =>
  Math.ceil(slotsASecond / probing.probesASecond) + 1;

/** The share of the time in which the lock of the writers is held. */
export const lockShare = (fleet: Fleet, figures: ScaleFigures): number => {
  const { lookMs, leaseMs, keepMs, tellMsATarget } = figures.postgres;
  const ofLocation = fleet.targets / fleet.intervalSeconds;
  const monitors = monitorsOf(ofLocation, figures);
  // Each monitor finds the slot due, and looks once more whether another monitor has it.
  const ofSlots = ofLocation * fleet.locations * (2 * monitors * lookMs + leaseMs + keepMs);
  const ofTelling = (fleet.locations * monitors * fleet.targets * tellMsATarget) / lookAfterSeconds;
  return (ofSlots + ofTelling) / 1_000;
};

/** How many targets one database takes, each looked at from all locations; 0 where one is too many. */
export const targetsOfDatabase = (fleet: Fleet, figures: ScaleFigures): number => {
  let targets = 0;
  while (targets < fleet.targets && lockShare({ ...fleet, targets: targets + 1 }, figures) <= lockShareMax)
    targets += 1;
  return targets;
};

export const scaleOf = (fleet: Fleet, figures: ScaleFigures) => {
  const { targets, locations, intervalSeconds } = fleet;
  const { probing, postgres } = figures;
  const pairs = targets * locations;
  const slotsASecond = pairs / intervalSeconds;
  const slotsADay = slotsASecond * daySeconds;
  const ofDatabase = targetsOfDatabase(fleet, figures);
  const databases = Math.ceil(targets / ofDatabase);
  const monitorsOfDatabase = locations * monitorsOf(ofDatabase / intervalSeconds, figures);
  const countRowsADay = targets * (dayHours + 1) * postgres.countRowsAProbeHour;
  const bytesADay = slotsADay * postgres.bytesASlot + countRowsADay * postgres.bytesACountRow;
  return {
    pairs,
    slotsASecond,
    slotsADay,
    requestsASecond: slotsASecond * probing.requestsAProbe,
    requestsADay: slotsADay * probing.requestsAProbe,
    supplierRequestsASecond: (locations * probing.requestsAProbe) / intervalSeconds,
    supplierRequestsASecondMax: (locations * requestsMax) / intervalSeconds,
    supplierRequestsADay: (locations * probing.requestsAProbe * daySeconds) / intervalSeconds,
    /** For each limit of a target: from how many locations it can be looked at so often, and how often from all. */
    limits: requestLimits.map((limit) => ({
      limit,
      locations: Math.floor((limit * intervalSeconds) / requestsMax),
      intervalSeconds: Math.ceil((locations * requestsMax) / limit),
    })),
    rowsADay: slotsADay * postgres.rowsASlot + countRowsADay,
    bytesADay,
    bytesKept: bytesADay * runDays,
    cores: (slotsASecond * probing.cpuMsAProbe) / 1_000,
    lockShare: lockShare(fleet, figures),
    targetsOfDatabase: ofDatabase,
    databases,
    monitorsOfDatabase,
    monitors: databases * monitorsOfDatabase,
    connectionsOfDatabase: monitorsOfDatabase * connectionsEach,
  };
};

type Limit = { readonly what: string; readonly pairs: number; readonly change: string };

/** What breaks at how many pairs of a target and a location that are looked at every minute, the first first. */
export const limitsOf = ({ probing, sqlite, postgres, queueSlotsASecond }: ScaleFigures): Limit[] => {
  const pairsOf = (slotsASecond: number): number => Math.floor(slotsASecond * 60);
  const workMs = ({ lookMs, leaseMs, keepMs }: StoreFigures, looks: number): number =>
    looks * lookMs + leaseMs + keepMs;
  const drawnWithinMs = 150;
  const limits: Limit[] = [
    {
      what: 'one monitor',
      pairs: pairsOf(probing.probesASecond),
      change: 'start more of the same location; on a machine of its own each',
    },
    {
      what: 'the lock of the writers, SQLite',
      pairs: pairsOf(1_000 / workMs(sqlite, 1)),
      change: 'another file for some of the targets; a disk that confirms a write sooner',
    },
    {
      what: 'the lock of the writers, PostgreSQL',
      pairs: pairsOf(1_000 / workMs(postgres, 2)),
      change: 'another database for some of the targets; a disk that confirms a write sooner',
    },
    {
      what: 'alerts to send, which each monitor asks of all its targets every five seconds, as one change',
      pairs: Math.floor((lookAfterSeconds * 1_000) / postgres.tellMsATarget),
      change: 'watch fewer targets in each monitor; a database for some of the targets',
    },
    {
      what: 'connections to a PostgreSQL as it is installed',
      pairs: Math.floor(connectionsMax / connectionsEach) * pairsOf(probing.probesASecond),
      change: 'raise `max_connections`; PgBouncer in session mode',
    },
    {
      what: 'the dashboard, whose first picture takes 150 ms then',
      pairs: Math.floor(drawnWithinMs / postgres.stateMsAPair),
      change: 'a dashboard for each group of targets; it stays right, and becomes slow',
    },
    { what: 'the queue', pairs: pairsOf(queueSlotsASecond), change: 'another database for some of the targets' },
    {
      what: 'retention, which removes as fast as results come',
      pairs: pairsOf(postgres.rolledUpASecond),
      change: 'keep fewer days, which helps once; another database for some of the targets',
    },
  ];
  return limits.sort((one, other) => one.pairs - other.pairs);
};

const probesStored = 20;
const offered = 400;
const takenAtOnce = 8;

const measuredQueue = async (url: string): Promise<number> => {
  const queue = await workQueue(databaseUrl(url), 'bench');
  const ms = await elapsed(async () => {
    for (let at = 0; at < offered; at += 1) await queue.offer({ probe: 'p', location: 'bench', at });
    for (let taken = 0; taken < offered; ) taken += (await queue.take(takenAtOnce)).length;
  });
  await queue.close();
  return (offered * 1_000) / ms;
};

const row = (name: string, unit: Row['unit'], value: number, parts: Row['parts'] = {}): Row =>
  rowOf(name, unit, [value], { parts });

const storeRows = (kind: string, figures: StoreFigures): Row[] => [
  row(`${kind}: work of the lock for a slot`, 'ms', figures.lookMs + figures.leaseMs + figures.keepMs, {
    'of look': figures.lookMs,
    'of lease': figures.leaseMs,
    'of keep': figures.keepMs,
  }),
  row(`${kind}: slots of four writers at once`, 'a second', figures.slotsASecondTogether),
  row(`${kind}: size of a slot`, 'bytes', figures.bytesASlot, { rows: figures.rowsASlot }),
  row(`${kind}: runs rolled up`, 'a second', figures.rolledUpASecond),
];

export const scaleRow = async (scratch: string): Promise<readonly Row[]> => {
  const folder = join(scratch, 'scale');
  const { store, ...probing } = await measuredProbing(folder);
  const records = await openHistory(store);
  const stored = (await storedResults(records.read)).slice(0, probesStored);
  await records.close();
  const sqlite = await measuredStore(join(folder, 'history.db'), stored);
  const server = await durableServer();
  const postgres = await measuredStore(databaseUrl(await server.newDatabase()), stored);
  const queueSlotsASecond = await measuredQueue(await server.newDatabase());
  await server.stop();
  const figures: ScaleFigures = {
    machine: { node: process.version, cores: availableParallelism() },
    probing,
    sqlite,
    postgres,
    queueSlotsASecond,
  };
  mkdirSync('results', { recursive: true });
  writeFileSync('results/scale.json', `${JSON.stringify(figures, null, 2)}\n`);
  return [
    row('probes of one monitor', 'a second', probing.probesASecond, {
      'requests each': probing.requestsAProbe,
      'processor each, ms': probing.cpuMsAProbe,
    }),
    row('memory of a monitor, peak', 'MB', probing.peakBytes / 2 ** 20),
    ...storeRows('SQLite', sqlite),
    ...storeRows('PostgreSQL', postgres),
    row('PostgreSQL: slots through the queue', 'a second', queueSlotsASecond),
  ];
};
