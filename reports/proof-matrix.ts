/** The matrix fault × clause of `preflight prove`, with a line for whatever is not as it must be. */
import { styleText } from 'node:util';
import { areaOf } from '../contracts/clause.ts';
import { type ClauseId, clauseIds } from '../contracts/clauses.ts';
import type { Standing } from '../contracts/standing.ts';

/** What was proven of one world, as far as the matrix shows it. */
export type ProofRow = {
  readonly kind: 'healthy' | 'fault' | 'oddity';
  readonly id: string;
  readonly violates: readonly ClauseId[];
  readonly standings: readonly Standing[];
  readonly missed: readonly ClauseId[];
  readonly blamed: readonly ClauseId[];
  readonly broken: readonly ClauseId[];
};

type Style = Parameters<typeof styleText>[0];

const areas = [...Map.groupBy(clauseIds, areaOf)];

const legend = '● caught   ○ missed   ! blamed wrongly   x our error   · holds   (blank) not exercised';

const cell = (row: ProofRow, clause: ClauseId): { mark: string; style: Style } => {
  if (row.broken.includes(clause)) return { mark: 'x', style: 'red' };
  if (row.missed.includes(clause)) return { mark: '○', style: 'red' };
  if (row.blamed.includes(clause)) return { mark: '!', style: 'red' };
  const outcome = row.standings.find((each) => each.clause === clause)?.outcome;
  if (outcome === 'fail') return { mark: '●', style: 'green' };
  return outcome === 'pass' ? { mark: '·', style: 'dim' } : { mark: ' ', style: 'dim' };
};

const isWhole = ({ missed, blamed, broken }: ProofRow): boolean => missed.length + blamed.length + broken.length === 0;

const reasonOf = (row: ProofRow, clause: ClauseId): string => {
  const decisive = row.standings.find((each) => each.clause === clause)?.decisive;
  if (!decisive) return 'no flow that touches the fault exercises it';
  const [finding] = decisive.findings;
  return finding
    ? `${finding.where}: expected ${finding.expected}, actual ${finding.actual}`
    : (decisive.reason ?? decisive.outcome);
};

const complaints = (row: ProofRow): string[] => [
  ...row.missed.map((clause) => `${row.id} breaks ${clause}, and its check did not fail: ${reasonOf(row, clause)}`),
  ...row.blamed.map((clause) => `${row.id} does not name ${clause}, and its check failed: ${reasonOf(row, clause)}`),
  ...row.broken.map((clause) => `${row.id} broke the check of ${clause}: ${reasonOf(row, clause)}`),
];

export const proofMatrix = (
  rows: readonly ProofRow[],
  { color, seed, seconds }: { color: boolean; seed: number; seconds: number },
): string => {
  const styled = (style: Style, text: string) => (color ? styleText(style, text, { validateStream: false }) : text);
  const width = Math.max(...rows.map(({ id }) => id.length));
  const heading = `  ${''.padEnd(width)}  ${areas.map(([area, ids]) => area.slice(0, ids.length).padEnd(ids.length)).join(' ')}`;
  const lines = rows.map((row) => {
    const cells = areas.map(([, ids]) =>
      ids
        .map((id) => cell(row, id))
        .map(({ mark, style }) => styled(style, mark))
        .join(''),
    );
    return `${isWhole(row) ? styled('green', '✓') : styled('red', '✗')} ${row.id.padEnd(width)}  ${cells.join(' ')}`;
  });
  const count = (kind: ProofRow['kind']) => rows.filter((row) => row.kind === kind).length;
  const wrong = rows.filter((row) => !isWhole(row));
  const told = wrong.flatMap(complaints);
  const summary = `${count('fault')} faults, ${count('oddity')} oddities, seed ${seed}, ${seconds.toFixed(1)} s`;
  const closing =
    wrong.length === 0
      ? styled('green', `PROVEN  every fault is caught by exactly its clauses, nothing lawful is blamed: ${summary}`)
      : styled('red', `NOT PROVEN  ${wrong.length} of ${rows.length} are not as they must be: ${summary}`);
  return [heading, ...lines, '', legend, '', ...told, ...(told.length > 0 ? [''] : []), closing].join('\n');
};
