/** Generated files are in step with what they are generated from. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generated } from '../../cli/generate.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = generated();

for (const [file, text] of Object.entries(files)) {
  test(`${file} is up to date`, () => {
    assert.equal(readFileSync(join(root, file), 'utf8'), text, `${file} is out of step: run npm run generate`);
  });
}

test('nothing else stands in the published folder', () => {
  assert.deepEqual(
    globSync('contracts/published/*', { cwd: root }).sort(),
    Object.keys(files)
      .filter((file) => file.startsWith('contracts/published/'))
      .sort(),
  );
});
