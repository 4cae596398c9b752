/** The progress of a run: a line for each flow that was recorded, and in a terminal what is under way. */

import { oneLine } from './safe-text.ts';
import { durationText } from './text-layout.ts';

export type Output = { write(text: string): unknown; readonly isTTY?: boolean };

const refreshMs = 500;

const erased = '\r\u001b[2K';

type StatusLine = {
  /**
   * Shown from now on, until something else is.
   *
   * @param sinceMs When it began; now when not said.
   */
  show(what: string, sinceMs?: number): void;
  /** Takes the line away, so that something can be printed in its place. It comes back by itself. */
  clear(): void;
  close(): void;
};

/** @param now In ms. */
export const statusLine = (output: Output, now: () => number): StatusLine => {
  let shown: { readonly what: string; readonly sinceMs: number } | undefined;
  let isVisible = false;
  const clear = (): void => {
    if (isVisible) output.write(erased);
    isVisible = false;
  };
  const draw = (): void => {
    if (!shown) return;
    output.write(`${erased}${shown.what}   ${durationText(now() - shown.sinceMs)}`);
    isVisible = true;
  };
  const timer = output.isTTY ? setInterval(draw, refreshMs) : undefined;
  timer?.unref();
  return {
    show: (what, sinceMs = now()) => {
      shown = { what, sinceMs };
    },
    clear,
    close: () => {
      clear();
      shown = undefined;
      clearInterval(timer);
    },
  };
};

/** Always as wide as `9999 exchanges`. */
const amountOf = (exchanges: number | undefined): string =>
  exchanges === undefined
    ? ' '.repeat(14)
    : `${String(exchanges).padStart(4)} ${exchanges === 1 ? 'exchange ' : 'exchanges'}`;

const errorLinesMax = 12;

const errorText = (error: string): string =>
  error
    .split('\n')
    .slice(0, errorLinesMax)
    .map((line, at) => `${at === 0 ? 'error    ' : '         '} ${oneLine(line)}\n`)
    .join('');

type Progress = {
  begin(flows: readonly string[]): void;
  began(flow: string): void;
  recorded(flow: FlowProgress): void;
  /** Takes the line of the terminal away, so that something can be printed in its place. */
  clear(): void;
  end(): void;
};

type FlowProgress = {
  readonly flow: string;
  readonly durationMs: number;
  readonly exchanges?: number | undefined;
  readonly judged?: { readonly verdicts: readonly { readonly outcome: string }[] } | undefined;
  readonly isCutShort?: boolean;
  /** Our own error, which cut it short. */
  readonly error?: string | undefined;
};

/** The name under which an exploration is walked. */
const exploration = 'explore';

export const progress = ({ output, now = Date.now }: { output: Output; now?: () => number }): Progress => {
  let status: ReturnType<typeof statusLine> | undefined;
  let flowWidth = 0;
  return {
    begin: (flows) => {
      flowWidth = Math.max(0, ...flows.map(({ length }) => length));
      status ??= statusLine(output, now);
    },
    began: (flow) => status?.show(flow === exploration ? 'exploring' : `recording ${flow}`),
    recorded: ({ flow, durationMs, exchanges, judged, error, isCutShort = error !== undefined }) => {
      status?.clear();
      const broken = judged?.verdicts.filter(({ outcome }) => outcome === 'fail').length ?? 0;
      const did = isCutShort ? 'cut short ' : 'recorded  ';
      const found = broken === 0 ? '' : `   ${broken} broken`;
      output.write(`${did}${flow.padEnd(flowWidth)} ${amountOf(exchanges)}   ${durationText(durationMs)}${found}\n`);
      if (error !== undefined) output.write(errorText(error));
    },
    clear: () => status?.clear(),
    end: () => {
      status?.close();
      status = undefined;
      // An empty line between progress and report.
      output.write('\n');
    },
  };
};
