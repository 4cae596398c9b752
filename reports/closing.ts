/** The last words of a gate run: its verdict in a sentence, and what the exit code means. */

import type { RunRecord } from '../contracts/run-record.ts';
import { exitCodeOf, type GateVerdict, isGatingStanding, lacksEvidence, type Standing } from '../contracts/standing.ts';
import { causeGroups, sharedCause } from './causes.ts';
import { counted } from './counted.ts';
import { durationText } from './duration-text.ts';
import { oneLine } from './one-line.ts';
import type { Paint, Style } from './paint.ts';
import { withWayOut } from './way-out.ts';
import { columnsMax } from './wrapped.ts';

const meanings: Record<GateVerdict, string> = {
  pass: 'every clause that the gate requires holds',
  fail: 'a clause that the gate requires is broken',
  inconclusive: 'could not measure',
};

export const exitMeaning = (verdict: GateVerdict): string => `${exitCodeOf(verdict)}, ${meanings[verdict]}`;

const circumstances = (record: RunRecord): string =>
  [
    `on ${oneLine(record.target)} (revision ${record.revision})`,
    `seed ${record.seed}`,
    ...(record.depth === undefined || record.depth === 'standard' ? [] : [`depth ${record.depth}`]),
    durationText(Date.parse(record.finishedAt) - Date.parse(record.startedAt)),
    counted(record.exchanges, 'request'),
  ].join(', ');

/**
 * The one cause for which a run could measure nothing at all; undefined when something was judged, or for several
 * causes. Clauses that need what the target lacks do not count when others were kept from it by trouble.
 */
export const onlyCause = (all: readonly Standing[]): string | undefined => {
  if (all.some(({ outcome }) => outcome !== 'inconclusive')) return undefined;
  const evidenceless = all.filter(lacksEvidence);
  return sharedCause(causeGroups(evidenceless.length > 0 ? evidenceless : all).map(({ cause }) => cause));
};

const unmeasured = (all: readonly Standing[]): string => {
  const broken = all.filter(({ outcome }) => outcome === 'error').length;
  const evidenceless = all.filter(lacksEvidence);
  const gating = evidenceless.filter(isGatingStanding);
  const blocking = gating.length > 0 ? gating : evidenceless;
  const causes = causeGroups(blocking).map(({ cause }) => cause);
  const shared = sharedCause(causes);
  const cause = shared ? withWayOut(shared) : `${counted(causes.length, 'cause')}, listed above`;
  const parts = [
    ...(broken > 0 ? [`${counted(broken, 'clause')} met an error of ours`] : []),
    ...(blocking.length > 0
      ? [`${counted(blocking.length, 'clause')} ${blocking.length === 1 ? 'lacks' : 'lack'} evidence: ${cause}`]
      : []),
  ];
  return parts.join('; ') || `no clause could be judged: ${onlyCause(all) ?? 'what they need is listed above'}`;
};

const looks: Record<GateVerdict, { readonly label: string; readonly style: Style }> = {
  pass: { label: 'PASS', style: ['bold', 'green'] },
  fail: { label: 'FAIL', style: ['bold', 'red'] },
  inconclusive: { label: 'COULD NOT MEASURE', style: ['bold', 'yellow'] },
};

/** The verdict is the record's own; the standings only say how many clauses stand how. */
export const closing = (record: RunRecord, all: readonly Standing[], paint: Paint): string => {
  const warnings = all.filter((each) => each.outcome === 'fail' && !isGatingStanding(each)).length;
  const { label, style } = looks[record.verdict];
  const said = warnings > 0 ? `${label} with ${counted(warnings, 'warning')}` : label;
  const failing = all.filter((each) => each.outcome === 'fail' && isGatingStanding(each)).length;
  const holding = all.filter(({ outcome }) => outcome === 'pass').length;
  const total = counted(all.length, 'clause');
  const sentence = {
    pass: () => `${holding} of ${total} ${holding === 1 ? 'holds' : 'hold'}`,
    fail: () => `${failing} of ${total} ${failing === 1 ? 'is' : 'are'} broken`,
    inconclusive: () => unmeasured(all),
  }[record.verdict]();
  const line = `${said}  ${sentence} ${circumstances(record)}`;
  // A cause ends its line: it can be long, and nothing may be taken for a part of it.
  const fits = record.verdict !== 'inconclusive' && line.length <= columnsMax;
  const gap = fits ? ' ' : `\n${' '.repeat(said.length + 2)}`;
  return `${paint(style, said)}  ${sentence}${gap}${circumstances(record)}`;
};
