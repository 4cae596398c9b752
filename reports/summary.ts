/** What every reader is shown of a run, made once: how each clause stands, what broke, what was not judged and why. */
import { type Area, areaOfClause, areas } from '../contracts/areas.ts';
import { type Severity, topicOf } from '../contracts/clause.ts';
import { type ClauseId, clauseIds, isOfficial } from '../contracts/clauses.ts';
import { unjudgedIn } from '../contracts/decide.ts';
import type { Decision } from '../contracts/policy.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import {
  bySeverity,
  type GatingRules,
  isGating,
  type Standing,
  severityOf,
  standingsOf,
  type Weight,
  waiverOf,
} from '../contracts/standing.ts';
import type { Finding, GateVerdict, InconclusiveCause, Verdict } from '../contracts/verdict.ts';
import { oneLine } from './safe-text.ts';
import type { Style } from './text-layout.ts';

type VerdictWords = {
  readonly label: string;
  /** Of the label in a terminal. */
  readonly style: Style;
  /** Dark enough for white letters. */
  readonly color: string;
  /** Of the exit code. */
  readonly meaning: string;
  /** After the name of the target. */
  readonly heading: string;
  /** For a partner. */
  readonly sentence: string;
};

export const verdictWords: Readonly<Record<GateVerdict, VerdictWords>> = {
  pass: {
    label: 'PASS',
    style: ['bold', 'green'],
    color: '#1a7f37',
    meaning: 'every clause that the gate requires holds',
    heading: '✅ passes',
    sentence: 'It keeps every promise that a release needs.',
  },
  fail: {
    label: 'FAIL',
    style: ['bold', 'red'],
    color: '#b3261e',
    meaning: 'a clause that the gate requires is broken',
    heading: '❌ is broken',
    sentence: 'It breaks promises that a release needs.',
  },
  inconclusive: {
    label: 'COULD NOT MEASURE',
    style: ['bold', 'yellow'],
    color: '#8a5a00',
    meaning: 'could not measure',
    heading: '⚠️ could not be measured',
    sentence: 'Too little could be measured to say whether it keeps its promises.',
  },
};

/** What asks most of a reader first. Trouble is the environment's, and an error is ours: neither is a failure. */
export const clauseStates = [
  'broken',
  'warning',
  'waived',
  'error',
  'trouble',
  'unjudged',
  'flaky',
  'holds',
  'left-out',
] as const;
export type ClauseState = (typeof clauseStates)[number];

type StateWords = {
  readonly name: string;
  /** Above the clauses of the state. */
  readonly title: string;
  /** Seen without colour, too. */
  readonly sign: string;
};

export const stateWords: Readonly<Record<ClauseState, StateWords>> = {
  broken: { name: 'broken', title: 'Broken', sign: '✕' },
  warning: { name: 'warning', title: 'Warnings: broken, and no reason to hold a release', sign: '!' },
  waived: { name: 'waived', title: 'Waived: broken, and accepted for a time', sign: 'w' },
  error: { name: 'our own error', title: 'Our own errors', sign: 'E' },
  trouble: { name: 'trouble', title: 'Trouble of the environment, not a failure', sign: '~' },
  unjudged: { name: 'not judged', title: 'Not judged', sign: '?' },
  flaky: { name: 'flaky', title: 'Flaky: held only when tried again after trouble', sign: '±' },
  holds: { name: 'holds', title: 'Hold', sign: '' },
  'left-out': { name: 'left out', title: 'Left out by the depth of the run', sign: '–' },
};

export type DecidedWaiver = Decision['waivers'][number];

/** One finding, in however many flows it was met. */
export type Failure = {
  readonly clause: ClauseId;
  readonly statement: Verdict['statement'];
  /** As the first flow showed it. */
  readonly finding: Finding;
  /** In which it was met, the first first. */
  readonly flows: readonly string[];
  /** Over all flows. */
  readonly count: number;
  /** Of the first flow, when it took two. */
  readonly runs: Verdict['runs'];
  readonly weight: Weight;
  readonly severity: Severity;
  /** Whether the basis of its clause fails a gate. */
  readonly isGating: boolean;
  readonly waiver: DecidedWaiver | undefined;
};

export type ClauseRow = {
  readonly clause: ClauseId;
  readonly statement: Verdict['statement'];
  readonly area: Area;
  readonly topic: string;
  readonly severity: Severity;
  readonly state: ClauseState;
  /** Undefined where the depth of the run leaves the clause out. */
  readonly standing: Standing | undefined;
  readonly isGating: boolean;
  readonly failures: readonly Failure[];
};

export type StateCounts = Readonly<Record<ClauseState, number>>;

/** Clauses that could not be measured, by what stood in the way. */
export type CauseGroup = {
  readonly because: InconclusiveCause;
  readonly cause: string;
  readonly clauses: readonly ClauseId[];
};

type AreaSummary = { readonly area: Area; readonly rows: readonly ClauseRow[]; readonly counts: StateCounts };

export type Summary = {
  readonly record: RunRecord;
  /** In the order of the record. */
  readonly standings: readonly Standing[];
  /** In the order of the clause table, then those of the target file; clauses that the depth leaves out among them. */
  readonly rows: readonly ClauseRow[];
  readonly counts: StateCounts;
  readonly judged: number;
  /** Those that the run has clauses of. */
  readonly areas: readonly AreaSummary[];
  /** Areas of which the run has clauses and judged none. */
  readonly unjudgedAreas: readonly Area[];
  /** One per fingerprint; what fails the gate first, and of that the worst. */
  readonly failures: readonly Failure[];
  readonly causes: readonly CauseGroup[];
};

