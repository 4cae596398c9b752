/** Counts what happens in one world, by name. */

export type Counters = {
  /** Counts one more of its name and tells how many there are now. */
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
