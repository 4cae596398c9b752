/** A run as one page: it needs nothing but a browser, loads nothing, and stays small. */

import { type OperationId, operationIds, operations } from '../contracts/operations.ts';
import type { Decision } from '../contracts/policy.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { clauseList, filters, matrix } from './clause-list.ts';
import { commandList, named, page, runScript, runStyle, tableOf } from './markup.ts';
import type { EvidenceOf, FoundEvidence } from './partner-markdown.ts';
import { bookingsLine, leftOutLine } from './run-facts.ts';
import { escaped, oneLine } from './safe-text.ts';
import { type Failure, type Summary, summary, verdictWords } from './summary.ts';
import { counted, durationText, paintWith, utc } from './text-layout.ts';
import { exitMeaning, verdictLine } from './verdict-line.ts';

/** What decided a run beyond its clauses: the policy, waivers, requirements, and what has changed since. */
const states: Readonly<Record<Decision['waivers'][number]['state'], string>> = {
  covers: 'covers its failure',
  expired: 'expired: its failure counts again',
  stale: 'stale: its failure has stopped, take it out',
  idle: 'idle: its clause was not judged',
};

const links = (clauses: readonly string[]): string =>
  clauses.length === 0 ? 'none' : clauses.map((clause) => `<a href="#${clause}">${clause}</a>`).join(', ');

const linked = (name: string, clauses: readonly string[]): string => `<dt>${name}</dt><dd>${links(clauses)}</dd>`;

const waivers = ({ waivers: all }: Decision): string => {
  if (all.length === 0) return '';
  const columns = ['clause', 'only', 'state', 'reason', 'owner', 'until'].map((name) => ({ name }));
  const rows = all.map(({ clause, operation, fingerprint, state, reason, owner, expires }) => [
    links([clause]),
    escaped([operation, fingerprint].filter(Boolean).join(', ') || 'all of it'),
    states[state],
    escaped(oneLine(reason, 400)),
    escaped(oneLine(owner, 120)),
    expires,
  ]);
  return `<h3>Waivers</h3>\n${tableOf('Waivers', columns, rows)}`;
};

const lacking = ({ lacking: all }: Decision): string => {
  if (all.length === 0) return '';
  const items = all.map(
    ({ what, reason }) => `<li><strong>${escaped(oneLine(what))}</strong>: ${escaped(oneLine(reason, 400))}</li>`,
  );
  return `<h3>Required, and not there</h3>\n<ul>${items.join('')}</ul>`;
};

/** A fingerprint is what the finding below is named by. */
const newCauses = ({ newCauses: all = [] }: NonNullable<Decision['since']>): string =>
  all.length === 0
    ? ''
    : `<dt>by a new cause</dt><dd>${all.map(({ clause, operation, fingerprint }) => `${links([clause])} ${operation} <code>${fingerprint}</code>`).join(', ')}</dd>\n`;

const since = ({ since: earlier }: Decision): string => {
  if (!earlier) return '';
  return `\
<h3>Since run ${escaped(oneLine(earlier.run))}, ${utc(earlier.startedAt)}</h3>
<dl>
${linked('newly broken', earlier.new)}
${linked('still broken', earlier.still)}
${newCauses(earlier)}${linked('fixed', earlier.fixed)}
${linked('not judged now', earlier.unexercised)}
</dl>`;
};

const usual = 'none: documented clauses and readings fail a gate, derived ones warn';

/** @param decision Undefined of runs that had neither a policy nor waivers. */
const decided = (decision: Decision | undefined): string => {
  const unjudged = decision?.unjudged.map((area) =>
    decision.allowedUnjudged.includes(area) ? `${area} (allowed)` : area,
  );
  const facts = decision
    ? [
        named('policy', decision.policy ?? usual),
        named('fails a gate', decision.gates.join(', ')),
        ...(decision.requires.length > 0
          ? [named('required', decision.requires.map((each) => oneLine(each)).join(', '))]
          : []),
        ...(unjudged && unjudged.length > 0 ? [named('areas not judged', unjudged.join(', '))] : []),
        ...(decision.flaky.length > 0 ? [linked('flaky', decision.flaky)] : []),
      ]
    : [named('policy', usual)];
  return `\
<section class="beside" aria-labelledby="decision"><h2 id="decision">How it was decided</h2>
<dl>${facts.join('\n')}</dl>
${decision ? [lacking(decision), waivers(decision), since(decision)].filter((each) => each !== '').join('\n') : ''}
</section>`;
};

