/** Every exploration, in the order in which a round draws them. */
import type { Exploration } from './exploration.ts';

export const explorations: readonly Exploration[] = [];

export const explorationOf = (id: string): Exploration | undefined => explorations.find((each) => each.id === id);
