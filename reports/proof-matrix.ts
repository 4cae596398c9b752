/** What `preflight prove` prints: the matrix fault × clause with a line for each defect, and what exploration finds. */

import { topicOf } from '../contracts/clause.ts';
import { type ClauseId, clauseIds } from '../contracts/clauses.ts';
import type { Standing } from '../contracts/standing.ts';
import { counted, type Paint, paintWith, type Style } from './text-layout.ts';

/** A fault that only exploration finds: in how many requests, for each seed. */
type DetectionRow = {
  readonly id: string;
  readonly dialect: string;
  readonly requests: readonly (number | undefined)[];
  readonly blamed: readonly ClauseId[];
};
type LawfulRow = { readonly oddity: string; readonly seed: number; readonly blamed: readonly ClauseId[] };

type ExploredMatrix = {
  readonly detections: readonly DetectionRow[];
  readonly lawful: readonly LawfulRow[];
  readonly seconds: number;
};

const isFound = ({ requests, blamed }: DetectionRow): boolean =>
  requests.every((each) => each !== undefined) && blamed.length === 0;

const rowOf = (each: DetectionRow, width: number, paint: Paint): string => {
  const took = each.requests.filter((one) => one !== undefined).sort((one, other) => one - other);
  // Of an even number, the greater of the two in the middle.
  const spread = took.length > 0 ? `${took[0]} / ${took[Math.floor(took.length / 2)]} / ${took.at(-1)}` : '';
  const mark = isFound(each) ? paint('green', '✓') : paint('red', '✗');
  const blamed = each.blamed.length > 0 ? `  also failed: ${each.blamed.join(', ')}` : '';
  const seeds = `${took.length}/${each.requests.length}`;
  return `${mark} ${each.id.padEnd(width)}  ${each.dialect.padEnd(7)} ${seeds.padStart(6)}   ${spread}${blamed}`;
};

/** Whether all of it holds; what was not sought is not proven. */
export const isProven = ({ detections, lawful }: Pick<ExploredMatrix, 'detections' | 'lawful'>): boolean =>
  detections.length > 0 && detections.every(isFound) && lawful.every(({ blamed }) => blamed.length === 0);

export const exploredMatrix = (all: ExploredMatrix, { color }: { readonly color: boolean }): string => {
  const paint = paintWith(color);
  const { detections, lawful, seconds } = all;
  const width = Math.max(5, ...detections.map(({ id }) => id.length));
  const blamed = lawful.filter((each) => each.blamed.length > 0);
  return [
    `  ${'fault'.padEnd(width)}  on       seeds   requests until found: min / median / max`,
    ...detections.map((each) => rowOf(each, width, paint)),
    '',
    ...blamed.map(
      ({ oddity, seed, blamed: clauses }) =>
        `${paint('red', '✗')} ${oddity}, seed ${seed}: blamed for ${clauses.join(', ')}`,
    ),
    `${counted(lawful.length, 'lawful world')} explored, ${blamed.length} blamed`,
    `${isProven(all) ? paint(['bold', 'green'], 'PROVEN') : paint(['bold', 'red'], 'NOT PROVEN')}  ${counted(new Set(detections.map(({ id }) => id)).size, 'fault')} that no plain flow shows, ${seconds.toFixed(1)} s`,
  ].join('\n');
};

/** Which share of the faults a depth finds, as `prove --depth` prints it. */
type DepthSharesText = {
  readonly depth: string;
  readonly seeds: readonly number[];
  readonly faults: readonly {
    readonly id: string;
    readonly dialect: string;
    /** From 1; undefined when no run found it. */
    readonly foundInRun: number | undefined;
  }[];
  /** How many the first run found, the first two, and so on. */
  readonly found: readonly number[];
  readonly blamed: readonly string[];
  readonly seconds: number;
};

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : ((100 * part) / whole).toFixed(1)} %`;

export const depthSharesText = ({ depth, seeds, faults, found, blamed, seconds }: DepthSharesText): string => {
  const late = faults.filter(({ foundInRun }) => foundInRun !== 1);
  // A probe leaves out most of them: only their number matters.
  const listed = depth === 'probe' ? [] : late;
  return [
    ...listed.map(
      ({ id, dialect, foundInRun }) =>
        `${foundInRun === undefined ? 'not found' : `in run ${foundInRun} `}  ${id} on ${dialect}`,
    ),
    ...blamed.map((each) => `BLAMED     ${each}`),
    ...found.map(
      (count, at) =>
        `within ${counted(at + 1, 'run')}: ${count} of ${counted(faults.length, 'fault')}, ${percent(count, faults.length)}`,
    ),
    `depth ${depth}, seeds ${seeds.join(' ')}, ${seconds.toFixed(0)} s`,
  ].join('\n');
};

/** What was proven of one world, as far as the matrix shows it. */
export type ProofRow = {
  readonly kind: 'healthy' | 'fault' | 'oddity' | 'trouble';
  readonly id: string;
  /** How the world spells what the interface leaves open. */
  readonly dialect: string;
  readonly violates: readonly ClauseId[];
  /** Status and presence of fields look as they do in lawful worlds. */
  readonly isSubtle: boolean;
  readonly standings: readonly Standing[];
  readonly missed: readonly ClauseId[];
  readonly blamed: readonly ClauseId[];
  readonly broken: readonly ClauseId[];
};

const topics = [...Map.groupBy(clauseIds, topicOf)];

const legend =
  '● caught   ○ missed   ! blamed wrongly   x our error   · holds   (blank) not exercised   ~ subtle: status and fields look healthy';

/** One deviation in all its dialects: a line of the matrix. */
type Line = { readonly id: string; readonly kind: ProofRow['kind']; readonly rows: readonly ProofRow[] };

const linesOf = (rows: readonly ProofRow[]): Line[] =>
  [...Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`).values()].flatMap((same) =>
    same[0] ? [{ id: same[0].id, kind: same[0].kind, rows: same }] : [],
  );