/** The top of the page of a run: its verdict in a sentence, the causes of a failure, and which run it was. */
const causesMax = 5;

const cause = ({ clause, finding }: Failure): string =>
  `<li><a href="#${clause}">${clause}</a><p><code>${escaped(`${finding.operation} → ${oneLine(finding.where)}`)}</code>: expected ${escaped(oneLine(finding.expected, 120))}, <strong>came ${escaped(oneLine(finding.actual, 120))}</strong></p></li>`;

const causes = ({ failures }: Summary): string => {
  const failing = failures.filter(({ weight }) => weight === 'fails');
  if (failing.length === 0) return '';
  const more = failing.length - causesMax;
  return `<ul class="causes" aria-label="what is broken">${failing.slice(0, causesMax).map(cause).join('')}${more > 0 ? `<li>and ${counted(more, 'more finding')}, below</li>` : ''}</ul>`;
};

const facts = (record: RunRecord): string => {
  const tookMs = Date.parse(record.finishedAt) - Date.parse(record.startedAt);
  const bookings = bookingsLine(record);
  const left = leftOutLine(record);
  return [
    named('target', `${record.target}, revision ${record.revision}`),
    named('run', record.id),
    named('began', `${utc(record.startedAt)}${tookMs > 0 ? `, took ${durationText(tookMs)}` : ''}`),
    named('sent', `${counted(record.exchanges, 'request')}, ${counted(record.tokensRequested, 'token')} asked for`),
    named('drawn from', `seed ${record.seed}${record.depth ? `, depth ${record.depth}` : ''}`),
    ...(bookings ? [named('bookings', bookings.text)] : []),
    ...(left ? [named('left out', left)] : []),
    ...(record.warnings ?? []).map((each) => named('warning', oneLine(each, 600))),
    named('exit code', exitMeaning(record.verdict)),
  ].join('\n');
};

/** @param path The folder of the run, as the person would type it. */
const head = (of: Summary, path: string): string => {
  const { record } = of;
  const [label = '', ...sentence] = verdictLine(of, paintWith(false)).split('  ');
  const plain = sentence.join(' ').replace(/\s+/g, ' ').trim();
  return `\
<header>
<a class="skip" href="#list">To the clauses</a>
<p class="kicker">Preflight, the contract gate</p>
<h1><span class="${record.verdict}">${escaped(label)}</span> <span>${escaped(oneLine(record.target, 80))}</span></h1>
<p class="sentence">${escaped(plain)}</p>
${causes(of)}
<div class="facts"><dl>
${facts(record)}
</dl>
${commandList([
  ['judge', `npx --no -- preflight judge ${oneLine(path)}`],
  ['repeat', `npx --no -- preflight ${oneLine(record.repeat, record.repeat.length)}`],
])}</div>
</header>`;
};

/** One answer of the service, however it came about. */
export type Answered = { readonly operation: OperationId; readonly durationMs: number };

type Latency = {
  readonly operation: OperationId;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** How many answers each bin holds; the bounds are the same for all operations, so that pictures can be compared. */
  readonly bins: readonly number[];
};

/** Each upper bound is 1.5 times the one before: from 1 ms to beyond a minute. */
const growth = 1.5;
const binCount = 28;

const binOf = (ms: number): number => Math.min(binCount - 1, Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(growth)));

/** The smallest of the values that so many in a hundred do not exceed (nearest rank). */
const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;

/** In the order of the interface; an operation without an answer is left out. */
export const latencies = (answers: readonly Answered[]): Latency[] => {
  const byOperation = Map.groupBy(answers, ({ operation }) => operation);
  return operationIds.flatMap((operation): Latency[] => {
    const sorted = (byOperation.get(operation) ?? []).map(({ durationMs }) => durationMs).sort((a, b) => a - b);
    if (sorted.length === 0) return [];
    const bins = Array.from({ length: binCount }, () => 0);
    for (const ms of sorted) bins[binOf(ms)] = (bins[binOf(ms)] ?? 0) + 1;
    const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(sorted, percent)) as [number, number, number];
    return [{ operation, count: sorted.length, p50, p95, p99, max: sorted.at(-1) ?? 0, bins }];
  });
};

