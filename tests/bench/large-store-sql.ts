/** The statements that fill a large store, in order: from the tables of one run of each probe, named by its verdict. */
import { everyProbe } from '../../history/tables.ts';
import { location, missedEvery, templateVerdicts } from './large-store-sources.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const union = (select: (verdict: string) => string): string => templateVerdicts.map(select).join(' UNION ALL ');

/** A probe begins a little after its minute, and each of them at another moment. */
const apartMs = 60;

type About = {
  readonly now: number;
  readonly minutes: number;
  /** How long runs are kept whole. */
  readonly keepMs: number;
};

const templates = `
  CREATE TEMP TABLE ran AS ${union(
    (verdict) => `SELECT probe AS area, verdict, finishedAt - startedAt AS ms, requests, record FROM "${verdict}".run`,
  )};
  CREATE TEMP TABLE found AS ${union(
    (verdict) => `SELECT probe AS area, '${verdict}' AS verdict, clause, outcome, cause FROM "${verdict}".finding`,
  )};
  CREATE TEMP TABLE counted AS ${union(
    (verdict) => `SELECT probe AS area, '${verdict}' AS verdict, clause, pass, fail, inconclusive, error, flaky
      FROM "${verdict}".clause WHERE period = 'hour'`,
  )};
  CREATE TEMP TABLE took AS ${union(
    (verdict) => `SELECT probe AS area, '${verdict}' AS verdict, operation, bin, count
      FROM "${verdict}".latency WHERE period = 'hour'`,
  )};
  CREATE TEMP TABLE broken AS SELECT one.value ->> 'probe' AS area, incident.id, one.value ->> 'title' AS title,
      one.value ->> 'cause' AS cause, one.value AS seen
    FROM fail.incident, json_each(seen) AS one WHERE kind = 'contract' GROUP BY area;
`;

/** Row ids follow the slots, so that a run is found by its slot without an index. */
const runs = ({ now, minutes, keepMs }: About): string => {
  const begun = now - minutes * minuteMs;
  return `
  CREATE TEMP TABLE bad (slot INT, probe INT, verdict TEXT, PRIMARY KEY (slot, probe)) WITHOUT ROWID;
  INSERT OR IGNORE INTO bad
    WITH RECURSIVE failing(slot, probe, verdict, until) AS (
      SELECT "from", probe, verdict, coalesce(until, ${minutes}) FROM outage
      UNION ALL SELECT slot + 1, probe, verdict, until FROM failing WHERE slot + 1 < until
    )
    SELECT slot, probe, verdict FROM failing;
  INSERT INTO run (rowid, id, probe, target, location, slotAt, startedAt, finishedAt, verdict, sample, requests, bookings,
      tickets, flaky, record, isDown)
    WITH RECURSIVE step(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM step WHERE i + 1 < ${minutes}),
      slot AS MATERIALIZED (
        SELECT i, ${begun} + i * ${minuteMs} AS dueAt,
          strftime('%Y%m%d-%H%M-', (${begun} + i * ${minuteMs}) / 1000, 'unixepoch') AS minute FROM step
      )
    SELECT i * 100 + probe.at + 1, minute || printf('%06x', probe.at * 167000 + i % 1000), probe.name, target, '${location}', dueAt,
      dueAt + probe.at * ${apartMs}, dueAt + probe.at * ${apartMs} + ms, 'pass', 'good', requests, 0, 0, '[]',
      CASE WHEN dueAt >= ${now - keepMs} THEN record END, 0
    FROM slot CROSS JOIN probe CROSS JOIN ran ON ran.area = probe.area AND ran.verdict = 'pass'
    WHERE (i + probe.at * 7) % ${missedEvery} != 0;
  UPDATE run SET verdict = bad.verdict, sample = 'bad', isDown = bad.verdict = 'inconclusive', requests = ran.requests, finishedAt = startedAt + ran.ms,
      record = CASE WHEN slotAt >= ${now - keepMs} THEN ran.record END
    FROM bad JOIN probe ON probe.at = bad.probe JOIN ran ON ran.area = probe.area AND ran.verdict = bad.verdict
    WHERE run.rowid = slot * 100 + bad.probe + 1;
`;
};

const findings = ({ now, keepMs }: About): string => `
  INSERT INTO finding (runId, probe, at, clause, outcome, cause)
    SELECT run.id, run.probe, finishedAt, clause, outcome, cause
    FROM bad JOIN run ON run.rowid = slot * 100 + bad.probe + 1 JOIN probe ON probe.at = bad.probe
      JOIN found ON found.area = probe.area AND found.verdict = bad.verdict
    WHERE slotAt >= ${now - keepMs};
`;

