/** Time that goes on by itself and leaps ahead when somebody waits: a wait is as long as it says and takes no time. */

export type SimulatedTime = {
  /** Milliseconds since 1970. */
  now(): number;
  delay(ms: number): Promise<void>;
  /** How much was waited so far. */
  waitedMs(): number;
};

/** Give it to the service and to its caller, so that they agree on what the time is. */
export const simulatedTime = (source: () => number): SimulatedTime => {
  let waitedMs = 0;
  return {
    now: () => source() + waitedMs,
    delay: async (ms) => {
      waitedMs += ms;
    },
    waitedMs: () => waitedMs,
  };
};
