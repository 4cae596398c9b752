/** What a simulated monitor finds around it: the channels, who holds a slot, and a disk that outlives the program. */
import { severities } from '../../../../contracts/clause.ts';
import type { Channel } from '../../../../monitor/config.ts';
import type { Leasing } from '../../../../monitor/leasing.ts';
import type { Spool } from '../../../../monitor/result-queue.ts';
import type { SlotResult } from '../../../../monitor/slot-result.ts';
import { minuteMs, pager, team } from '../monitor-here.ts';
import type { SimulatedProcess } from './simulated-process.ts';

const all = [team, pager, { ...team, name: 'promises', kinds: ['contract'] }] satisfies Channel[];
export const channels: readonly Channel[] = all.map((each) => ({ ...each, severities: [...severities] }));

/** So often of a thousand looks. */
export type Often = {
  readonly kill: number;
  readonly stop: number;
  readonly leap: number;
  readonly storeOut: number;
  readonly channelOut: number;
  readonly maintenance: number;
};

/** A monitor with another id is dead. */
export const leasingOf = (id: string): Leasing => ({
  of: ({ deadlineMs }, at) => {
    const until = at + deadlineMs + minuteMs;
    return { owner: `${id} ${until}`, until };
  },
  isGone: ({ owner, leasedUntil }, at) => (leasedUntil ?? 0) < at || owner?.split(' ')[0] !== id,
});

export type Disk = { results: SlotResult[]; written: number };

export const spoolOn = (disk: Disk, process: SimulatedProcess): Spool => ({
  put: (result: SlotResult) =>
    process.alive(async () => {
      disk.written += 1;
      disk.results.push(result);
    }),
  waiting: () =>
    process.alive(async () =>
      disk.results.map((result) => ({
        result,
        done: () =>
          process.alive(async () => {
            disk.results = disk.results.filter((each) => each !== result);
          }),
      })),
    ),
});
