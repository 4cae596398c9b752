/** Of the faults that show under a condition alone: the share that one standard run finds, and one full run. */
import { conditionalShareMin, depthShares, foundWithin } from '../../prover/prove-all.ts';
import { conditionalCatalogue } from '../../prover/prover.ts';
import { dialectIds } from '../../sandbox/dialects.ts';
import { type AnyFaultId, showableFaultIds } from '../../sandbox/faults.ts';
import type { Row } from './row.ts';
import { spread } from './row.ts';

const seed = 1;

/** In turn one of each dialect, because both together take minutes. */
const faults = conditionalCatalogue.filter(({ id, dialect }) => {
  const at = showableFaultIds.indexOf(id as AnyFaultId);
  return dialect === dialectIds[at % dialectIds.length];
});

export const conditionalRow = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const depth of ['standard', 'full'] as const) {
    const found = foundWithin(await depthShares(faults, { depth, seeds: [seed] }), 1);
    rows.push({
      name: `conditional faults found by one ${depth} run`,
      unit: 'share',
      measured: spread([found / faults.length]),
      samples: 1,
      parts: { faults: faults.length, found, seed },
      atLeast: conditionalShareMin[depth],
    });
  }
  return rows;
};
