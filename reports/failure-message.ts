/** The one formatter of a failing verdict: what was promised, what came instead, and how to see it again. */
import { clause as clauseOf } from '../contracts/clauses.ts';
import type { RunIdentity, RunRecord } from '../contracts/run-record.ts';
import { bundledIn, type Weight } from '../contracts/standing.ts';
import type { Finding, Verdict } from '../contracts/verdict.ts';
import { oneLine } from './safe-text.ts';
import type { DecidedWaiver, Failure } from './summary.ts';
import { columnsMax, counted, wrapped } from './text-layout.ts';

const labels = { fails: 'FAIL', warns: 'WARN', waived: 'WAIVED' } as const satisfies Record<Weight, string>;

const indent = ' '.repeat(6);

const field = (name: string, value: string): string => `${indent}${name.padEnd(10)}${value}`;

const prose = (name: string, value: string): string =>
  field(name, wrapped(value, { hang: indent.length + 10, width: columnsMax }));

const occasion = ({ finding, flows, count }: Failure): string => {
  const times = count > 1 ? `, ${count} times` : '';
  const spread = flows.length > 1 ? ` in ${counted(flows.length, 'flow')}` : '';
  return `(exchange ${finding.exchange} of flow ${oneLine(flows[0] ?? '')}${times}${spread})`;
};

/** Side by side while that fits a terminal, else one below the other. */
const comparison = ({ expected, actual }: Finding): string[] => {
  const [wanted, got] = [oneLine(expected), oneLine(actual)];
  const beside = `${field('expected', wanted)}        actual  ${got}`;
  return beside.length <= columnsMax ? [beside] : [field('expected', wanted), field('actual', got)];
};

/** A bundle may come from elsewhere, so even its command is foreign text; it is never cut. */
const again = ({ repeat }: RunIdentity, ...more: readonly string[]): string =>
  ['npx --no -- preflight', oneLine(repeat, repeat.length), ...more].join(' ');

const isReplayed = ({ repeat }: RunIdentity): boolean => /^(explain|repro|watch)\b/.test(repeat);
/** Specs walk explorations beside the flows of a gate, which does not. */
const isExplored = ({ repeat }: RunIdentity, flow = ''): boolean =>
  repeat.startsWith('explore') || (repeat.startsWith('gate ') && flow.startsWith('explore-'));

const againExplored = (run: RunIdentity, ...more: readonly string[]): string =>
  again({ ...run, repeat: run.repeat.replace(/^gate /, 'explore ').replace(/ --depth \w+/, '') }, ...more);

/** Runs one clause again; of an exploration, which clauses do not choose, and of a case all of it. */
export const repeatCommand = (run: RunIdentity, { clause, flow }: Pick<Verdict, 'clause' | 'flow'>): string => {
  if (isExplored(run, flow)) return againExplored(run, '--only', oneLine(flow));
  return isReplayed(run) ? again(run) : again(run, '--only', clause);
};

/** Sends the input of a bundle, or of a file with an input alone. */
export const replayCommand = (run: RunIdentity, file: string): string => againExplored(run, '--replay', oneLine(file));

/** Where what was found can be judged again: the folder with bundles of findings, or a bundle that holds it. */
export type EvidencePlace = (
  | {
      readonly folder: string;
      /** Where only some findings have a bundle, these: the others are judged again from the folder itself. */
      readonly bundled?: ReadonlySet<string>;
    }
  | { readonly bundle: string }
) & {
  /** The options by which it was judged again. */
  readonly by?: string | undefined;
};

/** Of a whole run, in whose folder the first findings have a bundle. */
export const keptIn = (record: RunRecord, folder: string = `results/${record.id}`): EvidencePlace =>
  isExplored(record) ? { folder } : { folder, bundled: bundledIn(record.verdicts) };

/** Its bundle; where it has none, the folder of its run. */
export const bundleOf = ({ finding: { fingerprint } }: Failure, kept: EvidencePlace): string => {
  if ('bundle' in kept) return kept.bundle;
  return kept.bundled?.has(fingerprint) === false ? kept.folder : `${kept.folder}/${fingerprint}.bundle.json`;
};

/** What was explored is repeated by its input, which the bundle holds. */
export const repeatOf = (failure: Failure, run: RunIdentity, kept: EvidencePlace): string => {
  const { clause, flows } = failure;
  const [flow = ''] = flows;
  const bundle = bundleOf(failure, kept);
  const hasInput = isExplored(run, flow) && bundle.endsWith('.json');
  return hasInput ? replayCommand(run, bundle) : repeatCommand(run, { clause, flow });
};

export const runsText = ({ begunBy, settledBy, settledAt }: NonNullable<Verdict['runs']>): string =>
  `begun by ${oneLine(begunBy)}, settled by ${oneLine(settledBy)} at ${settledAt}`;

/** `until 2026-09-30, by Ann: mended in October` */
export const waiverText = ({ expires, owner, reason }: DecidedWaiver): string =>
  `until ${expires}, by ${oneLine(owner)}: ${oneLine(reason)}`;

/** One message, without colour. @param kept Where its run or bundle is; `results/<run id>` when not said. */
export const failureMessage = (
  failure: Failure,
  run: RunIdentity,
  kept: EvidencePlace = { folder: `results/${run.id}` },
): string => {
  const { clause, statement, finding, runs, weight, severity, waiver } = failure;
  const { basis, section, since, text, reading } = clauseOf(clause, statement);
  const origin = [severity, basis, `§${section}`, ...(since ? [`since ${since}`] : [])].join(', ');
  return [
    `${labels[weight]}  ${clause}   ${origin}   ${oneLine(run.target)}`,
    `${indent}${wrapped(text, { hang: indent.length })}`,
    ...(reading ? [prose('reading', reading)] : []),
    field('where', `${finding.operation} → ${oneLine(finding.where)}      ${occasion(failure)}`),
    ...comparison(finding),
    ...(runs ? [prose('runs', runsText(runs))] : []),
    ...(waiver ? [prose('waived', waiverText(waiver))] : []),
    field(
      'judge',
      `npx --no -- preflight judge ${oneLine(bundleOf(failure, kept))} --clause ${clause}${kept.by ?? ''}`,
    ),
    field('repeat', repeatOf(failure, run, kept)),
  ].join('\n');
};
