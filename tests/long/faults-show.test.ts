/** Every fault shows in what a caller sees, and only on the operations it says it touches: the prover relies on that. */
import { after, test } from 'node:test';
import { faults, plainFaultIds } from '../../sandbox/faults.ts';
import { comparison, showsOnlyOn } from '../unit/sandbox/comparison.ts';

const { seenIn, differing, close } = await comparison();
after(close);

for (const id of plainFaultIds) {
  test(`fault ${id} shows, and only where it says`, async () => {
    showsOnlyOn(differing(await seenIn({ faults: [id] })), faults[id].touches);
  });
}