const slots = ({ now, minutes, keepMs }: About): string => {
  const begun = now - minutes * minuteMs;
  const kept = Math.min(minutes, Math.floor(keepMs / minuteMs));
  return `
  INSERT INTO slot (probe, location, at, state, owner, leasedUntil, begun, endedAt, runId, reason)
    WITH RECURSIVE step(i) AS (SELECT ${minutes - kept} UNION ALL SELECT i + 1 FROM step WHERE i + 1 < ${minutes})
    SELECT probe.name, '${location}', ${begun} + i * ${minuteMs}, iif(run.id IS NULL, 'missed', 'done'),
      iif(run.id IS NULL, NULL, 'bench:4711:0123456789abcdef'), NULL, run.id IS NOT NULL,
      ${begun} + i * ${minuteMs} + coalesce(run.finishedAt - run.slotAt, ${minuteMs}), run.id,
      iif(run.id IS NULL, 'the run before it was still under way', NULL)
    FROM probe CROSS JOIN step LEFT JOIN run ON run.rowid = i * 100 + probe.at + 1;
`;
};

/** By hour for the whole life of the store, and by day: counted from the slots, which is quicker than from the runs. */
const counts = ({ now, minutes }: About): string => {
  const begun = now - minutes * minuteMs;
  const hourOf = (slot: string): string => `((${begun} + ${slot} * ${minuteMs}) / ${hourMs} * ${hourMs})`;
  return `
  CREATE TEMP TABLE badIn AS
    SELECT probe, verdict, ${hourOf('slot')} AS hour, count(*) AS n FROM bad
    WHERE (slot + probe * 7) % ${missedEvery} != 0 GROUP BY 1, 2, 3;
  CREATE TEMP TABLE minute AS WITH RECURSIVE step(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM step WHERE i < 59) SELECT i FROM step;
  CREATE TEMP TABLE ranIn AS
    WITH RECURSIVE hourly(hour) AS (SELECT ${hourOf('0')} UNION ALL SELECT hour + ${hourMs} FROM hourly WHERE hour + ${hourMs} < ${now}),
      due AS (
        SELECT at AS probe, hour, (
          SELECT count(*) FROM minute WHERE (hour - ${begun}) / ${minuteMs} + i BETWEEN 0 AND ${minutes - 1}
            AND ((hour - ${begun}) / ${minuteMs} + i + at * 7) % ${missedEvery} != 0
        ) AS n FROM hourly CROSS JOIN probe
      )
    SELECT probe, 'pass' AS verdict, hour, due.n - coalesce(sum(badIn.n), 0) AS n
    FROM due LEFT JOIN badIn USING (probe, hour) GROUP BY probe, hour
    UNION ALL SELECT probe, verdict, hour, n FROM badIn;
  CREATE TEMP TABLE ranWithin AS
    SELECT name, area, verdict, 'hour' AS period, hour AS "from", n FROM ranIn JOIN probe ON at = probe WHERE n > 0
    UNION ALL SELECT name, area, verdict, 'day', hour - hour % ${dayMs}, sum(n) FROM ranIn JOIN probe ON at = probe
      WHERE n > 0 GROUP BY 1, 3, 5;
  INSERT INTO clause (probe, clause, period, "from", pass, fail, inconclusive, error, flaky)
    SELECT name, clause, period, "from", sum(n * pass), sum(n * fail), sum(n * inconclusive), sum(n * error), sum(n * flaky)
    FROM ranWithin JOIN counted USING (area, verdict) GROUP BY name, period, "from", clause;
`;
};

/** Around the middle that the one run had, with a long tail: bins are eight to a doubling. */
const shares = [0.03, 0.1, 0.22, 0.27, 0.18, 0.1, 0.05, 0.03, 0.01, 0.01];

const latencies = (): string => `
  CREATE TEMP TABLE share (apart INT, part REAL);
  INSERT INTO share VALUES ${shares.map((part, at) => `(${at - 3}, ${part})`).join(', ')};
  INSERT INTO latency (probe, operation, period, "from", bin, count)
    SELECT name, operation, period, "from", bin + apart, sum(max(1, round(n * count * part)))
    FROM ranWithin JOIN took USING (area, verdict) CROSS JOIN share GROUP BY name, period, "from", operation, bin + apart;
`;

const together = (): string => `
  INSERT INTO runsOfDay (probe, "from", pass, fail, inconclusive)
    SELECT name, "from", sum(iif(verdict = 'pass', n, 0)), sum(iif(verdict = 'fail', n, 0)), sum(iif(verdict = 'inconclusive', n, 0))
    FROM ranWithin WHERE period = 'day' GROUP BY name, "from";
  INSERT INTO clause (probe, clause, period, "from", pass, fail, inconclusive, error, flaky)
    SELECT '${everyProbe}', clause, period, "from", sum(pass), sum(fail), sum(inconclusive), sum(error), sum(flaky)
    FROM clause GROUP BY period, "from", clause;
  INSERT INTO latency (probe, operation, period, "from", bin, count)
    SELECT '${everyProbe}', operation, period, "from", bin, sum(count) FROM latency GROUP BY period, "from", operation, bin;
`;

