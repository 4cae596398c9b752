/** A command that is refused: one line on standard error, exit code 2, and nothing left behind. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { preflight } from './preflight-here.ts';

export const refused = async (
  args: readonly string[],
  says: RegExp,
  options: { folder: string; environment?: NodeJS.ProcessEnv },
): Promise<void> => {
  const { code, stderr } = await preflight(args, options);
  assert.match(stderr, says);
  assert.equal(code, 2, stderr);
  assert.equal(stderr.trimEnd().split('\n').length, 1, `more than one line:\n${stderr}`);
  assert.ok(!existsSync(join(options.folder, 'results')), 'a folder for results was made');
};
