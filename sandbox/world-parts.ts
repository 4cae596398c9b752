/** What every world has before it serves anything: ids, counters and a clock. */
import { createHash } from 'node:crypto';

/** Ids that cannot be guessed and are the same where a world is opened with the same id and seed. */
export type Identity = { readonly id: string; readonly seed: number };

export const digestOf = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest();

/** Of one of many things of a world. */
export const ofWorld = (what: string, number: number, { id, seed }: Identity): Buffer =>
  digestOf([what, number, 'of world', id, seed]);

/** A UUID of version 4, as far as its form goes. */
export const uuid = (digest: Buffer): string => {
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};

/** Counts what happens in one world, by name. */
export type Counters = {
  /** Counts one more of its name and returns how many there are now. */
  readonly count: (name: string) => number;
  readonly counted: (name: string) => number;
};

export const counters = (): Counters => {
  const counts = new Map<string, number>();
  const counted = (name: string): number => counts.get(name) ?? 0;
  return {
    count: (name) => {
      counts.set(name, counted(name) + 1);
      return counted(name);
    },
    counted,
  };
};

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
