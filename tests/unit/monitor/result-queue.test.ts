/** Results on their way into the store: each gets there once it can, and none keeps another from it. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { sqliteFailure } from '../../../history/sqlite/failure.ts';
import type { Kept } from '../../../monitor/keep-result.ts';
import { resultQueue } from '../../../monitor/result-queue.ts';
import type { SlotResult } from '../../../monitor/slot-result.ts';

const [busy, damaged] = [5, 11];

const resultAt = (at: number): SlotResult => ({
  kind: 'missed',
  slot: { probe: 'p', location: 'here', at },
  owner: 'o',
  target: 't',
  endedAt: at,
  reason: 'r',
  isOurs: false,
});

const here = () => {
  const kept: number[] = [];
  const lines: string[] = [];
  let waiting: SlotResult[] = [];
  let fails: (at: number) => number | undefined = () => undefined;
  let isDiskFull = false;
  const queue = resultQueue({
    keep: async ({ slot: { at } }): Promise<Kept> => {
      const code = fails(at);
      if (code !== undefined) throw sqliteFailure('history.db', 'said', code);
      kept.push(at);
      return { changes: [], unconfirmed: [], isMuted: false };
    },
    spool: {
      put: async (result) => {
        if (isDiskFull) throw new Error('ENOSPC: no space left');
        waiting.push(result);
      },
      waiting: async () =>
        waiting.map((result) => ({
          result,
          done: async () => {
            waiting = waiting.filter((each) => each !== result);
          },
        })),
    },
    trouble: (line) => lines.push(line),
  });
  return {
    queue,
    kept,
    lines,
    waiting: () => waiting.map(({ slot: { at } }) => at),
    set: (how: { fails?: typeof fails; isDiskFull?: boolean }) => {
      fails = how.fails ?? (() => undefined);
      isDiskFull = how.isDiskFull ?? false;
    },
  };
};

test('what the store cannot take waits on disk, and in memory where that is full, and comes later', async () => {
  const { queue, kept, waiting, set, lines } = here();
  set({ fails: () => busy });
  equal(await queue.put(resultAt(1)), undefined);
  set({ fails: () => busy, isDiskFull: true });
  equal(await queue.put(resultAt(2)), undefined);
  await queue.deliver();
  deepEqual([kept, waiting()], [[], [1]]);
  set({});
  await queue.deliver();
  deepEqual([kept, waiting()], [[1, 2], []]);
  equal(lines.filter((line) => line.endsWith('; the result waits in memory')).length, 2);
});

test('one that cannot be kept at all holds nobody up, and is not lost', async () => {
  const { queue, kept, waiting, set } = here();
  set({ fails: () => busy });
  for (const at of [1, 2, 3]) await queue.put(resultAt(at));
  set({ fails: (at) => (at === 2 ? damaged : undefined) });
  await queue.deliver();
  deepEqual([kept, waiting()], [[1, 3], [2]]);
});

test('while the store is locked nothing overtakes anything', async () => {
  const { queue, kept, waiting, set } = here();
  set({ fails: () => busy });
  for (const at of [1, 2]) await queue.put(resultAt(at));
  set({ fails: (at) => (at === 1 ? busy : undefined) });
  await queue.deliver();
  deepEqual([kept, waiting()], [[], [1, 2]]);
});
