/** Every fault shows in what a caller sees, and only on the operations it says it touches: the prover relies on that. */
import { after, test } from 'node:test';
import type { Fault } from '../../sandbox/deviation.ts';
import { type FaultId, faultIds, faults } from '../../sandbox/faults.ts';
import { comparison, showsOnlyOn } from '../unit/sandbox/comparison.ts';

const { seenIn, differing, close } = await comparison();
after(close);

/** The visit is as plain as the flows. */
const isPlain = (id: FaultId): boolean => !(faults[id] as Fault).onlyExplored;

for (const id of faultIds.filter(isPlain)) {
  test(`fault ${id} shows, and only where it says`, async () => {
    showsOnlyOn(differing(await seenIn({ faults: [id] })), faults[id].touches);
  });
}
