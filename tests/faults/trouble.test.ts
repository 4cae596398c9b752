/** Every trouble, on one operation of three: tests/long has all of them. */
import { testTroubles } from './trouble-runs.ts';

testTroubles({ of: 3, part: 0 });
