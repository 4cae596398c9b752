/** The share of faults that a run finds: of those that show always, and of those that show under a condition alone. */
import type { Depth } from '../../contracts/depth.ts';
import { conditionalShareMin, depthShares, foundWithin, runsMax, shareMin } from '../../prover/prove-all.ts';
import { conditionalCatalogue, unconditionalCatalogue } from '../../prover/prover.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import { type AnyFaultId, showableFaultIds } from '../../sandbox/faults.ts';
import { type Row, rowOf } from './row.ts';

const firstSeed = 1;

const shareRow = (
  name: string,
  { found, faults }: { readonly found: number; readonly faults: number },
  rest: Pick<Row, 'atLeast'>,
): Row => rowOf(name, 'share', [found / faults], { parts: { faults, found, 'first seed': firstSeed }, ...rest });

/** Of the faults that a full run finds: the share that a standard run finds, five of them, and a probe. */
export const depthRow = async (): Promise<readonly Row[]> => {
  const faults = unconditionalCatalogue.filter(({ kind }) => kind === 'fault');
  const sharesOf = (depth: Depth, runs: number) =>
    depthShares(faults, { depth, seeds: Array.from({ length: runs }, (_, at) => firstSeed + at) });
  const standard = await sharesOf('standard', runsMax);
  const probe = await sharesOf('probe', 1);
  const row = (name: string, found: number, rest: Pick<Row, 'atLeast'>): Row =>
    shareRow(name, { found, faults: faults.length }, rest);
  return [
    row('faults found by one standard run', foundWithin(standard, 1), { atLeast: shareMin }),
    row(`faults found by ${runsMax} standard runs`, foundWithin(standard, runsMax), { atLeast: 1 }),
    row('faults found by one probe', foundWithin(probe, 1), {}),
  ];
};

/** Of the faults that show under a condition alone: the share that one standard run finds, and one full run. */
export const conditionalRow = async (): Promise<readonly Row[]> => {
  // In turn one of each dialect, because both together take minutes.
  const faults = conditionalCatalogue.filter(({ id, dialect }) => {
    const at = showableFaultIds.indexOf(id as AnyFaultId);
    return dialect === dialectIds[at % dialectIds.length];
  });
  const rows: Row[] = [];
  for (const depth of ['standard', 'full'] as const) {
    const found = foundWithin(await depthShares(faults, { depth, seeds: [firstSeed] }), 1);
    const atLeast = conditionalShareMin[depth];
    rows.push(shareRow(`conditional faults found by one ${depth} run`, { found, faults: faults.length }, { atLeast }));
  }
  return rows;
};
