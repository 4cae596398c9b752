/** What the history says of a span of time, for a terminal: what is broken now and since when comes first. */
import { minuteMs } from '../contracts/durations.ts';
import type { HistoryReport, ProbeReport, Trend } from '../contracts/history-report.ts';
import { beganText, silencedText, unsentLines } from './incidents-text.ts';
import { oneLine } from './safe-text.ts';
import { counted, type Paint, paintWith, type Style, wrapped } from './text-layout.ts';

/** `2026-08-31 08:22`, in UTC, which is said once. */
const minuteOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** As people say it: `7 min`, `3 h`, `12 days`. */
const spanText = (ms: number): string => {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`;
};

const between = (from: string, until: string): string => spanText(Date.parse(until) - Date.parse(from));

type OfProbe<T> = T & { readonly probe: string };

const ofAll = <T>(report: HistoryReport, of: (probe: ProbeReport) => readonly T[]): OfProbe<T>[] =>
  report.probes.flatMap((each) => of(each).map((one) => ({ ...one, probe: each.probe })));

const runsOf = ({ runs }: ProbeReport): number => runs.pass + runs.fail + runs.inconclusive;

const hasNoData = (probe: ProbeReport): boolean => runsOf(probe) === 0;

const names = (probes: readonly ProbeReport[]): string => probes.map(({ probe }) => oneLine(probe, 60)).join(', ');

/** What was not measured is never shown as good. */
const unmeasured = ({ probes }: HistoryReport): string[] => {
  const silent = probes.filter(hasNoData);
  const unclear = probes.filter((each) => !hasNoData(each) && each.lastRun?.verdict === 'inconclusive');
  return [
    ...(silent.length > 0 ? [`NO DATA in this span of ${names(silent)}`] : []),
    ...(unclear.length > 0 ? [`CANNOT TELL: the last run could not measure, of ${names(unclear)}`] : []),
  ];
};

const brokenLine = (report: HistoryReport): string | undefined => {
  const { probes, incidents } = report;
  const clauses = ofAll(report, ({ broken }) => broken.filter(({ weight }) => weight === 'fails'));
  const open = incidents.filter(({ closedAt }) => closedAt === null);
  const failed = probes.filter(({ lastRun }) => lastRun?.verdict === 'fail');
  if (clauses.length + open.length + failed.length === 0) return undefined;
  const [first] = [...clauses.map(({ since }) => since), ...open.map(({ openedAt }) => openedAt)].sort();
  const what = [
    ...(clauses.length > 0 ? [counted(clauses.length, 'clause')] : []),
    ...(open.length > 0 ? [counted(open.length, 'open incident')] : []),
  ];
  if (first === undefined) return `BROKEN: the last run failed, of ${names(failed)}`;
  return `BROKEN since ${minuteOf(first)} UTC: ${what.join(', ')}`;
};

const headline = (report: HistoryReport, paint: Paint): string => {
  if (report.probes.length === 0 && report.incidents.length === 0) {
    return paint(['bold', 'yellow'], 'NO DATA: nothing was run into this history yet');
  }
  const line = (style: Style, text: string): string => paint(style, wrapped(text, { hang: 2 }));
  const broken = brokenLine(report);
  const lines = [
    ...(broken === undefined ? [] : [line(['bold', 'red'], broken)]),
    ...unmeasured(report).map((text) => line(['bold', 'yellow'], text)),
  ];
  const good = line(['bold', 'green'], `nothing is broken: the last run passed, of ${names(report.probes)}`);
  const unsent = unsentLines(report.unsent).map((text) => paint(['bold', 'yellow'], text));
  return [...(lines.length > 0 ? lines : [good]), ...unsent].join('\n');
};

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [[title, ...lines].join('\n')];

const under = (text: string): string => `      ${wrapped(text, { hang: 6 })}`;

const brokenNow = (report: HistoryReport, paint: Paint): string[] =>
  ofAll(report, ({ broken }) => broken).flatMap((each) => {
    const { clause, probe, since, sinceRun, state, weight, operation, place, lastAt, isUnjudgedSince } = each;
    const kind = { fails: '', warns: ', warns only', waived: ', waived' }[weight];
    const at = operation === null ? '' : `, at ${operation} ${oneLine(place ?? '')}`;
    const first = sinceRun === null ? 'its first run is not kept' : `first in run ${oneLine(sinceRun, 40)}`;
    const last = `last shown ${minuteOf(lastAt)}${isUnjudgedSince ? ', not judged after that' : ''}`;
    return [
      `  since ${minuteOf(since)}  ${state.padEnd(5)}  ${paint('bold', oneLine(clause))}${kind}`,
      under(`${oneLine(probe, 60)}${at}; ${first}; ${last}`),
    ];
  });

const incidentLines = ({ incidents }: HistoryReport): string[] =>
  incidents.flatMap((one) => {
    const { kind, severity, title, probe, target, openedAt, closedAt, acknowledgedBy, times } = one;
    return [
      `  ${minuteOf(openedAt)}  ${closedAt === null ? 'OPEN' : `over after ${between(openedAt, closedAt)}`}  ${kind}, ${severity}`,
      under(
        `${oneLine(title)} (${oneLine(probe, 60)} on ${oneLine(target, 40)}, ${[
          `seen ${counted(times, 'time')}`,
          ...(one.brokeAt === null ? [] : [beganText(one)]),
          ...(acknowledgedBy === null ? [] : [`looked after by ${oneLine(acknowledgedBy, 40)}`]),
          ...silencedText(one),
        ].join(', ')})`,
      ),
    ];
  });

const fixedLines = (report: HistoryReport): string[] =>
  ofAll(report, ({ fixed }) => fixed).flatMap(({ clause, since, fixedAt, probe }) => [
    `  ${minuteOf(fixedAt)}  ${oneLine(clause)}`,
    under(`${oneLine(probe, 60)}, was broken since ${minuteOf(since)}`),
  ]);

const flakyLines = (report: HistoryReport): string[] =>
  ofAll(report, ({ flaky }) => flaky).map(
    ({ clause, times, of, probe }) =>
      `  ${wrapped(`${oneLine(clause)}: ${times} of ${counted(of, 'time')} (${oneLine(probe, 60)})`, { hang: 6 })}`,
  );

const missedLines = (report: HistoryReport): string[] =>
  ofAll(report, ({ missed }) => missed).map(
    ({ reason, count, lastAt, probe }) =>
      `  ${wrapped(`${oneLine(probe, 60)}: ${count}, the last ${minuteOf(lastAt)}: ${oneLine(reason)}`, { hang: 6 })}`,
  );

const rounded = (ms: number): string => (ms < 10 ? ms.toFixed(1) : String(Math.round(ms)));

const trendText = ({ p50Trend, p95Trend, before }: ProbeReport['latency'][number]): string => {
  if (before === null) return 'none before';
  const changeOf = (name: string, trend: Trend, was: number): string[] =>
    trend === 'slower' || trend === 'faster' ? [`${name} ${trend}, was ${rounded(was)}`] : [];
  const changed = [...changeOf('p50', p50Trend, before.p50Ms), ...changeOf('p95', p95Trend, before.p95Ms)];
  if (changed.length > 0) return changed.join('; ');
  if (p50Trend === 'unknown') return 'too few';
  return p95Trend === 'unknown' ? 'p50 steady' : 'steady';
};

const latencyRow = (cells: readonly [string, string, string, string, string]): string => {
  const [operation, requests, p50, p95, trend] = cells;
  return `  ${oneLine(operation, 24).padEnd(24)}${requests.padStart(7)}${p50.padStart(7)}${p95.padStart(7)}  ${wrapped(
    trend,
    { hang: 49 },
  )}`;
};

const latencyTables = ({ probes }: HistoryReport, length: string): string[] =>
  probes
    .filter(({ latency }) => latency.length > 0)
    .flatMap(({ probe, latency }) =>
      section(`LATENCY in ms of ${oneLine(probe, 60)}`, [
        latencyRow(['operation', 'sent', 'p50', 'p95', `beside the ${length} before`]),
        ...latency.map((each) =>
          latencyRow([each.operation, String(each.count), rounded(each.p50Ms), rounded(each.p95Ms), trendText(each)]),
        ),
      ]),
    );

const lastText = (probe: ProbeReport): string => {
  const { lastRun, runs } = probe;
  if (lastRun === null) return 'NO DATA: it never ran';
  const { at, verdict, unclear } = lastRun;
  const open = unclear > 0 ? `, ${counted(unclear, 'clause')} not judged` : '';
  const last = `last run ${minuteOf(at)}: ${verdict}${open}`;
  if (hasNoData(probe)) return `NO DATA in this span; ${last}`;
  const counts = (['pass', 'fail', 'inconclusive'] as const).flatMap((each) =>
    runs[each] > 0 ? [`${runs[each]} ${each}`] : [],
  );
  return `${last}; ${counted(runsOf(probe), 'run')}: ${counts.join(', ')}`;
};

const probeLines = ({ probes }: HistoryReport): string[] =>
  probes.flatMap((each) => [
    `  ${oneLine(each.probe, 60)}${each.target === null ? '' : ` on ${oneLine(each.target, 40)}`}`,
    under(lastText(each)),
  ]);

/** Without a newline at its end; 80 columns, but for names that are longer. */
export const historyText = (report: HistoryReport, { color }: { readonly color: boolean }): string => {
  const paint = paintWith(color);
  const length = between(report.since, report.at);
  return [
    [headline(report, paint), paint('dim', `the last ${length}, until ${minuteOf(report.at)}; all times are UTC`)].join(
      '\n',
    ),
    ...section('BROKEN NOW', brokenNow(report, paint)),
    ...section('INCIDENTS', incidentLines(report)),
    ...section('FIXED', fixedLines(report)),
    ...section('FLAKY: passed only when tried again', flakyLines(report)),
    ...latencyTables(report, length),
    ...section('SLOTS MISSED', missedLines(report)),
    ...section('PROBES', probeLines(report)),
  ].join('\n\n');
};
