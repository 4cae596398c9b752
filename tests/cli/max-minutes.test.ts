/** A gate whose minutes are over ends, cancels what it has booked, and still tells what it has found broken. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { bookingLedgerOf } from '../../client/ledgers/user-ledgers.ts';
import { cleanUpMs } from '../../client/run-deadline.ts';
import { runRecord } from '../../contracts/run-record.ts';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { closeSandbox, openMarks, sandbox } from '../unit/flows/hotel-world.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

after(closeSandbox);

/** Nobody else waits exactly so long. */
const sendsForMs = 12_347;
/** The deadline of this target: an answer under way may take so long. */
const awaitMs = 10_000;
const startedAt = Date.UTC(2026, 8, 1);

for (const { faults, code, verdict } of [
  { faults: ['swaps-one-pair-deep-in-list'], code: 1, verdict: 'fail' },
  { faults: [], code: 3, verdict: 'inconclusive' },
] as const) {
  const found = faults.length > 0 ? 'a broken promise' : 'nothing broken';
  test(`with ${found} before the minutes are over it ends with ${code}, and nothing stays booked`, async (t) => {
    const { id, baseUrl } = sandbox.openWorld({ scale: 'small', faults: [...faults], oddities: ['answers-slowly'] });
    const world = sandbox.world(id);
    if (!world) throw new Error('the world is not there');
    let isOver = false;
    let strike = (): void => {};
    const { setTimeout: real } = globalThis;
    t.mock.method(globalThis, 'setTimeout', (...[work, ms, ...args]: Parameters<typeof setTimeout>) => {
      if (ms === sendsForMs) strike = () => work(...args);
      return real(work, ms, ...args);
    });
    let looks = 0;
    // What may still be sent at the second look is what is left of the minute.
    const now = (): number => {
      if (isOver) return startedAt + 60_000;
      looks += 1;
      return looks === 1 ? startedAt : startedAt + 60_000 - cleanUpMs - awaitMs - sendsForMs;
    };
    const folder = emptyFolder();
    const gating = preflight(
      ['gate', '--seed', '5', '--only', 'cities.sorted-by-id,create-booking', '--max-minutes', '1', '--json'],
      { folder, now, environment: { PREFLIGHT_SANDBOX_URL: baseUrl } },
    );
    const ended = gating.then(() => true);
    while (openMarks(world).length === 0 && !(await Promise.race([ended, delay(5, false)])));
    ok(openMarks(world).length > 0, 'nothing was booked');
    isOver = true;
    strike();

    const { code: endedWith, stdout, stderr } = await gating;
    const record = runRecord.parse(JSON.parse(stdout));
    equal(endedWith, code, stderr);
    equal(record.verdict, verdict);
    match(stderr, /--max-minutes 1: sends for 12 s, then waits up to 10 s for an answer under way, and cleans up/);
    match(record.warnings?.join() ?? '', /--max-minutes 1 were over/);
    deepEqual(openMarks(world), []);
    const state = join(folder, 'state', 'preflight');
    const ledger = bookingLedgerOf({ baseUrl, credentials: preflightPartner }, { PREFLIGHT_STATE: state });
    deepEqual(await ledger.entries(), []);
    match(stderr, /requested, \d+ made and cancelled again/);
    const broken = record.verdicts.filter(({ outcome }) => outcome === 'fail').map(({ clause }) => clause);
    deepEqual([...new Set(broken)], faults.length > 0 ? ['cities.sorted-by-id'] : []);
  });
}
