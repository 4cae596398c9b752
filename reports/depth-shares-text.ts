/** Which share of the faults a depth finds, as `prove --depth` prints it. */
import { counted } from './counted.ts';

export type DepthSharesText = {
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
  /** What is lawful and was blamed. */
  readonly blamed: readonly string[];
  readonly seconds: number;
};

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : ((100 * part) / whole).toFixed(1)} %`;

/** Without a newline at its end. */
export const depthSharesText = ({ depth, seeds, faults, found, blamed, seconds }: DepthSharesText): string => {
  const late = faults.filter(({ foundInRun }) => foundInRun !== 1);
  // A probe leaves out most of them: only their number tells something.
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
