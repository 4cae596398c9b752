/** NO_COLOR and FORCE_COLOR are obeyed as elsewhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wantsColor } from '../../../cli/command-parts.ts';

const cases: readonly (readonly [NodeJS.ProcessEnv, isTerminal: boolean, isColoured: boolean])[] = [
  [{}, true, true],
  [{}, false, false],
  [{ TERM: 'dumb' }, true, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '1', TERM: 'dumb' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '' }, false, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
];

for (const [environment, isTerminal, isColoured] of cases) {
  test(`${JSON.stringify(environment)} ${isTerminal ? 'in a terminal' : 'in a file'}`, () => {
    assert.equal(wantsColor(environment, isTerminal), isColoured);
  });
}
