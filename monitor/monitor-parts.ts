/** What a monitor works with, and what it says while it does. */
import type { History } from '../history/history.ts';
import type { Channel } from './config.ts';
import type { Send } from './deliver.ts';
import type { Kept } from './keep-result.ts';
import type { Leasing } from './leasing.ts';
import type { Spool } from './result-queue.ts';
import type { SlotAsked } from './run-slot.ts';
import type { SlotResult } from './slot-result.ts';
import type { WatchedProbe } from './watched-probe.ts';
import type { WorkQueue } from './work-queue.ts';

export type MonitorParts = {
  readonly history: History;
  readonly watched: readonly WatchedProbe[];
  readonly location: string;
  readonly channels: readonly Channel[];
  readonly send: Send;
  readonly runSlot: (asked: SlotAsked & Pick<WatchedProbe, 'work'>) => Promise<SlotResult>;
  /** Whether there is anything to do for a probe whose moments are only chances. */
  readonly isAnythingToDo: (one: WatchedProbe) => Promise<boolean>;
  readonly leasing: Leasing;
  /** Where other monitors of this location take slots, too; undefined where this one runs all that it finds due. */
  readonly queue?: WorkQueue | undefined;
  /** Where results wait that the store cannot take now. */
  readonly spool: Spool;
  /** Looks after what a killed run has left at a target; rejects with a line while something may be left. */
  readonly sweep: (source: string) => Promise<void>;
  /** Of a round: what has begun, and whether all of ours went well. */
  readonly heartbeat: { begun(): Promise<void>; ended(isWell: boolean): Promise<void> };
  readonly now: () => number;
  /** What a person at the terminal wants to know. */
  readonly told: (event: MonitorEvent) => void;
};

export type MonitorEvent =
  | { readonly kind: 'result'; readonly result: SlotResult; readonly kept: Kept | undefined }
  | { readonly kind: 'trouble'; readonly line: string };
