/** One line at the end of a terminal that tells what is under way and for how long; nothing where no terminal reads. */
import { durationText } from './duration-text.ts';

/** As much of a stream as a reporter needs. */
export type Output = { write(text: string): unknown; readonly isTTY?: boolean };

const refreshMs = 500;

const erased = '\r\u001b[2K';

export type StatusLine = {
  /**
   * Tells it from now on, until something else is shown.
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
