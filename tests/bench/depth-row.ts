/** Of the faults that a full run finds: the share that a standard run finds, five of them, and a probe. */

import type { Depth } from '../../contracts/depth.ts';
import { depthShares, foundWithin, runsMax, shareMin } from '../../prover/prove-all.ts';
import { unconditionalCatalogue } from '../../prover/prover.ts';
import type { Row } from './row.ts';
import { spread } from './row.ts';

const firstSeed = 1;

const faults = unconditionalCatalogue.filter(({ kind }) => kind === 'fault');

const sharesOf = (depth: Depth, runs: number) =>
  depthShares(faults, { depth, seeds: Array.from({ length: runs }, (_, at) => firstSeed + at) });

export const depthRow = async (): Promise<readonly Row[]> => {
  const standard = await sharesOf('standard', runsMax);
  const probe = await sharesOf('probe', 1);
  const row = (name: string, found: number, rest: Pick<Row, 'atLeast'>): Row => ({
    name,
    unit: 'share',
    measured: spread([found / faults.length]),
    samples: 1,
    parts: { faults: faults.length, found, 'first seed': firstSeed },
    ...rest,
  });
  return [
    row('faults found by one standard run', foundWithin(standard, 1), { atLeast: shareMin }),
    row(`faults found by ${runsMax} standard runs`, foundWithin(standard, runsMax), { atLeast: 1 }),
    row('faults found by one probe', foundWithin(probe, 1), {}),
  ];
};
