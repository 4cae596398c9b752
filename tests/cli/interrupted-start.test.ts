/** An interruption that comes while Playwright starts its worker: it forgets to end that one, and would wait five minutes for it. */
import { equal, match } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyFolder, preflight } from './preflight-process.ts';

/** Interrupts the command once the worker is wanted, and starts it when that has come through. */
const interruptsAtStart = `data:text/javascript,${encodeURIComponent(`
  import { once } from 'node:events';
  import fs from 'node:fs';
  import { setImmediate } from 'node:timers/promises';
  const { mkdir } = fs.promises;
  fs.promises.mkdir = async (path, ...options) => {
    if (String(path).includes('playwright-artifacts')) {
      process.kill(Number(process.env.PREFLIGHT_OWNER), 'SIGTERM');
      const alive = setInterval(() => {}, 1000);
      await once(process, 'SIGINT');
      // It has been passed on to all workers that there are.
      await setImmediate();
      clearInterval(alive);
    }
    return mkdir(path, ...options);
  };
`)}`;

test('a worker that is started when all has been interrupted is ended soon', { timeout: 120_000 }, async () => {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, 'acme.ts'),
    `export default {
      name: 'acme', baseUrl: 'http://127.0.0.1:9', credentials: { clientId: 'a', clientSecret: 'b' },
    };`,
  );
  const environment = { NODE_OPTIONS: `--import ${interruptsAtStart}` };
  const ended = await preflight(['gate', '--only', 'countries', '--target', './acme.ts'], { folder, environment });
  equal(ended.code, 130, ended.stdout + ended.stderr);
  match(ended.stderr, /preflight: interrupted; what was recorded is in/);
});
