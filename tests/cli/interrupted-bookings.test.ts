/** A gate that is ended while something is booked cancels it before it is gone, whoever ends it and however. */
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { closeSandbox, openMarks, sandbox } from '../unit/flows/hotel-world.ts';
import { preflight } from './preflight-here.ts';
import { type Ended, started } from './preflight-process.ts';

after(closeSandbox);

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await delay(5);
};

const cases = [
  { signal: 'SIGINT', code: 130, isOlderNode: false },
  // Only the outermost process is told.
  { signal: 'SIGTERM', code: 130, isOlderNode: true },
  // The command cannot say goodbye, and its worker notices that it is gone.
  { signal: 'SIGKILL', code: null, isOlderNode: false },
  // So does the command whose launcher is gone.
  { signal: 'SIGKILL', code: null, isOlderNode: true },
] as const;

const keepsWhatWasRecorded = async ({ stderr, folder }: Ended): Promise<void> => {
  const [, path = ''] = /interrupted; what was recorded is in (results\/\S+)/.exec(stderr) ?? [];
  ok(existsSync(join(folder, path, 'run.json')), stderr);
  ok(!existsSync(join(folder, 'results/latest')), 'an interrupted run is not the latest');
  const again = await preflight(['judge', path], { folder });
  equal(again.code, 3);
  match(again.stdout, /the run was interrupted/);
  doesNotMatch(again.stdout, /our side broke/);
};

for (const { signal, code, isOlderNode } of cases) {
  const whom = isOlderNode ? 'the launcher on an older Node' : 'the command';
  test(`${signal} to ${whom} leaves no booking and an empty ledger`, { timeout: 120_000 }, async () => {
    const { id, baseUrl } = sandbox.openWorld({ oddities: ['answers-slowly'] });
    const world = sandbox.world(id);
    if (!world) throw new Error('the world is not there');
    const run = started(['gate', '--seed', '5', '--only', 'create-booking'], {
      isOlderNode,
      environment: { PREFLIGHT_SANDBOX_URL: baseUrl },
    });
    const state = join(run.folder, 'state', 'preflight');
    const ledger = bookingLedgerOf({ baseUrl, credentials: preflightPartner }, { PREFLIGHT_STATE: state });
    await until(() => openMarks(world).length > 0);
    run.signal(signal);
    // An impatient hand changes nothing.
    if (code !== null) run.signal(signal);
    const ended = await run.ended;
    equal(ended.code, code, ended.stdout + ended.stderr);
    if (code === null) await until(async () => (await ledger.entries()).length === 0);
    deepEqual(await ledger.entries(), []);
    deepEqual(openMarks(world), []);
    if (code === 130) await keepsWhatWasRecorded(ended);
    else {
      // Nobody is left behind who goes on asking.
      const requests = world.counted('requests');
      await delay(1_000);
      equal(world.counted('requests'), requests);
    }
    if (code !== null || isOlderNode)
      match(ended.stderr, /preflight: \d+ bookings? requested, \d+ made and cancelled again/);
  });
}
