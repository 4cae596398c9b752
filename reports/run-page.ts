/** A run as one page: it needs nothing but a browser, loads nothing, and stays small. */
import type { Decision } from '../contracts/decision.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { clauseList, filters, matrix } from './clause-list.ts';
import { type Answered, latencies, latencyTable } from './latency.ts';
import { commandList, named, page, tableOf } from './markup.ts';
import { script, style } from './page-files.ts';
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
<dt>newly broken</dt><dd>${links(earlier.new)}</dd>
<dt>still broken</dt><dd>${links(earlier.still)}</dd>
${newCauses(earlier)}<dt>fixed</dt><dd>${links(earlier.fixed)}</dd>
<dt>not judged now</dt><dd>${links(earlier.unexercised)}</dd>
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
        ...(decision.flaky.length > 0 ? [`<dt>flaky</dt><dd>${links(decision.flaky)}</dd>`] : []),
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

/** What fails the gate, in a line each. */
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
    style,
    script,
  });
};
