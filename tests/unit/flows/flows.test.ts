/** Flows name what is missing, and send less to a lesser target. */
import { doesNotThrow, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { endWithout } from '../../../flows/steps/needs.ts';
import { testLesserTargets } from './lesser-target-runs.ts';

test('all that is missing is named, with its reason where it has one', () => {
  const sentences = [
    [['may.tickets'], 'needs may.tickets in the target file'],
    [['a', false, 'b'], 'needs a, and b in the target file'],
    [['a, to see it,', 'b, to be sure,'], 'needs a, to see it; and b, to be sure, in the target file'],
  ] as const;
  for (const [missing, message] of sentences) throws(() => endWithout(missing), { message });
  doesNotThrow(() => endWithout([false, undefined]));
});

testLesserTargets('standard');
