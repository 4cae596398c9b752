/** Targets that say or allow less, in runs that send everything. */
import { testLesserTargets } from '../unit/flows/lesser-target-runs.ts';

testLesserTargets('full');
