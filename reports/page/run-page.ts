/** A run as one page: it needs nothing but a browser, loads nothing, and stays small. */
import type { RunRecord } from '../../contracts/run-record.ts';
import type { EvidenceOf, FoundEvidence } from '../evidence.ts';
import { page } from '../html.ts';
import type { Latency } from '../latency.ts';
import { type Summary, summary, verdictWords } from '../summary.ts';
import { clauseList } from './clause-list.ts';
import { decided } from './decided.ts';
import { filters } from './filters.ts';
import { head } from './head.ts';
import { latencyTable } from './latency-table.ts';
import { matrix } from './matrix.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** What a browser opens at once, and a mail takes: below two megabytes with all else. */
const evidenceBytesMax = 1_000_000;

type RunPageParts = {
  /** The folder of the run, as the person would type it. */
  readonly path: string;
  readonly evidenceOf: EvidenceOf;
  readonly latencies: readonly Latency[];
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

export const runPage = (record: RunRecord, { path, evidenceOf, latencies }: RunPageParts): string => {
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
    latencyTable(latencies),
    '</main>',
    '<footer><p class="dim">Made of the stored run alone, in the form that may leave. Times are UTC.</p></footer>',
  ].join('\n');
  return page(`${verdictWords[record.verdict].label}: ${record.target}, ${record.startedAt.slice(0, 10)}`, body, {
    style,
    script,
  });
};
