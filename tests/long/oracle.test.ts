/** Every clause has the same verdict on every deviation of the sandbox as when the file of verdicts was written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesIn, oracleCases, oracleDepths } from '../oracle/verdicts.ts';

for (const depth of oracleDepths) {
  test(`no verdict has changed at depth ${depth}`, async () => {
    assert.deepEqual(await differencesIn(oracleCases, depth), []);
  });
}
