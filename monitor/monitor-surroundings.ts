/** What a monitor is asked for on the command line, and what the command line puts around it. */

import type { Logger } from 'pino';
import type { UnsavedCounts } from '../contracts/unsaved.ts';
import type { History } from '../history/history.ts';
import type { Channel } from './config.ts';
import type { Send } from './deliver.ts';
import type { StoredResult } from './keep-result.ts';
import type { Leasing, WorkQueue } from './leasing.ts';
import type { CaseWatched } from './pending.ts';
import type { Spool } from './result-queue.ts';
import type { SlotAsked, SlotSurroundings } from './run-slot.ts';
import type { RepeatedSlot, SlotResult } from './slot-result.ts';
import type { OfStore } from './store-measures.ts';
import type { Telemetry } from './telemetry.ts';
import type { WatchedProbe } from './watched-probe.ts';

/** What a monitor works with, and what it says while it does. */
export type MonitorParts = {
  readonly history: History;
  readonly watched: readonly WatchedProbe[];
  readonly location: string;
  readonly channels: readonly Channel[];
  readonly publicUrl?: string | undefined;
  readonly remindAfterMs?: number | undefined;
  readonly send: Send;
  readonly runSlot: (asked: SlotAsked & Pick<WatchedProbe, 'work' | 'schedule'>) => Promise<SlotResult>;
  /** Whether there is anything to do for a probe whose moments are only chances. */
  readonly isAnythingToDo: (one: WatchedProbe) => Promise<boolean>;
  readonly leasing: Leasing;
  /** Where other monitors of this location take slots, too; undefined where this one runs all that it finds due. */
  readonly queue?: WorkQueue | undefined;
  /** Where results wait that the store cannot take now. */
  readonly spool: Spool;
  /** So much of what cannot wait there waits in memory. */
  readonly unsavedBytesMax?: number;
  /** Looks after what a killed run has left at a target; rejects with a line while something may be left. */
  readonly sweep: (source: string) => Promise<void>;
  /** Of a round: what has begun, and whether all that we do ourselves went well. */
  readonly heartbeat: { begun(): Promise<void>; ended(isWell: boolean): Promise<void> };
  readonly now: () => number;
  /** What a person at the terminal wants to know. */
  readonly report: (event: MonitorEvent) => void;
};

export type MonitorEvent =
  | { readonly kind: 'result'; readonly result: SlotResult; readonly kept: StoredResult | undefined }
  | { readonly kind: 'trouble' | 'recovered'; readonly line: string };

export type MonitorOptions = {
  /** Watched as by default; none where a file says what is watched. */
  target?: string[];
  config?: string;
  /** Where no file says what is watched: it may book and ticket what the targets allow. */
  effects?: true;
  /** The store, where it is not that of the file. */
  history?: string;
  once?: true;
  testAlert?: true;
  location: string;
  /** Where browsers find the dashboard: alerts link to it. */
  publicUrl?: string;
};

/** Begins to report to OpenTelemetry; `end` sends what is left, within a bound. */
export type StartTelemetry = (store: OfStore) => Telemetry & { end(): Promise<void> };

export type MonitorSurroundings = Pick<SlotSurroundings, 'isEmbedded' | 'termsOf' | 'repeatOf' | 'newRunId'> & {
  readonly environment: NodeJS.ProcessEnv;
  /** The sandbox is started for the targets that it is. */
  readonly environmentOf: (source: string) => Promise<NodeJS.ProcessEnv>;
  readonly sweep: (source: string, contact?: string) => Promise<void>;
  /** Repeats the cases that are watched at a target. */
  readonly repeatCases: (source: string, contact?: string) => Promise<RepeatedSlot['cases']>;
  readonly isAnyWatched: () => Promise<boolean>;
  readonly casesWatched: () => Promise<readonly CaseWatched[]>;
  /** Shows what is found, until it is closed; without an address where there is no dashboard. */
  readonly serve: (
    history: History,
    unsaved: () => UnsavedCounts,
  ) => Promise<{ readonly url: string | undefined; close(): Promise<void> }>;
  /** undefined where telemetry was not asked for. */
  readonly startTelemetry: StartTelemetry | undefined;
  readonly logger: Logger;
  readonly print: (text: string) => void;
  readonly notice: (line: string) => void;
  readonly result: (found: object) => void;
  readonly now: () => number;
  /** Resolves when the monitor is asked to end. */
  readonly interrupted: () => Promise<void>;
  readonly wait: (ms: number) => Promise<void>;
};
