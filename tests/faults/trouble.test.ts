/** Every trouble, on one operation of six: tests/long has all of them. */
import { testTroubles } from './trouble-runs.ts';

testTroubles({ of: 6, part: 0 });