const outcomeOf = ({ standings }: ProofRow, clause: ClauseId): Standing['outcome'] | undefined =>
  standings.find((each) => each.clause === clause)?.outcome;

/** What is wrong in one dialect shows; what is right shows only when it is so in all of them. */
const cell = ({ rows }: Line, clause: ClauseId): readonly [Style, mark: string] => {
  if (rows.some(({ broken }) => broken.includes(clause))) return ['red', 'x'];
  if (rows.some(({ missed }) => missed.includes(clause))) return ['red', '○'];
  if (rows.some(({ blamed }) => blamed.includes(clause))) return ['red', '!'];
  const isEverywhere = (outcome: Standing['outcome']) => rows.every((row) => outcomeOf(row, clause) === outcome);
  if (isEverywhere('fail')) return ['green', '●'];
  return ['dim', isEverywhere('pass') ? '·' : ' '];
};

const isSubtle = ({ rows }: Line): boolean => rows.every((row) => row.isSubtle);

const isWhole = ({ rows }: Line): boolean =>
  rows.every(({ missed, blamed, broken }) => missed.length + blamed.length + broken.length === 0);

const reasonOf = (row: ProofRow, clause: ClauseId): string => {
  const decisive = row.standings.find((each) => each.clause === clause)?.decisive;
  if (!decisive) return 'no flow that touches the fault exercises it';
  const [finding] = decisive.findings;
  return finding
    ? `${finding.where}: expected ${finding.expected}, actual ${finding.actual}`
    : (decisive.reason ?? decisive.outcome);
};

/** One sentence about a clause for all dialects of which it is true; the reason is that of the first. */
const complaint = (
  { id, rows }: Line,
  about: 'missed' | 'blamed' | 'broken',
  say: (clause: ClauseId) => string,
): string[] => {
  const clauses = new Set(rows.flatMap((row) => row[about]));
  return [...clauses].flatMap((clause) => {
    const concerned = rows.filter((row) => row[about].includes(clause));
    const where = concerned.map(({ dialect }) => dialect).join(' and ');
    return concerned.slice(0, 1).map((row) => `${id} on ${where} ${say(clause)}: ${reasonOf(row, clause)}`);
  });
};

const complaints = (line: Line): string[] => [
  ...complaint(line, 'missed', (clause) => `breaks ${clause}, and its check did not fail`),
  ...complaint(line, 'blamed', (clause) => `does not name ${clause}, and its check failed`),
  ...complaint(line, 'broken', (clause) => `broke the check of ${clause}`),
];

export const proofMatrix = (
  rows: readonly ProofRow[],
  { color, seed, seconds }: { color: boolean; seed: number; seconds: number },
): string => {
  const paint = paintWith(color);
  const lines = linesOf(rows);
  const width = Math.max(...lines.map(({ id }) => id.length));
  const heading = `  ${''.padEnd(width)}   ${topics.map(([topic, ids]) => topic.slice(0, ids.length).padEnd(ids.length)).join(' ')}`;
  const shown = lines.map((line) => {
    const cells = topics.map(([, ids]) => ids.map((id) => paint(...cell(line, id))).join(''));
    const sign = isWhole(line) ? paint('green', '✓') : paint('red', '✗');
    return `${sign} ${line.id.padEnd(width)} ${isSubtle(line) ? '~' : ' '} ${cells.join(' ')}`;
  });
  const count = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).length;
  const wrong = lines.filter((line) => !isWhole(line));
  const reported = wrong.flatMap(complaints);
  const dialects = [...new Set(rows.map(({ dialect }) => dialect))].join(' and ');
  const summary = `${count('fault')} faults, ${lines.filter(isSubtle).length} of them subtle, ${count('oddity')} oddities, on ${dialects}, seed ${seed}, ${seconds.toFixed(1)} s`;
  const closing =
    wrong.length === 0
      ? paint('green', `PROVEN  every fault is caught by exactly its clauses, nothing lawful is blamed: ${summary}`)
      : paint('red', `NOT PROVEN  ${wrong.length} of ${lines.length} are not as they must be: ${summary}`);
  return [heading, ...shown, '', legend, '', ...reported, ...(reported.length > 0 ? [''] : []), closing].join('\n');
};
