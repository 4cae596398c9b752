/** Results that wait: one that the store refuses for good holds up no other, and a store that is away is not asked again at once. */
import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreFailed } from '../../../history/store-failed.ts';
import { resultQueue } from '../../../monitor/result-queue.ts';
import type { MissedSlot } from '../../../monitor/slot-result.ts';

const result = (probe: string): MissedSlot => ({
  kind: 'missed',
  slot: { probe, location: 'l', at: 0 },
  owner: 'a',
  target: 'acme',
  endedAt: 0,
  reason: 'r',
  isOurs: true,
});

const delivered = async (refused: Error) => {
  let waiting = ['bad', 'good'].map(result);
  const asked: string[] = [];
  const queue = resultQueue({
    keep: async ({ slot: { probe } }) => {
      asked.push(probe);
      if (probe === 'bad') throw refused;
      return { changes: [], unconfirmed: [] };
    },
    spool: {
      put: async () => {},
      waiting: async () =>
        waiting.map((one) => ({
          result: one,
          done: async () => {
            waiting = waiting.filter((each) => each !== one);
          },
        })),
    },
    trouble: () => {},
  });
  await queue.deliver();
  return { asked, left: waiting.map(({ slot }) => slot.probe) };
};

describe('results that wait', () => {
  it('are handed over although one of them is refused', async () => {
    for (const refused of [new TypeError('no such member'), new StoreFailed('f', 'a constraint failed', 19)]) {
      deepEqual(await delivered(refused), { asked: ['bad', 'good'], left: ['bad'] });
    }
  });
  it('wait on while the store is away', async () => {
    deepEqual(await delivered(new StoreFailed('f', 'busy', 5)), { asked: ['bad'], left: ['bad', 'good'] });
  });
});
