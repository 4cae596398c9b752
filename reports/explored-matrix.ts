/** What exploration finds that no plain flow does: per fault, in how many requests, and whether lawful worlds were blamed. */
import type { ClauseId } from '../contracts/clauses.ts';
import { counted } from './counted.ts';
import { type Paint, paintWith } from './paint.ts';

type Detection = {
  readonly id: string;
  readonly dialect: string;
  readonly requests: readonly (number | undefined)[];
  readonly blamed: readonly ClauseId[];
};
type Lawful = { readonly oddity: string; readonly seed: number; readonly blamed: readonly ClauseId[] };

export type ExploredMatrix = {
  readonly detections: readonly Detection[];
  readonly lawful: readonly Lawful[];
  readonly seconds: number;
};

const isFound = ({ requests, blamed }: Detection): boolean =>
  requests.every((each) => each !== undefined) && blamed.length === 0;

/** The middle of them, the greater of two. */
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const rowOf = (each: Detection, width: number, paint: Paint): string => {
  const took = each.requests.filter((one) => one !== undefined);
  const spread = took.length > 0 ? `${Math.min(...took)} / ${median(took)} / ${Math.max(...took)}` : '';
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
