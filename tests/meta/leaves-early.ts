/** Tests of which the first ends the process, for the test that this is no pass. */
import { test } from 'node:test';

test('leaves', () => {
  process.exit(0);
});

test('never runs', () => {});
