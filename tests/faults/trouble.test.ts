/** Every trouble, on one operation of twenty-four: tests/long has all of them. */
import { testTroubles } from './trouble-runs.ts';

testTroubles({ of: 24, part: 0 });
