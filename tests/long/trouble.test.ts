/** Every trouble on every operation. */
import { testTroubles } from '../faults/trouble-runs.ts';

testTroubles({ of: 1, part: 0 });
