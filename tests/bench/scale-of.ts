/** How much a fleet of probes asks of everything, and at how many each thing breaks: arithmetic on what was measured. */
import type { Probing } from './scale-probing.ts';
import type { StoreFigures } from './scale-store.ts';

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
export const connectionsMax = 97;
const [daySeconds, dayHours] = [86_400, 24];
/** More would leave no time to catch up after an hour away. */
const lockShareMax = 0.5;
export const runDays = 30;

/** Monitors of a location: as many as its slots need, and one that may die. */
const monitorsOf = (slotsASecond: number, { probing }: ScaleFigures): number =>
  Math.ceil(slotsASecond / probing.probesASecond) + 1;

/** Which share of the time somebody holds the lock of the writers. */
export const lockShare = (fleet: Fleet, figures: ScaleFigures): number => {
  const { lookMs, leaseMs, keepMs, tellMsATarget } = figures.postgres;
  const ofLocation = fleet.targets / fleet.intervalSeconds;
  const monitors = monitorsOf(ofLocation, figures);
  // Each finds the slot due, and looks once more whether somebody has it.
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

export type Limit = { readonly what: string; readonly pairs: number; readonly change: string };

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