const barWidth = 8;
const height = 28;

const msText = (ms: number): string =>
  ms < 1_000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1_000).toFixed(1)} s`;

const usedBins = (all: readonly Latency[]): { readonly from: number; readonly to: number } => {
  const used = all.flatMap(({ bins }) => bins.flatMap((count, at) => (count > 0 ? [at] : [])));
  return { from: Math.min(...used), to: Math.max(...used) + 1 };
};

const picture = ({ operation, bins }: Latency, { from, to }: { from: number; to: number }): string => {
  const shown = bins.slice(from, to);
  const most = Math.max(...shown);
  const bars = shown.flatMap((count, at) => {
    const tall = Math.max(2, Math.round((count / most) * height));
    return count === 0
      ? []
      : [`<rect x="${at * barWidth}" y="${height - tall}" width="${barWidth - 1}" height="${tall}"/>`];
  });
  const width = shown.length * barWidth;
  return `<svg class="spread" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="how the answers of ${operation} are spread"><path d="M0 ${height - 0.5}H${width}"/>${bars.join('')}</svg>`;
};

const latencyColumns = [
  { name: 'operation' },
  ...['answers', '50 %', '95 %', '99 %', 'slowest'].map((name) => ({ name, isNumber: true })),
  { name: 'spread' },
];

export const latencyTable = (all: readonly Latency[]): string => {
  if (all.length === 0) return '';
  const range = usedBins(all);
  const low = range.from === 0 ? 0 : growth ** (range.from - 1);
  const rows = all.map((each) => [
    `${each.operation} <span class="dim">${operations[each.operation].path}</span>`,
    String(each.count),
    ...[each.p50, each.p95, each.p99, each.max].map(msText),
    picture(each, range),
  ]);
  const answers = all.reduce((sum, { count }) => sum + count, 0);
  return `\
<section class="beside" aria-labelledby="latency"><h2 id="latency">Latency</h2>
<p class="dim">Of ${counted(answers, 'answer')}: as long as so many in a hundred took at the most. The pictures go from ${msText(low)} to ${msText(growth ** (range.to - 1))}, each step half as long again, and are as tall as most answers.</p>
${tableOf('Latency of each operation', latencyColumns, rows)}
</section>`;
};

/** What a browser opens at once, and a mail takes: below two megabytes with all else. */
const evidenceBytesMax = 1_000_000;

type RunPageParts = {
  /** The folder of the run, as the person would type it. */
  readonly path: string;
  readonly evidenceOf: EvidenceOf;
  /** Of the service, however they came about. */
  readonly answers: readonly Answered[];
};

/** The first findings that fit; the others have their commands. */
const withinPage = ({ failures }: Summary, evidenceOf: EvidenceOf): EvidenceOf => {
  const kept = new Map<string, FoundEvidence>();
  let left = evidenceBytesMax;
  for (const { finding } of failures) {
    const evidence = evidenceOf(finding.fingerprint);
    left -= Buffer.byteLength(evidence?.markup ?? '');
    if (left < 0) break;
    if (evidence) kept.set(finding.fingerprint, evidence);
  }
  return (fingerprint) => kept.get(fingerprint);
};

export const runPage = (record: RunRecord, { path, evidenceOf, answers }: RunPageParts): string => {
  const of = summary(record);
  const body = [
    head(of, path),
    '<main>',
    matrix(of),
    '<div id="list">',
    filters(of),
    clauseList(of, { record, path, evidenceOf: withinPage(of, evidenceOf) }),
    '</div>',
    decided(record.decision),
    latencyTable(latencies(answers)),
    '</main>',
    '<footer><p class="dim">Made of the stored run alone, in the form that may leave. Times are UTC.</p></footer>',
  ].join('\n');
  return page(`${verdictWords[record.verdict].label}: ${record.target}, ${record.startedAt.slice(0, 10)}`, body, {
    style: runStyle,
    script: runScript,
  });
};
