/** Every exploration, in the order in which a round draws them. */
import type { Exploration } from './exploration.ts';
import { requestExplorations } from './request-explorations.ts';

export const explorations: readonly Exploration[] = [...requestExplorations];

export const explorationOf = (id: string): Exploration | undefined => explorations.find((each) => each.id === id);
