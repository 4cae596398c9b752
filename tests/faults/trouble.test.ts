/** Every trouble, on one operation of twelve: tests/long has all of them. */
import { testTroubles } from './trouble-runs.ts';

testTroubles({ of: 12, part: 0 });
