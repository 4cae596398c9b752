/** docs/operate/scale.md, made of what was measured: each number is computed here, and a test compares the page. */
import { type Fleet, limitsOf, requestsMax, runDays, type ScaleFigures, scaleOf } from './scale-row.ts';

const everyMinute: Fleet = { targets: 1_000, locations: 20, intervalSeconds: 60 };
const everyFive: Fleet = { ...everyMinute, intervalSeconds: 300 };

/** Three digits that count. */
const figure = (value: number): string => new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(value);

const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;
const bytes = (value: number): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${figure(value / 1_000 ** power)} ${units[power]}`;
};

const share = (value: number): string => `${figure(100 * value)} %`;

/** As the style of the project aligns them. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
};

const measured = ({ probing, sqlite, postgres, queueSlotsASecond }: ScaleFigures): string =>
  table([
    ['measured', 'SQLite', 'PostgreSQL'],
    ['a look whether something is due, ms', figure(sqlite.lookMs), figure(postgres.lookMs)],
    ['to lease a slot, ms', figure(sqlite.leaseMs), figure(postgres.leaseMs)],
    ['to keep a result, ms', figure(sqlite.keepMs), figure(postgres.keepMs)],
    ['to ask for the alerts of a target, ms', figure(sqlite.tellMsATarget), figure(postgres.tellMsATarget)],
    [
      'slots a second of four writers at once',
      figure(sqlite.slotsASecondTogether),
      figure(postgres.slotsASecondTogether),
    ],
    ['runs whose record goes, a second', figure(sqlite.rolledUpASecond), figure(postgres.rolledUpASecond)],
    ['rows of a slot', figure(sqlite.rowsASlot), figure(postgres.rowsASlot)],
    ['size of a slot', bytes(sqlite.bytesASlot), bytes(postgres.bytesASlot)],
    ['rows of counts, of a probe an hour', figure(sqlite.countRowsAProbeHour), figure(postgres.countRowsAProbeHour)],
    ['size of a row of counts', bytes(sqlite.bytesACountRow), bytes(postgres.bytesACountRow)],
    ['first picture of the dashboard, of a pair, ms', figure(sqlite.stateMsAPair), figure(postgres.stateMsAPair)],
    ['slots through the queue, a second', '', figure(queueSlotsASecond)],
    ['probes a second of one monitor', figure(probing.probesASecond), ''],
    ['requests of a probe', figure(probing.requestsAProbe), ''],
    ['processor of a probe, ms', figure(probing.cpuMsAProbe), ''],
    ['memory of a monitor of 140 probes, peak', bytes(probing.peakBytes), ''],
  ]);

const day = (figures: ScaleFigures): string => {
  const fleets = [scaleOf(everyMinute, figures), scaleOf(everyFive, figures)] as const;
  const row = (what: string, of: (one: (typeof fleets)[number]) => string): string[] => [
    what,
    of(fleets[0]),
    of(fleets[1]),
  ];
  return table([
    ['1,000 targets × 20 locations', 'every minute', 'every five minutes'],
    row('pairs of a target and a location', ({ pairs }) => figure(pairs)),
    row('slots a second', ({ slotsASecond }) => figure(slotsASecond)),
    row('slots a day', ({ slotsADay }) => figure(slotsADay)),
    row('requests a second', ({ requestsASecond }) => figure(requestsASecond)),
    row('requests a day', ({ requestsADay }) => figure(requestsADay)),
    row('rows a day', ({ rowsADay }) => figure(rowsADay)),
    row('size of a day', ({ bytesADay }) => bytes(bytesADay)),
    row(`size of ${runDays} days, whole`, ({ bytesKept }) => bytes(bytesKept)),
    row('processor cores, all monitors', ({ cores }) => figure(cores)),
    row('time that one lock of the writers would need', ({ lockShare }) => share(lockShare)),
    row('targets that one PostgreSQL takes', ({ targetsOfDatabase }) => figure(targetsOfDatabase)),
    row('databases', ({ databases }) => figure(databases)),
    row('monitors of one database', ({ monitorsOfDatabase }) => figure(monitorsOfDatabase)),
    row('connections to one database', ({ connectionsOfDatabase }) => figure(connectionsOfDatabase)),
    row('monitors', ({ monitors }) => figure(monitors)),
  ]);
};

const suppliers = (figures: ScaleFigures): string => {
  const { limits } = scaleOf(everyMinute, figures);
  return table([
    ['`limits.requestsPerSecond`', 'locations, every minute', '20 locations, every'],
    ...limits.map(({ limit, locations, intervalSeconds }) => [
      figure(limit),
      figure(locations),
      `${figure(intervalSeconds)} s`,
    ]),
  ]);
};

const limits = (figures: ScaleFigures): string =>
  table([
    ['what breaks', 'at pairs a minute', 'what to change'],
    ...limitsOf(figures).map(({ what, pairs, change }) => [what, figure(pairs), change]),
  ]);

export const scalePage = (figures: ScaleFigures): string => {
  const own = scaleOf(everyMinute, figures);
  return `# How far it goes

What 1,000 targets at 20 locations ask of suppliers, machines and databases, what breaks first, and what to change then. This many were never run. Each number is computed from what was
measured on one machine: ${figures.machine.cores} cores that other programs wanted as well, Node ${figures.machine.node.slice(1)}, the sandbox and the database beside the monitor. A machine of its own
does better; what breaks in which order stays much the same.

\`\`\`sh
npm run bench -- scale    # measures in five minutes, into results/scale.json
npm run generate:scale    # takes that over, and computes this page again
\`\`\`

## What a supplier is asked

This breaks first, and no machine helps. A supplier that is looked at every minute from 20 locations gets ${figure(own.supplierRequestsASecond)} requests a second, ${figure(own.supplierRequestsADay)} a
day: ${figure(own.supplierRequestsASecondMax)} a second where a probe sends all ${requestsMax} that it may. The limit of a target holds over all locations together. A probe whose requests get no turn before its deadline shows less, so agree with your supplier first:

${suppliers(figures)}

Three to five locations distinguish an outage of the service from one of a network. Take more where a supplier allows it.

## A day

${day(figures)}

A database takes as many targets as keep the lock of its writers busy for half of the time. Each location has as many monitors as its slots need, and one more that takes over. A target belongs to one database:
its monitors, dashboard, alerts and history are a group, and groups know nothing of each other. So a thousand targets are some installations beside each other. Each is a
[Deployment](deploying.md) for each location, with its own \`DATABASE_URL\` and its own list of probes.

## What breaks, in order

Pairs of a target and a location that are looked at every minute. Of one database, with one monitor at each location. Every five minutes, a monitor, a lock, the queue and
retention take five times as many pairs; the others take as many as here. Twice as many monitors ask twice as often for alerts.

${limits(figures)}

## Measured

${measured(figures)}

A result is kept in one change, which only one program makes at a time: it adds to the counts by hour and day, opens and closes incidents, and writes the alerts. That is why nothing is lost or sent twice, and
why the lock is what a larger fleet meets first. A lock is held for as long as the disk takes to confirm. So a disk with a cache that survives a power cut is worth more than cores.

## Every slot accounted for

A day of this fleet has ${figure(own.slotsADay)} slots. \`tests/long/monitors.test.ts\` simulates it. Of 48 pairs, drawn by a seed, real monitors account for every minute in a real store.
Meanwhile monitors die, each location is down for an hour, and the store is away for ten minutes. Each slot is \`done\` or \`missed\` with its reason, none twice, none left, and as a rule says that knows no store. By the same rule all
${new Intl.NumberFormat('en').format(own.slotsADay)} are counted.
`;
};