const incidents = ({ now, minutes, keepMs }: About): string => {
  const at = (minute: string): string =>
    `(${now - minutes * minuteMs} + ${minute} * ${minuteMs} + probe.at * ${apartMs} + 900)`;
  return `
  INSERT INTO incident (id, target, probe, kind, cause, title, openedAt, closedAt, runId, lastRunId, lastAt, times, acknowledgedAt,
      acknowledgedBy, silencedUntil, silencedBy, toldOpenedAt, toldClosedAt, brokeAt, seen)
    SELECT printf('%08x-0000-4000-8000-%012x', outage.id * 1234577 % 4294967296, outage.id), probe.target, probe.name,
      iif(outage.verdict = 'fail', 'contract', 'service'), iif(outage.verdict = 'fail', broken.cause, 'service 503'),
      iif(outage.verdict = 'fail', broken.title, 'HTTP 503, at token'), ${at('opened')}, ${at('until + 1')}, first.id, last.id,
      ${at(`coalesce(until, ${minutes}) - 1`)}, coalesce(until, ${minutes}) - opened, NULL, NULL, NULL, NULL, ${at('opened')},
      ${at('until + 1')}, ${at('opened')}, iif(outage.verdict = 'fail', json_array(json(broken.seen)), '[]')
    FROM outage JOIN probe ON probe.at = outage.probe LEFT JOIN broken USING (area)
      LEFT JOIN run AS first ON first.rowid = opened * 100 + probe.at + 1
      LEFT JOIN run AS last ON last.rowid = (coalesce(until, ${minutes}) - 1) * 100 + probe.at + 1;
  INSERT INTO bundle (incidentId, bundle)
    SELECT incident.id, one.bundle FROM incident JOIN probe ON probe.name = incident.probe JOIN broken USING (area)
      JOIN fail.bundle AS one ON one.incidentId = broken.id WHERE kind = 'contract';
  INSERT INTO cause (probe, cause, location, kind, recent, brokenSince, at)
    SELECT probe, cause, 'here', kind, 'FFFFFFFFFFFF', openedAt, lastAt FROM incident WHERE closedAt IS NULL;
  INSERT INTO outbox (key, channel, body, follows, createdAt, dueAt, tries, sentAt, lastError)
    SELECT incident.id || '_' || event || '_' || channel, channel,
      json_object('schema', 'preflight.alert/1', 'key', incident.id || '_' || event || '_' || channel, 'event', event, 'at',
        strftime('%Y-%m-%dT%H:%M:%fZ', toldAt / 1000.0, 'unixepoch'), 'target', target, 'probe', probe, 'incident', incident.id,
        'kind', kind, 'title', title, 'run', runId, 'firstStep', 'Look at what it answered.', 'commands', json_array()),
      iif(event = 'closed', incident.id || '_opened_' || channel, NULL), toldAt, NULL, 1, toldAt + 400, NULL
    FROM (SELECT *, 'opened' AS event, toldOpenedAt AS toldAt FROM incident UNION ALL
      SELECT *, 'closed', toldClosedAt FROM incident WHERE closedAt IS NOT NULL) AS incident,
      (SELECT 'team' AS channel UNION ALL SELECT 'on-call')
    WHERE toldAt >= ${now - keepMs};
  UPDATE outbox SET dueAt = createdAt + 3600000, sentAt = NULL, tries = 5, lastError = 'HTTP 500'
    WHERE rowid IN (SELECT rowid FROM outbox WHERE channel = 'team' ORDER BY createdAt DESC LIMIT 20);
`;
};

const others = ({ now }: About): string => `
  INSERT INTO note (name, value, at) SELECT 'first looked at ' || name || ' ${location}', '', ${now} FROM probe;
  INSERT INTO maintenance (target, "from", until, reason, openedBy)
    WITH RECURSIVE week(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM week WHERE i < 10)
    SELECT 'service-' || i % 10, ${now} - i * ${7 * dayMs}, ${now} - i * ${7 * dayMs} + 1800000, 'a release', 'pipeline' FROM week;
`;

export const largeStoreSql = (about: About): Readonly<Record<string, string>> => ({
  templates,
  runs: runs(about),
  findings: findings(about),
  slots: slots(about),
  counts: counts(about),
  latencies: latencies(),
  together: together(),
  incidents: incidents(about),
  others: others(about),
});
