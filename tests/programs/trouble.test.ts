/** Every trouble, each on another operation: tests/long has all of them. */
import { testTroubles } from '../faults/trouble-runs.ts';

testTroubles({ on: 'one operation', depth: 'standard' });
