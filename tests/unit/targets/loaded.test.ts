/** Who hears a signal while a target file is loaded: nobody the first time, because it may spin, and everybody later. */
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { whileLoading } from '../../../targets/loaded.ts';

test('a file that is loaded once more keeps no signal from being heard', async (t) => {
  const listener = (): void => {};
  process.on('SIGTERM', listener);
  t.after(() => process.off('SIGTERM', listener));
  const isHeard = async (): Promise<boolean> => process.listeners('SIGTERM').includes(listener);
  equal(await whileLoading('/elsewhere/acme.ts', './acme.ts', isHeard), false);
  equal(await isHeard(), true);
  equal(await whileLoading('/elsewhere/acme.ts', './acme.ts', isHeard), true);
});
