/** What a monitor is asked for on the command line, and what the command line puts around it. */
import type { Logger } from 'pino';
import type { History } from '../history/history.ts';
import type { CaseWatched } from './pending.ts';
import type { SlotSurroundings } from './run-slot.ts';
import type { RepeatedSlot } from './slot-result.ts';
import type { OfStore } from './store-measures.ts';
import type { Telemetry } from './telemetry.ts';

export type MonitorOptions = {
  /** Watched as by default; none where a file says what is watched. */
  target?: string[];
  config?: string;
  /** The store, where it is not that of the file. */
  history?: string;
  once?: true;
  testAlert?: true;
  location: string;
};

/** Begins to tell OpenTelemetry; `end` sends what is left, within a bound. */
export type StartTelemetry = (store: OfStore) => Telemetry & { end(): Promise<void> };

export type MonitorSurroundings = Pick<SlotSurroundings, 'isEmbedded' | 'termsOf' | 'repeatOf' | 'newRunId'> & {
  readonly environment: NodeJS.ProcessEnv;
  /** The sandbox is started for the targets that it is. */
  readonly environmentOf: (source: string) => Promise<NodeJS.ProcessEnv>;
  readonly sweep: (source: string) => Promise<void>;
  /** Repeats the cases that are watched at a target. */
  readonly repeatCases: (source: string) => Promise<RepeatedSlot['cases']>;
  readonly isAnyWatched: () => Promise<boolean>;
  readonly casesWatched: () => Promise<readonly CaseWatched[]>;
  /** Shows what is found, until it is closed; without an address where there is no dashboard. */
  readonly serve: (history: History) => Promise<{ readonly url: string | undefined; close(): Promise<void> }>;
  /** undefined where nobody asks for it. */
  readonly startTelemetry: StartTelemetry | undefined;
  readonly logger: Logger;
  readonly print: (text: string) => void;
  readonly notice: (line: string) => void;
  readonly result: (found: object) => void;
  readonly now: () => number;
  /** Resolves when somebody wants it to end. */
  readonly interrupted: () => Promise<void>;
  readonly wait: (ms: number) => Promise<void>;
};
