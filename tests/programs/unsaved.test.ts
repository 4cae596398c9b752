/** `preflight monitor` goes on where nothing can be written: it says what is unsaved, loses nothing, and recovers. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { begun } from '../cli/preflight-here.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { everySecond, runsIn, sandboxFile, until, watches } from './monitored.ts';

after(closeSandbox);

test('a store that is locked, with no room beside it and none for the state: results wait in memory', {
  timeout: 120_000,
}, async () => {
  const folder = emptyFolder();
  const { baseUrl } = sandbox.openWorld({ scale: 'small' });
  writeFileSync(join(folder, 'acme.mts'), sandboxFile(`name: 'acme', baseUrl: '${baseUrl}'`));
  const probe = { name: 'p', target: './acme.mts', only: ['countries'], cron: everySecond, deadlineMs: 1_000 };
  watches(folder, { probes: [probe] });
  const state = join(folder, 'state');
  mkdirSync(state);
  const monitor = begun(['monitor', '--dashboard', '0'], { folder, environment: { PREFLIGHT_STATE: state } });
  const url = /dashboard +(\S+)/.exec(await monitor.printed('PASS'))?.[1];
  const ready = async () => {
    const answer = await fetch(`${url}/readyz`);
    return [answer.status, await answer.text()] as const;
  };
  deepEqual(await ready(), [200, '{"ok":true}']);

  const store = join(folder, 'results', 'history.db');
  // As a disk without room: neither the folder beside the store nor that of the ledgers takes a file.
  writeFileSync(`${store}.spool`, '');
  renameSync(state, `${state}.away`);
  writeFileSync(state, '');
  const other = new DatabaseSync(store, { timeout: 10_000 });
  other.exec('begin immediate');
  const [status, text] = await until('results that wait', async () => {
    const found = await ready();
    return /^\{"error":"[2-9] results are not saved since/.test(found[1]) && found;
  });
  equal(status, 503);
  match(text, / not saved since \d{4}-\S+Z: \d in memory, 0 in files beside the store"/);
  match(await (await fetch(`${url}/metrics`)).text(), /^preflight_results_unsaved\{where="memory"\} [1-9]/m);

  other.exec('rollback');
  other.close();
  rmSync(state);
  renameSync(`${state}.away`, state);
  await until('all is saved', async () => (await ready())[0] === 200);
  monitor.interrupt();
  const { code, stdout, stderr } = await monitor.ended;
  equal(code, 0);
  match(
    stderr,
    /folder \S+history\.db\.spool: it cannot be written, either \(\w+\): .*; results wait in memory, 64 MB/,
  );
  match(stderr, /^preflight: all results are saved again: \d+ had waited$/m);
  equal(runsIn(folder).length, stdout.match(/^[\d:]{8} {2}p {2}(?!MISSED)[A-Z]+ /gm)?.length);
});