const failuresOf = (verdicts: readonly Verdict[], rules: GatingRules | undefined): Failure[] => {
  const met = verdicts
    .filter(({ outcome }) => outcome === 'fail')
    .flatMap(({ findings, ...of }) => findings.map((finding) => ({ ...of, finding })));
  const groups = [...Map.groupBy(met, ({ clause, finding }) => `${clause} ${finding.fingerprint}`).values()];
  const failures = groups.map((all): Failure => {
    const [first] = all as [(typeof met)[number]];
    const { clause, statement, finding, runs } = first;
    const waiver = waiverOf(clause, finding, rules);
    const gates = isGating(first, rules);
    return {
      clause,
      statement,
      finding,
      runs,
      flows: all.map(({ flow }) => flow),
      count: all.reduce((sum, each) => sum + each.finding.count, 0),
      weight: waiver ? 'waived' : gates ? 'fails' : 'warns',
      severity: severityOf(first, rules),
      isGating: gates,
      waiver,
    };
  });
  return (['fails', 'warns', 'waived'] as const).flatMap((weight) =>
    bySeverity(failures.filter((each) => each.weight === weight)),
  );
};

const brokenStates = { fails: 'broken', warns: 'warning', waived: 'waived' } as const;

const stateOf = ({ decision }: RunRecord, { clause, outcome, weight, decisive }: Standing): ClauseState => {
  if (outcome === 'fail') return brokenStates[weight];
  if (outcome === 'error') return 'error';
  if (outcome === 'inconclusive') return decisive.because === 'trouble' ? 'trouble' : 'unjudged';
  return decision?.flaky.includes(clause) ? 'flaky' : 'holds';
};

const rowsOf = (record: RunRecord, all: readonly Standing[], failures: readonly Failure[]): ClauseRow[] => {
  const standings = new Map(all.map((each) => [each.clause, each]));
  const leftOut = new Set(record.leftOut);
  const ofClause = Map.groupBy(failures, ({ clause }) => clause);
  const own = [...standings.keys(), ...leftOut].filter((clause) => !isOfficial(clause));
  return [...clauseIds, ...own].flatMap((clause): ClauseRow[] => {
    const standing = standings.get(clause);
    if (!standing && !leftOut.has(clause)) return [];
    const about = { clause, statement: standing?.decisive.statement };
    return [
      {
        ...about,
        area: areaOfClause(clause),
        topic: topicOf(clause),
        severity: severityOf(about, record.decision),
        state: standing ? stateOf(record, standing) : 'left-out',
        standing,
        isGating: isGating(about, record.decision),
        failures: ofClause.get(clause) ?? [],
      },
    ];
  });
};

export const stateCounts = (rows: readonly ClauseRow[]): StateCounts =>
  Object.fromEntries(
    clauseStates.map((state) => [state, rows.filter((each) => each.state === state).length]),
  ) as StateCounts;

/** `2 broken`, `270 hold` */
export const countText = (state: ClauseState, count: number): string =>
  `${count} ${state === 'holds' && count !== 1 ? 'hold' : stateWords[state].name}`;

/** `2 broken, 1 waived, 270 hold`: a state without clauses is left out. */
export const countsText = (counts: StateCounts): string =>
  clauseStates
    .filter((state) => counts[state] > 0)
    .map((state) => countText(state, counts[state]))
    .join(', ') || 'no clause';

/** First what keeps a gate from its verdict, then what does not. */
const causeOrder = ['trouble', 'nothing', 'needs', 'unshown'] as const satisfies readonly InconclusiveCause[];

/** How many subjects were troubled differs from clause to clause, what troubled them does not. */
const tally = /^\d+ of \d+ in trouble, first /;

const causeOf = ({ decisive }: Standing): string => oneLine((decisive.reason ?? 'no reason given').replace(tally, ''));

/** The inconclusive ones among the standings, one group per cause. */
export const causeGroups = (all: readonly Standing[]): CauseGroup[] => {
  const inconclusive = all.filter(({ outcome }) => outcome === 'inconclusive');
  return causeOrder.flatMap((because) => {
    const alike = inconclusive.filter(({ decisive }) => (decisive.because ?? 'nothing') === because);
    const groups = [...Map.groupBy(alike, causeOf)];
    return groups.map(([cause, group]) => ({ because, cause, clauses: group.map(({ clause }) => clause) }));
  });
};

const made = new WeakMap<RunRecord, Summary>();

const newSummary = (record: RunRecord): Summary => {
  const standings = standingsOf(record);
  const failures = failuresOf(record.verdicts, record.decision);
  const rows = rowsOf(record, standings, failures);
  const counts = stateCounts(rows);
  const { broken, warning, waived, flaky, holds } = counts;
  const byArea = Map.groupBy(rows, ({ area }) => area);
  return {
    record,
    standings,
    rows,
    counts,
    judged: broken + warning + waived + flaky + holds,
    areas: areas.flatMap((area) => {
      const ofArea = byArea.get(area);
      return ofArea ? [{ area, rows: ofArea, counts: stateCounts(ofArea) }] : [];
    }),
    unjudgedAreas: unjudgedIn(standings),
    failures,
    causes: causeGroups(standings),
  };
};

/** Made once for a record, however many reports show it. */
export const summary = (record: RunRecord): Summary => {
  const known = made.get(record) ?? newSummary(record);
  made.set(record, known);
  return known;
};
