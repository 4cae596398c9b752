/** The one formatter of a failing verdict: what was promised, what came instead, and how to see it again. */
import { bundledIn } from '../contracts/bundle.ts';
import { type ClauseId, clause as clauseOf } from '../contracts/clauses.ts';
import type { RunIdentity, RunRecord } from '../contracts/run-record.ts';
import { type GatingRules, gatingFirst, type Weight, waiverOf, weightOf } from '../contracts/standing.ts';
import type { Finding, Verdict } from '../contracts/verdict.ts';
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';
import { columnsMax, wrapped } from './wrapped.ts';

/** One finding, in however many flows it was met. */
export type Failure = {
  readonly clause: ClauseId;
  /** As the first flow showed it. */
  readonly finding: Finding;
  /** In which it was met, the first first. */
  readonly flows: readonly string[];
  /** Over all flows. */
  readonly count: number;
  /** Of the first flow, when it took two. */
  readonly runs: Verdict['runs'];
};

/** The findings of the failing verdicts, one per fingerprint; those that fail a gate before those that warn. */
export const failuresOf = (verdicts: readonly Verdict[], rules?: GatingRules): Failure[] => {
  const met = gatingFirst(verdicts, rules)
    .filter(({ outcome }) => outcome === 'fail')
    .flatMap(({ clause, flow, runs, findings }) => findings.map((finding) => ({ clause, flow, runs, finding })));
  return [...Map.groupBy(met, ({ finding }) => finding.fingerprint).values()].flatMap(([first, ...more]) =>
    first
      ? [
          {
            clause: first.clause,
            finding: first.finding,
            runs: first.runs,
            flows: [first, ...more].map(({ flow }) => flow),
            count: [first, ...more].reduce((sum, { finding }) => sum + finding.count, 0),
          },
        ]
      : [],
  );
};

const labels = { fails: 'FAIL', warns: 'WARN', waived: 'WAIVED' } as const satisfies Record<Weight, string>;

/** `FAIL` breaks the gate, `WARN` is of a clause that does not gate, `WAIVED` is accepted. */
const labelOf = ({ clause, finding }: Failure, rules?: GatingRules): (typeof labels)[Weight] =>
  labels[weightOf(clause, finding, rules)];

/** A run, and what was decided of it where that is known. */
type OfRun = RunIdentity & { readonly decision?: GatingRules | undefined };

const indent = ' '.repeat(6);

/** The values of all fields start in one column. */
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
const isExplored = ({ repeat }: RunIdentity): boolean => repeat.startsWith('explore');

/** Runs one clause again; of an exploration, which clauses do not choose, and of a case all of it. */
export const repeatCommand = (run: RunIdentity, { clause, flow }: Pick<Verdict, 'clause' | 'flow'>): string =>
  isReplayed(run) ? again(run) : again(run, '--only', isExplored(run) ? oneLine(flow) : clause);

/** Sends the input of a bundle, or of a file with an input alone. */
export const replayCommand = (run: RunIdentity, file: string): string => again(run, '--replay', oneLine(file));

/** Where what was found can be judged again: the folder with bundles of findings, or a bundle that holds it. */
export type Kept =
  /** Where only some findings have a bundle, these: the others are judged again from the folder itself. */
  { readonly folder: string; readonly bundled?: ReadonlySet<string> } | { readonly bundle: string };

/** Of a whole run, in whose folder the first findings have a bundle. */
export const keptIn = (record: RunRecord, folder: string = `results/${record.id}`): Kept =>
  isExplored(record) ? { folder } : { folder, bundled: bundledIn(record.verdicts) };

/** Its bundle; where it has none, the folder of its run. */
export const bundleOf = ({ finding: { fingerprint } }: Failure, kept: Kept): string => {
  if ('bundle' in kept) return kept.bundle;
  return kept.bundled?.has(fingerprint) === false ? kept.folder : `${kept.folder}/${fingerprint}.bundle.json`;
};

/** What was explored is repeated by its input, which the bundle holds. */
export const repeatOf = (failure: Failure, run: RunIdentity, kept: Kept): string => {
  const { clause, flows } = failure;
  return isExplored(run)
    ? replayCommand(run, bundleOf(failure, kept))
    : repeatCommand(run, { clause, flow: flows[0] ?? '' });
};

const runsText = ({ begunBy, settledBy, settledAt }: NonNullable<Verdict['runs']>): string =>
  `begun by ${oneLine(begunBy)}, settled by ${oneLine(settledBy)} at ${settledAt}`;

const waiverText = (failure: Failure, { decision }: OfRun): string | undefined => {
  const waiver = waiverOf(failure.clause, failure.finding, decision);
  return waiver && `until ${waiver.expires}, by ${oneLine(waiver.owner)}: ${oneLine(waiver.reason)}`;
};

const messageOf = (failure: Failure, run: OfRun, kept: Kept): string => {
  const { clause, finding, runs } = failure;
  const { basis, section, since, text, reading } = clauseOf(clause);
  const waived = waiverText(failure, run);
  const origin = [basis, `§${section}`, ...(since ? [`since ${since}`] : [])].join(', ');
  return [
    `${labelOf(failure, run.decision)}  ${clause}   ${origin}   ${oneLine(run.target)}`,
    `${indent}${wrapped(text, { hang: indent.length })}`,
    ...(reading ? [prose('reading', reading)] : []),
    field('where', `${finding.operation} → ${oneLine(finding.where)}      ${occasion(failure)}`),
    ...comparison(finding),
    ...(runs ? [prose('runs', runsText(runs))] : []),
    ...(waived === undefined ? [] : [prose('waived', waived)]),
    field('judge', `npx --no -- preflight judge ${oneLine(bundleOf(failure, kept))} --clause ${clause}`),
    field('repeat', repeatOf(failure, run, kept)),
  ].join('\n');
};

/**
 * One message per fingerprint, without colour.
 *
 * @param kept `results/<run id>` when not said.
 */
export const failureMessages = (
  verdicts: readonly Verdict[],
  run: OfRun,
  kept: Kept = { folder: `results/${run.id}` },
): string[] => failuresOf(verdicts, run.decision).map((failure) => messageOf(failure, run, kept));

/** All messages of one verdict; empty when it does not fail. */
export const failureMessage = (verdict: Verdict, run: RunIdentity): string =>
  failureMessages([verdict], run).join('\n\n');
