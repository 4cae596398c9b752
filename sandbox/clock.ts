/** A clock of one world: the time of its source plus an offset that can be moved forward. */

export type Clock = {
  readonly now: () => number;
  readonly advance: (byMs: number) => void;
};

/** `startsAtMs` sets the moment the clock shows first; without it, it shows that of its source. */
export const movableClock = (source: () => number, startsAtMs: number = source()): Clock => {
  let offsetMs = startsAtMs - source();
  return {
    now: () => source() + offsetMs,
    advance: (byMs) => {
      offsetMs += byMs;
    },
  };
};
