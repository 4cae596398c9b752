/** Every fault and oddity shows in what a caller sees, and only on the operations it says it touches: the prover relies on that. */
import { after, test } from 'node:test';
import { faults, plainFaultIds } from '../../sandbox/faults.ts';
import { oddityIds } from '../../sandbox/oddities.ts';
import { comparison, showsOnlyOn } from '../unit/sandbox/comparison.ts';
import { oddityShows } from '../unit/sandbox/oddity-shows.ts';

const whole = await comparison();
const briefly = await comparison({ isBrief: true });
after(() => Promise.all([whole.close(), briefly.close()]));

for (const id of plainFaultIds) {
  test(`fault ${id} shows, and only where it says`, async () => {
    showsOnlyOn(whole.differing(await whole.seenIn({ faults: [id] })), faults[id].touches);
  });
}

for (const id of oddityIds) {
  test(`oddity ${id} shows, and only where it says`, () => oddityShows(id, { whole, briefly }));
}
