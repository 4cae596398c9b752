/** What runs have left behind: due by the clock of the target, and missed when nobody came. */
import { deepEqual, equal } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { obligationLedgerOf } from '../../../client/ledgers/user-ledgers.ts';
import type { Target } from '../../../contracts/target.ts';
import { obligationsDue } from '../../../monitor/obligations-due.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import sandboxTarget, { sandboxUrlVariable } from '../../../targets/sandbox.ts';
import { traceOf } from '../cases/case-of.ts';

const hourMs = 3_600_000;
const noon = Date.parse('2026-09-01T12:00:00.000Z');
const iso = (ms: number): string => new Date(ms).toISOString();
const plain = resolvedTarget(sandboxTarget, { [sandboxUrlVariable]: 'http://127.0.0.1:9' }, 'sandbox');
const target: Target = { ...plain, may: { ...plain.may, obligations: ['void-as-window-ends', 'void-after-window'] } };

describe('what was left behind on purpose', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const leave = (id: 'void-as-window-ends' | 'void-after-window', from: number, until?: number) =>
    obligationLedgerOf(target, { PREFLIGHT_STATE: folder }).begin({
      id,
      run: 'r1',
      begunAt: iso(noon),
      from: iso(from),
      ...(until !== undefined && { until: iso(until) }),
      left: null,
      trace: traceOf(id),
    });

  const looking = (more: NodeJS.ProcessEnv = {}, aheadMs = 0) => {
    let now = noon;
    let asked = 0;
    const due = obligationsDue(
      { PREFLIGHT_STATE: folder, ...more },
      () => now,
      async () => {
        asked += 1;
        return now + aheadMs;
      },
    );
    return {
      at: async (ms: number, of: Target = target) => {
        now = ms;
        const found = await due(of);
        return [found.due, found.missed.map(({ id }) => id)];
      },
      asked: () => asked,
    };
  };

  it('is due when its time has come, and missed once its window is over', async () => {
    await leave('void-as-window-ends', noon + 23 * hourMs, noon + 24 * hourMs);
    await leave('void-after-window', noon + 25 * hourMs);
    const { at, asked } = looking();
    deepEqual(await at(noon + 21 * hourMs), [[], []]);
    equal(asked(), 0, 'nobody asks for the time while nothing can be due');
    deepEqual(await at(noon + 22.5 * hourMs), [[], []]);
    deepEqual(await at(noon + 23.5 * hourMs), [['void-as-window-ends'], []]);
    equal(asked(), 1, 'the clock of a service hardly moves against ours');
    deepEqual(await at(noon + 24.1 * hourMs), [['void-as-window-ends'], ['void-as-window-ends']]);
    deepEqual(await at(noon + 26 * hourMs), [['void-as-window-ends', 'void-after-window'], ['void-as-window-ends']]);
  });

  it('goes by the clock of the target', async () => {
    await leave('void-as-window-ends', noon + hourMs, noon + 2 * hourMs);
    deepEqual(await looking({}, 30 * 60_000).at(noon + 0.6 * hourMs), [['void-as-window-ends'], []]);
    deepEqual(await looking({}, -30 * 60_000).at(noon + 1.4 * hourMs), [[], []]);
  });

  it('is nobody’s business where the target does not allow it, or nothing outlives this machine', async () => {
    await leave('void-after-window', noon);
    deepEqual(await looking().at(noon + hourMs, plain), [[], []]);
    deepEqual(await looking({ PREFLIGHT_STATE_LASTS: 'false' }).at(noon + hourMs), [[], []]);
  });
});
