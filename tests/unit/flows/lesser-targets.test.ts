/** Targets that say or allow less, in runs as a gate sends by default: tests/long has whole ones. */
import { testLesserTargets } from './lesser-target-runs.ts';

testLesserTargets('standard');
