/** Every trouble on every operation. */
import { testTroubles } from '../faults/trouble-runs.ts';

testTroubles({ on: 'all operations', depth: 'full' });
