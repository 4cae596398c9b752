/** The matrix fault × clause of `preflight prove`, with a line for whatever is not as it must be. */
import { styleText } from 'node:util';
import { topicOf } from '../contracts/clause.ts';
import { type ClauseId, clauseIds } from '../contracts/clauses.ts';
import type { Standing } from '../contracts/standing.ts';

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

type MatrixStyle = Parameters<typeof styleText>[0];

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
const cell = ({ rows }: Line, clause: ClauseId): { mark: string; style: MatrixStyle } => {
  if (rows.some(({ broken }) => broken.includes(clause))) return { mark: 'x', style: 'red' };
  if (rows.some(({ missed }) => missed.includes(clause))) return { mark: '○', style: 'red' };
  if (rows.some(({ blamed }) => blamed.includes(clause))) return { mark: '!', style: 'red' };
  const isEverywhere = (outcome: Standing['outcome']) => rows.every((row) => outcomeOf(row, clause) === outcome);
  if (isEverywhere('fail')) return { mark: '●', style: 'green' };
  return isEverywhere('pass') ? { mark: '·', style: 'dim' } : { mark: ' ', style: 'dim' };
};

/** In every dialect. */
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
  const styled = (style: MatrixStyle, text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  const lines = linesOf(rows);
  const width = Math.max(...lines.map(({ id }) => id.length));
  const heading = `  ${''.padEnd(width)}   ${topics.map(([topic, ids]) => topic.slice(0, ids.length).padEnd(ids.length)).join(' ')}`;
  const shown = lines.map((line) => {
    const cells = topics.map(([, ids]) =>
      ids
        .map((id) => cell(line, id))
        .map(({ mark, style }) => styled(style, mark))
        .join(''),
    );
    return `${isWhole(line) ? styled('green', '✓') : styled('red', '✗')} ${line.id.padEnd(width)} ${isSubtle(line) ? '~' : ' '} ${cells.join(' ')}`;
  });
  const count = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).length;
  const wrong = lines.filter((line) => !isWhole(line));
  const reported = wrong.flatMap(complaints);
  const dialects = [...new Set(rows.map(({ dialect }) => dialect))].join(' and ');
  const summary = `${count('fault')} faults, ${lines.filter(isSubtle).length} of them subtle, ${count('oddity')} oddities, on ${dialects}, seed ${seed}, ${seconds.toFixed(1)} s`;
  const closing =
    wrong.length === 0
      ? styled('green', `PROVEN  every fault is caught by exactly its clauses, nothing lawful is blamed: ${summary}`)
      : styled('red', `NOT PROVEN  ${wrong.length} of ${lines.length} are not as they must be: ${summary}`);
  return [heading, ...shown, '', legend, '', ...reported, ...(reported.length > 0 ? [''] : []), closing].join('\n');
};
