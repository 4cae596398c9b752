/** The worlds of one sandbox by id; `default` is there from the start and stays. */
import { openWorld, type World, type WorldOptions } from './world.ts';

export type Worlds = {
  readonly find: (id: string) => World | undefined;
  /** Throws `RangeError` when there are too many worlds or the id is taken. */
  readonly open: (options: Partial<WorldOptions>) => World;
  readonly remove: (id: string) => void;
  readonly pathOf: (id: string) => string;
};

export const defaultWorldId = 'default';

// Enough for one world per fault, several times over.
export const worldsMax = 2_000;

const healthy = { seed: 1, scale: 'full', dialect: 'nested', faults: [], oddities: [], troubles: [] } as const;

const idPattern = /^[a-z0-9-]{1,64}$/;

export const worldsOf = (now: () => number, first: Partial<WorldOptions>): Worlds => {
  const worlds = new Map<string, World>();
  let opened = 0;

  const unusedId = (): string => {
    do opened += 1;
    while (worlds.has(`w${opened}`));
    return `w${opened}`;
  };

  const open = (options: Partial<WorldOptions>): World => {
    if (worlds.size >= worldsMax) throw new RangeError(`there are ${worldsMax} worlds already: delete some first`);
    const id = options.id ?? unusedId();
    if (!idPattern.test(id)) throw new RangeError('a world id has 1 to 64 letters a-z, digits and hyphens');
    if (worlds.has(id)) throw new RangeError(`world ${id} exists already`);
    const world = openWorld({ ...healthy, now, ...options, id });
    worlds.set(id, world);
    return world;
  };

  open({ ...first, id: defaultWorldId });
  return {
    find: (id) => worlds.get(id),
    open,
    remove: (id) => worlds.delete(id),
    pathOf: (id) => (id === defaultWorldId ? '' : `/worlds/${id}`),
  };
};
